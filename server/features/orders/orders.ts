import { and, eq, isNull, sql } from 'drizzle-orm'
import { orders } from '#shared/contracts/orders.ts'
import type { OrderTerms } from '#shared/order-terms.ts'
import type { orderSteps } from '#shared/orders.ts'
import { type Quotation, termsOfQuotation } from '#shared/quotation.ts'
import { text } from '#shared/text.ts'
import { takeFromBasket } from '../../farm/goods/basket-lines.ts'
import { buyerOf, offeredTo } from '../../farm/goods/sold-lines.ts'
import { providerIn } from '../../farm/papers/seller.ts'
import { refuseOddDays } from '../../farm/tickets/plausible-days.ts'
import { sentBefore } from '../../farm/tickets/sent-once.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { inquiry } from '../../platform/database/tables/tickets.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Message } from '../../platform/http/texts.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { entriesOf } from '../../platform/records/entries.ts'
import { countOrders, listOrders, remove, restore } from './deleted-orders.ts'
import { change, columnsOf, externalOf, numbered, take, withdraw } from './order-changes.ts'
import { refuseWrongDays } from './order-days.ts'
import { changesOf, claimsOf } from './order-history.ts'
import { amountsOf, linesNow, moveStock } from './order-lines.ts'
import { exportPaper } from './order-papers.ts'
import { changeTerms, pay, unpay } from './order-payments.ts'
import { changeShipment } from './order-shipments.ts'
import { MODULE, ordered, providerDay } from './ordered.ts'
import { ordersSheet } from './orders.sheet.ts'
import { usualConsignee } from './usual-consignee.ts'

type Taking = Parameters<typeof ordered.take>[0]
type Step = keyof typeof orderSteps

const unknownInquiry = text('询价不存在', 'This inquiry does not exist')
const quotedAnew = text('询价或报价已更新，请重新查看', 'The inquiry has changed. Check it again')
const expired = text('报价已过有效期，请重新询价', 'The quotation has expired. Please send a new inquiry')
const orderedBefore = text('此报价已下单', 'This quotation has already been ordered')
const future = text('不能晚于现在', 'Cannot be later than now')

/** The inquiry an order is made from, if the viewer sees it, and the terms that were offered for it. */
async function inquiryOf(
  db: Db,
  id: string | null | undefined,
): Promise<{ inquiryId: string | null; terms?: OrderTerms }> {
  if (!id) return { inquiryId: null }
  const [found] = await db
    .select({ id: inquiry.id, quotation: inquiry.quotation })
    .from(inquiry)
    .where(eq(inquiry.id, id))
  if (!found) throw refuse.invalid([{ field: 'inquiryId', message: unknownInquiry }])
  return { inquiryId: found.id, ...(found.quotation && { terms: termsOfQuotation(found.quotation) }) }
}

/**
 * The quotation on somebody's own inquiry that they order, in the version they saw. It is locked from here on: of two who
 * order, one succeeds.
 */
async function quotationOf({ db, viewer }: ChangingCall, id: string, version: number): Promise<Quotation> {
  const refused = (message: Message) => refuse.invalid([{ field: 'inquiryId', message }], message)
  const [found] = await db
    .select({ row: inquiry, today: sql<string>`${providerDay}::text` })
    .from(inquiry)
    .where(eq(inquiry.id, id))
    .for('update')
  const isOwn = found?.row.authorId === viewer.accountId || found?.row.farmPath === viewer.scope.farm
  if (!found?.row.quotation || !isOwn) throw refused(unknownInquiry)
  const { quotation } = found.row
  if (found.row.version !== version) throw refused(quotedAnew)
  if (quotation.validUntil !== null && quotation.validUntil < found.today) throw refused(expired)
  const standing = and(eq(order.inquiryId, id), isNull(order.withdrawnAt), isNull(order.deletedAt))
  if ((await db.$count(order, standing)) > 0) throw refused(orderedBefore)
  return quotation
}

const because = (call: Taking & { body: { reason: string } }, step: Step) =>
  take(call, step, { written: call.body.reason })

export const ordersFeature = feature(MODULE, orders, {
  ...sheetOf(ordersSheet),
  list: listOrders,
  counts: countOrders,
  changes: changesOf,
  remove,
  restore,
  goods: async ({ db, query: { search, officeId } }) =>
    offeredTo(db, officeId ? await buyerOf(db, officeId) : null, search),
  get: async call => {
    const [item, entries, seller, claims] = await Promise.all([
      ordered.find(call, call.params.id),
      entriesOf(call, MODULE, call.params.id),
      providerIn(call.services.store.scoped(SYSTEM)),
      claimsOf(call.db, call.params.id),
    ])
    return { ...item, entries, seller, claims }
  },
  paper: exportPaper,
  consignee: call => usualConsignee(call, call.query.officeId),
  place: async call => {
    const { db } = call
    const { lines: asked, inquiryId, ...consignee } = call.body
    const known = await sentBefore(call, order, consignee.sentId)
    if (known) return ordered.find(call, known)
    const { lines, currency } = await linesNow(db, asked)
    const from = await inquiryOf(db, inquiryId)
    const amounts = amountsOf(lines, '0', currency)
    const made = await ordered.create(call, {}, { ...consignee, ...amounts, inquiryId: from.inquiryId })
    await takeFromBasket(call, asked)
    // Last: others who order the same goods wait from here on.
    await moveStock(db, [], lines)
    return made
  },
  placeQuoted: async call => {
    const { inquiryId, version, ...consignee } = call.body
    const known = await sentBefore(call, order, consignee.sentId)
    if (known) return ordered.find(call, known)
    const quotation = await quotationOf(call, inquiryId, version)
    const { lines, freight, currency } = quotation
    const amounts = { ...amountsOf(lines, freight, currency), terms: termsOfQuotation(quotation) }
    const made = await ordered.create(call, {}, { ...consignee, ...amounts, inquiryId })
    await moveStock(call.db, [], lines)
    return made
  },
  create: async call => {
    const { officeId, inquiryId, sentId, ...form } = call.body
    const known = await sentBefore(call, order, sentId)
    if (known) return ordered.find(call, known)
    await refuseWrongDays(call.db, form)
    const from = await inquiryOf(call.db, inquiryId)
    const columns = { ...columnsOf(form), ...externalOf(form), ...from, sentId }
    const made = await numbered(() => ordered.create(call, { officeId }, columns))
    await moveStock(call.db, [], form.lines)
    return made
  },
  update: change,
  produce: async call => {
    const { productionEnd } = call.body
    await refuseOddDays(call.db, { planned: { productionEnd } })
    return take(call, 'produce', { changes: productionEnd ? { productionEnd } : {} })
  },
  ship: call => take(call, 'ship'),
  complete: call => take(call, 'complete'),
  unproduce: call => because(call, 'unproduce'),
  unship: call => because(call, 'unship'),
  reopen: call => because(call, 'reopen'),
  log: call => {
    const { event, happenedAt, text: written, pictures, papers } = call.body
    const at = happenedAt ? new Date(happenedAt) : undefined
    if (at && at.getTime() > Date.now()) throw refuse.invalid([{ field: 'happenedAt', message: future }])
    return take(call, 'log', { entry: event, at, written, pictures, papers })
  },
  terms: changeTerms,
  shipment: changeShipment,
  pay: call => pay(call, call.body),
  unpay,
  withdraw: call => withdraw(call, call.body.reason),
})
