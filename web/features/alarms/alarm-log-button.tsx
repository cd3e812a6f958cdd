import { useTranslation } from 'react-i18next'
import { reports } from '#shared/contracts/reports.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { ReportMenu } from '#web/components/excel/report-menu.tsx'
import { useZone } from '#web/components/time.tsx'

/** How many days up to today a log covers. */
const spans = [7, 30, 90]

interface Props {
  /** Whose alarms, as filtered in the list. */
  place: { houseId?: string | undefined; officeId?: string | undefined }
}

/** The alarm log as PDF: causes, durations, who saw them and how soon. */
export function AlarmLogButton({ place: { houseId, officeId } }: Props) {
  const { t } = useTranslation('alarms')
  const today = dateIn(useZone(), new Date())
  const items = spans.map(count => ({
    key: String(count),
    label: t($ => $.lastDays, { count }),
    body: { houseId, officeId, firstDay: daysAfter(today, 1 - count), lastDay: today },
  }))
  return <ReportMenu endpoint={reports.alarmLog} label={t($ => $.alarmLog)} items={items} />
}
