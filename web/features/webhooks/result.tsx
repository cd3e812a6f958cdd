import { useTranslation } from 'react-i18next'
import type { Delivery } from '#shared/contracts/webhooks.ts'
import { deliveryProblems, deliveryStates } from '#shared/webhooks.ts'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { usePreferences } from '#web/data/preferences.ts'

const marks = { waiting: 'pending', delivered: 'normal', failed: 'alarm' } as const

/** The state of a message, and the result of its last attempt. */
export function Result({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('webhooks')
  const language = usePreferences(({ language }) => language)
  const { state, status, problem, durationMs, tries, lastTryAt } = delivery
  const answer = problem ? deliveryProblems[problem][language] : status === null ? null : `HTTP ${status}`
  const took = durationMs === null ? null : t($ => $.took, { ms: durationMs })
  const said = [answer, took, tries > 1 ? t($ => $.tries, { count: tries }) : null].filter(Boolean)
  return (
    <span className="webhook-result">
      <StateWord state={marks[state]}>{deliveryStates[state][language]}</StateWord>
      {said.length > 0 && <span className="num">{said.join(' · ')}</span>}
      {lastTryAt && <Age at={lastTryAt} />}
    </span>
  )
}
