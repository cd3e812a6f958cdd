import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { contractOf } from '#shared/contracts/customers.ts'
import type { Stage } from '#shared/customers.ts'
import { call } from '#web/data/client.ts'
import { useRereadMs } from './use-status-news.ts'

/** The sentence above the list: how many customers, and how many need a decision. */
export function useSentence(stage: Stage): string {
  const { t } = useTranslation('customers')
  const { summary } = contractOf[stage]
  const { data } = useQuery({
    queryKey: [summary.path],
    queryFn: () => call(summary),
    refetchInterval: useRereadMs(),
  })
  if (!data) return '\u00a0'
  const { customers, houses, online, pending, ended, endingSoon } = data
  const parts = [
    pending > 0 && t($ => $.says.pending, { count: pending }),
    ended > 0 && t($ => $.says.ended[stage], { count: ended }),
    endingSoon > 0 && t($ => $.says.soon[stage], { count: endingSoon }),
  ].filter(part => part !== false)
  const total = t($ => $.says.total[stage], {
    count: customers,
    online,
    houses: t($ => $.houseCount, { count: houses }),
  })
  const decisions = parts.join(t($ => $.says.and))
  return decisions === '' ? total : t($ => $.says.both, { total, decisions })
}
