import { Button } from 'antd'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Alarm, alarms } from '#shared/contracts/alarms.ts'
import { listReadAhead, useList } from '#web/components/list/use-list.ts'
import { SafetyNote } from '#web/components/safety-note.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { useMayCall } from '#web/data/session.ts'
import { AlarmPanel } from './alarm-detail.tsx'
import { AlarmFilters, FILTERS } from './alarm-filters.tsx'
import { AlarmList } from './alarm-list.tsx'
import { lineOf } from './alarm-text.ts'
import { AlarmsHead } from './alarms-head.tsx'
import { AlarmsOnPhone } from './alarms-on-phone.tsx'
import { FiguresView } from './figures-view.tsx'
import { useAlarmCounts } from './use-alarm-counts.ts'
import { useArrival } from './use-arrival.ts'
import { useFirstAsked } from './use-first-asked.ts'
import { WaitingArrivals } from './waiting-arrivals.tsx'
import './alarms.css'

/** How often the list is read again, ms; the bell reports new alarms at once. */
const REREAD_MS = 15_000

/** `/house-alarm`: alarms of houses, and what is done about them; one in depth with `?alarm=`, the figures with `?figures=1`. */
export function AlarmsPage() {
  const { search } = useScreen()
  return search.figures ? <FiguresView /> : <AlarmsAndOne />
}
AlarmsPage.readAhead = listReadAhead(alarms.list, FILTERS)

function AlarmsAndOne() {
  const list = useList(alarms.list, FILTERS, { everyMs: REREAD_MS })
  const counts = useAlarmCounts(list.filters)
  const { search, setSearch } = useScreen()
  const isPhone = useIsPhone()
  useArrival()
  useFirstAsked(list)
  const mayRead = useMayCall(alarms.get)
  const first = useFirst(list.rows)
  const selected = mayRead ? (search.alarm ?? first) : undefined
  const select = (id: string) => setSearch({ alarm: id }, { push: true })
  if (isPhone) return <AlarmsOnPhone list={list} counts={counts} select={select} />
  return (
    <div className="page">
      <AlarmsHead list={list} />
      <WaitingArrivals />
      <div className="alarms" data-detail={mayRead && search.alarm !== undefined}>
        <section className="card alarm-side">
          <AlarmFilters list={list} counts={counts} />
          <AlarmList list={list} selected={selected} select={mayRead ? select : undefined} />
        </section>
        {mayRead && (
          <div className="alarm-main">
            <BackToList back={() => setSearch({ alarm: undefined })} />
            {selected ? (
              <AlarmPanel id={selected} line={lineOf(list.rows, selected)} />
            ) : (
              list.total > 0 && <Choose />
            )}
          </div>
        )}
      </div>
      <SafetyNote />
    </div>
  )
}
/** The row that was first, as long as it is listed: a handled alarm moves down, and its panel must not switch to another. */
function useFirst(rows: readonly Alarm[]): string | undefined {
  const [held, hold] = useState<string>()
  const first = (rows.find(({ id }) => id === held) ?? rows[0])?.id
  if (first !== held) hold(first)
  return first
}

function BackToList({ back }: { back: () => void }) {
  const { t } = useTranslation('alarms')
  return (
    <Button className="alarm-back" icon={<ArrowLeft size={15} aria-hidden />} onClick={back}>
      {t($ => $.back)}
    </Button>
  )
}

function Choose() {
  const { t } = useTranslation('alarms')
  return <p className="card alarm-choose">{t($ => $.choose)}</p>
}
