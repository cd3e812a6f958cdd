import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { type MessageType, messageTypes } from './notices.ts'

/** How somebody is told of messages of one type. A message that does not ring lies in the list as read. */
const Channels = z.object({ inApp: z.boolean(), mail: z.boolean(), push: z.boolean() })

/** HH:MM by the clock of the user. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

const byType = <T extends z.ZodType>(channels: T) =>
  z.object(Object.fromEntries(messageTypes.map(type => [type, channels])) as Record<MessageType, T>)

/** Alarms always ring. */
const AlarmChannels = Channels.extend({ inApp: z.literal(true) })

export const NoticeChannels = z.object({
  channels: byType(Channels).extend({ device_alarm: AlarmChannels }),
  /**
   * While these hours last no mails and pushes come but those of critical and emergency messages; the others come at their end. `until`
   * before `from` is of the next day. Null: none.
   */
  quiet: z
    .object({ from: ClockTime, until: ClockTime })
    .refine(({ from, until }) => from !== until, { path: ['until'] })
    .nullable(),
})
export type NoticeChannels = z.infer<typeof NoticeChannels>

/** What is chosen anew; all that is not named stays as it is, so that two windows do not undo each other. */
export const NoticeChoice = NoticeChannels.extend({
  channels: byType(Channels.partial().optional()).extend({
    device_alarm: AlarmChannels.partial().optional(),
  }),
}).partial()
export type NoticeChoice = z.infer<typeof NoticeChoice>

/** What holds after a choice. */
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
 * What holds for who never chose: what somebody has to do something about, and where their goods are, also comes by mail, and to
 * browsers that listen.
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
/** With where mails go; null: no address is kept. */
const Shown = NoticeChannels.extend({
  email: z.string().nullable(),
  /** Browsers that listen for pushes. */
  browsers: z.number().int(),
})

/** How the signed-in user wants to be told of messages. */
export const noticeChannels = {
  read: get(path, 'signedIn', { returns: Shown }),
  choose: put(path, 'signedIn', {
    whenReadOnly: true,
    body: NoticeChoice,
    returns: Shown,
    says: { 'en-US': 'Changed how messages arrive', 'zh-CN': '修改个人消息接收方式' },
  }),
}
