import { useTranslation } from 'react-i18next'
import type { SettingChange } from '#shared/contracts/settings.ts'
import { isOver } from '#shared/setting-changes.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { HouseMoment } from '#web/components/time.tsx'
import { ChangeState } from './change-state.tsx'
import { Differences } from './differences.tsx'
import { WhyNot } from './why-not.tsx'

/** The progress of a change, step by step; updated by the live channel. */
export function Course({ change, timeZone }: { change: SettingChange; timeZone: string }) {
  const { t } = useTranslation('settings')
  const { state, sentAt, madeAt, overAt, expiresAt } = change
  const isDone = state === 'synced'
  const steps = [
    { key: 'kept', at: madeAt },
    { key: 'sent', at: sentAt },
    { key: 'readBack', at: isDone ? overAt : null },
  ] as const
  return (
    <section className="course">
      <p className="course-state" role="status" aria-live="polite">
        <ChangeState change={change} />
      </p>
      <ol>
        {steps.map(({ key, at }) => (
          <li key={key} data-done={at !== null || undefined}>
            <StateMark state={at === null ? 'pending' : 'normal'} /> {t($ => $.steps[key])}
            {at !== null && <HouseMoment at={at} timeZone={timeZone} />}
          </li>
        ))}
      </ol>
      {state === 'waiting' && (
        <p className="caption">
          {t($ => $.waitsUntil)} <HouseMoment at={expiresAt} timeZone={timeZone} />
        </p>
      )}
      {change.returnsAt && (
        <p className="caption">
          {t($ => $.temporary)} · {t($ => $.until)} <HouseMoment at={change.returnsAt} timeZone={timeZone} />
        </p>
      )}
      {isOver(state) && !isDone && (
        <div className="course-failed" role="alert">
          <WhyNot change={change} />
        </div>
      )}
      <Differences
        before={change.before}
        wanted={change.wanted}
        days={change.days}
        after={isOver(state) ? change.after : undefined}
      />
    </section>
  )
}
