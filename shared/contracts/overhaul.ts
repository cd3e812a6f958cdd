import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { counted, del, get, Id, PageQuery, page, post, Seen, Version } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, Search, typedShape } from '../fields.ts'
import { line } from '../line.ts'
import { cycleKinds, dueStates, machines, planHearers } from '../overhaul.ts'
import { proofs } from '../safety-tests.ts'
import { text } from '../text.ts'
import { Entry, ticketPictures } from '../tickets.ts'

/** Input fields of a completed overhaul, besides its check list. */
export const deedFields = {
  reading: {
    kind: 'text',
    most: 100,
    label: text('读数', 'Reading'),
    hint: text('例如电流、转速、压力。', 'Such as current, speed, pressure.'),
  },
  note: { kind: 'text', most: 500, hasLines: true, label: text('说明', 'Note') },
  pictures: ticketPictures,
} as const satisfies Fields

const Named = z.object({ id: Id, name: z.string() })

export const OverhaulPlan = z.object({
  id: Id,
  version: Version,
  /** Both in the reader's language. */
  item: z.string(),
  equipment: z.string(),
  /** What to check, in the reader's language; the item itself if it has no check list. */
  checks: z.array(z.string()),
  cycleKind: z.enum(valuesOf(cycleKinds)),
  cycle: z.number().int(),
  /** The test it is, recorded with proof; null for any other overhaul. */
  proof: z.enum(valuesOf(proofs)).nullable(),
  /** The machine whose hours count; null in other cycles. */
  machine: z.enum(valuesOf(machines)).nullable(),
  /** Hours it ran since the last time; null if unknown, or if the customer does not share its readings (RA). */
  ranHours: z.number().nullable(),
  /** Null for the customer's own people. */
  customer: z.string().nullable(),
  /** At least one of the two. */
  house: Named.nullable(),
  device: Named.nullable(),
  /** When it was last done, and when it is next due by the customer's calendar; null if never, or not due yet. */
  lastAt: z.iso.datetime().nullable(),
  nextOn: z.iso.date().nullable(),
  due: z.enum(valuesOf(dueStates)),
  /** The customer's: its calendar counts. */
  timeZone: z.string(),
  /** Days until then; negative once it is overdue. */
  daysLeft: z.number().int().nullable(),
})
export type OverhaulPlan = z.infer<typeof OverhaulPlan>

/** One completed overhaul: who, when and what they wrote is an entry of its timeline. */
const Deed = Entry.extend({
  checks: z.array(z.object({ text: z.string(), isFailed: z.boolean() })),
  reading: z.string(),
  /** The repair opened by a failed one. */
  repairNumber: z.string().nullable(),
})

/** A plan where it is looked at: with whom reminders of it get to. */
const WatchedPlan = OverhaulPlan.extend({ hears: z.enum(planHearers) })
export type WatchedPlan = z.infer<typeof WatchedPlan>

export const OverhaulDetail = WatchedPlan.extend({ deeds: z.array(Deed) })
export type OverhaulDetail = z.infer<typeof OverhaulDetail>

const filter = z.object({
  search: Search,
  due: chosen(dueStates),
  /** A customer, including its farm teams. */
  officeId: Id.optional(),
  houseId: Id.optional(),
  /** Due on that day, by the customer's calendar. */
  on: z.iso.date().optional(),
  /** Only tests of the farm's safety, or only the other overhauls. */
  only: z.enum(['tests', 'work']).optional(),
})
/** What is due on a day of a month: the number, and the first few items by name. */
export const DAY_ITEMS = 3
const PlannedDay = z.object({ on: z.iso.date(), plans: z.number().int(), items: z.array(z.string()) })
/** Log lines to print: for more, request shorter spans or a single house. */
export const LOG_LINES = 2_000
const Log = z.object({
  /** Whether these are all lines. */
  isWhole: z.boolean(),
  lines: z.array(
    z.object({
      id: Id,
      at: z.iso.datetime(),
      /** The customer's: its calendar counts. */
      timeZone: z.string(),
      by: z.string(),
      item: z.string(),
      equipment: z.string(),
      /** Null for the customer's own people. */
      customer: z.string().nullable(),
      place: z.string(),
      isPassed: z.boolean(),
      /** What did not pass. */
      failed: z.array(z.string()),
      reading: z.string(),
      note: z.string(),
      repairNumber: z.string().nullable(),
    }),
  ),
})
export type OverhaulLog = z.infer<typeof Log>

