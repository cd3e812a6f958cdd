import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { trialCustomers } from '#shared/contracts/customers.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { Known, knowingOf } from '#web/components/known.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { useTicketsWaiting } from './tickets-card.tsx'

/** The day in one sentence: what is waiting, as far as the reader may see it. */
export function ProviderSays() {
  const { t } = useTranslation('workplace')
  const { counts, of } = useWaiting()
  if (knowingOf(of).asked === 0) return null
  const parts = counts.flatMap(({ name, count }) => (count ? t($ => $.waits[name], { count }) : []))
  return (
    <div className="workplace-day num">
      <Known of={of}>
        {() => (
          <p>
            {parts.length === 0
              ? t($ => $.waits.nothing)
              : t($ => $.waits.all, { parts: parts.join(t($ => $.waits.comma)) })}
          </p>
        )}
      </Known>
    </div>
  )
}

/** The counts that the reader may know, and the answers they rest on. */
function useWaiting() {
  const round = useQuery({
    queryKey: [workplace.round.path],
    queryFn: () => call(workplace.round),
    enabled: useMayCall(workplace.round),
  })
  const trial = useQuery({
    queryKey: [trialCustomers.summary.path],
    queryFn: () => call(trialCustomers.summary),
    enabled: useMayCall(trialCustomers.summary),
  })
  const due = useQuery({
    queryKey: [overhaul.counts.path, 'workplace'],
    queryFn: () => call(overhaul.counts, { query: { by: 'due' } }),
    enabled: useMayCall(overhaul.counts),
  })
  const late = useQuery({
    queryKey: [orders.counts.path, 'workplace', 'late'],
    queryFn: () => call(orders.counts, { query: { by: 'late' } }),
    enabled: useMayCall(orders.counts),
  })
  const tickets = useTicketsWaiting()
  const counts = [
    { name: 'houses', count: round.data?.total },
    { name: 'trials', count: trial.data?.pending },
    { name: 'tickets', count: tickets.count },
    { name: 'overhauls', count: due.data?.overdue },
    { name: 'orders', count: late.data?.yes },
  ] as const
  return { counts, of: [round, trial, due, late, ...tickets.of] }
}
