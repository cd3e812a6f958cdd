import type { HouseType } from '../signals.ts'
import type { Text } from '../text.ts'

/** How reliable the figures of a standard are. */
export const confidences = ['high', 'mediumHigh', 'medium', 'low'] as const
type Confidence = (typeof confidences)[number]

/** The source of a standard's figures and how reliable they are; shown wherever a standard is shown. */
export interface StandardSource {
  publisher: string
  publication: string
  /** `undated` if the publisher prints none. */
  edition: string
  obtained: string
  confidence: Confidence
  caveat: Text
}

/** A source as JSON types it. */
type StoredSource = Omit<StandardSource, 'confidence'> & { confidence: string }

/** The source of a stored table. */
export const sourceOf = (stored: StoredSource): StandardSource => ({
  ...stored,
  confidence: stored.confidence as Confidence,
})

/** A publisher's table as stored: figures with their source, one row per day or week of life. */
export interface StandardTable {
  id: string
  name: string
  houseTypes: string[]
  period: string
  source: StoredSource
  columns: string[]
  rows: (number | string | null)[][]
}

/** A figure of a standard: `low` and `high` differ if the publisher gives a range; `mid` is then our midpoint. */
export interface StandardValue {
  low: number
  mid: number
  high: number
}

/** Figures by age in days, ascending. */
export type StandardCurve = (StandardValue & { age: number })[]

/** What a table may say besides, with the column that does. */
export const furtherColumns = {
  henHoused: 'henHousedRate',
  eggsPerHen: 'eggsPerHenHoused',
  eggsOfWeek: 'eggsOfWeek',
  eggMass: 'eggMass',
  feedPerTen: 'feedPerTenEggs',
  waterFeed: 'waterToFeed',
  dailyGain: 'dailyGain',
  conversion: 'conversionSince',
  /** Feed since the placement by the weight: published ones of broilers have it, too. */
  feedConversion: 'fcr',
  uniformity: 'uniformityGoal',
  hatching: 'hatchingEggShare',
  fertility: 'fertility',
  hatchability: 'hatchability',
  hatchOfFertile: 'hatchOfFertile',
  maleWeight: 'maleWeight',
  maleFeed: 'maleFeed',
  maleLosses: 'maleLosses',
  malesPerHundred: 'malesPerHundred',
} as const
export type FurtherMeasure = keyof typeof furtherColumns

/** Of these a row tells what stands at its end, of the others the mean of its day or week. */
const ofEnd: readonly string[] = [
  'eggsPerHen',
  'feedConversion',
  'maleWeight',
  'maleLosses',
  'malesPerHundred',
] satisfies FurtherMeasure[]
export const isOfEnd = (measure: string): boolean => ofEnd.includes(measure)

/** A standard that can be queried by age. Weights in g, feed in g/day, water in ml/day, lay and losses in %. */
export interface Standard {
  id: string
  name: string
  houseTypes: HouseType[]
  source: StandardSource
  weight: StandardCurve
  feed: StandardCurve
  water: StandardCurve
  lay: StandardCurve
  eggWeight: StandardCurve
  /** cumulative losses since placement, and since housing (starts again at 0) */
  losses: StandardCurve
  lossesInLay: StandardCurve
  further: Readonly<Record<FurtherMeasure, StandardCurve>>
  /** age in days at which the first week of lay begins; null for birds that do not lay */
  housedAt: number | null
  /** age in days at the end of the table */
  lastAge: number
}

/** g; publishers of layer tables give no weight at hatch, this one is ours */
const HATCH_WEIGHT = 38

type Row = Record<string, number | string | null>

