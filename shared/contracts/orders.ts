import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { isCountry } from '../countries.ts'
import {
  counted,
  DeletedFilter,
  Deletion,
  del,
  get,
  Id,
  PageQuery,
  page,
  post,
  put,
  Seen,
  SeenInAddress,
  Version,
} from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, Search, typedShape } from '../fields.ts'
import { SOLD_NAME } from '../goods.ts'
import { AskedLine, LINES, PIECES } from '../inquiries.ts'
import { line } from '../line.ts'
import { Amount, currencies, Money } from '../money.ts'
import { orderPapers } from '../order-papers.ts'
import { OrderPayment } from '../order-payments.ts'
import { OrderTerms } from '../order-terms.ts'
import { OrderLine, orderStandings, orderSteps } from '../orders.ts'
import { repairStandings } from '../repairs.ts'
import { PlainShipment, Shipment, ShipmentForm, shippedStates } from '../shipments.ts'
import { stepEndpoints } from '../states.ts'
import { languages, text } from '../text.ts'
import { Entry, madeIn, SentId, TICKET_TEXT, ticketShape } from '../tickets.ts'
import { Job } from './jobs.ts'

export const consigneeFields = {
  consignee: { kind: 'text', most: 100, isRequired: true, label: text('收货人', 'Consignee') },
  phone: { kind: 'text', most: 40, isRequired: true, label: text('联系电话', 'Phone') },
  city: { kind: 'text', most: 100, label: text('城市', 'City') },
  address: { kind: 'text', most: 300, label: text('详细地址', 'Address') },
} as const satisfies Fields
export const contentField = {
  content: { kind: 'text', most: TICKET_TEXT, hasLines: true, label: text('订单内容', 'Content') },
} as const satisfies Fields
export const planFields = {
  productionEnd: { kind: 'day', label: text('预计完工日期', 'Estimated production end') },
} as const satisfies Fields

/** Most shipments of an order. */
export const SHIPMENTS = 20

/** Where the goods go; the continent follows from the country. */
const consignee = {
  ...typedShape(consigneeFields),
  /** ISO 3166-1 alpha-2; '' while unknown. */
  country: z.string().refine(code => code === '' || isCountry(code)),
  ...typedShape(contentField),
}
export const orderForm = z.object({
  ...consignee,
  ...typedShape(planFields),
  currency: z.enum(currencies),
  /** Freight and insurance. */
  freight: Amount,
  lines: z.array(OrderLine).min(1).max(LINES),
  shipments: z.array(PlainShipment).max(SHIPMENTS),
})
/** One line as a buyer orders it, with the price it was shown at: null if that was on request, left out by programs that show none. */
const SeenLine = AskedLine.extend({ seen: Money.nullish() })
/** The inquiry that the order was made from. */
const inquiryId = Id.nullish()
/** The number in the provider's ERP, entered if the ERP does not write it itself; unchanged if left out. */
const externalNumber = line(60).nullish()

/** A good, or one of its sizes, that staff add to an order or a quotation, at its buyer's price. */
const OfferedGood = OrderLine.omit({ quantity: true, price: true }).extend({
  goodId: Id,
  /** Null: on request. */
  price: Money.nullable(),
  /** Null: not counted. */
  stock: z.number().int().nullable(),
})
export type OfferedGood = z.infer<typeof OfferedGood>

export const Order = z.object({
  ...ticketShape,
  /** The customer: its price list applies. */
  officeId: Id,
  standing: z.enum(valuesOf(orderStandings)),
  consignee: z.string(),
  phone: z.string(),
  country: z.string(),
  city: z.string(),
  address: z.string(),
  content: z.string(),
  productionEnd: z.iso.date().nullable(),
  currency: z.enum(currencies),
  freight: z.string(),
  lines: z.array(OrderLine),
  shipments: z.array(Shipment),
  /** Sum of the goods, and the total; null while the price of a line is unknown. */
  goods: z.string().nullable(),
  sum: z.string().nullable(),
  terms: OrderTerms,
  /** Oldest first. */
  payments: z.array(OrderPayment),
  /** The day by which all of it was paid. */
  paidOn: z.iso.date().nullable(),
  paidNote: z.string(),
  inquiryId: Id.nullable(),
  /** The number in the provider's ERP, if known. */
  externalNumber: z.string().nullable(),
  /** Only of a deleted one: since when, and in the list of deleted ones by whom. */
  deleted: Deletion.optional(),
})
export type Order = z.infer<typeof Order>
export type OrderForm = z.infer<typeof orderForm>

