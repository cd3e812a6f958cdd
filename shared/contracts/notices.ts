import { z } from 'zod'
import { get, Id, PageQuery, page, post } from '../endpoint.ts'
import { severities } from '../signals.ts'

export const messageTypes = [
  'daily_reminder',
  'to_do',
  'device_alarm',
  'parameter_modification',
  'logistics_update',
] as const

export type MessageType = (typeof messageTypes)[number]

export const Notice = z.object({
  id: Id,
  title: z.string(),
  level: z.enum(severities),
  messageType: z.enum(messageTypes),
  /** Determines the screen the message leads to. */
  businessType: z.string(),
  /** Id of what the message is about. */
  subjectId: z.string().nullable(),
  /** Every house it tells of with what was measured there, where the title names only some. */
  places: z.array(z.string()).nullable(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
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

const path = '/admin/auth/notice-message'

/** The caller's messages; nobody sees or changes another's. */
export const notices = {
  unreadNumber: get(`${path}/fetch/un-read-number`, 'signedIn', {
    returns: z.number().int(),
    summary: 'How many messages the user has not read.',
  }),
  /** Unread ones first, the gravest before the others; then the newest. Messages about cleared alarms count as read. */
  list: get(path, 'signedIn', {
    query: PageQuery.extend({
      read: z.enum(['read', 'unread']).optional(),
      messageType: z.enum(messageTypes).optional(),
      level: z.enum(severities).optional(),
    }),
    returns: page(Notice),
  }),
  /** Ids that are not messages of the user change nothing. `data` is the number still unread. */
  markRead: post(`${path}/read`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    body: z.object({ ids: z.array(Id).max(100) }),
    returns: z.number().int(),
    says: { 'en-US': 'Marked messages as read', 'zh-CN': '将消息标为已读' },
  }),
  markAllRead: post(`${path}/read-all`, 'signedIn', {
    changes: path,
    whenReadOnly: true,
    returns: z.number().int(),
    says: { 'en-US': 'Marked all messages as read', 'zh-CN': '将全部消息标为已读' },
  }),
}
