import { z } from 'zod'
import { get, Id, post, Version } from '../endpoint.ts'
import { line } from '../line.ts'
import { text } from '../text.ts'
import { Good, goodForm } from './goods.ts'
import { Order, orderForm } from './orders.ts'

/** The ERP's number of an order. */
const ExternalNumber = line(60).min(1)
/** A time in µs and an id, to tell apart changes made at the same time. */
export const CURSOR = /^(\d{1,17})~([0-9a-z]{0,64})$/
/** Forward steps, one after another; people make corrections. */
export const erpSteps = ['produce', 'ship', 'complete'] as const

/** What of an order is the ERP's, besides its number and its steps: it stands as it was sent last. */
export const ownedOfOrder = ['consignee', 'phone', 'currency', 'freight', 'lines'] as const
/** What of a good is the ERP's, besides its code. */
export const ownedOfGood = ['price', 'currency', 'unit', 'stock'] as const

const path = '/admin/auth/erp'

/** Orders as an ERP reads and writes them, with an API token that has rights to orders. */
export const erpOrders = {
  changes: get(`${path}/order-changes`, 'order_center:query', {
    summary:
      'Orders changed, deleted or restored since a cursor, oldest change first; a deleted one says so in `deleted`. Without a cursor from the beginning.',
    query: z.object({
      /** From the previous answer. */
      cursor: z.string().regex(CURSOR).optional(),
      size: z.coerce.number().int().min(1).max(500).default(100),
    }),
    /** The cursor is meant to be kept, even when nothing changed; an order may come again. */
    returns: z.object({ items: z.array(Order), cursor: z.string(), isMore: z.boolean() }),
  }),
  read: get(`${path}/order`, 'order_center:get', {
    summary: 'One order by the number the ERP gave it, also a deleted one: it says so in `deleted`.',
    query: z.object({ externalNumber: ExternalNumber }),
    returns: Order,
  }),
  save: post(`${path}/order`, 'order_center:edit', {
    summary:
      'Makes the order of this number, or changes what is given of it: what is not sent stays as people entered it, and so does what is sent empty, but for consignee, phone, currency, freight and lines. A new one also needs consignee, phone and lines, and order_center:add. A deleted one is refused with 409 until people restore it.',
    body: orderForm.partial().extend({
      externalNumber: ExternalNumber,
      officeId: Id,
      /** The version last read: an order that somebody changed since is refused. */
      version: Version.optional(),
    }),
    returns: Order,
    says: text('ERP 保存订单 {number}', 'ERP saved order {number}'),
  }),
  step: post(`${path}/order-step`, 'order_center:edit', {
    summary:
      'Moves an order one step on. One that stands there already stays as it is; a deleted one is refused with 409.',
    body: z.object({ externalNumber: ExternalNumber, step: z.enum(erpSteps) }),
    returns: Order,
    says: text('ERP 推进订单 {number}', 'ERP moved order {number} on'),
  }),
}

/** Goods as an ERP reads and writes them, by their number. */
export const erpGoods = {
  list: get(`${path}/goods`, 'mall_goods_list:get', {
    summary:
      'Goods with their sizes, stock and prices, by number; those after the number of the last answer.',
    query: z.object({
      after: line(40).default(''),
      size: z.coerce.number().int().min(1).max(500).default(100),
    }),
    returns: z.object({ items: z.array(Good), isMore: z.boolean() }),
  }),
  save: post(`${path}/good`, 'mall_goods_list:edit', {
    summary:
      'Makes the good of this number as a draft, or changes what is given of it; empty names and models leave those that are there. The number of a size changes that size: its names, price and stock. A new good also needs mall_goods_list:add.',
    body: goodForm
      .pick({
        chineseName: true,
        englishName: true,
        price: true,
        currency: true,
        unit: true,
        stock: true,
        models: true,
      })
      .partial()
      .extend({
        code: goodForm.shape.code,
        /** The version last read: a good that somebody changed since is refused. */
        version: Version.optional(),
      }),
    returns: Good,
    says: text('ERP 保存商品 {code}', 'ERP saved good {code}'),
  }),
}
