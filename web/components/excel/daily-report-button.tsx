import { Button, Dropdown } from 'antd'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reports } from '#shared/contracts/reports.ts'
import { dateOf } from '#shared/dates.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { useZone } from '../time.tsx'
import { useExport } from './use-export.ts'

/** Days to choose from: today and the week before it. */
const DAYS = 8

/** The report of a day as PDF, a page a house, of all that the reader may see. */
export function DailyReportButton() {
  const { t } = useTranslation('excel')
  const { language } = useReader()
  const timeZone = useZone()
  const may = useMayCall(reports.daily)
  const { start, busy } = useExport(reports.daily)
  if (!may) return null
  const today = dateIn(timeZone, new Date())
  const nameOf = (day: string, back: number) =>
    back === 0 ? t($ => $.todaySoFar) : back === 1 ? t($ => $.yesterday) : dateOf(day, language)
  const items = Array.from({ length: DAYS }, (_, back) => {
    const day = daysAfter(today, -back)
    return {
      key: day,
      label: nameOf(day, back),
      onClick: () => void start({ body: { day } }),
    }
  })
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button icon={<FileText size={16} aria-hidden />} loading={busy}>
        {t($ => $.dailyReport)}
      </Button>
    </Dropdown>
  )
}
