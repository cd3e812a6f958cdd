import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { StateWord } from '#web/components/state-mark.tsx'
import { Moment } from '#web/components/time.tsx'
import { dropArrival } from '#web/data/offline/arrivals.ts'
import { useWaiting } from '#web/data/offline/waiting.ts'

/** Codes of houses that were scanned without network, as long as the server does not know of them. */
export function WaitingArrivals() {
  const { t } = useTranslation('alarms')
  const arrivals = useWaiting(each => each.arrivals)
  if (arrivals.length === 0) return null
  return (
    <section className="card alarm-card" aria-label={t($ => $.arrival.title)}>
      <h2>{t($ => $.arrival.title)}</h2>
      {arrivals.map(arrival => (
        <div key={arrival.at} className="stack gap-15" role="status">
          <Moment at={new Date(arrival.at).toISOString()} />
          <StateWord state={arrival.stopped ? 'watch' : 'pending'}>
            {arrival.stopped ? (arrival.stopped.why ?? t($ => $.arrival.clock)) : t($ => $.arrival.waits)}
          </StateWord>
          {arrival.stopped && (
            <Button onClick={() => void dropArrival(arrival)}>{t($ => $.arrival.drop)}</Button>
          )}
        </div>
      ))}
    </section>
  )
}
