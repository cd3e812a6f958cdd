import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { type MessageType, messageTypes } from './notices.ts'

/** How somebody is told of messages of one type. A message that does not ring appears in the list as read. */
const Channels = z.object({ inApp: z.boolean(), mail: z.boolean(), push: z.boolean() })

/** HH:MM by the user's clock. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const byType = <T extends z.ZodType>(channels: T) =>
  z.object(Object.fromEntries(messageTypes.map(type => [type, channels])) as Record<MessageType, T>)

/** Alarms always ring. */
const AlarmChannels = Channels.extend({ inApp: z.literal(true) })

export const NoticeChannels = z.object({
  channels: byType(Channels).extend({ device_alarm: AlarmChannels }),
  /**
   * During these hours only critical and emergency messages come by mail and push; the others follow at the end. `until`
   * before `from` means the next day. Null: none.
   */
  quiet: z
    .object({ from: ClockTime, until: ClockTime })
    .refine(({ from, until }) => from !== until, { path: ['until'] })
    .nullable(),
})
export type NoticeChannels = z.infer<typeof NoticeChannels>

/** New choices; what is not named stays as it is, so that two windows do not undo each other. */
export const NoticeChoice = NoticeChannels.extend({
  channels: byType(Channels.partial().optional()).extend({
    device_alarm: AlarmChannels.partial().optional(),
  }),
}).partial()
export type NoticeChoice = z.infer<typeof NoticeChoice>

/** The channels after a choice. */
export const withChoice = ({ channels, quiet }: NoticeChannels, choice: NoticeChoice): NoticeChannels => {
  const of = <T extends MessageType>(type: T): NoticeChannels['channels'][T] => ({
    ...channels[type],
    ...choice.channels?.[type],
  })
  return {
    channels: {
      daily_reminder: of('daily_reminder'),
      to_do: of('to_do'),
      device_alarm: of('device_alarm'),
      parameter_modification: of('parameter_modification'),
      logistics_update: of('logistics_update'),
    },
    quiet: choice.quiet === undefined ? quiet : choice.quiet,
  }
}

/**
 * The default before any choice: what somebody must act on, and where their goods are, also comes by mail and to
 * subscribed browsers.
 */
export const DEFAULT_CHANNELS: NoticeChannels = {
  channels: {
    daily_reminder: { inApp: true, mail: false, push: false },
    to_do: { inApp: true, mail: true, push: true },
    device_alarm: { inApp: true, mail: true, push: true },
    parameter_modification: { inApp: true, mail: false, push: false },
    logistics_update: { inApp: true, mail: true, push: true },
  },
  quiet: null,
}

const path = '/admin/auth/personal/notice-channels'
/** With the address mails go to; null: none is stored. */
const Shown = NoticeChannels.extend({
  email: z.string().nullable(),
  /** Whether this installation has a mail server at all. */
  isMailSetUp: z.boolean(),
  /** Browsers subscribed to pushes. */
  browsers: z.number().int(),
})

/** How the signed-in user wants to be told of messages. */
export const noticeChannels = {
  read: get(path, 'signedIn', { returns: Shown }),
  choose: put(path, 'signedIn', {
    whenReadOnly: true,
    body: NoticeChoice,
    returns: Shown,
    says: { 'en-US': 'Changed message channels', 'zh-CN': '修改个人消息接收方式' },
  }),
}
