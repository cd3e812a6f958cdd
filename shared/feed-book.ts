import { text } from './text.ts'
import { daysAfter } from './zone-time.ts'

/** What a line of a house's feed book says. */
export const feedKindNames = {
  delivery: text('进料', 'Delivery'),
  counted: text('盘点', 'Stock taken'),
  removed: text('运出', 'Taken away'),
} as const
export type FeedKind = keyof typeof feedKindNames

/** A line of the book. Stock is taken in the evening: it is what was left after that day's deliveries and feeding. */
export interface FeedLine {
  day: string
  kind: FeedKind
  kg: number
  /** Per tonne, in the currency in which costs are wanted; null if unknown. */
  price: number | null
}

/** A day of the book, in kg. */
export interface FeedDay {
  day: string
  delivered: number
  removed: number
  /** As recorded; null if nobody did. */
  fed: number | null
  /** What was found, and how much more or less that was than the book had; the first stock taken opens the book. */
  counted: number | null
  correction: number
  /** In the evening. */
  stock: number
  /** Used by the birds that day as far as it is known, what it cost, and how much of it has no price. */
  used: number
  cost: number
  unpriced: number
}

/** Less than this is rounding, kg. */
const ROUNDING = 0.5

/** What is in the silo: kg, of which some have a price, and what those are worth. */
interface Pool {
  kg: number
  priced: number
  value: number
}

/** The same mix, more or less of it. */
function scaled({ kg, priced, value }: Pool, to: number): Pool {
  if (to <= 0 || kg <= 0) return { kg: to, priced: 0, value: 0 }
  return { kg: to, priced: (priced * to) / kg, value: (value * to) / kg }
}

/**
 * The book day by day from its first line to `to`: opening stock and deliveries less what was recorded as fed (kg by day) and
 * taken away; a stock taken puts it right. Feed costs the mean price of what is in the silo then.
 */
export function feedDays(
  lines: readonly FeedLine[],
  fed: ReadonlyMap<string, number>,
  to: string,
): FeedDay[] {
  const byDay = Map.groupBy(lines, ({ day }) => day)
  const first = lines.map(({ day }) => day).sort()[0]
  if (first === undefined) return []
  const days: FeedDay[] = []
  let pool: Pool = { kg: 0, priced: 0, value: 0 }
  /** Price per kg of what was last in it, for a day on which it is short. */
  let last: Pool = pool
  for (let day = first; day <= to; day = daysAfter(day, 1)) {
    const own = byDay.get(day) ?? []
    const of = (kind: FeedKind) => own.filter(line => line.kind === kind)
    for (const { kg, price } of of('delivery')) {
      const into = pool.kg > 0 ? pool : { kg: pool.kg, priced: 0, value: 0 }
      pool = {
        kg: into.kg + kg,
        priced: into.priced + (price === null ? 0 : kg),
        value: into.value + (price === null ? 0 : (kg * price) / 1_000),
      }
    }
    if (pool.kg > 0) last = pool
    const ofDay = { ...last }
    const delivered = sum(of('delivery'))
    const removed = sum(of('removed'))
    const eaten = fed.get(day) ?? null
    const before = pool.kg - removed - (eaten ?? 0)
    const counts = of('counted')
    const counted = counts.length === 0 ? null : sum(counts)
    const isOpening = counted !== null && days.length === 0 && delivered === 0
    const correction = counted === null || isOpening ? 0 : counted - before
    const used = (eaten ?? 0) - correction
    days.push({
      day,
      delivered,
      removed,
      fed: eaten,
      counted,
      correction,
      stock: counted ?? before,
      used,
      ...costOf(used, ofDay),
    })
    pool = isOpening ? opened(counts) : scaled(pool, counted ?? before)
  }
  return days
}

/** A book that begins with a stock taken: its price, if one was told, is that of what was there. */
function opened(counts: readonly FeedLine[]): Pool {
  const priced = counts.filter(({ price }) => price !== null)
  return {
    kg: sum(counts),
    priced: sum(priced),
    value: priced.reduce((all, { kg, price }) => all + (kg * (price ?? 0)) / 1_000, 0),
  }
}

function costOf(used: number, { kg, priced, value }: Pool): Pick<FeedDay, 'cost' | 'unpriced'> {
  if (kg <= 0) return { cost: 0, unpriced: used }
  return { cost: (used * value) / kg, unpriced: (used * (kg - priced)) / kg }
}

const sum = (lines: readonly { kg: number }[]): number => lines.reduce((all, { kg }) => all + kg, 0)

