import { App } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { alarms } from '#shared/contracts/alarms.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { arrive } from '#web/data/offline/arrivals.ts'
import { useMayCall } from '#web/data/session.ts'

/** Opened by the printed code of a house: says once that the viewer is there, or keeps it to be said, and shows its gravest alarm. */
export function useArrival(): void {
  const { t } = useTranslation('alarms')
  const { message } = App.useApp()
  const { search, setSearch } = useScreen()
  const { submit } = useSubmit()
  const tried = useRef<string>(undefined)
  const { code } = search
  const mayArrive = useMayCall(alarms.arrive)
  useEffect(() => {
    if (!code || tried.current === code) return
    tried.current = code
    if (!mayArrive) {
      void message.warning(t($ => $.mayNotArrive))
      return
    }
    void submit(async () => {
      const arrived = await arrive(code)
      // The page says that it waits.
      if (!arrived) return setSearch({ code: undefined })
      const { house, alarmIds } = arrived
      const says = { house: house.name, count: alarmIds.length }
      void message.success(alarmIds.length > 0 ? t($ => $.arrived, says) : t($ => $.arrivedQuiet, says))
      setSearch({ code: undefined, alarm: alarmIds[0] })
    }).then(isDone => {
      if (!isDone) setSearch({ code: undefined })
    })
  }, [code, mayArrive, message, setSearch, submit, t])
}
