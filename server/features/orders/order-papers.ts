import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { plus, times } from '#shared/money.ts'
import { isOfShipment, type OrderPaper, paperNames } from '#shared/order-papers.ts'
import { freightPart } from '#shared/order-payments.ts'
import { sumsOf } from '#shared/orders.ts'
import { loadOf, noPacking } from '#shared/packing.ts'
import type { Grant } from '#shared/permissions.ts'
import { lineIdOf, loadOfGood, type Shipment, shipmentIdOf } from '#shared/shipments.ts'
import { text } from '#shared/text.ts'
import { packingsOf } from '../../farm/goods/packing.ts'
import type { Papered, PaperLine } from '../../farm/papers/papered.ts'
import { buyerOnPaper, sellerOnPaper } from '../../farm/papers/seller.ts'
import { drawTradePaper } from '../../farm/papers/trade-paper.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { writePaper } from '../../platform/pdf/paper.ts'
import { ordered } from './ordered.ts'

const Asked = orders.paper.body.extend({ id: orders.place.returns.shape.id })
const whichShipment = text('请选择一批发货', 'Choose a shipment')

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

/** The lines of an order, or what of them is in one shipment, with what is known of the goods. */
async function linesOf(db: Db, { lines }: Order, shipment: Shipment | null): Promise<PaperLine[]> {
  const packed = await packingsOf(db, lines)
  return lines.flatMap((line, i): PaperLine[] => {
    const { code, chineseName, englishName, price, quantity } = line
    const known = packed(line)
    const shown = { code, chineseName, englishName, price, unit: line.unit ?? known?.unit ?? 'piece' }
    const packing = known?.packing ?? noPacking
    if (!shipment?.goods || shipment.goods.length === 0)
      return [
        {
          ...shown,
          quantity,
          hsCode: packing.hsCode,
          origin: packing.origin,
          load: loadOf(quantity, packing),
        },
      ]
    const good = shipment.goods.find(({ lineId }) => lineId === lineIdOf(line, i))
    if (!good) return []
    return [
      { ...shown, quantity: good.quantity, hsCode: good.hsCode, origin: good.origin, load: loadOfGood(good) },
    ]
  })
}

/** What the goods of a shipment cost; null while a price is unknown. */
function costOf({ lines, currency }: Order, { goods = [] }: Shipment): string | null {
  const parts = goods.map(({ lineId, quantity }) => {
    const line = lines.find((each, i) => lineIdOf(each, i) === lineId)
    return line?.price == null ? null : times({ amount: line.price, currency }, quantity).amount
  })
  return parts.includes(null) ? null : plus('0', ...parts.map(part => part ?? '0'))
}

/** What an invoice of a shipment charges: its goods, and its part of the freight. */
function chargeOf(item: Order, shipment: Shipment, lines: readonly PaperLine[]) {
  const { currency, freight, shipments, goods: all } = item
  const before = shipments.slice(0, shipments.indexOf(shipment)).filter(({ isReturn }) => !isReturn)
  const earlier = before.map(each => costOf(item, each))
  const value = costOf(item, shipment)
  if (value === null || all === null || earlier.includes(null))
    return { freight: '0', goods: null, sum: null }
  const share = { before: plus('0', ...earlier.map(each => each ?? '0')), value, whole: all }
  const part = freightPart({ amount: freight, currency }, share)
  const sums = sumsOf(lines, part, currency)
  return { freight: part, goods: sums?.goods.amount ?? null, sum: sums?.total.amount ?? null }
}

/** An order as one of its papers tells it. */
async function paperedOf(
  { db, everywhere }: { db: Db; everywhere: Db },
  item: Order,
  { paper, shipment }: { paper: OrderPaper; shipment: Shipment | null },
): Promise<Papered> {
  const { consignee: name, city, address, country, phone, number, shipments } = item
  const { day, path } = await knownOf(db, item.id)
  const [lines, seller, buyer] = await Promise.all([
    linesOf(everywhere, item, shipment),
    sellerOnPaper(everywhere),
    buyerOnPaper(everywhere, path),
  ])
  const charge = paper === 'invoice' && shipment?.goods?.length ? chargeOf(item, shipment, lines) : item
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
    terms: item.terms,
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
    const everywhere = first.store.scoped(SYSTEM)
    const papered = await paperedOf({ db: first.db, everywhere }, found, { paper, shipment })
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
  const { paper, shipment } = call.body
  const item = await ordered.find(call, id)
  if (shipmentOf(item, paper, shipment) === undefined)
    throw refuse.invalid([{ field: 'shipment', message: whichShipment }], whichShipment)
  const [of] = await call.db.select({ officePath: order.officePath }).from(order).where(eq(order.id, id))
  call.named({ number: text(item.number, item.number), paper: paperNames[paper] })
  const source = call.viewer.grants.has('order_center:get') ? ofStaff : ofBuyers
  const about = { name: item.number, officePath: String(of?.officePath) }
  return exporting(source, about)({ ...call, body: { ...call.body, id } })
}
