import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { trialCustomers } from '#shared/contracts/customers.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useTicketsWaiting } from './tickets-card.tsx'

/** The day in one sentence: what is waiting, as far as the reader may see it. */
export function ProviderSays() {
  const { t } = useTranslation('workplace')
  const counts = useWaiting()
  if (counts.every(({ count }) => count === undefined)) return null
  const parts = counts.flatMap(({ name, count }) => (count ? t($ => $.waits[name], { count }) : []))
  return (
    <p className="workplace-day num">
      {parts.length === 0
        ? t($ => $.waits.nothing)
        : t($ => $.waits.all, { parts: parts.join(t($ => $.waits.comma)) })}
    </p>
  )
}

/** Undefined until known, and for users who may not know. */
function useWaiting() {
  const { data: round } = useQuery({
    queryKey: [workplace.round.path],
    queryFn: () => call(workplace.round),
    enabled: useMayCall(workplace.round),
  })
  const { data: trial } = useQuery({
    queryKey: [trialCustomers.summary.path],
    queryFn: () => call(trialCustomers.summary),
    enabled: useMayCall(trialCustomers.summary),
  })
  const { data: due } = useQuery({
    queryKey: [overhaul.counts.path, 'workplace'],
    queryFn: () => call(overhaul.counts, { query: { by: 'due' } }),
    enabled: useMayCall(overhaul.counts),
  })
  const { data: late } = useQuery({
    queryKey: [orders.counts.path, 'workplace', 'late'],
    queryFn: () => call(orders.counts, { query: { by: 'late' } }),
    enabled: useMayCall(orders.counts),
  })
  const tickets = useTicketsWaiting()
  return [
    { name: 'houses', count: round?.total },
    { name: 'trials', count: trial?.pending },
    { name: 'tickets', count: tickets },
    { name: 'overhauls', count: due && (due.overdue ?? 0) },
    { name: 'orders', count: late && (late.yes ?? 0) },
  ] as const
}
