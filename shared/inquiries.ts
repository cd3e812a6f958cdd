import { z } from 'zod'
import { Id } from './endpoint.ts'
import { PIECES_MOST, SOLD_NAME } from './goods.ts'
import { line } from './line.ts'
import type { Steps } from './states.ts'
import { text } from './text.ts'
import { replyStates, TICKET_TEXT, ticketMessage } from './tickets.ts'

export const inquiryStates = replyStates
export type InquiryState = keyof typeof inquiryStates

/** Hours in real time within which the provider promises an answer. */
export const PROMISED_HOURS = 24
/** So many hours before that, the next people hear that the answer is due. */
export const ANSWER_SOON_HOURS = 4

/** For a waiting inquiry: whether the promised answer is still in time. */
export const promiseStates = {
  due: text('24 小时内', 'Within 24 h'),
  overdue: text('已超时', 'Overdue'),
} as const

/** An offer for which its customer may still decide: it holds, and nothing is ordered from it. */
export const offerStates = { open: text('有效，未下单', 'Valid, not ordered yet') } as const

/** Most lines of goods in one inquiry or order, and most pieces in a line. */
export const LINES = 50
export const PIECES = PIECES_MOST

/** One requested line: goods of the mall, or what somebody calls it. */
export const AskedLine = z.object({
  goodId: Id.nullish(),
  variantId: Id.nullish(),
  name: line(SOLD_NAME).min(1),
  quantity: z.number().int().min(1).max(PIECES),
})
export type AskedLine = z.infer<typeof AskedLine>

/** What can be done with an inquiry after it was made. */
export const inquirySteps = {
  reply: {
    access: 'admin_inquiry:edit',
    from: ['waiting', 'replied'],
    to: 'replied',
    fields: ticketMessage,
    label: text('回复', 'Reply'),
    done: text('已回复', 'Replied'),
    tells: text('{name} 回复了您的询价 {number}', '{name} replied to your inquiry {number}'),
    says: text('回复询价 {number}', 'Replied to inquiry {number}'),
  },
  quote: {
    access: 'admin_inquiry:edit',
    from: ['waiting', 'replied'],
    to: 'replied',
    fields: {
      text: { kind: 'text', most: TICKET_TEXT, hasLines: true, label: text('说明', 'Note') },
      validUntil: { kind: 'day', label: text('有效期至', 'Valid until') },
    },
    label: text('报价', 'Quote'),
    done: text('已报价', 'Quoted'),
    tells: text('您的询价 {number} 已有报价', 'Your inquiry {number} has a quotation'),
    says: text('为询价 {number} 报价', 'Quoted for inquiry {number}'),
  },
  more: {
    access: 'my_center:add',
    from: ['waiting', 'replied'],
    to: 'waiting',
    fields: ticketMessage,
    label: text('补充询价', 'Follow up'),
    done: text('补充询价', 'Follow-up sent'),
    tells: text('{customer}补充了询价：{number}', '{customer} followed up on inquiry {number}'),
    says: text('补充询价 {number}', 'Followed up on inquiry {number}'),
  },
} as const satisfies Steps<InquiryState>
