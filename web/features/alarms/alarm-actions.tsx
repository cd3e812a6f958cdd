import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { handlings } from '#shared/alarms.ts'
import { type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { useMayCall } from '#web/data/session.ts'
import { type SimpleStep, useStep } from './use-step.ts'

export const SIMPLE: readonly SimpleStep[] = ['seen', 'going', 'on_site']

/** Whether a step lies ahead: steps may be left out, never taken back. */
export const isAhead = (alarm: Pick<AlarmDetail, 'handling'>, step: SimpleStep): boolean =>
  handlings.indexOf(step) > handlings.indexOf(alarm.handling)

/** Seen, going, on site: the next one is the main button. */
export function AlarmActions({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const { busy, take } = useStep(alarm.id)
  const may = useMayCall(alarms.seen)
  const ahead = SIMPLE.filter(step => isAhead(alarm, step))
  if (!may || ahead.length === 0) return null
  return (
    <div className="alarm-actions">
      {ahead.map((step, i) => (
        <Button
          key={step}
          type={i === 0 ? 'primary' : 'default'}
          disabled={busy}
          onClick={() => void take(step)}
        >
          {t($ => $.actions[step])}
        </Button>
      ))}
    </div>
  )
}
