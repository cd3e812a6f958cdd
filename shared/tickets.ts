import { z } from 'zod'
import { Id, Version } from './endpoint.ts'
import type { Fields } from './field.ts'
import { AGENT, CUSTOMER, STAFF } from './permissions.ts'
import { text } from './text.ts'

const Named = z.object({ id: Id, name: z.string() })

/** One line of a record's history or thread: a step somebody took, or what somebody wrote. */
export const Entry = z.object({
  id: Id,
  /** The step, as named in the table of steps. */
  step: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: z.literal([STAFF, CUSTOMER, AGENT]),
  /** The reader's own. */
  isMine: z.boolean(),
  /** The text written with it; null if none. */
  text: z.string().nullable(),
  /** Ids of its files. */
  pictures: z.array(Id),
  papers: z.array(Id),
})
export type Entry = z.infer<typeof Entry>

/** What every ticket has: a question, a repair, an inquiry. */
export const ticketShape = {
  id: Id,
  version: Version,
  number: z.string(),
  /** The customer; null for its own people. */
  customer: z.string().nullable(),
  house: Named.nullable(),
  device: Named.nullable(),
  /** Who asked. */
  author: z.string(),
  /** Of the reader's own farm, or requested by the reader. */
  isOwn: z.boolean(),
  madeAt: z.iso.datetime(),
  /** When something was last done about it. */
  lastAt: z.iso.datetime(),
  /** Working hours it has waited for the provider; null if it does not wait. */
  waitedHours: z.number().nullable(),
}

/** ms since 1970, until the year 9999 */
const Instant = z.coerce.number().int().min(0).max(253_402_300_799_999).optional()
/** For a list of tickets: those made between two times. */
export const madeIn = { from: Instant, to: Instant }

/** Made up by the sender of a ticket: sent again, it returns the existing one. */
export const SentId = z
  .string()
  .regex(/^[0-9a-z-]{16,64}$/i)
  .nullish()

/** Pictures added to a text on a ticket. */
export const ticketPictures = { kind: 'pictures', most: 6, label: text('图片', 'Pictures') } as const

/** Voice notes and short videos added to a text on a ticket. */
export const ticketRecordings = {
  kind: 'recordings',
  most: 3,
  label: text('语音、短视频', 'Voice notes and videos'),
} as const

/** Most characters of a text on a ticket. */
export const TICKET_TEXT = 2_000

/** States of a ticket that is answered in words. Specification section 4. */
export const replyStates = {
  waiting: text('待回复', 'To be replied'),
  replied: text('已回复', 'Replied'),
} as const

/** What is said in a ticket's thread: words, pictures, voice notes, or several of them. */
export const ticketMessage = {
  text: { kind: 'text', most: TICKET_TEXT, hasLines: true, label: text('内容', 'Message') },
  pictures: ticketPictures,
  recordings: ticketRecordings,
} as const satisfies Fields

/** Four steps of waiting; a working day has ten hours. The last one is too long. */
export const waitChoices = {
  fresh: text('4 小时内', 'Within 4 h'),
  day: text('1 个工作日内', 'Within a working day'),
  days: text('3 个工作日内', 'Within 3 working days'),
  long: text('超过 3 个工作日', 'Over 3 working days'),
} as const
export type Wait = keyof typeof waitChoices
export const waitSteps = Object.keys(waitChoices) as Wait[]
/** For each step, the working hours at which it ends. */
export const waits = {
  fresh: { below: 4, label: waitChoices.fresh },
  day: { below: 10, label: waitChoices.day },
  days: { below: 30, label: waitChoices.days },
  long: { below: Number.POSITIVE_INFINITY, label: waitChoices.long },
} as const
/** For a list of tickets: those waiting for the provider, by how long. */
export const waitsFor = { wait: z.enum(waitSteps).optional() }

export const waitOf = (hours: number): Wait => waitSteps.find(wait => hours < waits[wait].below) ?? 'long'

/** Open tickets by how long they have waited, and the one that has waited longest. */
export const Waiting = z.object({
  steps: z.object({
    fresh: z.number().int(),
    day: z.number().int(),
    days: z.number().int(),
    long: z.number().int(),
  }),
  oldest: z
    .object({ id: Id, number: z.string(), customer: z.string().nullable(), hours: z.number() })
    .nullable(),
})
export type Waiting = z.infer<typeof Waiting>