/** Customers on the map: the most urgent ones. */
export const PLACES = 500
const Places = z.object({
  /** How many customers there are, those without a plan and those left out included. */
  total: z.number().int(),
  places: z.array(
    z.object({
      /** Of its office. */
      id: Id,
      name: z.string(),
      timeZone: z.string(),
      /** Null where nothing is due. */
      nextOn: z.iso.date().nullable(),
      /** By its own calendar; negative once something is overdue. */
      daysLeft: z.number().int().nullable(),
      overdue: z.number().int(),
      planned: z.number().int(),
      at: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    }),
  ),
})
export type OverhaulPlaces = z.infer<typeof Places>

const path = '/admin/auth/overhaul'
const [staff, farm] = ['device_overhaul', 'device_overhaul_item_client'] as const
const readers = [`${staff}:query`, `${farm}:query`] as const

/** Overhauls of customers' houses and devices, most overdue first; done by staff or by the farm itself. */
export const overhaul = {
  ...excelExport(path, staff, { filter, noun: text('检修计划', 'overhaul plans') }),
  list: get(path, readers, { query: PageQuery.extend(filter.shape), returns: page(WatchedPlan) }),
  counts: counted(path, readers, filter, ['due']),
  /** The days of a month on which something is due, under the filters of the list. */
  days: get(`${path}/days`, readers, {
    /** `month`: any day in it. */
    query: filter.omit({ on: true }).extend({ month: z.iso.date() }),
    returns: z.array(PlannedDay),
  }),
  /** Customers by the day on which maintenance is next due there; `due`: only where that is today or over. */
  places: get(`${path}/places`, `${staff}:query`, {
    query: z.object({ due: z.enum(['now']).optional() }),
    returns: Places,
  }),
  /** What was done within some days, for those who ask for proof: insurer, authority. */
  log: get(`${path}/log`, [`${staff}:get`, `${farm}:get`], {
    query: z.object({
      firstDay: z.iso.date(),
      lastDay: z.iso.date(),
      officeId: Id.optional(),
      houseId: Id.optional(),
    }),
    returns: Log,
  }),
  get: get(`${path}/:id`, [`${staff}:get`, `${farm}:get`], { returns: OverhaulDetail }),
  /** Plans released items for a house, a device or both; what is already planned there stays as it is. */
  plan: post(path, `${staff}:add`, {
    body: z.object({
      houseId: Id.nullish(),
      deviceId: Id.nullish(),
      itemIds: z.array(Id).min(1).max(100),
    }),
    returns: z.object({ planned: z.number().int() }),
    says: text('安排检修', 'Planned overhauls'),
  }),
  /** The next date follows from the day it was really done. A failure opens a repair. */
  finish: post(`${path}/:id/finish`, [`${staff}:edit`, `${farm}:add`], {
    body: z.object({
      ...typedShape(deedFields),
      ...Seen.shape,
      /** Lines of the check list that did not pass, as the user saw them. */
      failed: z.array(line(1_000)).max(50),
    }),
    returns: OverhaulPlan,
    says: text('完成检修“{item}”', 'Completed the overhaul “{item}”'),
  }),
  /** Ends the plan; what was done by it stays. */
  remove: del(`${path}/:id`, `${staff}:delete`, {
    returns: z.null(),
    says: text('取消检修计划“{item}”', 'Ended the plan of the overhaul “{item}”'),
  }),
  /** Takes up an ended plan where it stood, with its next date. */
  restore: post(`${path}/:id/restore`, `${staff}:delete`, {
    returns: OverhaulPlan,
    says: text('恢复检修计划“{item}”', 'Restored the plan of the overhaul “{item}”'),
  }),
  itemOptions: get(`${path}/items/options`, 'signedIn', {
    programsWith: ['device_overhaul:query', 'device_overhaul_item_client:query'],
    query: z.object({ search: Search }),
    returns: z.array(Named),
  }),
}
