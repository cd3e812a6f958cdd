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
import { shipmentIdOf } from '#shared/shipments.ts'
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
        {shipments.flatMap((shipment, i) =>
          shipmentPapers
            .filter(paper => paper === 'packing' || (!shipment.isReturn && (shipment.goods ?? []).length > 0))
            .map(paper => (
              <PaperRow
                key={`${paper} ${shipmentIdOf(shipment, i)}`}
                {...{ order, paper }}
                shipmentId={shipmentIdOf(shipment, i)}
                of={shipments.length > 1 ? t($ => $.shipmentOf, { number: i + 1 }) : ''}
              />
            )),
        )}
      </ul>
    </OrderCard>
  )
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