/** An order with its history, oldest first. */
export const OrderDetail = Order.extend({
  entries: z.array(Entry),
  /** Repairs of what was ordered, newest first. */
  claims: z.array(
    z.object({
      id: Id,
      number: z.string(),
      title: z.string(),
      standing: z.enum(valuesOf(repairStandings)),
      lineId: z.string(),
    }),
  ),
  /** The provider, as named on its papers. */
  seller: z.object({ chineseName: z.string(), englishName: z.string() }).nullable(),
})
export type OrderDetail = z.infer<typeof OrderDetail>

const OrderChange = z.object({
  id: Id,
  at: z.iso.datetime(),
  by: z.string(),
  /** What was done, in words. */
  says: z.string(),
  /** Single values that changed, as the reader reads them. */
  fields: z.array(z.object({ name: z.string(), was: z.string(), now: z.string() })),
})
export type OrderChange = z.infer<typeof OrderChange>

/** One item of an order as a row of a file; rows with one reference form one order. */
export const OrderRow = orderForm.omit({ lines: true, currency: true }).extend({
  // Wanted of new orders only: an old one may lack what was asked for later, and goes back as it came.
  consignee: line(consigneeFields.consignee.most),
  phone: line(consigneeFields.phone.most),
  /** The number of an order to change, or the writer's name for a new one. */
  reference: line(60).min(1),
  officeId: Id,
  /** Of a good or one of its sizes; '' if `name` says what it is. */
  code: line(60),
  name: line(SOLD_NAME),
  /** 0 removes the item from an order that has it; left out if the row is not about an item. */
  quantity: z.number().int().min(0).max(PIECES).optional(),
  /** Empty: the customer's price for the good. */
  price: Amount.optional(),
  /** Empty: the currency of the prices. */
  currency: z.enum(currencies).optional(),
  standing: z.enum(valuesOf(orderStandings)).optional(),
  /** Why it goes back, or is withdrawn. */
  reason: z.string().max(orderSteps.withdraw.fields.reason.most).optional(),
  paidOn: z.iso.date().nullish(),
  externalNumber,
})
export type OrderRow = z.infer<typeof OrderRow>

const filter = z.object({
  search: Search,
  standing: chosen(orderStandings),
  /** Whether something or all of it is paid. */
  paid: z.enum(['yes', 'partly', 'no']).optional(),
  /** Whether some or all of its goods are shipped. */
  shipped: z.enum(valuesOf(shippedStates)).optional(),
  /** Its production or an arrival is overdue, by the provider's calendar. */
  late: z.enum(['yes', 'no']).optional(),
  /** A customer, including its farm teams. */
  officeId: Id.optional(),
  ...madeIn,
  ...DeletedFilter.shape,
})
const path = '/admin/auth/orders'
const noun = text('订单', 'orders')
const steps = stepEndpoints(path, orderSteps, Order)
const readers = ['my_center:query', 'order_center:query'] as const

