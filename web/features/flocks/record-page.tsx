import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useReadOnce } from '#web/components/use-read-once.ts'
import { call } from '#web/data/client.ts'
import { RecordForm } from './record-form.tsx'
import './record.css'

/** A day of a flock to be told, as one walks through the house: `?record={flock}&day=`. */
export function RecordPage({ id, day }: { id: string; day: string | undefined }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  const {
    data: sheet,
    error,
    isPending,
    retry,
  } = useReadOnce([flockRecords.sheet.path, id, day], () =>
    call(flockRecords.sheet, { params: { id }, query: { day } }),
  )
  const close = () => setSearch({ record: undefined, day: undefined, id }, { push: true })
  if (sheet) return <RecordForm sheet={sheet} close={close} />
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
