import type { Customer } from '#shared/contracts/customers.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { Age } from '#web/components/time.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { useLiveCustomer } from '#web/data/live/live.ts'

/** What was read longer ago than this, and has not been told since, is old. ms */
const OLD_MS = 60_000

interface Props {
  customer: Pick<Customer, 'id' | 'status'>
  /** When the customer was read, ms since 1970. */
  readAt: number
}

/** Whether a customer is there, as the server tells it; while it cannot, as it was read, with its age. */
export function CustomerStatusWord({ customer, readAt }: Props) {
  const told = useLiveCustomer(customer.id)
  const isOld = useFromNow(now => told === undefined && now - readAt > OLD_MS)
  return (
    <span className="customer-status" data-stale={isOld || undefined}>
      <DeviceStatusWord status={told ?? customer.status} />
      {isOld && <Age at={readAt} />}
    </span>
  )
}
