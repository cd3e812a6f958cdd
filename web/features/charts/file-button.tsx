import { FileDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import type { TimeWindow } from './period.ts'
import { queryFor, usePoints } from './use-house-chart.ts'

/** What is shown as a file, at its resolution. */
export function FileButton({
  houseId,
  metrics,
  shown,
}: {
  houseId: string
  metrics: readonly string[]
  shown: TimeWindow
}) {
  const { t } = useTranslation('charts')
  const points = usePoints()
  const { submit, busy } = useSubmit({ touches: [], success: t($ => $.saved) })
  const save = async () => {
    const query = queryFor(metrics, shown, points)
    const { name, text } = await call(houses.chartFile, { params: { id: houseId }, query })
    const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
    Object.assign(document.createElement('a'), { href: url, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <ActionButton
      endpoint={houses.chartFile}
      icon={<FileDown size={16} aria-hidden />}
      loading={busy}
      disabled={metrics.length === 0}
      onClick={() => void submit(save)}
    >
      CSV
    </ActionButton>
  )
}
