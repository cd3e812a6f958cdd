import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { crud, del, get, Id, put, unsaid, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { feedKindNames } from '../feed-book.ts'
import { chosen, Search } from '../fields.ts'
import { line } from '../line.ts'
import { Amount, currencies } from '../money.ts'
import { text } from '../text.ts'

/** Most kg of a line: more than the feed of any house for half a year. */
export const FEED_KG_MOST = 2_000_000

const typed = {
  day: z.iso.date(),
  kind: z.enum(valuesOf(feedKindNames)),
  /** As farm and mill call it: starter, layer mash. */
  feed: line(60).default(''),
  amountKg: z.number().min(0).max(FEED_KG_MOST),
  supplier: line(100).default(''),
  noteNumber: line(60).default(''),
  batch: line(60).default(''),
  /** Per tonne; for those who manage flocks only. */
  tonnePrice: Amount.nullish(),
  currency: z.enum(currencies).nullish(),
  note: z.string().trim().max(300).default(''),
}

/** Whoever enters it knows that the house is short of feed then: a delivery is still to be entered. */
const isKnownShort = z.boolean().default(false)

export const FeedEntryForm = z.object({ ...typed, houseId: Id, isKnownShort, version: Version.optional() })
export type FeedEntryForm = z.output<typeof FeedEntryForm>

/** A line of a house's feed book. */
export const FeedEntry = z.object({
  id: Id,
  houseId: Id,
  houseName: z.string(),
  customer: z.string().nullable(),
  ...typed,
  /** Null also for those who do not manage flocks. */
  tonnePrice: z.string().nullable(),
  currency: z.enum(currencies).nullable(),
  by: unsaid(z.string()),
  /** Whether the viewer may change it: one's own of the last days, or any with the right to manage flocks. */
  mayChange: z.boolean(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
})
export type FeedEntry = z.infer<typeof FeedEntry>

const Kg = z.number()
/** A day of the book, in kg. */
export const FeedDay = z.object({
  day: z.iso.date(),
  delivered: Kg,
  removed: Kg,
  fed: Kg.nullable(),
  counted: Kg.nullable(),
  correction: Kg,
  stock: Kg,
})

/** What a flock used by the book; kg. */
export const FlockFeed = z.object({
  opening: Kg,
  delivered: Kg,
  removed: Kg,
  left: Kg,
  used: Kg,
  fed: Kg,
  unrecorded: z.number().int(),
  countedOn: z.iso.date().nullable(),
})

export const FeedBalance = z.object({
  houseId: Id,
  houseName: z.string(),
  today: z.iso.date(),
  /** The last days of the book, oldest first; none before its first line. */
  days: z.array(FeedDay),
  begun: z.iso.date().nullable(),
  /** kg used a day and the last day for which the stock is enough; null if not known. */
  lasts: z.object({ perDay: Kg, until: z.iso.date() }).nullable(),
  /** The first day on which more was used than there was; a delivery or a stock taken is missing. */
  short: z.object({ day: z.iso.date(), kg: Kg }).nullable(),
  /** Days with birds since stock was last taken, or the book begun, without feed recorded: the stock is at most that. */
  unrecorded: z.number().int(),
  /** What the silo scales say, if the controller has them and is believed; `isFar` where that is a doubt. */
  scale: z.object({ kg: Kg, isFar: z.boolean() }).nullable(),
  /** The present flock, or the last one, and what it used. */
  flock: z.object({ id: Id, number: z.string(), feed: FlockFeed.nullable() }).nullable(),
  /** For a new line: as last entered in this house. */
  last: z.object({ feed: z.string(), supplier: z.string(), currency: z.enum(currencies) }),
})
export type FeedBalance = z.infer<typeof FeedBalance>

const Filter = z.object({
  search: Search,
  houseId: Id.optional(),
  officeId: Id.optional(),
  kind: chosen(feedKindNames),
  firstDay: z.iso.date().optional(),
  lastDay: z.iso.date().optional(),
})

const path = '/admin/auth/feed-book'
const permission = 'chicken_batch'
const noun = text('料账', 'the feed book')
const named = text('{house} {day} 料账', 'a line of the feed book of {house}, {day}')
const entries = crud(path, permission, { item: FeedEntry, form: FeedEntryForm, filter: Filter, noun: named })
/** Those who keep daily records correct their own lines of the last days. */
const keepers = [`${permission}:add`, `${permission}:edit`] as const

/** Feed delivered to houses, stock taken and feed taken away; what birds ate is in their daily records. */
export const feedBook = {
  ...excelExport(path, permission, { filter: Filter, noun }),
  ...excelImport(path, permission, noun),
  ...entries,
  update: put(`${path}/:id`, keepers, {
    body: FeedEntryForm.omit({ houseId: true }),
    returns: FeedEntry,
    says: entries.update.says,
  }),
  remove: del(`${path}/:id`, keepers, {
    query: z.object({ isKnownShort: z.literal('1').optional() }),
    returns: z.null(),
    says: entries.remove.says,
  }),
  /** A house's stock by day, how long it lasts, and what its flock has used. */
  balance: get(`${path}/balance`, `${permission}:query`, {
    query: z.object({ houseId: Id }),
    returns: FeedBalance,
  }),
}
