import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Flock } from '#shared/contracts/flocks.ts'
import { type FlockPlan, flockHealth, type PlannedStep } from '#shared/contracts/health-programmes.ts'
import { dateOf } from '#shared/dates.ts'
import type { StepState } from '#shared/health-programme.ts'
import { dateIn } from '#shared/zone-time.ts'
import { StepActions } from '#web/components/health/step-actions.tsx'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

const marks: Readonly<Record<StepState, State>> = {
  overdue: 'alarm',
  today: 'watch',
  soon: 'pending',
  later: 'pending',
  done: 'normal',
  skipped: 'disabled',
  before: 'disabled',
}
const open: readonly StepState[] = ['overdue', 'today', 'soon']

/** What the flock's health programme asks for and what became of it; nothing where the farm keeps no programme for it. */
export function HealthPlanCard({ flock }: { flock: Flock }) {
  const { t } = useTranslation('flocks')
  const mayRead = useMayCall(flockHealth.get)
  const [isWhole, showWhole] = useState(false)
  const { data: plan } = useQuery({
    queryKey: [flockHealth.get.path, flock.id],
    queryFn: () => call(flockHealth.get, { params: { id: flock.id } }),
    enabled: mayRead,
  })
  if (!plan || (plan.programme === null && plan.choices.length === 0)) return null
  const near = plan.steps.filter(({ state }) => open.includes(state))
  const shown = isWhole ? plan.steps : near
  return (
    <section className="card flock-side-card" aria-label={t($ => $.plan.title)}>
      <h2>
        {t($ => $.plan.title)} {plan.programme && <small>{plan.programme.name}</small>}
      </h2>
      {plan.programme && near.length === 0 && !isWhole && (
        <p className="caption">{t($ => $.plan.nothingDue)}</p>
      )}
      <ul className="flock-events flock-plan">
        {shown.map(step => (
          <StepLine key={step.id} flock={flock} step={step} />
        ))}
      </ul>
      {plan.steps.length > 0 && (
        <Button type="link" size="small" onClick={() => showWhole(!isWhole)}>
          {isWhole ? t($ => $.plan.onlyDue) : t($ => $.plan.whole, { count: plan.steps.length })}
        </Button>
      )}
      {flock.state !== 'closed' && <Follow plan={plan} />}
    </section>
  )
}

function StepLine({ flock, step }: { flock: Flock; step: PlannedStep }) {
  const { t } = useTranslation('flocks')
  const language = usePreferences(({ language }) => language)
  const { submit, busy } = useSubmit()
  const mayUnskip = useMayCall(flockHealth.unskip)
  const { state, dueOn, done, skipped } = step
  const says = [
    t($ => $.day, { day: step.day }),
    step.days > 1 ? t($ => $.plan.days, { count: step.days }) : null,
    step.route,
    done && t($ => $.plan.done, { day: dateOf(done.day, language), name: done.by }),
    done?.batch,
    skipped && t($ => $.plan.skipped, { name: skipped.by, reason: skipped.reason }),
    state === 'before' ? t($ => $.plan.before) : null,
  ]
  const of = {
    flockId: flock.id,
    houseName: flock.houseName,
    step,
    today: dateIn(flock.timeZone, new Date()),
    lastBatch: '',
  }
  const isOpen = open.includes(state) || state === 'later'
  return (
    <li>
      <StateMark state={marks[state]} />
      <span>
        <strong>{step.name}</strong> <small className="num">{says.filter(Boolean).join(' · ')}</small>
      </span>
      <time className="num" dateTime={dueOn}>
        {dateOf(dueOn, language)}
      </time>
      {isOpen && flock.state === 'running' && <StepActions of={of} />}
      {skipped && mayUnskip && flock.state !== 'closed' && (
        <Button
          size="small"
          loading={busy}
          onClick={() =>
            void submit(() =>
              call(flockHealth.unskip, { params: { id: flock.id }, body: { stepId: step.id } }),
            )
          }
        >
          {t($ => $.plan.unskip)}
        </Button>
      )}
    </li>
  )
}

/** Chooses what the flock follows. */
function Follow({ plan: { flockId, programme, choices } }: { plan: FlockPlan }) {
  const { t } = useTranslation('flocks')
  const may = useMayCall(flockHealth.follow)
  const { submit, busy } = useSubmit()
  if (!may || choices.length === 0) return null
  const known = choices.some(({ id }) => id === programme?.id)
  return (
    <div className="record-row">
      <span id="flock-follows">{t($ => $.plan.follows)}</span>
      <Select
        className="record-select"
        aria-labelledby="flock-follows"
        allowClear
        loading={busy}
        placeholder={programme && !known ? programme.name : t($ => $.plan.none)}
        value={known ? programme?.id : undefined}
        onChange={(programmeId?: string | null) =>
          void submit(() =>
            call(flockHealth.follow, {
              params: { id: flockId },
              body: { programmeId: programmeId ?? null },
            }),
          )
        }
        options={choices.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </div>
  )
}
