import { useTranslation } from 'react-i18next'
import { type Alarm, alarms } from '#shared/contracts/alarms.ts'
import { ExcelButtons } from '#web/components/excel/excel-buttons.tsx'
import type { List } from '#web/components/list/use-list.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { AlarmLogButton } from './alarm-log-button.tsx'
import { useAlarmCounts } from './use-alarm-counts.ts'

interface Props {
  list: List<Alarm>
}

/** The title with how many are active and waiting, and their export. */
export function AlarmsHead({ list }: Props) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  // Counts all houses, whatever the list is filtered to: one quiet house says nothing about the next.
  const counts = useAlarmCounts({})
  const active = counts ? counts.condition.active : 0
  const waiting = counts ? counts.handling.on_site : 0
  const says = [
    !counts
      ? '\u00a0'
      : active === 0
        ? t($ => $.saysNone)
        : counts.unseen === 0
          ? t($ => $.saysSeen, { active })
          : t($ => $.says, { active, unseen: counts.unseen }),
    ...(waiting > 0 ? [t($ => $.saysCause, { count: waiting })] : []),
    ...(counts && counts.notShared > 0 ? [t($ => $.notShared, { count: counts.notShared })] : []),
  ]
  return (
    <div className="list-head">
      <div>
        <h1>{t($ => $.title)}</h1>
        <p className="num" aria-live="polite">
          {says.join(language === 'zh-CN' ? '' : ' ')}
        </p>
      </div>
      <div className="list-head-actions">
        <AlarmLogButton place={list.filters} />
        <ExcelButtons list={list} endpoints={alarms} />
      </div>
    </div>
  )
}

/** What the screen is not: it does not guard anybody by itself. */
export function Safety() {
  const { t } = useTranslation('alarms')
  return <p className="caption alarm-safety">{t($ => $.safety)}</p>
}
