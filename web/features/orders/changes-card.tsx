import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { Age } from '#web/components/time.tsx'
import { call } from '#web/data/client.ts'
import { useMayCall } from '#web/data/session.ts'
import { OrderCard } from './order-card.tsx'

/** Who changed what of the order, newest first; for those who look after orders. */
export function ChangesCard({ order: { id, version } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const may = useMayCall(orders.changes)
  const { data = [] } = useQuery({
    queryKey: [orders.changes.path, id, version],
    queryFn: () => call(orders.changes, { params: { id } }),
    enabled: may,
  })
  if (data.length === 0) return null
  return (
    <OrderCard title={t($ => $.changes)} says={t($ => $.changesCount, { count: data.length })}>
      <ul className="order-changes">
        {data.map(({ id: row, at, by, says, fields }) => (
          <li key={row}>
            <span className="split">
              <b>{says}</b>
              <Age at={at} />
            </span>
            {fields.map(({ name, was, now }) => (
              <span key={name}>
                {name}: <del>{was || '—'}</del> → <b>{now || '—'}</b>
              </span>
            ))}
            <small>{by}</small>
          </li>
        ))}
      </ul>
    </OrderCard>
  )
}
