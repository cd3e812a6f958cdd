import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import { amountsIn } from '#shared/amounts.ts'
import { type Flock, flocks } from '#shared/contracts/flocks.ts'
import { nearDayOf } from '#shared/dates.ts'
import { openPoints, readinessNames, readinessOf } from '#shared/readiness.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call } from '#web/data/client.ts'
import { useReader } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'

/** Checks in the house before the birds come, ticked by whoever made them. */
export function ReadinessCard({ flock }: { flock: Flock }) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const { language } = reader
  const mayCheck = useMayCall(flocks.check)
  const { submit, busy } = useSubmit()
  const open = openPoints(flock.type, flock.readiness)
  return (
    <section className="card flock-side-card flock-readiness" aria-label={t($ => $.readiness)}>
      <h2>
        <StateMark state={open.length === 0 ? 'normal' : flock.state === 'planned' ? 'pending' : 'watch'} />{' '}
        {t($ => $.readiness)}{' '}
        <small>{open.length === 0 ? t($ => $.allReady) : t($ => $.pointsOpen, { count: open.length })}</small>
      </h2>
      <ul>
        {readinessOf(flock.type).map(item => {
          const checked = flock.readiness[item]
          return (
            <li key={item}>
              <Checkbox
                checked={checked !== undefined}
                disabled={!mayCheck || busy || flock.state === 'closed'}
                onChange={({ target }) =>
                  void submit(() =>
                    call(flocks.check, { params: { id: flock.id }, body: { item, isRight: target.checked } }),
                  )
                }
              >
                {amountsIn(readinessNames[item][language], reader)}
              </Checkbox>
              {checked && (
                <small className="num">
                  {checked.by} · {nearDayOf(new Date(checked.at), language, flock.timeZone)}
                </small>
              )}
            </li>
          )
        })}
      </ul>
      {open.length > 0 && <p className="caption">{t($ => $.readinessSays)}</p>}
    </section>
  )
}
