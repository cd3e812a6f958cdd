import type { Customer } from '#shared/contracts/customers.ts'
import { DeviceStatusWord } from '#web/components/device-status.tsx'
import { Age } from '#web/components/time.tsx'
import { useFromNow } from '#web/data/clock.ts'
import { useLiveCustomer } from '#web/data/live/live.ts'

/** A status read longer ago than this, and not pushed since, is stale. ms */
const OLD_MS = 60_000

interface Props {
  customer: Pick<Customer, 'id' | 'status'>
  /** When the customer was read, ms since 1970. */
  readAt: number
}

/** Whether a customer is online, as pushed by the server; without a connection, as last read, with its age. */
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
