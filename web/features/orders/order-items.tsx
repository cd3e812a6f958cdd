import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { PricedLines } from '#web/components/goods/priced-lines.tsx'

/** The goods of an order with names and prices as when it was placed, and the total. */
export function OrderItems({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const { paidOn, paidNote } = order
  return (
    <section>
      <h3>{t($ => $.items)}</h3>
      <PricedLines {...order} />
      {paidOn && (
        <p className="order-paid">
          {[t($ => $.paidOn, { day: paidOn }), paidNote].filter(Boolean).join(' · ')}
        </p>
      )}
    </section>
  )
}
