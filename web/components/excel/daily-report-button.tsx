import { useTranslation } from 'react-i18next'
import { reports } from '#shared/contracts/reports.ts'
import { dateOf } from '#shared/dates.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { useReader } from '#web/data/preferences.ts'
import { useZone } from '../time.tsx'
import { ReportMenu } from './report-menu.tsx'

/** How many days to choose from: today and the week before. */
const DAYS = 8

/** The report of a day as PDF, one page per house, with everything the reader may see. */
export function DailyReportButton() {
  const { t } = useTranslation('excel')
  const { language } = useReader()
  const today = dateIn(useZone(), new Date())
  const nameOf = (day: string, back: number) =>
    back === 0 ? t($ => $.todaySoFar) : back === 1 ? t($ => $.yesterday) : dateOf(day, language)
  const items = Array.from({ length: DAYS }, (_, back) => {
    const day = daysAfter(today, -back)
    return { key: day, label: nameOf(day, back), body: { day } }
  })
  return <ReportMenu endpoint={reports.daily} label={t($ => $.dailyReport)} items={items} />
}
