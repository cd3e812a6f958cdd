import type { ComponentType } from 'react'
import { agents } from '#shared/contracts/agents.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { devices } from '#shared/contracts/devices.ts'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { orders } from '#shared/contracts/orders.ts'
import { overhaul } from '#shared/contracts/overhaul.ts'
import { questions } from '#shared/contracts/questions.ts'
import { repairs } from '#shared/contracts/repairs.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { paths } from '#shared/screens.ts'
import { useMedia } from '#web/components/use-media.ts'
import { arranged } from '#web/data/list-view.ts'
import { useListView } from '#web/data/list-views.ts'
import { mayCall, useSession } from '#web/data/session.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { ApprovalsCard } from './approvals-card.tsx'
import { ChangesCard } from './changes-card.tsx'
import { DevicesCard } from './devices-card.tsx'
import { EndingCard } from './ending-card.tsx'
import { FirstStepsCard } from './first-steps.tsx'
import { OrdersCard } from './orders-card.tsx'
import { OverhaulsCard } from './overhauls-card.tsx'
import { ProviderSays } from './provider-says.tsx'
import { ProviderTotals } from './provider-totals.tsx'
import { RoundCard } from './round-card.tsx'
import { TicketsCard } from './tickets-card.tsx'
import { VisitsCard } from './visits-card.tsx'

/** Key under which the arrangement is kept for each user. */
export const NAME = paths.workplace
const narrow = matchMedia('(width < 1000px)')

interface Part {
  key:
    | 'customers'
    | 'round'
    | 'tickets'
    | 'alarms'
    | 'orders'
    | 'overhauls'
    | 'visits'
    | 'devices'
    | 'approvals'
    | 'ending'
    | 'changes'
  Card: ComponentType
  /** Users who may call any of these see it. */
  endpoints: readonly Endpoint[]
}
/** In the default order. The totals stay above. */
const parts: readonly Part[] = [
  { key: 'customers', Card: ProviderTotals, endpoints: [workplace.sharing] },
  { key: 'round', Card: RoundCard, endpoints: [workplace.round] },
  {
    key: 'tickets',
    Card: TicketsCard,
    endpoints: [repairs.waiting, questions.waiting, inquiries.waiting, agents.waiting],
  },
  { key: 'visits', Card: VisitsCard, endpoints: [repairs.visits, overhaul.places] },
  { key: 'alarms', Card: AlarmsCard, endpoints: [alarms.counts] },
  { key: 'orders', Card: OrdersCard, endpoints: [orders.counts] },
  { key: 'overhauls', Card: OverhaulsCard, endpoints: [overhaul.counts] },
  { key: 'approvals', Card: ApprovalsCard, endpoints: [trialCustomers.list] },
  { key: 'devices', Card: DevicesCard, endpoints: [devices.counts] },
  { key: 'ending', Card: EndingCard, endpoints: [customers.list] },
  { key: 'changes', Card: ChangesCard, endpoints: [operaHistory.list] },
]

/** The cards the viewer may see. */
export function useParts(): Part[] {
  const session = useSession()
  return parts.filter(({ endpoints }) => endpoints.some(endpoint => mayCall(endpoint, session)))
}

/** The cards as the reader arranged them, side by side where there is room. */
export function Cards() {
  const [view] = useListView(NAME)
  const isNarrow = useMedia(narrow)
  const cards = arranged(useParts(), view).filter(
    ({ column, isShown }) => isShown && column.key !== 'customers',
  )
  const sides = isNarrow ? [cards] : [0, 1].map(side => cards.filter((_, i) => i % 2 === side))
  return (
    <>
      <ProviderSays />
      <FirstStepsCard />
      <ProviderTotals />
      <div className="workplace-halves">
        {sides.map((side, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the left one and the right one
          <div key={i} className="stack gap-3">
            {side.map(({ column: { key, Card } }) => (
              <Card key={key} />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
