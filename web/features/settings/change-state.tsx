import { useTranslation } from 'react-i18next'
import type { SettingChange } from '#shared/contracts/settings.ts'
import { type State, StateMark } from '#web/components/state-mark.tsx'

const marks: Record<SettingChange['state'], State> = {
  waiting: 'pending',
  sending: 'pending',
  synced: 'normal',
  failed: 'alarm',
  expired: 'watch',
  conflict: 'watch',
}

/** Progress of a change, as mark and word; a withdrawn change is not a failure. */
export function ChangeState({ change }: { change: Pick<SettingChange, 'state' | 'failure' | 'isByEcho'> }) {
  const { t } = useTranslation('settings')
  const { state, failure, isByEcho } = change
  const isTakenBack = failure === 'withdrawn'
  return (
    <span className="change-state" data-state={isTakenBack ? 'disabled' : marks[state]}>
      <StateMark state={isTakenBack ? 'disabled' : marks[state]} />{' '}
      {failure ? t($ => $.failures[failure]) : isByEcho ? t($ => $.byEcho) : t($ => $.states[state])}
    </span>
  )
}
