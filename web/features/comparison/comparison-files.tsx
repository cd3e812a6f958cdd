import { Button } from 'antd'
import { FileSpreadsheet, ImageDown, Link2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ComparedDays, comparison } from '#shared/contracts/comparison.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { savePicture } from '#web/components/chart/save-picture.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { useSubmit } from '#web/components/use-submit.ts'

interface Props {
  body: { items: string; metric?: string | undefined; by: 'age' | 'clock'; days: ComparedDays }
  /** What is drawn, and the names of its lines. */
  title: string
  says: string
  names: readonly string[]
  /** The element with the drawing. */
  place: () => Element | null
}

/** Shares the comparison as a link, a picture or an Excel file. */
export function ComparisonFiles({ body, title, says, names, place }: Props) {
  const { t } = useTranslation('comparison')
  const { start, busy } = useExport(comparison.comparisonWorkbook)
  const save = () => {
    const drawing = place()?.querySelector('.age-curves svg')
    if (drawing instanceof SVGSVGElement) void savePicture(drawing, { title, says, keys: names })
  }
  return (
    <div className="row wrap stretch">
      <CopyLink />
      <Button icon={<ImageDown size={16} aria-hidden />} onClick={save}>
        {t($ => $.picture)}
      </Button>
      <ActionButton
        endpoint={comparison.comparisonWorkbook}
        icon={<FileSpreadsheet size={16} aria-hidden />}
        loading={busy}
        onClick={() => void start({ body } as never)}
      >
        Excel
      </ActionButton>
    </div>
  )
}

function CopyLink() {
  const { t } = useTranslation('comparison')
  const { submit, busy } = useSubmit({ success: t($ => $.copied) })
  return (
    <Button
      icon={<Link2 size={16} aria-hidden />}
      loading={busy}
      onClick={() => void submit(() => navigator.clipboard.writeText(location.href))}
    >
      {t($ => $.copyLink)}
    </Button>
  )
}
