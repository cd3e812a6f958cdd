import { Button } from 'antd'
import { FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import {
  isOfShipment,
  type OrderPaper,
  orderPapers,
  paperNames,
  shipmentPapers,
} from '#shared/order-papers.ts'
import { isChangeable } from '#shared/orders.ts'
import { contentsOf, shipmentIdOf } from '#shared/shipments.ts'
import { languageNames, languages } from '#shared/text.ts'
import { useExport } from '#web/components/excel/use-export.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { OrderCard } from './order-card.tsx'

/** Papers of an order as PDF, in either language, whatever the reader's is; some for each of its shipments. */
export function PapersCard({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const may = useMayCall(orders.paper)
  if (!may) return null
  const ofOrder = orderPapers.filter(paper => !isOfShipment(paper))
  const { shipments } = order
  return (
    <OrderCard title={t($ => $.papers)}>
      <ul className="order-parts">
        {ofOrder.map(paper => (
          <PaperRow key={paper} {...{ order, paper }} />
        ))}
        {shipments.length === 0 && <PaperRow order={order} paper="packing" />}
        {shipments.map((shipment, i) => (
          <PapersOfShipment key={shipmentIdOf(shipment, i)} order={order} index={i} />
        ))}
      </ul>
    </OrderCard>
  )
}

/** The papers of one shipment; if nobody can tell what is in it, that its goods are missing. */
function PapersOfShipment({ order, index }: { order: OrderDetail; index: number }) {
  const { t } = useTranslation('orders')
  const mayShip = useMayCall(orders.shipment) && isChangeable(order)
  const { shipments } = order
  const shipment = shipments[index]
  if (!shipment) return null
  const name = t($ => $.shipmentOf, { number: index + 1 })
  if (contentsOf(order, index) === null)
    return (
      <li>
        <span>{name}</span>
        <small>{mayShip ? t($ => $.goodsFirst) : t($ => $.goodsUnknown)}</small>
      </li>
    )
  return shipmentPapers
    .filter(paper => paper === 'packing' || !shipment.isReturn)
    .map(paper => (
      <PaperRow
        key={paper}
        {...{ order, paper }}
        shipmentId={shipmentIdOf(shipment, index)}
        of={shipments.length > 1 ? name : ''}
      />
    ))
}

interface Props {
  order: OrderDetail
  paper: OrderPaper
  shipmentId?: string
  of?: string
}

function PaperRow({ order: { id }, paper, shipmentId, of = '' }: Props) {
  const language = usePreferences(({ language }) => language)
  const { start, busy } = useExport(orders.paper)
  const name = [paperNames[paper][language], of].filter(Boolean).join(', ')
  return (
    <li>
      <span>
        <FileText size={15} aria-hidden /> {name}
      </span>
      <span className="row">
        {languages.map(each => (
          <Button
            key={each}
            size="small"
            loading={busy}
            aria-label={`${name}, PDF ${languageNames[each]}`}
            onClick={() =>
              void start({
                params: { id },
                body: { paper, language: each, ...(shipmentId && { shipment: shipmentId }) },
              })
            }
          >
            {languageNames[each]}
          </Button>
        ))}
      </span>
    </li>
  )
}
