import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { compareAmounts, minus, sayMoney } from '#shared/money.ts'
import { isOfShipment, type OrderPaper, paperNames } from '#shared/order-papers.ts'
import { invoicePart, worthOf } from '#shared/order-payments.ts'
import { loadOf, noPacking } from '#shared/packing.ts'
import type { Grant } from '#shared/permissions.ts'
import { contentsOf, lineIdOf, loadOfGood, type Shipment, shipmentIdOf } from '#shared/shipments.ts'
import { type Language, text } from '#shared/text.ts'
import { packingsOf } from '../../farm/goods/packing.ts'
import type { Papered, PaperLine } from '../../farm/papers/papered.ts'
import { buyerOnPaper, sellerOnPaper } from '../../farm/papers/seller.ts'
import { drawTradePaper } from '../../farm/papers/trade-paper.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { fill, type Message } from '../../platform/http/texts.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { writePaper } from '../../platform/pdf/paper.ts'
import { ordered } from './ordered.ts'

const Asked = orders.paper.body.extend({ id: orders.place.returns.shape.id })
const says = {
  which: text('请选择一批发货', 'Choose a shipment'),
  noGoods: text(
    '请先填写第 {number} 批发货的商品，填写后才能出具该批单证',
    'First enter the goods of shipment {number}: its papers cannot be made without them',
  ),
  ofReturn: text('退货不开具商业发票', 'A return has no invoice'),
  rounding: text(
    '各行合计 {lines}，尾差 {rounding}，货款 {goods}：尾差按订单各批发货累计计算。',
    'Lines {lines}, rounding {rounding}, goods {goods}: rounded over all shipments of the order together.',
  ),
}

/** The day an order was placed by the provider's calendar, and the path of its customer. */
async function knownOf(db: Db, id: string): Promise<{ day: string; path: string }> {
  const [found] = await db
    .select({
      day: sql<string>`(${order.madeAt} at time zone provider_zone())::date::text`,
      path: sql<string>`coalesce(${order.farmPath}, ${order.officePath})`,
    })
    .from(order)
    .where(eq(order.id, id))
  if (!found) throw new JobFailed('row.notFound')
  return found
}

/** The shipment that a paper is about: the one that was asked for, or the only one. Null if there is none to tell of. */
function shipmentOf(
  { shipments }: Order,
  paper: OrderPaper,
  wanted: string | null | undefined,
): Shipment | null | undefined {
  if (!isOfShipment(paper)) return null
  if (wanted) return shipments.find((each, i) => shipmentIdOf(each, i) === wanted)
  return shipments.length === 0 ? null : shipments.length === 1 ? shipments[0] : undefined
}

/** What is in a shipment of an order; null if nobody can tell. */
const contents = (item: Order, shipment: Shipment) => contentsOf(item, item.shipments.indexOf(shipment))

/** Why a paper of a shipment cannot be made, in words; null if it can. */
function faultOf(item: Order, paper: OrderPaper, shipment: Shipment | null): Message | null {
  if (shipment === null) return null
  if (paper === 'invoice' && shipment.isReturn) return says.ofReturn
  return contents(item, shipment) === null
    ? [says.noGoods, { number: item.shipments.indexOf(shipment) + 1 }]
    : null
}

/** The lines of an order, or what of them is in one shipment, with what is known of the goods. */
async function linesOf(db: Db, item: Order, shipment: Shipment | null): Promise<PaperLine[]> {
  const packed = await packingsOf(db, item.lines)
  const shipped = shipment && contents(item, shipment)
  return item.lines.flatMap((line, i): PaperLine[] => {
    const { code, chineseName, englishName, price } = line
    const known = packed(line)
    const shown = { code, chineseName, englishName, price, unit: line.unit ?? known?.unit ?? 'piece' }
    const isThis = ({ lineId }: { lineId: string }) => lineId === lineIdOf(line, i)
    const good = shipment?.goods?.find(isThis)
    if (good) {
      const { quantity, hsCode, origin } = good
      return [{ ...shown, quantity, hsCode, origin, load: loadOfGood(good) }]
    }
    const quantity = shipped ? shipped.find(isThis)?.quantity : line.quantity
    if (quantity === undefined) return []
    const packing = known?.packing ?? noPacking
    const { hsCode, origin } = packing
    return [{ ...shown, quantity, hsCode, origin, load: loadOf(quantity, packing) }]
  })
}

/** The goods of a shipment with their prices; none where nobody can tell yet. */
const pricedIn = (item: Order, shipment: Shipment) =>
  (contents(item, shipment) ?? []).map(({ lineId, quantity }) => ({
    price: item.lines.find((line, i) => lineIdOf(line, i) === lineId)?.price ?? null,
    quantity,
  }))

