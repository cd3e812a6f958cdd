import { Button, Dropdown } from 'antd'
import { ChevronDown, FileDown, FileSpreadsheet, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { houses } from '#shared/contracts/houses.ts'
import { CHART_REPORTS } from '#shared/limits.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import type { drawnDevice } from '#web/components/drawn-device.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import type { TimeWindow } from './period.ts'
import { queryFor, usePoints } from './use-house-chart.ts'

interface Props {
  houseId: string
  /** The device, if the values are not the house's. */
  drawn: ReturnType<typeof drawnDevice>
  metrics: readonly string[]
  shown: TimeWindow
}

/** Downloads: the drawn points as text or in Excel, there also every report, and a page to print. */
export function FileButtons(props: Props) {
  return (
    <>
      <TextButton {...props} />
      <ExcelButton {...props} />
      <PaperButton {...props} />
    </>
  )
}

function TextButton({ houseId, drawn, metrics, shown }: Props) {
  const { t } = useTranslation('charts')
  const points = usePoints()
  const { submit, busy } = useSubmit({ success: t($ => $.saved) })
  const save = async () => {
    const query = { ...queryFor(metrics, shown, points), ...drawn }
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

function ExcelButton({ houseId, drawn, metrics, shown }: Props) {
  const { t } = useTranslation('charts')
  const language = usePreferences(({ language }) => language)
  const points = usePoints()
  const may = useMayCall(houses.chartWorkbook)
  const { start, busy } = useExport(houses.chartWorkbook)
  const write = (isEveryReport: boolean) => {
    const body = { ...queryFor(metrics, shown, points), ...drawn, isEveryReport }
    void start({ params: { id: houseId }, body })
  }
  const items = [
    { key: 'drawn', label: t($ => $.asDrawn), onClick: () => write(false) },
    {
      key: 'reports',
      label: t($ => $.everyReportUpTo, { number: CHART_REPORTS.toLocaleString(language) }),
      onClick: () => write(true),
    },
  ]
  if (!may) return null
  return (
    <Dropdown menu={{ items }} trigger={['click']} disabled={metrics.length === 0}>
      <Button icon={<FileSpreadsheet size={16} aria-hidden />} loading={busy} disabled={metrics.length === 0}>
        Excel <ChevronDown size={14} aria-hidden />
      </Button>
    </Dropdown>
  )
}

function PaperButton({ houseId, drawn, metrics, shown }: Props) {
  const points = usePoints()
  const { start, busy } = useExport(houses.chartPaper)
  const body = { ...queryFor(metrics, shown, points), ...drawn }
  return (
    <ActionButton
      endpoint={houses.chartPaper}
      icon={<FileText size={16} aria-hidden />}
      loading={busy}
      disabled={metrics.length === 0}
      onClick={() => void start({ params: { id: houseId }, body })}
    >
      PDF
    </ActionButton>
  )
}
