import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { counted, del, get, Id, PageQuery, page, post } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, Search, typedShape } from '../fields.ts'
import { AskedLine, inquiryStates, inquirySteps, LINES, offerStates, promiseStates } from '../inquiries.ts'
import { currencies } from '../money.ts'
import { OrderLine } from '../orders.ts'
import { Quotation } from '../quotation.ts'
import { stepEndpoints } from '../states.ts'
import { languages, text } from '../text.ts'
import {
  Entry,
  madeIn,
  SentId,
  TICKET_TEXT,
  ticketPictures,
  ticketShape,
  Waiting,
  waitsFor,
} from '../tickets.ts'
import { Job } from './jobs.ts'

export const inquiryFields = {
  text: {
    kind: 'text',
    most: TICKET_TEXT,
    hasLines: true,
    isRequired: true,
    label: text('询价内容', 'What you need'),
    hint: text('写明用途、规格、数量和希望到货的时间。', 'Purpose, sizes, quantity and required date.'),
  },
  pictures: ticketPictures,
} as const satisfies Fields

export const Inquiry = z.object({
  ...ticketShape,
  /** The customer, for an order made from it. */
  officeId: Id,
  standing: z.enum(valuesOf(inquiryStates)),
  /** As first asked. */
  text: z.string(),
  /** The goods asked for, under their names at the time. */
  lines: z.array(AskedLine),
  /** What the provider offers for it; null if nothing yet. */
  quotation: Quotation.nullable(),
  /** Who last replied; null if nobody has. */
  repliedBy: z.string().nullable(),
  /** Since when it has waited for the provider, who promises an answer within `PROMISED_HOURS`; null if it does not. */
  waitsSince: z.iso.datetime().nullable(),
  /** Null where nothing waits. */
  promise: z.enum(valuesOf(promiseStates)).nullable(),
})
export type Inquiry = z.infer<typeof Inquiry>

/** An inquiry with everything written about it, oldest first. */
export const InquiryDetail = Inquiry.extend({ entries: z.array(Entry) })
export type InquiryDetail = z.infer<typeof InquiryDetail>

/** The requested items as an order would have them now: each line at its customer's price, null if unknown. */
const PricedInquiry = z.object({ currency: z.enum(currencies), lines: z.array(OrderLine) })

const filter = z.object({
  search: Search,
  standing: chosen(inquiryStates),
  promise: chosen(promiseStates),
  offer: chosen(offerStates),
  /** A customer, including its farm teams. */
  officeId: Id.optional(),
  ...waitsFor,
  ...madeIn,
})
const path = '/admin/auth/inquiries'
const steps = stepEndpoints(path, inquirySteps, Inquiry)
const readers = ['my_center:query', 'admin_inquiry:query'] as const

/** Inquiries of customers to the provider: both sides read the same rows, each under its own permission. */
export const inquiries = {
  ...excelExport(path, 'admin_inquiry', { filter, noun: text('询价', 'inquiries') }),
  list: get(path, readers, { query: PageQuery.extend(filter.shape), returns: page(Inquiry) }),
  counts: counted(path, readers, filter, ['standing', 'promise']),
  /** How many wait for the provider, by how long. */
  waiting: get(`${path}/waiting`, readers, { returns: Waiting }),
  get: get(`${path}/:id`, ['my_center:get', 'admin_inquiry:get'], { returns: InquiryDetail }),
  create: post(path, 'my_center:add', {
    body: z.object({
      ...typedShape(inquiryFields),
      lines: z.array(AskedLine).max(LINES).default([]),
      houseId: Id.nullish(),
      deviceId: Id.nullish(),
      sentId: SentId,
    }),
    returns: Inquiry,
    says: text('询价 {number}', 'Sent inquiry {number}'),
  }),
  /** What a quotation or an order made from it starts with. */
  priced: get(`${path}/:id/priced`, ['admin_inquiry:edit', 'order_center:add'], { returns: PricedInquiry }),
  /** The quotation as PDF, in either language. */
  paper: post(`${path}/:id/paper`, ['my_center:get', 'admin_inquiry:get'], {
    body: z.object({ language: z.enum(languages) }),
    whenReadOnly: true,
    returns: Job,
    says: text('导出询价 {number} 的报价单', 'Exported the quotation for inquiry {number}'),
  }),
  ...steps,
  quote: { ...steps.quote, body: steps.quote.body.extend(Quotation.shape) },
  remove: del(`${path}/:id`, 'admin_inquiry:delete', {
    returns: z.null(),
    says: text('删除询价 {number}', 'Deleted inquiry {number}'),
  }),
}