/** Turns a stored table into curves: end-of-period values at the end, averages in the middle of their period. */
export function readStandard(table: StandardTable): Standard {
  const rows = table.rows.map(row =>
    Object.fromEntries(table.columns.map((name, i) => [name, row[i] ?? null])),
  )
  for (const row of rows) row.feed ??= ofOneDay(row.feedOfWeek)
  const weekly = table.period === 'week'
  const days = weekly ? 7 : 1
  const number = (row: Row) => Number(row[weekly ? 'week' : 'day'])
  const atEnd = (row: Row) => number(row) * days
  const inMiddle = (row: Row) => (number(row) - 0.5) * days
  const laying = rows.filter(row => row.phase === 'lay')
  const growing = rows.filter(row => row.phase !== 'lay')
  const firstLaying = laying[0]
  const housedAt = firstLaying ? atEnd(firstLaying) - 7 : null
  return {
    id: table.id,
    name: table.name,
    houseTypes: table.houseTypes as HouseType[],
    source: sourceOf(table.source),
    weight: fromHatch(curve(rows, 'weight', atEnd)),
    feed: withEarlyFeed(curve(rows, 'feed', inMiddle), rows),
    water: curve(rows, 'water', inMiddle),
    lay: fromNothing(curve(rows, 'lay', inMiddle), 7),
    eggWeight: curve(rows, 'eggWeight', inMiddle),
    losses: fromZero(curve(growing, 'mortality', atEnd), 0),
    lossesInLay: fromZero(curve(laying, 'mortality', atEnd), housedAt ?? 0),
    further: Object.fromEntries(
      Object.entries(furtherColumns).map(([measure, column]) => [
        measure,
        curve(rows, column, isOfEnd(measure) ? atEnd : inMiddle),
      ]),
    ) as Standard['further'],
    housedAt,
    lastAge: Math.max(...rows.map(atEnd)),
  }
}

const own = new WeakMap<StandardTable, Standard>()

/** The same, read once for each stored table. */
export function readOwn(table: StandardTable): Standard {
  const known = own.get(table) ?? readStandard(table)
  own.set(table, known)
  return known
}

const ofOneDay = (ofWeek: Row[string] | undefined) => (typeof ofWeek === 'number' ? ofWeek / 7 : null)

function curve(rows: Row[], name: string, age: (row: Row) => number): StandardCurve {
  const points: StandardCurve = []
  for (const row of rows) {
    const low = row[`${name}Low`] ?? row[name]
    const high = row[`${name}High`] ?? row[name]
    if (typeof low !== 'number' || typeof high !== 'number') continue
    const mid = row[name]
    points.push({ age: age(row), low, high, mid: typeof mid === 'number' ? mid : (low + high) / 2 })
  }
  return points
}

const single = (age: number, value: number) => ({ age, low: value, mid: value, high: value })

function fromHatch(weight: StandardCurve): StandardCurve {
  return weight.length === 0 || weight[0]?.age === 0 ? weight : [single(0, HATCH_WEIGHT), ...weight]
}

function fromZero(losses: StandardCurve, age: number): StandardCurve {
  if (losses.length === 0 || losses[0]?.age === age) return losses
  return [single(age, 0), ...losses]
}

/** Nothing is laid in the middle of the period before the first published one. */
function fromNothing(lay: StandardCurve, days: number): StandardCurve {
  const first = lay[0]
  return first ? [single(first.age - days, 0), ...lay] : lay
}

/**
 * If a broiler table begins its daily feed late, the feed eaten until then (its first cumulative figure) is spread
 * over the days in proportion to their gain.
 */
function withEarlyFeed(feed: StandardCurve, rows: Row[]): StandardCurve {
  const first = rows.find(row => typeof row.feedTotal === 'number')
  const day = Number(first?.day)
  if (!first || day <= 1) return feed
  const early = rows.filter(row => Number(row.day) >= 1 && Number(row.day) <= day)
  const gained = early.reduce((sum, row) => sum + Number(row.gain), 0)
  const perGram = Number(first.feedTotal) / gained
  return [...early.map(row => single(Number(row.day) - 0.5, Number(row.gain) * perGram)), ...feed]
}

/** Linear between the points; constant before the first and up to `lastAge`, null after it and for an empty curve. */
export function valueAt(points: StandardCurve, age: number, lastAge: number): StandardValue | null {
  const last = points.at(-1)
  if (!last || age > lastAge || age < 0) return null
  if (age >= last.age) return band(last, last, 0)
  const next = points.findIndex(point => point.age > age)
  const after = points[next] ?? last
  const before = points[next - 1]
  if (!before) return band(after, after, 0)
  return band(before, after, (age - before.age) / (after.age - before.age))
}

function band(before: StandardValue, after: StandardValue, share: number): StandardValue {
  const between = (key: keyof StandardValue) => before[key] + (after[key] - before[key]) * share
  return { low: between('low'), mid: between('mid'), high: between('high') }
}
