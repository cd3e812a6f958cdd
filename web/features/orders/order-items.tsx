import { useTranslation } from 'react-i18next'
import type { OrderDetail } from '#shared/contracts/orders.ts'
import { PricedLines } from '#web/components/goods/priced-lines.tsx'
import { OrderCard } from './order-card.tsx'

/** The goods of an order with names and prices as when it was placed, and the total. */
export function OrderItems({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  return (
    <OrderCard title={t($ => $.items)} says={t($ => $.lineCount, { count: order.lines.length })}>
      <PricedLines {...order} />
    </OrderCard>
  )
}