/** Orders: customers place them, staff see them to the farm gate. Both read the same rows, each under its own permission. */
export const orders = {
  ...excelExport(path, 'order_center', { filter, noun }),
  ...excelImport(path, 'order_center', noun),
  list: get(path, readers, { query: PageQuery.extend(filter.shape), returns: page(Order) }),
  counts: counted(path, readers, filter, ['standing', 'paid', 'shipped', 'late']),
  /** What staff may add to an order, at its customer's prices; at general prices until a customer is chosen. */
  goods: get(`${path}/goods`, ['order_center:add', 'order_center:edit', 'admin_inquiry:edit'], {
    query: z.object({ search: Search, officeId: Id.optional() }),
    returns: z.array(OfferedGood),
  }),
  get: get(`${path}/:id`, ['my_center:get', 'order_center:get'], { returns: OrderDetail }),
  /** One of its papers as PDF, in either language regardless of the reader's. */
  paper: post(`${path}/:id/paper`, ['my_center:get', 'order_center:get'], {
    body: z.object({
      paper: z.enum(orderPapers),
      language: z.enum(languages),
      /** For the papers of a shipment, where there is more than one. */
      shipment: Id.nullish(),
    }),
    whenReadOnly: true,
    returns: Job,
    says: text('导出订单 {number} 的{paper}', 'Exported a paper of order {number}: {paper}'),
  }),
  /** Where the goods of a customer go: as in its last order, else as its record says. Staff name the customer. */
  consignee: get(`${path}/consignee`, ['my_center:add', 'order_center:add'], {
    query: z.object({ officeId: Id.optional() }),
    returns: z.object({
      consignee: z.string(),
      phone: z.string(),
      country: z.string(),
      city: z.string(),
      address: z.string(),
    }),
  }),
  /**
   * A customer's order, at its prices at this moment; refused if a line was shown at another price. A program that leaves
   * out what it has seen agrees to the price at this moment, which the answer tells. What is ordered leaves the viewer's
   * basket.
   */
  place: post(`${path}/place`, 'my_center:add', {
    changes: path,
    body: z.object({ ...consignee, lines: z.array(SeenLine).min(1).max(LINES), inquiryId, sentId: SentId }),
    returns: Order,
    says: text('下单 {number}', 'Placed order {number}'),
  }),
  /** A customer's order of the quotation for its inquiry, at exactly its prices. `version` is that of the inquiry as seen. */
  placeQuoted: post(`${path}/of-quotation`, 'my_center:add', {
    changes: path,
    body: z.object({ ...consignee, inquiryId: Id, version: Version, sentId: SentId }),
    returns: Order,
    says: text('按报价下单 {number}', 'Placed order {number} from a quotation'),
  }),
  /** An order that staff enter for a customer. */
  create: post(path, 'order_center:add', {
    body: orderForm.extend({ officeId: Id, inquiryId, externalNumber, sentId: SentId }),
    returns: Order,
    says: text('新增订单 {number}', 'Created order {number}'),
  }),
  update: put(`${path}/:id`, 'order_center:edit', {
    body: orderForm.extend({ externalNumber, version: Version.optional() }),
    returns: Order,
    says: text('修改订单 {number}', 'Changed order {number}'),
  }),
  /** What was agreed on delivery and payment. */
  terms: put(`${path}/:id/terms`, 'order_center:edit', {
    body: OrderTerms.extend({ version: Version.optional() }),
    returns: Order,
    says: text('修改订单 {number} 的贸易条款', 'Changed the terms of order {number}'),
  }),
  /** One shipment with its goods: that of `shipment.id`, or a new one. */
  shipment: put(`${path}/:id/shipment`, 'order_center:edit', {
    body: z.object({
      shipment: ShipmentForm,
      /** More of a line than was ordered, meant so. */
      isMoreMeant: z.boolean().default(false),
      version: Version.optional(),
    }),
    returns: Order,
    says: text('修改订单 {number} 的发货', 'Changed a shipment of order {number}'),
  }),
  /** Who changed what of it, newest first; for those who look after orders. */
  changes: get(`${path}/:id/changes`, 'order_center:get', { returns: z.array(OrderChange) }),
  /** Hidden from now on; for a while it can be restored. */
  remove: del(`${path}/:id`, 'order_center:delete', {
    query: SeenInAddress,
    returns: z.null(),
    says: text('删除订单 {number}', 'Deleted order {number}'),
  }),
  restore: post(`${path}/:id/restore`, 'order_center:delete', {
    body: Seen,
    returns: Order,
    says: text('恢复订单 {number}', 'Restored order {number}'),
  }),
  ...steps,
  // A program that only notes that an order is paid leaves the rest out.
  pay: { ...steps.pay, body: steps.pay.body.extend({ reference: line(60).default('') }) },
  unpay: {
    ...steps.unpay,
    /** Which payment was wrong; all of them if left out. */
    body: steps.unpay.body.extend({ payment: Id.nullish() }),
  },
}
