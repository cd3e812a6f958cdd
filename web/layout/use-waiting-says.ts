import { useTranslation } from 'react-i18next'
import { useWaiting } from '#web/data/offline/waiting.ts'

/** How much this browser keeps that the server does not have yet; empty if nothing. */
export function useWaitingSays(): string {
  const { t } = useTranslation()
  const records = useWaiting(each => each.records.length)
  const repairs = useWaiting(each => each.repairs.length)
  const arrivals = useWaiting(each => each.arrivals.length)
  return [
    arrivals > 0 && t($ => $.arrivalsWait, { count: arrivals }),
    records > 0 && t($ => $.recordsWait, { count: records }),
    repairs > 0 && t($ => $.repairsWait, { count: repairs }),
  ]
    .filter(Boolean)
    .join(' ')
}
