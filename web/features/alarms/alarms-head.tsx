import { Button } from 'antd'
import { Gauge } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { alarmFigures } from '#shared/contracts/alarm-figures.ts'
import { type Alarm, alarms } from '#shared/contracts/alarms.ts'
import { ExcelButtons } from '#web/components/excel/excel-buttons.tsx'
import type { List } from '#web/components/list/use-list.ts'
import { OnCallLine } from '#web/components/on-call.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { AlarmLogButton } from './alarm-log-button.tsx'
import { useAlarmCounts } from './use-alarm-counts.ts'

interface Props {
  list: List<Alarm>
}

/** The title with how many are active and waiting, and their export. */
export function AlarmsHead({ list }: Props) {
  const { t } = useTranslation('alarms')
  const language = usePreferences(({ language }) => language)
  const { setSearch } = useScreen()
  const mayFigures = useMayCall(alarmFigures.figures)
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
        <OnCallLine />
      </div>
      <div className="list-head-actions">
        {mayFigures && (
          <Button
            icon={<Gauge size={15} aria-hidden />}
            onClick={() => setSearch({ figures: '1', alarm: undefined }, { push: true })}
          >
            {t($ => $.figures.open)}
          </Button>
        )}
        <AlarmLogButton place={list.filters} />
        <ExcelButtons list={list} endpoints={alarms} />
      </div>
    </div>
  )
}
