import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cause, causes, handlings } from '#shared/alarms.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { useMayCall } from '#web/data/session.ts'
import { AlarmNote } from './alarm-note.tsx'
import { type OfLine, stands } from './alarm-text.ts'
import { useStep } from './use-step.ts'

/**
 * What it was: one tap gives the cause and closes the alarm, or has it close by itself once it has cleared. Another tap
 * corrects it.
 */
export function AlarmCause({ alarm, line }: OfLine) {
  const { t } = useTranslation('alarms')
  const { busy, close } = useStep(alarm.id, line)
  const [mayGive, mayClose] = [useMayCall(alarms.cause), useMayCall(alarms.solve)]
  const [note, setNote] = useState('')
  const [tapped, setTapped] = useState<Cause | null>(null)
  useUnsaved(note !== '')
  if (!mayGive || !mayClose) return <KnownCause cause={alarm.cause} />
  const isSolved = alarm.handling === 'solved'
  // A cause from before it came back or got worse was of what it was.
  const given = handlings.indexOf(alarm.handling) < handlings.indexOf('cause_found') ? null : alarm.cause
  const shown = busy ? tapped : given
  const choose = async (cause: Cause) => {
    setTapped(cause)
    if (await close(cause, note, alarm)) setNote('')
  }
  const says = isSolved
    ? t($ => $.closed)
    : given
      ? t($ => $.closesItself)
      : stands(alarm)
        ? t($ => $.tapStanding)
        : t($ => $.whatSays)
  return (
    <section className="card alarm-card" aria-labelledby={`cause-${alarm.id}`}>
      <h2 id={`cause-${alarm.id}`}>{t($ => $.what)}</h2>
      <p className="caption" role="status">
        {says}
      </p>
      {alarm.chain?.isOver === false && <p className="caption">{t($ => $.ringsOn)}</p>}
      <div className="alarm-causes row wrap stretch">
        {causes.map(each => (
          <button
            key={each}
            type="button"
            className="alarm-chip"
            aria-pressed={each === shown}
            disabled={busy || (each === given && note === '')}
            onClick={() => void choose(each)}
          >
            {each === shown && <Check size={14} aria-hidden />}
            {t($ => $.causes[each])}
          </button>
        ))}
      </div>
      <AlarmNote label={t($ => $.note)} hint={t($ => $.noteHint)} note={note} setNote={setNote} />
    </section>
  )
}

function KnownCause({ cause }: { cause: Cause | null }) {
  const { t } = useTranslation('alarms')
  if (cause === null) return null
  return (
    <section className="card alarm-card">
      <h2>{t($ => $.what)}</h2>
      <p>{t($ => $.causes[cause])}</p>
    </section>
  )
}
