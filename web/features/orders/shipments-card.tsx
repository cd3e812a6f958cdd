import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type OrderDetail, orders } from '#shared/contracts/orders.ts'
import { dateOf } from '#shared/dates.ts'
import { quantityIn } from '#shared/goods.ts'
import { warrantyEnd } from '#shared/order-events.ts'
import { isChangeable, type OrderLine } from '#shared/orders.ts'
import {
  capacityOf,
  containerDoubt,
  deliveriesOf,
  ladingFields,
  lineIdOf,
  loadOfShipment,
  type Shipment,
  type ShippedGood,
  shipmentIdOf,
} from '#shared/shipments.ts'
import { bothNames, textIn } from '#shared/text.ts'
import { later } from '#web/components/later.tsx'
import { useShowDialog } from '#web/components/list/list-dialogs.tsx'
import { StateMark } from '#web/components/state-mark.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { OrderCard } from './order-card.tsx'
import { Delay, Voyage } from './voyages.tsx'

const ShipmentForm = later(() => import('./shipment-form.tsx').then(file => file.ShipmentForm))

/** The shipments of an order with their goods, and what is still to be shipped. */
export function ShipmentsCard({ order }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const show = useShowDialog()
  const mayShip = useMayCall(orders.shipment) && isChangeable(order)
  const { shipments } = order
  if (shipments.length === 0 && !mayShip) return null
  const edit = (id: string | undefined) =>
    show(close => <ShipmentForm order={order} {...(id && { id })} close={close} />)
  return (
    <OrderCard
      title={t($ => $.shipments)}
      action={
        mayShip && (
          <Button size="small" onClick={() => edit(undefined)}>
            {t($ => $.addShipment)}
          </Button>
        )
      }
    >
      <Open order={order} />
      {shipments.map((shipment, i) => {
        const id = shipmentIdOf(shipment, i)
        return (
          <article key={id} className="order-shipment" aria-label={t($ => $.shipmentOf, { number: i + 1 })}>
            <div className="split">
              <h4>
                {t($ => $.shipmentOf, { number: i + 1 })}
                {shipment.isReturn && <small> {t($ => $.isReturn)}</small>}
              </h4>
              {mayShip && (
                <Button
                  size="small"
                  type="text"
                  aria-label={t($ => $.editShipment, { number: i + 1 })}
                  onClick={() => edit(id)}
                >
                  {t($ => $.edit)}
                </Button>
              )}
            </div>
            <Voyage shipment={shipment} />
            <Delay shipment={shipment} />
            <Lading shipment={shipment} />
            <Loaded shipment={shipment} />
            <Goods order={order} shipment={shipment} />
          </article>
        )
      })}
    </OrderCard>
  )
}

/** The lines that are not shipped yet, or more than ordered; nothing before anything was shipped. */
function Open({ order: { lines, shipments } }: { order: OrderDetail }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  if (!shipments.some(({ goods = [] }) => goods.length > 0)) return null
  const told = deliveriesOf(lines, shipments).flatMap(({ lineId, open, over }, i) => {
    const line = lines[i]
    if (!line || (open === 0 && over === 0)) return []
    const values = { name: textIn(bothNames(line), language), count: open || over }
    return [
      { lineId, says: open > 0 ? t($ => $.stillOpen, values) : t($ => $.tooMany, values), isOver: over > 0 },
    ]
  })
  if (told.length === 0) return <p className="caption">{t($ => $.allShipped)}</p>
  return (
    <ul className="order-open">
      {told.map(({ lineId, says, isOver }) => (
        <li key={lineId}>
          {isOver && <StateMark state="watch" />} {says}
        </li>
      ))}
    </ul>
  )
}

/** Bill of lading and containers; a number that cannot be right is doubted. */
function Lading({ shipment: { blNumber, sailedOn, boxes = [] } }: { shipment: Shipment }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  if (!blNumber && !sailedOn && boxes.length === 0) return null
  return (
    <dl className="order-facts">
      {blNumber && (
        <div>
          <dt>{ladingFields.blNumber.label[language]}</dt>
          <dd>{blNumber}</dd>
        </div>
      )}
      {sailedOn && (
        <div>
          <dt>{ladingFields.sailedOn.label[language]}</dt>
          <dd className="num">{dateOf(sailedOn, language)}</dd>
        </div>
      )}
      {boxes.map(({ number, seal }, i) => {
        const doubt = containerDoubt(number)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: several may not have a number yet
          <div key={i}>
            <dt>{t($ => $.containerOf, { number: i + 1 })}</dt>
            <dd>
              {[number, seal && t($ => $.seal, { seal })].filter(Boolean).join(' · ')}
              {doubt && (
                <small>
                  <StateMark state="watch" /> {t($ => $.doubt[doubt])}
                </small>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** How full its containers are. */
function Loaded({ shipment }: { shipment: Shipment }) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const { cartons, volumeM3, grossKg, isPart } = loadOfShipment(shipment)
  const capacity = capacityOf(shipment)
  if (volumeM3 === 0 && grossKg === 0 && cartons === 0) return null
  const say = (value: number, decimals = 0) =>
    value.toLocaleString(language, { maximumFractionDigits: decimals })
  const part = capacity ? Math.min(Math.max(volumeM3 / capacity.m3, grossKg / capacity.kg), 1) : null
  return (
    <div className="order-load">
      <span>{t($ => $.loaded)}</span>
      {part !== null && (
        <span className="order-load-bar" aria-hidden>
          <i style={{ width: `${part * 100}%` }} />
        </span>
      )}
      <span className="num">
        <b>{say(volumeM3, 1)}</b> {capacity ? t($ => $.ofVolume, { most: say(capacity.m3) }) : 'm³'}
      </span>
      <span className="num">
        <b>{say(grossKg)}</b> {capacity ? t($ => $.ofWeight, { most: say(capacity.kg) }) : 'kg'}
      </span>
      {cartons > 0 && <span className="num">{t($ => $.cartons, { count: cartons })}</span>}
      {isPart && <small>{t($ => $.isPart)}</small>}
    </div>
  )
}

function Goods({ order: { lines }, shipment }: { order: OrderDetail; shipment: Shipment }) {
  const { goods = [], arrivedOn } = shipment
  if (goods.length === 0) return null
  return (
    <ul className="order-goods">
      {goods.map(good => {
        const line = lines.find((each, i) => lineIdOf(each, i) === good.lineId)
        return line && <Shipped key={good.lineId} {...{ line, good }} arrivedOn={arrivedOn ?? null} />
      })}
    </ul>
  )
}

interface ShippedProps {
  line: OrderLine
  good: ShippedGood
  arrivedOn: string | null
}

function Shipped({ line, good, arrivedOn }: ShippedProps) {
  const { t } = useTranslation('orders')
  const language = usePreferences(({ language }) => language)
  const { quantity, serials, hsCode, packing } = good
  const until = warrantyEnd(arrivedOn, packing.warrantyMonths)
  const about = [
    hsCode && `HS ${hsCode}`,
    until && t($ => $.warrantyUntil, { day: dateOf(until, language) }),
    !until && packing.warrantyMonths ? t($ => $.warranty, { count: packing.warrantyMonths }) : '',
  ]
  return (
    <li>
      <span>
        {textIn(bothNames(line), language)}
        <small>{about.filter(Boolean).join(' · ')}</small>
        {serials.length > 0 && <small>{t($ => $.serialsOf, { numbers: serials.join(', ') })}</small>}
      </span>
      <span className="num">{quantityIn(quantity, line.unit ?? 'piece', language)}</span>
    </li>
  )
}
