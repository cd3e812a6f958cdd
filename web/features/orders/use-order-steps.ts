import { type Order, orders } from '#shared/contracts/orders.ts'
import { askCompleting } from '#shared/order-owed.ts'
import { orderSteps } from '#shared/orders.ts'
import { dateIn } from '#shared/zone-time.ts'
import { useSteps } from '#web/components/records/use-steps.tsx'
import { useZone } from '#web/components/time.tsx'

/** The steps of an order as row actions; completing it names what is still owed. */
export function useOrderSteps() {
  const today = dateIn(useZone(), new Date())
  return useSteps(orders, orderSteps, (name, order: Order) =>
    name === 'complete' ? askCompleting(order, today) : undefined,
  )
}
