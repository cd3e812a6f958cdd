import { z } from 'zod'
import { get, Id, post } from '../endpoint.ts'
import { chosen, Search } from '../fields.ts'
import { line } from '../line.ts'
import { houseTypeNames, houseTypes } from '../signals.ts'
import { text } from '../text.ts'
import { DoubtedReading } from './doubts.ts'
import { Flock, FlockCourse } from './flocks.ts'
import { Job } from './jobs.ts'

/** Most items compared. */
export const COMPARED_MOST = 3

/** Prefix of a house's key; a flock's key is its id alone. */
const HOUSE = 'house.'
/** A house is compared by whichever flock is in it. */
export const houseItem = (id: string): string => `${HOUSE}${id}`

/** A flock that can be compared: one in its house, or one that has gone. */
const Choice = Flock.pick({
  id: true,
  number: true,
  houseId: true,
  houseName: true,
  customer: true,
  type: true,
  state: true,
  dayAge: true,
  placedOn: true,
})
export type ComparedChoice = z.infer<typeof Choice>

const HouseChoice = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(houseTypes),
  customer: z.string().nullable(),
})
export type ComparedHouse = z.infer<typeof HouseChoice>

/** A house or one of its flocks, with its weeks and final figures; null for the course of an empty house. */
const Compared = z.object({
  key: z.string(),
  house: HouseChoice,
  /** With the days of broilers only, which are compared by day. */
  course: FlockCourse.pick({
    days: true,
    flock: true,
    placedAge: true,
    countedFrom: true,
    standard: true,
    weeks: true,
    final: true,
  }).nullable(),
})
export type Compared = z.infer<typeof Compared>
export type ComparedCourse = NonNullable<Compared['course']>

const Item = z.object({ key: z.string(), houseId: Id.optional(), flockId: Id.optional() })
export type Item = z.output<typeof Item>
const List = z.array(Item).min(1).max(COMPARED_MOST)

/** Comma-separated item keys, as flocks and houses in their order. */
const Items = line(300)
  .transform(keys => keys.split(',').filter(Boolean).map(itemOf))
  .pipe(List)

function itemOf(key: string): z.input<typeof Item> {
  return key.startsWith(HOUSE) ? { key, houseId: key.slice(HOUSE.length) } : { key, flockId: key }
}

/** Numbers of days to look back by the clock. */
export const comparedDays = [1, 7, 30] as const
export type ComparedDays = (typeof comparedDays)[number]

const Metric = z.object({
  metric: line(200).min(1),
  /** By age of the birds, every day since the placement; by clock, the last days. */
  by: z.enum(['age', 'clock']),
  days: z.coerce
    .number()
    .pipe(z.literal([...comparedDays]))
    .default(7),
})

/** One metric in each house: position on the axis, and values; missing ones are gaps. */
const Metered = z.object({
  /** ms between two points */
  stepMs: z.number(),
  items: z.array(
    z.object({
      key: z.string(),
      /** Age in days from hatching, or ms since 1970. */
      at: z.array(z.number()),
      low: z.array(z.number().nullable()),
      mean: z.array(z.number().nullable()),
      high: z.array(z.number().nullable()),
      /** Why values of the time are left out. */
      doubts: z.array(DoubtedReading),
    }),
  ),
})
export type Metered = z.infer<typeof Metered>

const Value = z.union([z.number(), z.boolean(), z.string()]).nullable()

/** Settings that differ between the houses' controllers. Only houses with birds that the viewer may control (RC). */
const ComparedSettings = z.object({
  /** The items compared; the others do not report their settings or have no current ones. */
  keys: z.array(z.string()),
  /** How many settings were compared. */
  compared: z.number().int(),
  /** In the order of the keys; null where a controller has no such setting. */
  differing: z.array(z.object({ name: z.string(), values: z.array(Value) })),
})
export type ComparedSettings = z.infer<typeof ComparedSettings>

const Asked = z.object({ items: Items })
/** What to put in the Excel file: the weeks, the settings, and a metric if one is chosen. */
const WorkbookForm = Asked.extend(Metric.partial({ metric: true }).shape)
/** The same as stored for its job. */
export const ComparisonRequest = WorkbookForm.extend({ items: List })

const path = '/admin/auth/comparison'

/** Houses and flocks side by side, by the age of their birds or by the clock. */
export const comparison = {
  /** In the order of the keys, without those out of scope. */
  courses: get(path, 'chicken_group_comparison:query', { query: Asked, returns: z.array(Compared) }),
  /** Flocks in a house first, newest first; houses by name. */
  choices: get(`${path}/choices`, 'chicken_group_comparison:query', {
    query: z.object({ search: Search, type: chosen(houseTypeNames) }),
    returns: z.object({ flocks: z.array(Choice), houses: z.array(HouseChoice) }),
  }),
  /** Names of metrics that any of the houses has reported. */
  metrics: get(`${path}/metrics`, 'chicken_group_comparison:query', {
    query: Asked,
    returns: z.array(z.string()),
  }),
  metered: get(`${path}/metered`, 'chicken_group_comparison:query', {
    query: Asked.extend(Metric.shape),
    returns: Metered,
  }),
  settings: get(`${path}/settings`, 'device_setting:query', { query: Asked, returns: ComparedSettings }),
  comparisonWorkbook: post(`${path}/workbook`, 'chicken_group_comparison:export', {
    body: WorkbookForm,
    whenReadOnly: true,
    returns: Job,
    says: text('导出鸡舍对比', 'Exported a house comparison'),
  }),
}
