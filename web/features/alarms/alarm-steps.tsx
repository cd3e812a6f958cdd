import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { handlings } from '#shared/alarms.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { clockOf } from '#shared/dates.ts'

/** The six steps from new to solved, each with who and when; skipped steps stay open. */
export function AlarmSteps({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const now = handlings.indexOf(alarm.handling)
  return (
    <ol className="alarm-steps" aria-label={t($ => $.steps)}>
      {handlings.map((step, i) => {
        // When an alarm comes back, having seen it before does not count.
        const taken = i > now ? undefined : alarm.steps.find(done => done.step === step)
        const state = i === now ? 'now' : taken ? 'done' : i < now ? 'skipped' : 'open'
        return (
          <li key={step} data-state={state} aria-current={i === now ? 'step' : undefined}>
            <span className="alarm-step-dot">{state === 'done' && <Check size={12} aria-hidden />}</span>
            <b>{t($ => $.handlings[step])}</b>
            <small className="num">
              {taken
                ? clockOf(new Date(taken.at), alarm.timeZone)
                : i === now + 1
                  ? t($ => $.next)
                  : '\u00a0'}
            </small>
            {taken?.by && <small title={taken.note ?? undefined}>{taken.by}</small>}
            {taken && <StepWay taken={taken} />}
          </li>
        )
      })}
    </ol>
  )
}

/** How it is known that somebody is on site. */
function StepWay({ taken: { step, via } }: { taken: AlarmDetail['steps'][number] }) {
  const { t } = useTranslation('alarms')
  if (step !== 'on_site' || via === null) return null
  return (
    <small>
      {via === 'panel'
        ? t($ => $.told.byPanel)
        : via === 'code'
          ? t($ => $.told.byCode)
          : t($ => $.told.unproven)}
    </small>
  )
}

/** The notes people wrote with their steps. */
export function AlarmNotes({ alarm }: { alarm: AlarmDetail }) {
  const { t } = useTranslation('alarms')
  const noted = alarm.steps.filter(({ note }) => note)
  if (noted.length === 0) return null
  return (
    <ul className="alarm-notes stack">
      {noted.map(({ step, by, note }) => (
        <li key={step}>
          <span className="caption">
            {t($ => $.handlings[step])} · {by}
          </span>
          <p>{note}</p>
        </li>
      ))}
    </ul>
  )
}
