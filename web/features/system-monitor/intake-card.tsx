import { useTranslation } from 'react-i18next'
import type { SystemNow } from '#shared/contracts/system-monitor.ts'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { Card } from './card.tsx'

/** Who stores what devices send through an outside broker, and what waits there; nothing without one. */
export function IntakeCard({ now: { intake } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  if (!intake) return null
  const { holders, waiting } = intake
  const count = holders.reduce((sum, { parts }) => sum + parts, 0)
  const shares = holders.map(({ name, parts }) => `${name} ${parts}`).join(', ')
  return (
    <Card title={t($ => $.intake.title)}>
      <ul className="system-lines">
        {waiting.map(({ part, gateways, holder, since }) => (
          <li key={part}>
            <div>
              <StateWord state={holder === null ? 'alarm' : 'watch'}>
                {t($ => $.intake.waits, { part: part + 1, count: gateways })}
              </StateWord>
              <small>
                {holder === null ? t($ => $.intake.nobody) : t($ => $.intake.broughtIn, { holder })} ·{' '}
                {t($ => $.since)} <Age at={since} />
              </small>
            </div>
          </li>
        ))}
        <li>
          <div>
            {waiting.length === 0 && <StateWord state="normal">{t($ => $.intake.flows)}</StateWord>}
            <small>{t($ => $.intake.shares, { count, shares })}</small>
          </div>
        </li>
      </ul>
    </Card>
  )
}
