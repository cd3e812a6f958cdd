import { z } from 'zod'
import { counted, crud, DeletedFilter, Deletion, get, Id, post, put, unsaid, Version } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import { chosen, Search } from '../fields.ts'
import { type FinalName, finalNames } from '../flock-figures/final.ts'
import { grownBy, lackingWhys, lossesLacking } from '../flock-figures/grown.ts'
import { counters } from '../flock-figures/still-meter.ts'
import { deathCauses, flockCategories, flockStateNames } from '../flocks.ts'
import { line } from '../line.ts'
import { litters } from '../litter.ts'
import { type OpeningNumber, openingNumberNames, openingNumbers } from '../opening.ts'
import { readinessItems } from '../readiness.ts'
import { houseTypeNames, houseTypes } from '../signals.ts'
import { text } from '../text.ts'
import { OwnStandard } from './breed-standards.ts'

const Birds = z.number().int().min(0).max(500_000)

const openingShape = Object.fromEntries(
  openingNumberNames.map(name => {
    const { most, isWhole } = openingNumbers[name]
    const number = z.number().min(0).max(most)
    return [name, (isWhole ? number.int() : number).nullish()]
  }),
) as Record<OpeningNumber, z.ZodOptional<z.ZodNullable<z.ZodNumber>>>

const openingShown = Object.fromEntries(
  openingNumberNames.map(name => [name, z.number().nullable()]),
) as Record<OpeningNumber, z.ZodNullable<z.ZodNumber>>

export const FlockForm = z.object({
  houseId: Id,
  category: z.enum(flockCategories),
  breed: line(64).nullish(),
  /** A standard of the farm's own, or one that was published to it; without one, the public one of the breed. */
  standardId: Id.nullish(),
  placedOn: z.iso.date(),
  /** For birds that do not arrive as chicks. */
  hatchedOn: z.iso.date().nullish(),
  /** For breeders, the females. */
  placedCount: Birds.min(1),
  placedMales: Birds.nullish(),
  /** What birds on the floor are placed on. */
  litter: z.enum(litters).nullish(),
  /** Whether the placement day is day 0 or 1; the office's default if left out. */
  placementDay: z.union([z.literal(0), z.literal(1)]).nullish(),
  /** When the hens came into lay, and how many there were. */
  maturedOn: z.iso.date().nullish(),
  matureCount: Birds.nullish(),
  /** For birds taken over from somebody else, or kept before this program was: what was before, as far as it is known. */
  takenOver: z.boolean().default(false),
  openingPlacedOn: z.iso.date().nullish(),
  ...openingShape,
  note: z.string().trim().max(1_000).default(''),
  version: Version.optional(),
})
export type FlockForm = z.output<typeof FlockForm>
/** What may be changed about a flock. */
export type FlockChange = Omit<FlockForm, 'houseId'>

const Rate = z.number().nullable()

export const Flock = z.object({
  id: Id,
  /** As farm and provider call it: FL and the placement day. */
  number: z.string(),
  houseId: Id,
  houseName: z.string(),
  /** The customer; null for its own people. */
  customer: z.string().nullable(),
  type: z.enum(houseTypes),
  category: z.enum(flockCategories),
  breed: z.string().nullable(),
  standardId: Id.nullable(),
  standardName: z.string().nullable(),
  placedOn: z.iso.date(),
  hatchedOn: z.iso.date().nullable(),
  placedCount: z.number().int().nullable(),
  placedMales: z.number().int().nullable(),
  litter: z.enum(litters).nullable(),
  /** Whether birds in its house stand on litter. */
  keepsLitter: z.boolean(),
  placementDay: z.number().int(),
  maturedOn: z.iso.date().nullable(),
  matureCount: z.number().int().nullable(),
  soldUndated: z.number().int(),
  takenOver: z.boolean(),
  openingPlacedOn: z.iso.date().nullable(),
  ...openingShown,
  note: z.string(),
  endedOn: z.iso.date().nullable(),
  /** The last day it had when it was reopened; null: it was not, or is closed again. */
  reopenedFrom: z.iso.date().nullable(),
  closeReason: z.string(),
  /** What was checked before the birds arrived, by whom and when. */
  readiness: z.partialRecord(
    z.enum(readinessItems),
    z.object({ by: unsaid(z.string()), at: z.iso.datetime() }),
  ),
  state: z.enum(['planned', 'running', 'closed']),
  timeZone: z.string(),
  /** Today or on the last day, as the farm counts and as standards do; null before the placement. */
  dayAge: z.number().int().nullable(),
  age: z.number().int().nullable(),
  /** By the records; null if nobody said how many were placed. */
  alive: z.number().int().nullable(),
  /** For breeders, the males now; null if nobody said how many were placed. */
  males: z.number().int().nullable(),
  /** Dead and culled in birds; null while nothing is recorded. */
  lost: z.number().int().nullable(),
  /** Birds alive or gone alive, in % of all placed and moved in; null if days are not recorded, and then why. */
  livability: Rate,
  livabilityLacks: z.enum(lossesLacking).nullable(),
  /** Eggs on the last recorded day that is over, per 100 hens. */
  rate: Rate,
  /** The last weighing, g. */
  weight: Rate,
  lastRecordOn: z.iso.date().nullable(),
  version: z.number().int(),
  createdAt: z.iso.datetime(),
  deleted: Deletion.optional(),
})
export type Flock = z.infer<typeof Flock>

