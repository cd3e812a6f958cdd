import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DueStep, flockHealth } from '#shared/contracts/health-programmes.ts'
import { dateOf } from '#shared/dates.ts'
import type { StepState } from '#shared/health-programme.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { StepActions } from '#web/components/health/step-actions.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { ScreenLink } from '#web/components/screen-link.tsx'
import { type State, StateMark } from '#web/components/state-mark.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { Card } from './card.tsx'

/** How many show at first, and how often they are read again, ms. */
const MOST = 6
const REREAD_MS = 300_000

const marks: Partial<Record<StepState, State>> = { overdue: 'alarm', today: 'watch', soon: 'pending' }

/** What the farm's flocks are to be given: overdue, today, and in the next days; nothing while no flock has a programme. */
export function HealthCard() {
  const { t } = useTranslation('workplace')
  const [all, showAll] = useState(false)
  const { data: due } = useDueSteps()
  if (!due?.length) return null
  const shown = all ? due : due.slice(0, MOST)
  return (
    <Card title={t($ => $.health.title)}>
      <ul className="workplace-list workplace-health stack">
        {shown.map(each => (
          <DueLine key={`${each.flockId} ${each.step.id}`} due={each} />
        ))}
      </ul>
      {shown.length < due.length && (
        <button type="button" className="workplace-link workplace-more" onClick={() => showAll(true)}>
          {t($ => $.more, { count: due.length - shown.length })}
        </button>
      )}
    </Card>
  )
}

/** The steps due at the farm; undefined until they are known, or for users who may not know. */
export function useDueSteps() {
  const { exists } = useScreen()
  const enabled = useMayCall(flockHealth.list) && exists(paths.flocks)
  return useQuery({
    queryKey: [flockHealth.list.path],
    queryFn: () => call(flockHealth.list),
    refetchInterval: REREAD_MS,
    enabled,
  })
}

function DueLine({ due }: { due: DueStep }) {
  const { t } = useTranslation('workplace')
  const language = usePreferences(({ language }) => language)
  const { step, houseName, flockId, dueOn, state } = due
  const says = [
    t($ => $.health.dayOfAge, { day: step.day }),
    state === 'overdue' || state === 'today'
      ? t($ => $.health[state], { day: dateOf(dueOn, language) })
      : dateOf(dueOn, language),
    step.route,
    step.dose,
  ]
  return (
    <li data-state={marks[state]}>
      <StateMark state={marks[state] ?? 'pending'} />
      <div>
        <ScreenLink className="workplace-link" to={hrefOf(paths.flocks, { id: flockId })}>
          {houseName}
        </ScreenLink>{' '}
        <strong>{step.name}</strong>
        <span className="caption num">{says.filter(Boolean).join(' · ')}</span>
      </div>
      <StepActions of={due} />
    </li>
  )
}