/** The first day on which more was fed or taken away than there was, and how many kg; undefined if there is none. */
export function shortOn(days: readonly FeedDay[]): { day: string; kg: number } | undefined {
  const short = days.find(({ stock }) => stock < -ROUNDING)
  return short && { day: short.day, kg: -short.stock }
}

/** Days from whose use it is worked out how long feed lasts, and how many of them must be recorded. */
const USE_DAYS = 7
const USE_LEAST = 3

/** What is used a day, by the last days before `today`, and the last day for which the stock is enough; null if not known. */
export function lastsOf(days: readonly FeedDay[], today: string): { perDay: number; until: string } | null {
  const stock = days.at(-1)?.stock ?? 0
  const since = daysAfter(today, -USE_DAYS)
  const told = days.flatMap(({ day, fed }) => (day >= since && day < today && fed !== null ? fed : []))
  const perDay = told.reduce((all, kg) => all + kg, 0) / told.length
  if (told.length < USE_LEAST || perDay <= 0 || stock < 0) return null
  // What is left this evening is for the days after it.
  return { perDay, until: daysAfter(today, Math.min(LONG, Math.floor(stock / perDay))) }
}
/** Beyond a year nobody plans feed. */
const LONG = 366

/** What a flock used, in kg, by the book of its house. */
export interface FlockFeed {
  /** Left by the flock before it. */
  opening: number
  delivered: number
  removed: number
  /** Left to the next one. */
  left: number
  used: number
  /** As the daily records say, and days in the house without one. */
  fed: number
  unrecorded: number
  /** The last day on which stock was taken; null: `left` follows from what was recorded. */
  countedOn: string | null
  /** Null if some of it has no price in the currency. */
  cost: number | null
  unpriced: number
}

/** The days that count for a flock: those after the flock before it was settled, up to when it is settled itself. */
export interface FlockSpan {
  /** Null: from the first line of the book. */
  after: string | null
  placedOn: string
  /** The last day on which birds must have been fed, and the last of the days that count. */
  fedUntil: string
  to: string
}

/** Feed without a price up to this share is taken for rounding. */
const UNPRICED_SHARE = 0.005

/** What the book says of one flock; null where it does not reach: before its first line, or begun while the birds ate. */
export function flockFeedOf(days: readonly FeedDay[], span: FlockSpan): FlockFeed | null {
  const first = days[0]
  if (!first || first.day > span.to) return null
  // A book begun in the middle of a flock knows nothing of what that flock had eaten.
  if (first.day > daysAfter(span.placedOn, BEGUN_WITHIN)) return null
  const after = span.after ?? ''
  const own = days.filter(({ day }) => day > after && day <= span.to)
  const before = days.findLast(({ day }) => day <= after)
  const isOpened = own[0] === first && first.counted !== null && first.delivered === 0
  const opening = isOpened ? (first.counted ?? 0) : (before?.stock ?? 0)
  const total = (read: (day: FeedDay) => number) => own.reduce((all, day) => all + read(day), 0)
  const used = total(day => day.used)
  const unpriced = total(day => day.unpriced)
  // On the day they come, birds find the feed of the day before.
  const inHouse = own.filter(({ day }) => day > span.placedOn && day <= span.fedUntil)
  return {
    opening,
    delivered: total(({ delivered }) => delivered),
    removed: total(({ removed }) => removed),
    left: own.at(-1)?.stock ?? opening,
    used,
    fed: total(({ fed }) => fed ?? 0),
    unrecorded: inHouse.filter(({ fed }) => fed === null).length,
    countedOn: own.findLast(day => day.counted !== null && !(isOpened && day === first))?.day ?? null,
    cost: Math.abs(unpriced) <= UNPRICED_SHARE * Math.abs(used) ? total(({ cost }) => cost) : null,
    unpriced,
  }
}
/** Feed comes at the latest on the days after the birds. */
const BEGUN_WITHIN = 2

/**
 * When a flock is settled: on the last stock taken in the empty house after it, else on its last day. `next` is when the
 * following flock was placed.
 */
export function settledOn(
  lines: readonly Pick<FeedLine, 'day' | 'kind'>[],
  endedOn: string,
  next: string | null,
): string {
  const counted = lines
    .filter(({ kind, day }) => kind === 'counted' && day >= endedOn && (next === null || day < next))
    .map(({ day }) => day)
    .sort()
  return counted.at(-1) ?? endedOn
}

/** From this on a difference to the silo's scale is a doubt: kg, or the share of the larger. */
const SCALE_KG = 500
const SCALE_SHARE = 0.1

/** Whether book and scale tell of different amounts of feed. */
export const isFarOff = (book: number, scale: number): boolean =>
  Math.abs(book - scale) > Math.max(SCALE_KG, SCALE_SHARE * Math.max(book, scale))