const Figure = z.number().nullable()
const Day = z.object({
  day: z.iso.date(),
  age: z.number().int(),
  isSoFar: z.boolean(),
  isUncounted: z.literal(true).optional(),
  aliveAtStart: Figure,
  alive: Figure,
  stocked: Figure,
  males: Figure,
  stockedMales: Figure,
  lostMales: z.number(),
  dead: Figure,
  culled: Figure,
  mortality: Figure,
  lost: z.number(),
  losses: Figure,
  eggs: Figure,
  eggsHatching: Figure,
  eggsSet: Figure,
  eggsFertile: Figure,
  chicks: Figure,
  rate: Figure,
  eggWeight: Figure,
  feedKg: Figure,
  feed: Figure,
  waterL: Figure,
  water: Figure,
  waterFeed: Figure,
  /** As recorded where a counter stood still, L, kg or eggs, and it is not believed. */
  still: z.partialRecord(z.enum(counters), z.number()).optional(),
  weight: Figure,
  uniformity: Figure,
  sold: z.number(),
  soldKg: z.number(),
  movedIn: z.number(),
  movedOut: z.number(),
  maleLosses: Figure,
  maleFeed: Figure,
  maleWeight: Figure,
})
const Ages = z.array(z.number().int())
const Week = z.object({
  week: z.number().int(),
  age: z.number().int(),
  days: z.number().int(),
  recorded: z.object({ rate: Ages, eggWeight: Ages, feed: Ages, water: Ages }),
  isUncounted: z.literal(true).optional(),
  alive: Figure,
  birds: Figure,
  dead: z.number(),
  culled: z.number(),
  housedShare: z.number(),
  mortality: Figure,
  lossDays: z.object({ from: z.number().int(), until: z.number().int() }).nullable(),
  losses: Figure,
  eggs: Figure,
  eggsPerHen: Figure,
  eggDays: z.object({
    from: z.number().int(),
    until: z.number().int(),
    counted: z.number().int(),
    of: z.number().int(),
    lacking: Ages,
  }),
  rate: Figure,
  henHoused: Figure,
  eggWeight: Figure,
  eggMass: Figure,
  feed: Figure,
  feedPerTen: Figure,
  water: Figure,
  waterFeed: Figure,
  weight: Figure,
  weighedAt: Figure,
  dailyGain: Figure,
  conversion: Figure,
  uniformity: Figure,
  hatching: Figure,
  eggsOfWeek: Figure,
  fertility: Figure,
  hatchability: Figure,
  hatchOfFertile: Figure,
  maleWeight: Figure,
  maleFeed: Figure,
  maleLosses: Figure,
  malesPerHundred: Figure,
})
const Lacking = z.object({
  why: z.enum(lackingWhys),
  days: z.number().int().optional(),
  of: z.number().int().optional(),
})
const Final = z
  .object(Object.fromEntries(finalNames.map(name => [name, Figure])) as Record<FinalName, typeof Figure>)
  .extend({
    /** Why a figure is missing, or of how many days one is that lacks some. */
    lacks: z.partialRecord(z.enum(finalNames), Lacking).optional(),
    /** What feed conversion and EPEF rest on: lots sold, the daily records, or the last weighing. */
    by: z.enum(grownBy).optional(),
  })

