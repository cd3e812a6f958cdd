import { useTranslation } from 'react-i18next'
import { reports } from '#shared/contracts/reports.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { ReportMenu } from '#web/components/excel/report-menu.tsx'
import { useZone } from '#web/components/time.tsx'

/** Days until today that a log goes back. */
const spans = [7, 30, 90]

interface Props {
  /** Of the list: whose alarms. */
  place: { houseId?: string | undefined; officeId?: string | undefined }
}

/** The log of alarms as PDF: what they came from, how long they stood, who saw them and how soon. */
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
