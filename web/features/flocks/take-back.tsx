import { Button } from 'antd'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type FlockRecord, flockRecords } from '#shared/contracts/flock-records.ts'
import { dateOf } from '#shared/dates.ts'
import { useConfirmed } from '#web/components/use-confirmed.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useReachable } from '#web/data/reachable.ts'
import { useMayCall } from '#web/data/session.ts'

interface Props {
  flockId: string
  record: FlockRecord
  done: () => void
}

/** Takes the record of a day back, after asking: for one entered for the wrong house or day. */
export function TakeBack({ flockId, record: { day, version }, done }: Props) {
  const { t } = useTranslation('flocks')
  const { language } = useReader()
  const confirm = useConfirmed({ success: t($ => $.takenBack) })
  const isCut = useReachable(({ reachable }) => !reachable)
  const may = useMayCall(flockRecords.takeBack)
  if (isCut || !may) return null
  const ask = () =>
    confirm(
      {
        title: t($ => $.takeBackAsk, { day: dateOf(day, language) }),
        says: t($ => $.takeBackSays),
        ok: t($ => $.takeBack),
      },
      async () => {
        await call(flockRecords.takeBack, { params: { id: flockId }, body: { day, version } })
        done()
      },
    )
  return (
    <p className="record-take-back">
      <Button danger type="text" icon={<Undo2 size={15} aria-hidden />} onClick={ask}>
        {t($ => $.takeBack)}
      </Button>
    </p>
  )
}
