import { z } from 'zod'
import { get, Id, PageQuery, page, post, put } from '../endpoint.ts'
import { severities } from '../signals.ts'

export const messageTypes = [
  'daily_reminder',
  'to_do',
  'device_alarm',
  'parameter_modification',
  'logistics_update',
] as const

export type MessageType = (typeof messageTypes)[number]

/** What a message can be about: each has a name and screens in the web. */
export const businessTypes = [
  'alarm',
  'alarm-test',
  'setting',
  'consent',
  'customer',
  'overhaul',
  'repair',
  'question',
  'inquiry',
  'order',
  'approval',
  'formalWaiting',
  'trialWaiting',
  'erasure',
  'user',
  'userWaiting',
  'agent',
  'houseCode',
  'duty',
  'health',
  'webhook',
  'system',
] as const
export type BusinessType = (typeof businessTypes)[number]

/**
 * Kinds of messages that a reader may mute, by their business type. What wants somebody is never muted: alarms, duties, the
 * system's health, requests with a term, and whatever is critical.
 */
export const mutableKinds = [
  'setting',
  'consent',
  'customer',
  'overhaul',
  'repair',
  'question',
  'inquiry',
  'order',
  'approval',
  'formalWaiting',
  'trialWaiting',
  'user',
  'userWaiting',
  'agent',
  'houseCode',
  'webhook',
] as const satisfies readonly BusinessType[]
export type MutableKind = (typeof mutableKinds)[number]

export const Notice = z.object({
  id: Id,
  title: z.string(),
  level: z.enum(severities),
  messageType: z.enum(messageTypes),
  /** Determines the screen the message leads to. */
  businessType: z.enum(businessTypes),
  /** Id of what the message is about. */
  subjectId: z.string().nullable(),
  /** Every house it tells of with what was measured there, where the title names only some. */
  places: z.array(z.string()).nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  /** Its reader does not want to hear of its kind: the bell does not count it. */
  isMuted: z.boolean(),
  /** The alarm it is about; null if it is about something else, or about what its reader may not see. */
  alarm: z
    .object({
      /** Of several, of the first. */
      code: z.string(),
      /** Their names. */
      houses: z.array(z.string()),
      raisedAt: z.iso.datetime(),
      /** Nobody needs to act any more, and the bell does not count it. */
      isCleared: z.boolean(),
    })
    .nullable(),
})
export type Notice = z.infer<typeof Notice>

/** The newest of the messages of one kind about one thing, unread ones before the others. */
export const FoldedNotice = Notice.extend({
  /** How many there are of it, itself included, and how many of them are unread. */
  count: z.number().int(),
  unread: z.number().int(),
})
export type FoldedNotice = z.infer<typeof FoldedNotice>

const ListQuery = PageQuery.extend({
  read: z.enum(['read', 'unread']).optional(),
  messageType: z.enum(messageTypes).optional(),
  level: z.enum(severities).optional(),
  /** A message: only those of its kind about the same thing. */
  like: Id.optional(),
})
const Muted = z.object({ kinds: z.array(z.enum(mutableKinds)) })

const path = '/admin/auth/notice-message'

/** The caller's messages; nobody sees or changes another's. */
export const notices = {
  unreadNumber: get(`${path}/fetch/un-read-number`, 'signedIn', {
    returns: z.number().int(),
    summary: 'How many messages the user has not read.',
  }),
  /** Unread ones first, the gravest before the others; then the newest. Messages about cleared alarms count as read. */
  list: get(path, 'signedIn', {
    query: ListQuery,
    returns: page(Notice),
  }),
  folded: get(`${path}/folded`, 'signedIn', {
    query: ListQuery,
    returns: page(FoldedNotice),
    summary:
      'The same list with one row for all messages of a kind about one thing: the newest of them, and how many there are.',
  }),
  /** Ids that are not messages of the user change nothing. `data` is the number still unread. */
  markRead: post(`${path}/read`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    body: z.object({
      ids: z.array(Id).max(100),
      /** Also whatever was told before of the same things. */
      alike: z.boolean().default(false),
    }),
    returns: z.number().int(),
    says: { 'en-US': 'Marked messages as read', 'zh-CN': '将消息标为已读' },
  }),
  markAllRead: post(`${path}/read-all`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    returns: z.number().int(),
    says: { 'en-US': 'Marked all messages as read', 'zh-CN': '将全部消息标为已读' },
  }),
  muted: get(`${path}/muted`, 'signedIn', {
    returns: Muted,
    summary: 'The kinds of messages that the user has muted.',
  }),
  /** Takes effect at once, for messages that are there as well. */
  mute: put(`${path}/muted`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    body: z.object({ kind: z.enum(mutableKinds), isMuted: z.boolean() }),
    returns: Muted,
    // Only what the own bell counts changes.
    says: null,
  }),
}
