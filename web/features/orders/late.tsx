import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import { lateOf } from '#shared/orders.ts'
import { dateIn } from '#shared/zone-time.ts'
import { StateMark } from '#web/components/state-mark.tsx'
import { useZone } from '#web/components/time.tsx'

/** What is late about an order, by the reader's calendar; nothing if nothing is. */
export function Late({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  const late = lateOf(order, dateIn(useZone(), new Date()))
  if (late === null) return null
  return (
    <span>
      <StateMark state="watch" /> {t($ => $.late[late])}
    </span>
  )
}