/** What an invoice of a shipment charges: its goods, and its part of the freight. */
function chargeOf(item: Order, shipment: Shipment) {
  const { currency, freight, lines: ordered, shipments } = item
  const before = shipments
    .slice(0, shipments.indexOf(shipment))
    .filter(({ isReturn }) => !isReturn)
    .flatMap(each => pricedIn(item, each))
  const goods = pricedIn(item, shipment)
  const charge = invoicePart({ ordered, freight, currency }, { before, goods })
  return charge ?? { freight: '0', goods: null, sum: null }
}

/**
 * How the lines of an invoice, each pieces times price to four decimals, come to the whole coins it charges for them; '' where
 * they do as they are.
 */
function roundingOf({ currency }: Order, lines: readonly PaperLine[], goods: string | null, to: Language) {
  const exact = worthOf(lines, currency)
  if (exact === null || goods === null || compareAmounts(exact, goods) === 0) return ''
  const money = (amount: string) => sayMoney({ amount, currency }, to, 'code')
  return fill(says.rounding[to], {
    lines: money(exact),
    rounding: money(minus(goods, exact)),
    goods: money(goods),
  })
}

interface Wanted {
  paper: OrderPaper
  shipment: Shipment | null
  language: Language
}

/** An order as one of its papers tells it. */
async function paperedOf(
  { db, everywhere }: { db: Db; everywhere: Db },
  item: Order,
  { paper, shipment, language }: Wanted,
): Promise<Papered> {
  const { consignee: name, city, address, country, phone, number, shipments, terms } = item
  const { day, path } = await knownOf(db, item.id)
  const [lines, seller, buyer] = await Promise.all([
    linesOf(everywhere, item, shipment),
    sellerOnPaper(everywhere),
    buyerOnPaper(everywhere, path),
  ])
  const isCharged = paper === 'invoice' && shipment !== null
  const charge = isCharged ? chargeOf(item, shipment) : item
  const rounding = isCharged ? roundingOf(item, lines, charge.goods, language) : ''
  const nth = shipment === null ? 0 : shipments.indexOf(shipment) + 1
  return {
    kind: paper,
    number: nth > 0 && shipments.length > 1 ? `${number}-${nth}` : number,
    day: (paper === 'invoice' && (shipment?.sailedOn ?? shipment?.sailingOn)) || day,
    seller,
    buyer,
    consignee: { name, city, address, country, phone },
    currency: item.currency,
    lines,
    freight: charge.freight,
    goods: charge.goods,
    sum: charge.sum,
    terms: { ...terms, note: [rounding, terms.note].filter(Boolean).join('\n') },
    productionEnd: item.productionEnd,
    content: item.content,
    shipment,
  }
}

/** Papers of an order as PDF, in the requested language: its readers are banks and carriers. */
const papersFor = (list: string, needs: Grant): WorkbookSource => ({
  list,
  needs,
  async workbook({ row, asked }) {
    const first = await asked()
    const { id, paper, language, shipment: wanted } = Asked.parse(row.request)
    const [found] = await ordered.byId({ ...first, language }, [id])
    const shipment = found && shipmentOf(found, paper, wanted)
    if (!found || shipment === undefined) throw new JobFailed('row.notFound')
    // Its goods may have been taken out since it was asked for.
    const fault = faultOf(found, paper, shipment)
    if (fault !== null) throw new JobFailed(fault)
    const everywhere = first.store.scoped(SYSTEM)
    const papered = await paperedOf({ db: first.db, everywhere }, found, { paper, shipment, language })
    const title = `${paperNames[paper][language]} ${papered.number}`
    return {
      name: title,
      draw: path =>
        writePaper(path, { title, language, made: title }, async pages =>
          drawTradePaper(pages, papered, language),
        ),
    }
  },
})

/** Each side gets them under its own permission. */
const ofStaff = papersFor('order-papers', 'order_center:get')
const ofBuyers = papersFor('own-order-papers', 'my_center:get')
export const orderPaperSources = [ofStaff, ofBuyers] as const

type Asking = ChangingCall & { params: { id: string }; body: z.output<typeof orders.paper.body> }

/** Starts a paper of an order that the requester sees. */
export async function exportPaper(call: Asking) {
  const { id } = call.params
  const { paper, shipment: wanted } = call.body
  const item = await ordered.find(call, id)
  const shipment = shipmentOf(item, paper, wanted)
  const fault = shipment === undefined ? says.which : faultOf(item, paper, shipment)
  if (fault !== null) throw refuse.invalid([{ field: 'shipment', message: fault }], fault)
  const [of] = await call.db.select({ officePath: order.officePath }).from(order).where(eq(order.id, id))
  call.named({ number: text(item.number, item.number), paper: paperNames[paper] })
  const source = call.viewer.grants.has('order_center:get') ? ofStaff : ofBuyers
  const about = { name: item.number, officePath: String(of?.officePath) }
  return exporting(source, about)({ ...call, body: { ...call.body, id } })
}
