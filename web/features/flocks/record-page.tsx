import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { flockRecords, type RecordSheet } from '#shared/contracts/flock-records.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { PageSkeleton } from '#web/components/page-skeleton.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { RecordForm } from './record-form.tsx'
import './record.css'

/** A day of a flock to be told, as one walks through the house: `?record={flock}&day=`. */
export function RecordPage({ id, day }: { id: string; day: string | undefined }) {
  const { t } = useTranslation('flocks')
  const { setSearch } = useScreen()
  // What is being typed stands on the sheet it was opened with, also while another tab is looked at.
  const [sheet, hold] = useState<RecordSheet>()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: [flockRecords.sheet.path, id, day],
    queryFn: () => call(flockRecords.sheet, { params: { id }, query: { day } }),
    enabled: sheet === undefined,
    gcTime: 0,
  })
  const close = () => setSearch({ record: undefined, day: undefined, id }, { push: true })
  if (data && !sheet) hold(data)
  if (sheet) return <RecordForm sheet={sheet} close={close} />
  if (isPending) return <PageSkeleton />
  return (
    <div className="page">
      <h1 className="visually-hidden">{t($ => $.dailyRecord)}</h1>
      <div className="card">
        <LoadProblem error={error} retry={() => void refetch()} />
        <Button onClick={close}>{t($ => $.toFlock)}</Button>
      </div>
    </div>
  )
}
