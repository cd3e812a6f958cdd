import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Order, type orders, SHIPMENTS } from '#shared/contracts/orders.ts'
import { isChangeable } from '#shared/orders.ts'
import { noPacking } from '#shared/packing.ts'
import {
  deliveriesOf,
  lineIdOf,
  type Shipment,
  type ShipmentForm,
  type ShippedGood,
  shipmentIdOf,
} from '#shared/shipments.ts'
import { bothNames, text } from '#shared/text.ts'
import { packingsOf } from '../../farm/goods/packing.ts'
import { providerToday } from '../../farm/tickets/plausible-days.ts'
import { newId } from '../../platform/database/ids.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Message } from '../../platform/http/texts.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { isClosed } from './order-changes.ts'
import { faultsOfVoyage } from './order-days.ts'
import { tooManyShipments, withFirstDays } from './order-identity.ts'
import { ordered } from './ordered.ts'

type Form = z.output<typeof ShipmentForm>

const says = {
  gone: text('没有此批发货', 'This shipment does not exist'),
  line: text('订单中没有此商品', 'The order does not have these goods'),
  twice: text('同一商品只能填一行', 'Enter each line of the order once'),
  more: text(
    '“{name}”超出订购数量 {pieces}。确需多发请确认',
    '{pieces} more of “{name}” than ordered. Confirm if you mean it',
  ),
  moreBack: text('“{name}”退回的比已发的多', 'More of “{name}” would come back than was shipped'),
  serials: text('“{name}”的序列号多于数量', 'More serial numbers than units of “{name}”'),
  told: text('订单 {number} 的发货信息已更新', 'The shipping details of your order {number} were changed'),
}

const refused = (field: string, message: Message) => refuse.invalid([{ field, message }], message)

/** Refuses goods that the order does not have, and more of them than ordered where that was not meant. */
function refuseWrongGoods(item: Order, form: Form, isMoreMeant: boolean): void {
  const ids = form.goods.map(({ lineId }) => lineId)
  if (new Set(ids).size < ids.length) throw refused('goods', says.twice)
  const others = deliveriesOf(item.lines, item.shipments, form.id)
  for (const { lineId, quantity, serials } of form.goods) {
    const at = item.lines.findIndex((line, i) => lineIdOf(line, i) === lineId)
    const [line, delivery] = [item.lines[at], others[at]]
    if (!line || !delivery) throw refused('goods', says.line)
    const name = bothNames(line)
    if (serials.length > quantity) throw refused('goods', [says.serials, { name }])
    const out = delivery.shipped - delivery.returned
    if (form.isReturn && quantity > out) throw refused('goods', [says.moreBack, { name }])
    const pieces = out + quantity - delivery.ordered
    if (!form.isReturn && pieces > 0 && !isMoreMeant) throw refused('goods', [says.more, { name, pieces }])
  }
}

/** Changes a shipment with its goods, or adds one. What is known of the goods now is kept with it. */
export async function changeShipment(call: Call<typeof orders.shipment>): Promise<Order> {
  const { item } = await ordered.open(call)
  const { shipment: form, isMoreMeant } = call.body
  if (!isChangeable(item) && !(form.isReturn && item.standing === 'completed'))
    throw refuse.conflict({ yours: call.body, current: item }, isClosed)
  const known = item.shipments.findIndex((each, i) => shipmentIdOf(each, i) === form.id)
  if (form.id && known < 0) throw refused('shipment', says.gone)
  const index = known < 0 ? item.shipments.length : known
  if (index >= SHIPMENTS) throw refused('shipment', tooManyShipments)
  const before = item.shipments[index]
  const wrong = faultsOfVoyage(await providerToday(call.db), form, before)
  if (wrong.length > 0) throw refuse.invalid(wrong)
  refuseWrongGoods(item, form, isMoreMeant)
  const packed = await packingsOf(call.db, item.lines)
  const goods = form.goods.map((good): ShippedGood => {
    const line = item.lines.find((each, i) => lineIdOf(each, i) === good.lineId)
    const packing = (line && packed(line)?.packing) ?? noPacking
    return { ...good, hsCode: good.hsCode || packing.hsCode, origin: good.origin || packing.origin, packing }
  })
  const id = before ? shipmentIdOf(before, index) : newId()
  const shipment: Shipment = withFirstDays({ ...before, ...form, goods, id })
  const shipments = [...item.shipments.slice(0, index), shipment, ...item.shipments.slice(index + 1)]
  await changeRows(call.db, order, eq(order.id, item.id), { shipments, lastAt: new Date() })
  if (!isDeepStrictEqual(shipment, before)) await ordered.tellChange(call, item.id, says.told)
  return ordered.find(call, item.id)
}
