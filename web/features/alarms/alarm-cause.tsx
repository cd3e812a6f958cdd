import { Button } from 'antd'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Cause, causes, handlings } from '#shared/alarms.ts'
import { type AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { ActionButton } from '#web/components/action-button.tsx'
import { useUnsaved } from '#web/components/use-unsaved.ts'
import { useMayCall } from '#web/data/session.ts'
import { AlarmNote } from './alarm-note.tsx'
import { type OfLine, stands } from './alarm-text.ts'
import { useStep } from './use-step.ts'

/** The cause: one tap, a note, and once the house is well again, solved. */
export function AlarmCause({ alarm, line }: OfLine) {
  const { t } = useTranslation('alarms')
  const { busy, saveCause, solve } = useStep(alarm.id, line)
  const may = useMayCall(alarms.cause)
  const [cause, setCause] = useState<Cause | null>(alarm.cause)
  const [note, setNote] = useState('')
  useUnsaved(note !== '' || cause !== alarm.cause)
  if (alarm.handling === 'solved' || !may) return <KnownCause alarm={alarm} />
  const isFound = handlings.indexOf(alarm.handling) >= handlings.indexOf('cause_found')
  const isUnchanged = isFound && cause === alarm.cause && note === ''
  const finish = async (done: Promise<boolean>) => {
    if (await done) setNote('')
  }
  return (
    <section className="card alarm-card" aria-labelledby={`cause-${alarm.id}`}>
      <h2 id={`cause-${alarm.id}`}>
        {t($ => $.what)} <span className="caption">{t($ => $.whatSays)}</span>
      </h2>
      <div className="alarm-causes row wrap stretch">
        {causes.map(each => (
          <button
            key={each}
            type="button"
            className="alarm-chip"
            aria-pressed={each === cause}
            onClick={() => setCause(each)}
          >
            {each === cause && <Check size={14} aria-hidden />}
            {t($ => $.causes[each])}
          </button>
        ))}
      </div>
      <div className="alarm-cause-foot">
        <AlarmNote label={t($ => $.note)} hint={t($ => $.noteHint)} note={note} setNote={setNote} />
        {isUnchanged && !stands(alarm) ? (
          <ActionButton
            endpoint={alarms.solve}
            type="primary"
            disabled={busy}
            onClick={() => void finish(solve(note))}
          >
            {t($ => $.solve)}
          </ActionButton>
        ) : (
          <Button
            type={alarm.handling === 'new' ? 'default' : 'primary'}
            disabled={busy || cause === null || isUnchanged}
            icon={<Check size={15} aria-hidden />}
            onClick={() => cause && void finish(saveCause(cause, note))}
          >
            {t($ => $.saveCause)}
          </Button>
        )}
      </div>
      {isFound && stands(alarm) && <p className="caption">{t($ => $.solveLater)}</p>}
    </section>
  )
}

function KnownCause({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  if (alarm.cause === null) return null
  return (
    <section className="card alarm-card">
      <h2>{t($ => $.what)}</h2>
      <p>{t($ => $.causes[alarm.cause as Cause])}</p>
    </section>
  )
}
