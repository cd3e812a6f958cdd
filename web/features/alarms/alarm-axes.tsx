import { Lock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { handlings, isGrave } from '#shared/alarms.ts'
import type { Alarm, AlarmDetail } from '#shared/contracts/alarms.ts'
import { clockOf } from '#shared/dates.ts'
import { isCrying, stands } from './alarm-text.ts'
import './alarm-axes.css'

/** Severity as a shape: filled while the condition holds, hollow once it has cleared. */
export function AlarmGlyph({ alarm }: { alarm: Pick<Alarm, 'level' | 'condition' | 'handling' | 'code'> }) {
  const isSilence = alarm.code === 'NoData' || alarm.code === 'Offline'
  const shape = isSilence ? 'silence' : alarm.level
  const kind = isGrave(alarm.level) ? 'grave' : shape
  return (
    <span className="alarm-glyph" data-kind={kind} data-holds={stands(alarm)} data-crying={isCrying(alarm)}>
      <svg viewBox="0 0 16 16" width={16} height={16} aria-hidden>
        {shapes[shape]}
      </svg>
    </span>
  )
}

const shapes = {
  emergency: (
    <>
      <path className="alarm-shape" d="M5.2 1h5.6L15 5.2v5.6L10.8 15H5.2L1 10.8V5.2z" />
      <path className="alarm-ink" d="M8 4v5.2M8 11.1v1.2" />
    </>
  ),
  critical: (
    <>
      <path className="alarm-shape" d="M8 1.4 15 14.3H1z" />
      <path className="alarm-ink" d="M8 6v4M8 11.7v.9" />
    </>
  ),
  warning: <path className="alarm-shape" d="M8 1.8 14.2 8 8 14.2 1.8 8z" />,
  info: <circle className="alarm-shape" cx={8} cy={8} r={4.6} />,
  silence: <circle className="alarm-ring" cx={8} cy={8} r={5} />,
}

/** The condition in the house: a filled or open square with its word, with a smaller one inside while only the controller holds it. */
export function ConditionSign({ alarm }: { alarm: Pick<Alarm, 'condition' | 'latchedAt'> }) {
  const { t } = useTranslation('alarms')
  const shown = alarm.latchedAt === null ? alarm.condition : 'latched'
  return (
    <span className="alarm-condition" data-condition={shown}>
      <svg viewBox="0 0 12 12" width={12} height={12} aria-hidden>
        <rect x={2} y={2} width={8} height={8} rx={1.2} />
        {shown === 'latched' && <rect className="alarm-latch" x={4.4} y={4.4} width={3.2} height={3.2} />}
      </svg>
      {t($ => $.conditions[shown])}
    </span>
  )
}

/** Says that only the controller ends it, at its panel. */
export function LatchedNote({ alarm: { latchedAt, timeZone } }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  if (latchedAt === null) return null
  return (
    <p className="alarm-latched row gap-2" role="status">
      <Lock size={15} aria-hidden /> {t($ => $.latchedSays, { time: clockOf(new Date(latchedAt), timeZone) })}
    </p>
  )
}

/** What people do about it: how many of six bars are filled, the word, the person below. */
export function HandlingSign({
  handling,
  handledBy,
  isUnproven,
}: Pick<Alarm, 'handling' | 'handledBy' | 'isUnproven'>) {
  const { t } = useTranslation('alarms')
  // New has no bar filled: nobody has done anything.
  const filled = handling === 'new' ? 0 : handlings.indexOf(handling) + 1
  return (
    <span className="alarm-handling" data-handling={handling}>
      <span className="alarm-bars" aria-hidden>
        {handlings.map((step, i) => (
          <i key={step} data-filled={i < filled} />
        ))}
      </span>
      <b>{t($ => $.handlings[handling])}</b>
      <small>
        {handledBy ??
          (handling === 'new' ? t($ => $.nobodyYet) : handling === 'on_site' ? t($ => $.told.byPanel) : '')}
        {isUnproven && <em> · {t($ => $.told.unproven)}</em>}
      </small>
    </span>
  )
}
