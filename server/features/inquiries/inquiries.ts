import { sql } from 'drizzle-orm'
import { type Inquiry, inquiries, inquiryFields } from '#shared/contracts/inquiries.ts'
import { inquiryStates, inquirySteps, PROMISED_HOURS, promiseStates } from '#shared/inquiries.ts'
import { normal } from '#shared/money.ts'
import { sumsOf } from '#shared/orders.ts'
import type { Quotation } from '#shared/quotation.ts'
import { text } from '#shared/text.ts'
import { takeFromBasket } from '../../farm/goods/basket-lines.ts'
import { buyerOf, pricedFor, refuseTooMuch } from '../../farm/goods/sold-lines.ts'
import { agreedParts } from '../../farm/papers/agreed-terms.ts'
import { conversation } from '../../farm/tickets/conversation.ts'
import { refuseOddDays } from '../../farm/tickets/plausible-days.ts'
import { sentBefore } from '../../farm/tickets/sent-once.ts'
import { ticketSheetColumns, tickets } from '../../farm/tickets/tickets.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { inquiry } from '../../platform/database/tables/tickets.ts'
import { feature } from '../../platform/http/feature.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import type { ExportColumn } from '../../platform/jobs/sheet-parts.ts'
import { exportQuotation } from './quotation-paper.ts'

const MODULE = 'inquiries'

const promise = sql<string | null>`case when ${inquiry.waitsSince} is null then null
  when ${inquiry.waitsSince} < now() - interval '${sql.raw(String(PROMISED_HOURS))} hours' then 'overdue' else 'due' end`

/** As `offerStates` say it, by the provider's calendar. */
const offer = sql<string | null>`case when ${inquiry.quotation} is not null and ${inquiry.state} = 'replied'
  and coalesce((${inquiry.quotation} ->> 'validUntil')::date >= (now() at time zone (select provider_zone()))::date, true)
  and not exists (select from ${order} where ${order.inquiryId} = ${inquiry.id}
    and ${order.withdrawnAt} is null and ${order.deletedAt} is null) then 'open' end`

export const asked = tickets<Inquiry, typeof inquirySteps>({
  module: MODULE,
  businessType: 'inquiry',
  table: inquiry,
  prefix: 'IQ',
  steps: inquirySteps,
  standing: inquiry.state,
  state: 'state',
  waiting: 'waiting',
  shown: {
    officeId: inquiry.officeId,
    text: inquiry.text,
    lines: inquiry.lines,
    quotation: inquiry.quotation,
    repliedBy: inquiry.repliedBy,
    waitsSince: inquiry.waitsSince,
    promise,
  },
  filters: { promise, offer },
  search: [inquiry.text],
  staff: ['admin_inquiry:edit'],
  tells: text('{customer}询价：{number}', '{customer} sent inquiry {number}'),
})

const columns: ExportColumn<Inquiry>[] = [
  ...ticketSheetColumns(inquiryStates),
  { field: 'text', label: inquiryFields.text.label, kind: 'text', width: 60 },
  {
    field: 'lines',
    label: text('商品', 'Goods'),
    kind: 'text',
    width: 40,
    value: ({ lines }) => lines.map(({ name, quantity }) => `${name} × ${quantity}`).join('; '),
  },
  { field: 'repliedBy', label: text('回复人', 'Replied by'), kind: 'text' },
  { field: 'promise', label: text('24 小时承诺', 'Answer in 24 h'), kind: 'text', words: promiseStates },
]

export const inquiriesSheet = listSheet({
  list: MODULE,
  contract: inquiries,
  columns,
  ids: (call, query: Parameters<typeof asked.ids>[1]) => asked.ids(call, query),
  rows: (call, ids) => asked.byId(call, ids),
})

export const inquiriesFeature = feature(MODULE, inquiries, {
  export: exporting(inquiriesSheet),
  ...conversation(MODULE, inquiry, asked),
  priced: async call => {
    const { officeId, lines } = await asked.find(call, call.params.id)
    return pricedFor(call.db, await buyerOf(call.db, officeId), lines)
  },
  quote: async call => {
    const { text, currency, freight, lines, validUntil, incoterm, place, parts, note } = call.body
    await refuseOddDays(call.db, { promised: { validUntil } })
    refuseTooMuch(sumsOf(lines, freight, currency))
    const quotation: Quotation = {
      currency,
      freight: normal(freight),
      validUntil,
      incoterm,
      place,
      parts: parts && agreedParts(parts),
      note,
      lines: lines.map(line => ({ ...line, price: normal(line.price) })),
    }
    const changes = { quotation, repliedBy: call.viewer.actualName }
    return asked.take(call, 'quote', { changes, written: text || null })
  },
  paper: exportQuotation,
  create: async call => {
    const { text, lines, pictures, sentId } = call.body
    const known = await sentBefore(call, inquiry, sentId)
    if (known) return asked.find(call, known)
    await takeFromBasket(call, lines)
    return asked.create(call, call.body, { text, lines, sentId }, pictures)
  },
})
