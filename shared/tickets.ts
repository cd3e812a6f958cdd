import { z } from 'zod'
import { Id, Version } from './endpoint.ts'
import type { Fields } from './field.ts'
import { AGENT, CUSTOMER, STAFF } from './permissions.ts'
import { text } from './text.ts'

const Named = z.object({ id: Id, name: z.string() })

/** One line of a record's history or thread: a step somebody took, or what somebody wrote. */
export const Entry = z.object({
  id: Id,
  /** The step, as the table of steps names it. */
  step: z.string(),
  at: z.iso.datetime(),
  by: z.string(),
  kind: z.literal([STAFF, CUSTOMER, AGENT]),
  /** The reader's own. */
  isMine: z.boolean(),
  /** What was written at it; null where nothing was. */
  text: z.string().nullable(),
  /** Ids of its files. */
  pictures: z.array(Id),
  papers: z.array(Id),
})
export type Entry = z.infer<typeof Entry>

/** What every ticket says: a question, a repair, an inquiry. */
export const ticketShape = {
  id: Id,
  version: Version,
  number: z.string(),
  /** Whose it is; null for the customer's own people. */
  customer: z.string().nullable(),
  house: Named.nullable(),
  device: Named.nullable(),
  /** Who asked. */
  author: z.string(),
  /** Of the reader's own farm, or asked for by the reader. */
  isOwn: z.boolean(),
  madeAt: z.iso.datetime(),
  /** When something was last done about it. */
  lastAt: z.iso.datetime(),
  /** Working hours that it has waited for the provider; null where it does not wait. */
  waitedHours: z.number().nullable(),
}

/** ms since 1970, until the year 9999 */
const Instant = z.coerce.number().int().min(0).max(253_402_300_799_999).optional()
/** Of a list of tickets: those made from one moment to another. */
export const madeIn = { from: Instant, to: Instant }

/** Pictures of what is written about a ticket. */
export const ticketPictures = { kind: 'pictures', most: 6, label: text('图片', 'Pictures') } as const

/** Lengths of texts people write about tickets. */
export const TICKET_TEXT = 2_000

/** Where a ticket stands that is answered in words. Specification section 4. */
export const replyStates = {
  waiting: text('待回复', 'To be replied'),
  replied: text('已回复', 'Replied'),
} as const

/** What is written to the thread of a ticket. */
export const ticketMessage = {
  text: { kind: 'text', most: TICKET_TEXT, hasLines: true, isRequired: true, label: text('内容', 'Message') },
  pictures: ticketPictures,
} as const satisfies Fields

/** Waiting in four steps; a working day has ten hours. The last one is too long. */
export const waitChoices = {
  fresh: text('4 小时内', 'Within 4 h'),
  day: text('1 个工作日内', 'Within a working day'),
  days: text('3 个工作日内', 'Within 3 working days'),
  long: text('超过 3 个工作日', 'Over 3 working days'),
} as const
export type Wait = keyof typeof waitChoices
export const waitSteps = Object.keys(waitChoices) as Wait[]
/** Of each step the working hours at which it is over. */
export const waits = {
  fresh: { below: 4, label: waitChoices.fresh },
  day: { below: 10, label: waitChoices.day },
  days: { below: 30, label: waitChoices.days },
  long: { below: Number.POSITIVE_INFINITY, label: waitChoices.long },
} as const
/** Of a list of tickets: those that wait for the provider, by how long. */
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
