import { and, gte, inArray } from 'drizzle-orm'
import { COUNT_OFF } from '#shared/counted-birds.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import { changeOf, maleChangeOf } from '#shared/flock-figures/ledger.ts'
import { isCountSure } from '#shared/flock-figures/still-meter.ts'
import type { JudgedDay } from '#shared/flock-verdicts/judged.ts'
import { eggsOf, isHens, type Metered, recordNumberNames, tellsLosses } from '#shared/flocks.ts'
import { dateIn, daysAfter, daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../../platform/database/store.ts'
import { flockRecord } from '../../../platform/database/tables/flocks.ts'
import { beginsWithNothing } from '../../flocks/begins-with-nothing.ts'
import { meteredDays } from './metered-days.ts'
import type { OpenFlock } from './open-flocks.ts'

/** Days that say what is usual for a flock, and of these the last ones, which are judged. */
const READ_DAYS = 60
export const JUDGED_DAYS = 30
/** The last closed days for which counters stand in where nothing was recorded. */
const COUNTED_DAYS = 6
/** Recorded days that must agree with a meter before it is believed without a record. */
const DOUBTED_DAYS = 7
/** More birds gone in a day without a record were caught or moved, not lost. */
const MOST_LOST = 0.1

const columns = {
  flockId: flockRecord.flockId,
  day: flockRecord.day,
  measured: flockRecord.measured,
  confirmed: flockRecord.confirmed,
  ...(Object.fromEntries(recordNumberNames.map(name => [name, flockRecord[name]])) as Pick<
    typeof flockRecord,
    (typeof recordNumberNames)[number]
  >),
}

const recordsSince = (db: Db, flockIds: readonly string[], day: string) =>
  db
    .select(columns)
    .from(flockRecord)
    .where(and(inArray(flockRecord.flockId, [...flockIds]), gte(flockRecord.day, day)))
    .orderBy(flockRecord.day)
type Recorded = Awaited<ReturnType<typeof recordsSince>>[number]

/** The recent records of these flocks, by flock; all of the few of which these do not say whether a counter stands still. */
export async function recentRecords(
  db: Db,
  flockIds: readonly string[],
  now: number,
): Promise<Map<string, Recorded[]>> {
  const rows = await recordsSince(db, flockIds, daysAfter(dateIn('UTC', now), -READ_DAYS))
  const recent = Map.groupBy(rows, ({ flockId }) => flockId)
  const unknown = [...recent].flatMap(([id, days]) => (beginsWithNothing(days) ? [id] : []))
  const whole = unknown.length === 0 ? [] : await recordsSince(db, unknown, EVER)
  return new Map([...recent, ...Map.groupBy(whole, ({ flockId }) => flockId)])
}
/** Before any flock. */
const EVER = '1900-01-01'

interface Known {
  records: readonly Recorded[]
  /** Its house has a controller. */
  isCounted: boolean | undefined
  now: number
}

/** The known days of a flock up to today: as recorded, else as its house's controller counted. */
export async function knownDays(
  db: Db,
  flock: OpenFlock,
  { records, isCounted, now }: Known,
): Promise<JudgedDay[]> {
  const today = dateIn(flock.timeZone, now)
  const isOfMales = flock.alive !== null && flock.alive <= 0 && (flock.males ?? 0) > 0
  if (isOfMales) return daysOfMales(flock, records, today)
  const recorded = recordedDays(flock, records, today)
  const counted = isCounted ? await countedDays(db, flock, { records, recorded, today }) : []
  const byDay = new Map(counted.map(day => [day.day, day]))
  for (const day of recorded) {
    const { lost = null, eggs = null, waterL = null } = byDay.get(day.day) ?? {}
    byDay.set(day.day, {
      ...day,
      lost: day.lost ?? lost,
      eggs: day.eggs ?? eggs,
      waterL: day.waterL ?? waterL,
    })
  }
  return [...byDay.values()]
}

/** The recorded days with the stock of each morning, derived back from that of now. */
function recordedDays(
  { alive, males: malesNow, dayZero }: OpenFlock,
  records: readonly Recorded[],
  today: string,
): JudgedDay[] {
  let birds = alive === null ? null : records.reduce((stock, day) => stock - changeOf(day), alive)
  let males = malesNow === null ? null : records.reduce((stock, day) => stock - maleChangeOf(day), malesNow)
  return records.map(row => {
    const { day, dead, culled, deadMales, sold, movedIn, movedOut, feed, water, weight } = row
    const [morning, malesAtStart] = [birds, males]
    if (birds !== null) birds += changeOf(row)
    if (males !== null) males += maleChangeOf(row)
    return {
      day,
      age: daysBetween(dayZero, day),
      birds: morning,
      lost: tellsLosses(row) ? (dead ?? 0) + (culled ?? 0) : null,
      ...(malesAtStart !== null && { males: { birds: malesAtStart, dead: deadMales } }),
      left: (sold ?? 0) + (movedOut ?? 0),
      came: movedIn ?? 0,
      eggs: eggsOf(row),
      waterL: water,
      isFast: feed === 0,
      weight,
      isSoFar: day >= today,
      isWaterSure: isCountSure('water', row.confirmed, water),
      areEggsSure: isCountSure('eggs', row.confirmed, eggsOf(row)),
    }
  })
}

/** The same of a flock of which only the males of breeders are left; of them no laying and no growth is judged. */
function daysOfMales(
  { males, dayZero }: OpenFlock,
  records: readonly Recorded[],
  today: string,
): JudgedDay[] {
  let birds = records.reduce((stock, day) => stock - maleChangeOf(day), males ?? 0)
  return records.map(row => {
    const { day, deadMales, culledMales, movedInMales, movedOutMales, water } = row
    const morning = birds
    birds += maleChangeOf(row)
    return {
      day,
      age: daysBetween(dayZero, day),
      birds: morning,
      lost: deadMales === null && culledMales === null ? null : (deadMales ?? 0) + (culledMales ?? 0),
      left: movedOutMales ?? 0,
      came: movedInMales ?? 0,
      eggs: null,
      waterL: water,
      weight: null,
      isSoFar: day >= today,
      isWaterSure: isCountSure('water', row.confirmed, water),
    }
  })
}

interface Told {
  records: readonly Recorded[]
  recorded: readonly JudgedDay[]
  today: string
}

/** Closed days that lack a record, or a figure in it, by the counters of the house's controller. */
async function countedDays(db: Db, flock: OpenFlock, told: Told): Promise<JudgedDay[]> {
  const { records, recorded, today } = told
  const known = new Map(recorded.map(each => [each.day, each]))
  const figures = isHens(flock) ? (['lost', 'eggs', 'waterL'] as const) : (['lost', 'waterL'] as const)
  const lacks = (day: string) => figures.some(figure => (known.get(day)?.[figure] ?? null) === null)
  const days = Array.from({ length: COUNTED_DAYS }, (_, i) => daysAfter(today, i - COUNTED_DAYS)).filter(
    day => day > flock.placedOn,
  )
  if (!days.some(lacks)) return []
  const metered = await meteredDays(db, flock, days)
  const lastTold = recorded.findLast(({ lost }) => lost !== null)
  const then = metered.get(lastTold?.day ?? '')?.evening ?? null
  const isCountOff =
    then !== null && flock.alive !== null && Math.abs(then - flock.alive) > COUNT_OFF * flock.alive
  const [isEggMeter, isWaterMeter] = [isBelieved('eggs', records), isBelieved('water', records)]
  return [...metered].map(([day, { morning, evening, eggs, waterL }]) => {
    const birds = isCountOff ? null : morning
    return {
      day,
      age: daysBetween(flock.dayZero, day),
      birds: birds ?? flock.alive,
      ...gone(birds, evening),
      eggs: isHens(flock) && isEggMeter ? eggs : null,
      waterL: isWaterMeter ? waterL : null,
      weight: null,
      isSoFar: false,
    }
  })
}

/** Birds that were lost, or left, between two counts; both unknown where the count does not tell. */
function gone(morning: number | null, evening: number | null): Pick<JudgedDay, 'lost' | 'left'> {
  if (morning === null || evening === null) return { lost: null, left: 0 }
  const fewer = morning - evening
  return fewer >= 0 && fewer <= MOST_LOST * morning
    ? { lost: fewer, left: 0 }
    : { lost: null, left: Math.abs(fewer) }
}

/** Whether what was typed lately agrees with a meter. */
function isBelieved(figure: Metered & ('eggs' | 'water'), records: readonly Recorded[]): boolean {
  return records
    .slice(-DOUBTED_DAYS)
    .every(({ measured, ...facts }) =>
      doubtsOf(facts, { ...unknown, measured }).every(({ key }) => key !== `${figure}Meter`),
    )
}
const unknown = {
  aliveAtStart: null,
  lostMean: null,
  feedMean: null,
  weightBefore: null,
  weighedDaysAgo: null,
}
