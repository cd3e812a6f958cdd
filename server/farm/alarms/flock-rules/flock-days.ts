import { and, gte, inArray } from 'drizzle-orm'
import type { JudgedDay } from '#shared/flock-alarms.ts'
import { doubtsOf } from '#shared/flock-doubts.ts'
import { changeOf } from '#shared/flock-figures/ledger.ts'
import { eggsOf, isHens, type Metered, recordNumberNames } from '#shared/flocks.ts'
import { dateIn, daysAfter, daysBetween, instantOf } from '#shared/zone-time.ts'
import type { Db } from '../../../platform/database/store.ts'
import { flockRecord } from '../../../platform/database/tables/flocks.ts'
import { readChart } from '../../../telemetry/history.ts'
import { measuredOn } from '../../flocks/measured.ts'
import type { OpenFlock } from './open-flocks.ts'

/** Days that say what is usual for a flock, and of these the last ones, which are judged. */
const READ_DAYS = 60
export const JUDGED_DAYS = 30
/** The last closed days for which counters stand in where nothing was recorded. */
const COUNTED_DAYS = 6
/** Recorded days that must agree with a meter before it is believed without a record. */
const DOUBTED_DAYS = 7
/** The counter of birds is doubted when it is this share off those recorded. */
const COUNT_OFF = 0.01
/** More birds gone in a day without a record were caught or moved, not lost. */
const MOST_LOST = 0.1

const columns = {
  flockId: flockRecord.flockId,
  day: flockRecord.day,
  measured: flockRecord.measured,
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

/** The recent records of these flocks, by flock. */
export async function recentRecords(
  db: Db,
  flockIds: readonly string[],
  now: number,
): Promise<Map<string, Recorded[]>> {
  const rows = await recordsSince(db, flockIds, daysAfter(dateIn('UTC', now), -READ_DAYS))
  return Map.groupBy(rows, ({ flockId }) => flockId)
}

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
  { alive, dayZero }: OpenFlock,
  records: readonly Recorded[],
  today: string,
): JudgedDay[] {
  let birds = alive === null ? null : records.reduce((stock, day) => stock - changeOf(day), alive)
  return records.map(row => {
    const { day, dead, culled, sold, movedOut, water, weight } = row
    const morning = birds
    if (birds !== null) birds += changeOf(row)
    return {
      day,
      age: daysBetween(dayZero, day),
      birds: morning,
      lost: dead === null && culled === null ? null : (dead ?? 0) + (culled ?? 0),
      left: (sold ?? 0) + (movedOut ?? 0),
      eggs: eggsOf(row),
      waterL: water,
      weight,
      isSoFar: day >= today,
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
  const { recorded, today } = told
  const days = Array.from({ length: COUNTED_DAYS }, (_, i) => daysAfter(today, i - COUNTED_DAYS)).filter(
    day => day > flock.placedOn,
  )
  const known = new Map(recorded.map(each => [each.day, each]))
  const lacks = (day: string, figure: 'lost' | 'eggs' | 'waterL') =>
    (known.get(day)?.[figure] ?? null) === null
  const lays = isHens(flock)
  const isMeter = { eggs: isBelieved('eggs', told.records), water: isBelieved('water', told.records) }
  const lastTold = recorded.findLast(({ lost }) => lost !== null)
  const counts = days.some(day => lacks(day, 'lost'))
    ? await birdsCounted(db, flock, days, lastTold?.day)
    : null
  const found: JudgedDay[] = []
  for (const day of days) {
    const wantsEggs = lays && isMeter.eggs && lacks(day, 'eggs')
    const wantsWater = isMeter.water && lacks(day, 'waterL')
    const metered = wantsEggs || wantsWater ? await measuredOn(db, flock.houseId, day, flock.timeZone) : {}
    const birds = counts?.get(day)
    const eggs = wantsEggs ? (metered.eggs ?? null) : null
    const waterL = wantsWater ? (metered.water ?? null) : null
    if (eggs === null && waterL === null && birds === undefined) continue
    found.push({
      day,
      age: daysBetween(flock.dayZero, day),
      birds: birds?.birds ?? flock.alive,
      lost: birds?.lost ?? null,
      left: birds?.left ?? 0,
      eggs,
      waterL,
      weight: null,
      isSoFar: false,
    })
  }
  return found
}

/** Whether what was typed lately agrees with a meter. */
function isBelieved(figure: Metered & ('eggs' | 'water'), records: readonly Recorded[]): boolean {
  const unknown = {
    aliveAtStart: null,
    deadMean: null,
    feedMean: null,
    weightBefore: null,
    weighedDaysAgo: null,
  }
  return records
    .slice(-DOUBTED_DAYS)
    .every(({ measured, ...facts }) =>
      doubtsOf(facts, { ...unknown, measured }).every(({ key }) => key !== `${figure}Meter`),
    )
}

/**
 * Birds on the morning of each day, and how many were lost or taken until the evening, by the controller's count; null if
 * that was off on the last recorded day.
 */
async function birdsCounted(db: Db, flock: OpenFlock, days: readonly string[], lastTold: string | undefined) {
  const [first] = days
  if (first === undefined) return null
  const midnight = (day: string) => instantOf(`${day}T00:00`, flock.timeZone)
  const chart = await readChart(
    db,
    { houseId: flock.houseId },
    {
      metrics: ['Bird/Count'],
      from: midnight(daysAfter(first, -1)),
      to: midnight(daysAfter(days.at(-1) ?? first, 1)),
      points: days.length + 3,
      resolution: 'day',
    },
  )
  const low = chart?.series[0]?.low ?? []
  // A farm day is named by its middle, since it begins an hour off when clocks change.
  const evenings = new Map(
    chart?.at.map((at, i) => [dateIn(flock.timeZone, at + 43_200_000), low[i] ?? null]),
  )
  const then = evenings.get(lastTold ?? '') ?? null
  if (then !== null && flock.alive !== null && Math.abs(then - flock.alive) > COUNT_OFF * flock.alive)
    return null
  return new Map(
    days.flatMap(day => {
      const [birds, evening] = [evenings.get(daysAfter(day, -1)) ?? null, evenings.get(day) ?? null]
      if (birds === null || evening === null) return []
      const fewer = birds - evening
      const areLost = fewer >= 0 && fewer <= MOST_LOST * birds
      return [[day, { birds, lost: areLost ? fewer : null, left: areLost ? 0 : Math.abs(fewer) }] as const]
    }),
  )
}
