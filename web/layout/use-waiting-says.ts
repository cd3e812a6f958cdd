import { useTranslation } from 'react-i18next'
import { useWaiting } from '#web/data/offline/waiting.ts'

/** How much this browser keeps that the server does not have yet; empty if nothing. */
export function useWaitingSays(): string {
  const { t } = useTranslation()
  const records = useWaiting(each => each.records.length)
  const repairs = useWaiting(each => each.repairs.length)
  return [
    records > 0 && t($ => $.recordsWait, { count: records }),
    repairs > 0 && t($ => $.repairsWait, { count: repairs }),
  ]
    .filter(Boolean)
    .join(' ')
}
