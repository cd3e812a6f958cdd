import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { del, get, Id, PageQuery, page, post, put, Seen, secret } from '../endpoint.ts'
import { line } from '../line.ts'
import { text } from '../text.ts'
import { deliveryProblems, deliveryStates, switchedOff, webhookEvents } from '../webhooks.ts'

const WebhookEvent = z.enum(valuesOf(webhookEvents))
const form = z.object({
  name: line(60).min(1),
  /** https, at its usual port, on the public internet; or in a network that the installation allows. */
  address: line(500).min(1),
  events: z.array(WebhookEvent).min(1).max(valuesOf(webhookEvents).length),
})

/** How the last try of a message ended; null if there was none. */
const result = {
  /** HTTP status of the answer; null if nobody answered. */
  status: z.number().int().nullable(),
  problem: z.enum(valuesOf(deliveryProblems)).nullable(),
  durationMs: z.number().int().nullable(),
}
const Delivery = z.object({
  /** As the receiver knows it, the same for every try. */
  id: Id,
  event: z.string(),
  state: z.enum(valuesOf(deliveryStates)),
  ...result,
  tries: z.number().int(),
  madeAt: z.iso.datetime(),
  lastTryAt: z.iso.datetime().nullable(),
  /** While it waits. */
  nextTryAt: z.iso.datetime().nullable(),
})
export type Delivery = z.infer<typeof Delivery>

const Webhook = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  events: z.array(WebhookEvent),
  isActive: z.boolean(),
  /** Why it was switched off by itself; null if it is on, or somebody switched it off. */
  switchedOff: z.enum(valuesOf(switchedOff)).nullable(),
  /** Whose rights it reads with: the last person to save it. Null: they have left this office, and nothing is sent. */
  owner: z.string().nullable(),
  last: Delivery.nullable(),
  version: z.number().int(),
})
export type Webhook = z.infer<typeof Webhook>
/** The secret is returned only this once. */
const Made = Webhook.extend({ secret: secret(z.string()) })

const path = '/admin/auth/webhooks'
const permission = 'department_manage'

/** Addresses of other systems that are notified of what happens; they belong to an office. */
export const webhooks = {
  list: get(path, `${permission}:query`, { inPerson: true, returns: z.array(Webhook) }),
  create: post(path, `${permission}:add`, {
    wantsProof: true,
    body: form,
    returns: Made,
    says: text('创建推送接口“{name}”', 'Created webhook {name}'),
  }),
  update: put(`${path}/:id`, `${permission}:edit`, {
    wantsProof: true,
    body: form.extend({ isActive: z.boolean() }).extend(Seen.shape),
    returns: Webhook,
    says: text('修改推送接口“{name}”', 'Changed webhook {name}'),
  }),
  /** The previous secret stops working at once. */
  renew: post(`${path}/:id/renew`, `${permission}:edit`, {
    wantsProof: true,
    returns: Made,
    says: text('更换推送接口“{name}”的密钥', 'Renewed the secret of webhook {name}'),
  }),
  test: post(`${path}/:id/test`, `${permission}:edit`, {
    inPerson: true,
    returns: Webhook,
    says: text('测试推送接口“{name}”', 'Tested webhook {name}'),
  }),
  remove: del(`${path}/:id`, `${permission}:delete`, {
    inPerson: true,
    returns: z.null(),
    says: text('删除推送接口“{name}”', 'Deleted webhook {name}'),
  }),
  /** What was sent, newest first; kept 30 days. */
  deliveries: get(`${path}/:id/deliveries`, `${permission}:get`, {
    inPerson: true,
    query: PageQuery.omit({ sort: true }),
    returns: page(Delivery),
  }),
  resend: post('/admin/auth/webhook-deliveries/:id/resend', `${permission}:edit`, {
    changes: path,
    inPerson: true,
    returns: Delivery,
    says: text('重新发送推送消息', 'Sent a webhook message again'),
  }),
}
