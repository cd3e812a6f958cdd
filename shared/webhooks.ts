import type { Choices } from './choices.ts'
import type { Grant } from './permissions.ts'
import { text } from './text.ts'

/** What a webhook can report, and the rights of which its owner needs any for it. */
export const webhookTopics = {
  order: ['order_center:query', 'my_center:query'],
  inquiry: ['admin_inquiry:query', 'my_center:query'],
  repair: ['device_repair_admin_list:query', 'device_repair_client_list:query'],
  alarm: ['house_alarm:query'],
} as const satisfies Record<string, readonly Grant[]>
export type WebhookTopic = keyof typeof webhookTopics

/** The events, as named in payloads. */
export const webhookEvents = {
  'order.created': text('新订单', 'New order'),
  'order.moved': text('订单进入下一步', 'Order status changed'),
  'order.paid': text('订单收款、退款或更正', 'Payment or refund of an order, or its correction'),
  'order.logged': text('订单有新的物流记录', 'Shipping entry added to an order'),
  'order.changed': text('订单变更、删除或恢复', 'Order changed, deleted or restored'),
  'order.closed': text('订单完成或撤回', 'Order completed or withdrawn'),
  'inquiry.created': text('新询价', 'New inquiry'),
  'inquiry.moved': text('询价有回复或追问', 'Inquiry answered or followed up'),
  'repair.created': text('新报修', 'New repair request'),
  'repair.moved': text('报修已受理', 'Repair accepted'),
  'repair.closed': text('报修完成或取消', 'Repair finished or cancelled'),
  'alarm.created': text('报警发生', 'Alarm raised'),
  'alarm.moved': text('报警处理有进展', 'Alarm being handled'),
  'alarm.closed': text('报警解除', 'Alarm cleared'),
} as const satisfies Choices
export type WebhookEvent = keyof typeof webhookEvents

/** Sent to test an address; nobody can choose it. */
export const TEST_EVENT = 'webhook.test'

export const topicOf = (event: WebhookEvent): WebhookTopic => event.split('.')[0] as WebhookTopic

/** Whether somebody with these rights may receive an event. */
export const mayHear = (grants: ReadonlySet<Grant>, event: WebhookEvent): boolean =>
  webhookTopics[topicOf(event)].some(grant => grants.has(grant))

/** Most webhooks of one office. */
export const WEBHOOKS_MAX = 20

/** Why a webhook was switched off by itself. */
export const switchedOff = {
  failing: text('多日无法送达，已停用', 'switched off after days of failure'),
  gone: text('接收方已永久停收（410），已停用', 'switched off: the receiver said it is gone for good (410)'),
} as const satisfies Choices

/** States of a message. */
export const deliveryStates = {
  waiting: text('等待发送', 'Waiting'),
  delivered: text('已送达', 'Delivered'),
  failed: text('失败', 'Failed'),
} as const satisfies Choices

/** Why a message was not accepted, if nobody answered. */
export const deliveryProblems = {
  address: text('地址不允许访问', 'This address is not allowed'),
  timeout: text('对方未在 10 秒内应答', 'No answer within 10 seconds'),
  connection: text('无法连接', 'No connection'),
  silent: text('系统从备份恢复，未发送', 'Not sent: the system was restored from a backup'),
} as const satisfies Choices
export type DeliveryProblem = keyof typeof deliveryProblems
