import { z } from 'zod'
import { get, Id, PageQuery, page, post, put, unsaid, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { counters } from '../flock-figures/still-meter.ts'
import {
  deathCauses,
  meteredFigures,
  RECORD_PICTURES,
  type RecordNumber,
  recordNumbers,
  TREATMENTS,
  treatmentKinds,
  WITHDRAWAL_DAYS,
} from '../flocks.ts'
import { line } from '../line.ts'
import { houseTypes } from '../signals.ts'
import { text } from '../text.ts'
import { OwnStandard } from './breed-standards.ts'
import { DoubtedReading } from './doubts.ts'

/** Medicine or vaccine given, and for how many days the birds, and their eggs, may not be sold afterwards. */
export const Treatment = z.object({
  kind: z.enum(treatmentKinds),
  name: line(100).min(1),
  /** As printed on the bottle. */
  batch: line(60).optional(),
  /** The last day it is given, this day the first; left out where it is given on this day only. */
  until: z.iso.date().nullish(),
  dose: line(100).default(''),
  /** By water, feed, injection, spray … as farms say it. */
  route: line(60).default(''),
  /** For meat; 0 is said, never supposed: it would free eggs and meat. */
  withdrawalDays: z.number().int().min(0).max(WITHDRAWAL_DAYS),
  /** For eggs; as for meat where nobody told it apart. */
  eggWithdrawalDays: z.number().int().min(0).max(WITHDRAWAL_DAYS).nullish(),
  /** What a medicine register asks for: all that was used, with its unit, how many birds got it, and what against. */
  amount: line(60).optional(),
  birds: z.number().int().min(1).max(500_000).nullish(),
  against: line(100).optional(),
  /** Who sold it, and the veterinarian who prescribed it, with the number of the prescription. */
  supplier: line(100).optional(),
  vet: line(60).optional(),
  prescription: line(60).optional(),
  /** The step of the flock's health programme that it carries out. */
  step: Id.optional(),
})
export type Treatment = z.infer<typeof Treatment>

type Numbers = Record<RecordNumber, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>
const typedNumbers = Object.fromEntries(
  Object.entries(recordNumbers).map(([name, { most, isWhole }]) => {
    const number = z.number().min(0).max(most)
    return [name, (isWhole ? number.int() : number).nullish()]
  }),
) as Numbers
const shownNumbers = Object.fromEntries(
  Object.keys(recordNumbers).map(name => [name, z.number().nullable()]),
) as Record<RecordNumber, z.ZodNullable<z.ZodNumber>>

/** Most birds weighed individually for a record. */
const SAMPLE_MOST = 1_000

/** Most unanswered submissions of the same day. */
const EARLIER = 5

const Told = z.object({
  ...typedNumbers,
  /** The cause of most losses; follows from the numbers where there are any. */
  deadCause: z.enum(deathCauses).nullish(),
  /** Birds lost by each cause that was found; together at most those dead and culled. */
  lossCauses: z.partialRecord(z.enum(deathCauses), z.number().int().min(1).max(500_000)).default({}),
  /** g, per bird; mean and evenness follow from them. */
  weights: z.array(z.number().min(1).max(15_000)).max(SAMPLE_MOST).nullish(),
  treatments: z.array(Treatment).max(TREATMENTS).default([]),
  /** Doubts answered with yes, by name. */
  confirmed: z.array(line(40)).max(20).default([]),
  reason: z.string().trim().max(300).default(''),
  note: z.string().trim().max(1_000).default(''),
  pictures: z.array(Id).max(RECORD_PICTURES).default([]),
})
export type Told = z.output<typeof Told>

/** What is recorded for a day: facts only. What is left out is not recorded. */
export const FlockRecordForm = Told.extend({
  day: z.iso.date(),
  /** Earlier submissions for the day from this browser without an answer: if one was stored, this is a change of it. */
  earlier: z.array(Told).max(EARLIER).default([]),
  version: Version.optional(),
})
export type FlockRecordForm = z.output<typeof FlockRecordForm>

const Measured = z.partialRecord(z.enum(meteredFigures), z.number())
/** Counters that are not believed, and why. */
const Doubted = z.partialRecord(z.enum(meteredFigures), DoubtedReading)

export const FlockRecord = z.object({
  id: Id,
  flockId: Id,
  day: z.iso.date(),
  ...shownNumbers,
  deadCause: z.enum(deathCauses).nullable(),
  lossCauses: z.partialRecord(z.enum(deathCauses), z.number()),
  weights: z.array(z.number()).nullable(),
  treatments: z.array(Treatment),
  confirmed: z.array(z.string()),
  reason: z.string(),
  note: z.string(),
  pictures: z.array(Id),
  /** What the controller had counted for the day when the record was made. */
  measured: Measured,
  /** Who last recorded it, and when. */
  by: unsaid(z.string()),
  changedAt: z.iso.datetime(),
  version: z.number().int(),
})
export type FlockRecord = z.infer<typeof FlockRecord>

/** A record as a list or a file shows it: with the house, and what follows from it. */
export const FlockRecordRow = FlockRecord.extend({
  number: z.string(),
  houseName: z.string(),
  customer: z.string().nullable(),
  type: z.enum(houseTypes),
  eggs: z.number().int().nullable(),
  /** Dead and culled, in % of the birds alive that morning; null if either is not known. */
  mortality: z.number().nullable(),
})
export type FlockRecordRow = z.infer<typeof FlockRecordRow>

/** The form of a day: what was recorded and measured, and the context. */
export const RecordSheet = z.object({
  flockId: Id,
  houseId: Id,
  houseName: z.string(),
  customer: z.string().nullable(),
  type: z.enum(houseTypes),
  breed: z.string().nullable(),
  standard: OwnStandard.nullish(),
  day: z.iso.date(),
  /** Today by the house's clock, and the time zone of that clock. */
  today: z.iso.date(),
  timeZone: z.string(),
  placedOn: z.iso.date(),
  endedOn: z.iso.date().nullable(),
  /** As the farm counts, and as standards do. */
  dayAge: z.number().int(),
  age: z.number().int(),
  /** This morning; null if nobody said how many were placed. */
  aliveAtStart: z.number().int().nullable(),
  /** Means of the seven days before: birds dead, dead and culled, and g of feed per bird as it would be at this age. */
  deadMean: z.number().nullable(),
  lostMean: z.number().nullable().default(null),
  feedMean: z.number().nullable(),
  /** kg to be fed that day by the house's feed book: what was left and what came. Null without one, or if stock was taken. */
  feedStock: z.number().nullable().default(null),
  /** L, kg and eggs recorded for the last days before, oldest first: the same again and again is a counter that stands still. */
  countedBefore: z.partialRecord(z.enum(counters), z.array(z.number())).default({}),
  /** What such birds had so far, so that nothing of it at all would be odd. */
  nothingOdd: z.array(z.enum(counters)).default([]),
  /** The previous weighing, g, and how many days ago it was. */
  weightBefore: z.number().nullable(),
  weighedDaysAgo: z.number().int().nullable(),
  /** Until when earlier medicines forbid selling birds, and eggs; null if none does. */
  withdrawal: z.object({ meat: z.iso.date().nullable(), eggs: z.iso.date().nullable() }),
  /** Medicines that were begun on an earlier day and are still given on this one. */
  underWay: z.array(Treatment.extend({ since: z.iso.date() })).default([]),
  /** What the controller counted for the day, and which counters are not believed: they fill in nothing. */
  measured: Measured,
  doubted: Doubted.optional(),
  record: FlockRecord.nullable(),
  /** Whether the viewer may change the day's record: one's own of the last days, or with the right to edit. */
  mayChange: z.boolean().default(true),
})
export type RecordSheet = z.infer<typeof RecordSheet>

/** How a step of the programme was carried out; what is left out is as the programme says. */
const CarriedOut = Treatment.pick({
  batch: true,
  until: true,
  amount: true,
  birds: true,
  supplier: true,
  vet: true,
  prescription: true,
}).extend({
  stepId: Id,
  day: z.iso.date(),
  name: line(100).optional(),
  dose: line(100).optional(),
  route: line(60).optional(),
  /** Where the record asks for one. */
  reason: z.string().trim().max(300).default(''),
})
export type CarriedOut = z.output<typeof CarriedOut>

const Filter = z.object({
  flockId: Id.optional(),
  houseId: Id.optional(),
  firstDay: z.iso.date().optional(),
  lastDay: z.iso.date().optional(),
})

const path = '/admin/auth/flock-records'
const noun = text('养殖记录', 'daily records')

/** Daily records: one per flock and day. `:id` is the flock's. */
export const flockRecords = {
  ...excelExport(path, 'chicken_batch', { filter: Filter, noun }),
  ...excelImport(path, 'chicken_batch', noun),
  /** Newest first. */
  list: get(path, 'chicken_batch:query', {
    query: PageQuery.extend(Filter.shape),
    returns: page(FlockRecordRow),
  }),
  /** The day to enter: today by the house's clock unless another is requested. */
  sheet: get(`${path}/:id`, 'chicken_batch:get', {
    query: z.object({ day: z.iso.date().optional() }),
    returns: RecordSheet,
  }),
  /** Every version of a day's record, newest first. */
  trail: get(`${path}/:id/trail`, 'chicken_batch:get', {
    query: z.object({ day: z.iso.date() }),
    returns: z.array(FlockRecord),
  }),
  /** Records a day, or replaces its record; the earlier one stays in the operation history. */
  create: put(`${path}/:id`, ['chicken_batch:add', 'chicken_batch:edit'], {
    body: FlockRecordForm,
    returns: FlockRecord,
    says: text('记录 {house} {day}', 'Recorded {day} for {house}'),
  }),
  /** Carries out a step of the flock's health programme: what was given becomes part of the day's record. */
  carryOut: post(`${path}/:id/carry-out`, ['chicken_batch:add', 'chicken_batch:edit'], {
    body: CarriedOut,
    returns: FlockRecord,
    says: text('{house} 免疫用药 {name}', 'Gave {name} in {house}'),
  }),
  /** Takes back the record of a day, as if it had never been made: for one entered for the wrong house or day. */
  takeBack: post(`${path}/:id/take-back`, ['chicken_batch:add', 'chicken_batch:edit'], {
    body: z.object({ day: z.iso.date(), version: Version }),
    returns: z.null(),
    says: text('撤回 {house} {day} 的记录', 'Took back {day} of {house}'),
  }),
}
