import { useTranslation } from 'react-i18next'
import type { SystemNow } from '#shared/contracts/system-monitor.ts'
import { StateWord } from '#web/components/state-mark.tsx'
import { Age } from '#web/components/time.tsx'
import { Card } from './card.tsx'

/** Messages that have nobody to go to: what, whose, since when. Nothing while all reach somebody. */
export function UnreachedCard({ now: { unreached } }: { now: SystemNow }) {
  const { t } = useTranslation('system-monitor')
  if (unreached.length === 0) return null
  return (
    <Card title={t($ => $.unreached.title, { count: unreached.length })} says={t($ => $.unreached.says)}>
      <ul className="system-lines">
        {unreached.map(({ side, business, office, since, count }) => (
          <li key={`${side} ${business} ${office} ${since}`}>
            <div>
              <StateWord state="watch">
                {`${t($ => $.unreached.business[business])} · ${office ?? t($ => $.unreached.others)}`}
              </StateWord>
              <small>
                {t($ => $.unreached.missing[side])} · {t($ => $.since)} <Age at={since} />
              </small>
            </div>
            <span className="caption num">{t($ => $.unreached.messages, { count })}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
