import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { readDraft } from '#web/data/offline/drafts.ts'
import { type Outcome, readWaiting } from '#web/data/offline/offline.ts'
import { waitingOf, withWithdrawal } from '#web/data/offline/record-queue.ts'
import { readSheet } from '#web/data/offline/seen.ts'
import { RecordForm } from './record-form.tsx'
import type { TypedDay } from './typed-day.ts'
import type { RecordStart } from './use-record.ts'
import './record.css'

/** The form for a day of a flock, filled in while walking the house: `?record={flock}&day=`. */
export function RecordPage({ id, day }: { id: string; day: string | undefined }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const {
    data: start,
    error,
    isPending,
    retry,
  } = useReadOnce([flockRecords.sheet.path, id, day], () => startOf(id, day))
  const close = () => setSearch({ record: undefined, day: undefined, id }, { push: true })
  /** A record kept in this browser shows in the list of waiting ones. */
  const saved = (outcome: Outcome) =>
    outcome === 'sent' ? close() : setSearch({ record: undefined, day: undefined }, { push: true })
  if (start) return <RecordForm start={start} close={close} saved={saved} />
  if (isPending) return <PageSkeleton />
  return (
    <div className="page">
      <h1 className="visually-hidden">{t($ => $.dailyRecord)}</h1>
      <div className="card">
        <LoadProblem error={error} retry={retry} />
        <Button onClick={close}>{t($ => $.toFlock)}</Button>
      </div>
    </div>
  )
}

async function startOf(id: string, day: string | undefined): Promise<RecordStart> {
  const { sheet, seenAt } = await readSheet(id, day)
  const [queue, draft] = await Promise.all([readWaiting(), readDraft<TypedDay>(id, sheet.day)])
  const waiting = waitingOf(queue, id, sheet.day)
  return { sheet: withWithdrawal(sheet, queue), seenAt, waiting, draft }
}