/** The course of a flock by its records, by day, by week and in total. */
export const FlockCourse = z.object({
  flock: Flock,
  /** Birds that the controller of its house counts where that contradicts the records; null where it does not, or nothing counts. */
  counted: z.number().int().nullable(),
  /** Age in days at the placement, as standards count. */
  placedAge: z.number().int(),
  /** The standard of the flock's own choice. */
  standard: OwnStandard.nullish(),
  /** The age from which losses and eggs are counted: of birds taken over, that of their first placement. */
  countedFrom: z.number().int(),
  days: z.array(Day),
  weeks: z.array(Week),
  final: Final,
  /** The same for the previous flock in this house; null without one. */
  before: z.object({ number: z.string(), final: Final }).nullable(),
  /** The mean of the best quarter of the farm's closed flocks of this kind; null without any. */
  best: z.object({ flocks: z.number().int(), of: z.number().int(), final: Final }).nullable(),
  /** Birds lost by all records, and how many of them by each cause that was found. */
  causes: z.object({ named: z.partialRecord(z.enum(deathCauses), z.number()), lost: z.number() }),
  /** What people last did or wrote: notes and treatments from records, newest first. */
  events: z.array(
    z.object({
      day: z.iso.date(),
      kind: z.enum(['note', 'medicine', 'vaccine', 'alarm', 'setting']),
      /** The text; for an alarm its code, for a setting its group. */
      says: z.string(),
      level: z.string().nullable(),
      /** For a medicine: birds, and eggs, may not be sold until then. */
      until: z.iso.date().nullable(),
      eggsUntil: z.iso.date().nullable(),
    }),
  ),
  /** Until when medicines forbid selling birds, and eggs, today; those the birds had in another house count. */
  withdrawal: z.object({ meat: z.iso.date().nullable(), eggs: z.iso.date().nullable() }),
})
export type FlockCourse = z.infer<typeof FlockCourse>

const Filter = z.object({
  search: Search,
  houseId: Id.optional(),
  officeId: Id.optional(),
  type: chosen(houseTypeNames),
  state: chosen(flockStateNames),
})

/** Deleted ones only for those who may restore them. */
const ListFilter = Filter.extend(DeletedFilter.shape)

const path = '/admin/auth/flocks'
const permission = 'chicken_batch'

/** The flocks of houses: at most one in a house or planned for it, and past ones. */
export const flocks = {
  ...excelExport(path, permission, { filter: Filter, noun: text('批次', 'flocks') }),
  ...excelImport(path, permission, text('批次', 'flocks')),
  ...crud(path, permission, {
    item: Flock,
    form: FlockForm,
    filter: ListFilter,
    noun: text('批次 {number}', 'flock {number}'),
  }),
  /** Opening a flock is for those who manage flocks; recording its days is not. */
  create: post(path, `${permission}:edit`, {
    body: FlockForm,
    returns: Flock,
    says: text('新建批次 {number}', 'Added flock {number}'),
  }),
  /** A flock stays in its house: birds leave it through a record of moving out. */
  update: put(`${path}/:id`, `${permission}:edit`, {
    body: FlockForm.omit({ houseId: true }),
    returns: Flock,
    says: text('修改批次 {number}', 'Changed flock {number}'),
  }),
  counts: counted(path, `${permission}:query`, ListFilter, ['state', 'type']),
  /** As it was when it was deleted; for 30 days, unless its house has another flock in that time. */
  restore: post(`${path}/:id/restore`, `${permission}:delete`, {
    returns: Flock,
    says: text('恢复批次 {number}', 'Restored flock {number}'),
  }),
  course: get(`${path}/:id/course`, `${permission}:get`, { returns: FlockCourse }),
  /** The birds have gone: the house is empty after that day, and the flock is locked. */
  close: post(`${path}/:id/close`, `${permission}:edit`, {
    body: z.object({
      endedOn: z.iso.date(),
      reason: z.string().trim().max(300).default(''),
      version: Version.optional(),
    }),
    returns: Flock,
    says: text('结束批次 {number}', 'Closed flock {number}'),
  }),
  /** Ticks or unticks an item on the list for the time before the birds arrive. */
  check: post(`${path}/:id/check`, `${permission}:edit`, {
    body: z.object({ item: z.enum(readinessItems), isRight: z.boolean() }),
    returns: Flock,
    says: text('批次 {number} 入舍前检查', 'Checked the house of flock {number}'),
  }),
  /** For a flock that was closed too early, or whose records need correcting. */
  reopen: post(`${path}/:id/reopen`, `${permission}:edit`, {
    body: z.object({ reason: z.string().trim().min(1).max(300), version: Version.optional() }),
    returns: Flock,
    says: text('重新打开批次 {number}：{reason}', 'Reopened flock {number}: {reason}'),
  }),
}
