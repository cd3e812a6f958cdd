import { type FlockAlarmCode, isWorse } from '../alarms.ts'
import type { FlockThisMorning } from '../contracts/workplace.ts'
import { ENOUGH_OF_DAY } from '../flock.ts'
import { isTurned } from '../flock-verdicts/falls.ts'
import type { HouseStateName } from '../house-state.ts'
import { isQuick, namedAlarm, type Urgency, urgencies } from '../house-urgency.ts'
import type { Severity } from '../signals.ts'
import type { StandardValue } from '../standards/standard-table.ts'
import { daysBetween } from '../zone-time.ts'
import { grownIntake } from './grown-intake.ts'
import { LONGEST_GAP } from './ledger.ts'
import { type FlockMeasure, mainMeasure, type Sense, senseOf, standardIn, standardOn } from './standard.ts'
import { type Counter, counters, isRationed } from './still-meter.ts'
import { birdsTogether } from './stock.ts'

type Alarm = FlockThisMorning['alarms'][number]

/** Something about a flock that needs a look this morning. */
export type Exception = { flock: FlockThisMorning; isCritical: boolean; stake: number } & (
  | { kind: AlarmKind; alarm: Alarm }
  | { kind: 'thirst' | 'feed'; percent: number }
  | { kind: 'rate' | 'weight'; value: number; standard: StandardValue }
  | { kind: 'still'; counter: Counter; amount: number }
  | { kind: 'missing' | 'untold'; days: number }
)

/** The alarms of flocks, as the morning calls them: what they are about and when they stand is decided by their rules. */
const kindOf = {
  LossesHigh: 'dead',
  WaterFalling: 'water',
  LayingRateFalling: 'laying',
  GrowthBehind: 'growth',
} as const satisfies Record<FlockAlarmCode, string>
type AlarmKind = (typeof kindOf)[FlockAlarmCode]

/** What is at stake, worst first: lives, then what comes before deaths, then what is earned. */
const order: readonly Exception['kind'][] = [
  'dead',
  'water',
  'laying',
  'growth',
  'thirst',
  'still',
  'feed',
  'weight',
  'rate',
  'untold',
  'missing',
]

/** More water, or less or more feed, than the day before by so many % beyond what the birds' growth explains (practice). */
const THIRST_PERCENT = 25
const FEED_PERCENT = 15
/** Days in a row without losses entered behind which birds may be dying unseen. */
const UNTOLD_FROM = 3
/** A weighing older than this says nothing about this morning. Days */
const WEIGHED_WITHIN = 14

export interface Standing {
  measure: FlockMeasure
  value: number | null
  standard: StandardValue | null
  sense: Sense
}

/** A flock's main figure against its standard of that day: the laying rate of hens, the weight of growing birds. */
export function standing(flock: FlockThisMorning): Standing {
  const measure = mainMeasure(flock)
  const [last] = flock.days
  const [value, age] =
    measure === 'rate' ? [last?.rate ?? null, last?.age] : [flock.weight, flock.weighedAt ?? undefined]
  const { placedAge } = flock
  const standard = standardOn(standardIn(flock), measure, { age: age ?? flock.age, placedAge })
  // Where losses were not recorded, nobody knows of how many hens the eggs are.
  const isUnsure = measure === 'rate' && !flock.isRecorded
  const sense =
    value === null || standard === null || isUnsure ? 'neutral' : senseOf(measure, value, standard)
  return { measure, value, standard, sense }
}

type Day = FlockThisMorning['days'][number]

/** Whether so many birds came or left that a day's figures are not those of the birds of its morning. */
const isTurnedDay = ({ aliveAtStart, movedIn, sold, movedOut }: Day): boolean =>
  aliveAtStart !== null && isTurned(aliveAtStart, { came: movedIn, left: sold + movedOut })

/**
 * Change per bird in % from the day before, beyond what birds of that age take more or less; null if one of them is missing,
 * the days are not consecutive, birds came or left, or there is too little to tell.
 */
export function changeSince(flock: FlockThisMorning, figure: 'water' | 'feed'): number | null {
  const [now, before] = flock.days
  if (!now || !before || daysBetween(before.day, now.day) !== 1) return null
  if (isTurnedDay(now) || isTurnedDay(before)) return null
  const [value, old] = [now[figure], before[figure]]
  const amount = figure === 'water' ? before.waterL : before.feedKg
  if (value === null || !old || amount === null || amount < ENOUGH_OF_DAY) return null
  return 100 * (value / (old * grownIntake(flock, figure, before.age, now.age)) - 1)
}

/** How much more they drink, and how much more or less they eat; of birds on a ration neither where the ration changed. */
function intakeChanges(flock: FlockThisMorning) {
  const [water, feed] = [changeSince(flock, 'water'), changeSince(flock, 'feed')]
  if (!isRationed(flock.type)) return { water, feed }
  const isSameRation = feed !== null && Math.abs(feed) < FEED_PERCENT
  return { water: isSameRation ? water : null, feed: null }
}

/** Whether yesterday has no record. A flock that arrived today or yesterday has nothing to record yet. */
const isMissing = ({ days: [last], yesterday, placedOn }: FlockThisMorning): boolean =>
  placedOn < yesterday && (last === undefined || last.day < yesterday)

/** The last recorded day before today; without any, that of the placement. */
const lastTold = ({ days: [last], lastRecordOn, yesterday, placedOn }: FlockThisMorning): string =>
  last?.day ?? (lastRecordOn && lastRecordOn <= yesterday ? lastRecordOn : placedOn)

/** Whether there is no record for so long that nobody knows how a flock fares: that is no note but a warning. */
export const isSilent = (exception: Exception): boolean =>
  exception.kind === 'missing' && exception.days > LONGEST_GAP

/** Days up to yesterday on which nobody entered losses. */
const daysUntold = ({ lossesOn, yesterday, placedOn }: FlockThisMorning): number =>
  Math.max(0, daysBetween(lossesOn ?? placedOn, yesterday))

const birdsIn = ({ alive, males }: FlockThisMorning): number => birdsTogether({ females: alive, males }) ?? 0
/** Birds that a share of the flock, %, is. */
const shareOf = (flock: FlockThisMorning, percent: number) => (birdsIn(flock) * Math.abs(percent)) / 100

function exceptionsOf(flock: FlockThisMorning): Exception[] {
  const found: Exception[] = flock.alarms.map(alarm => ({
    kind: kindOf[alarm.code],
    flock,
    alarm,
    isCritical: isWorse(alarm.level, 'warning'),
    stake: stakeOf(flock, alarm),
  }))
  const has = (kind: AlarmKind) => found.some(each => each.kind === kind)
  const mild = { flock, isCritical: false }
  if (isMissing(flock)) {
    const days = daysBetween(lastTold(flock), flock.yesterday)
    found.push({ ...mild, kind: 'missing', days, stake: days * birdsIn(flock) })
  } else if (daysUntold(flock) >= UNTOLD_FROM) {
    const days = daysUntold(flock)
    found.push({ ...mild, kind: 'untold', days, stake: days * birdsIn(flock) })
  }
  const { water, feed } = intakeChanges(flock)
  // Less water is judged by the alarm; more may be heat, illness or a leak.
  if (water !== null && water >= THIRST_PERCENT)
    found.push({ ...mild, kind: 'thirst', percent: water, stake: shareOf(flock, water) })
  if (feed !== null && Math.abs(feed) >= FEED_PERCENT)
    found.push({ ...mild, kind: 'feed', percent: feed, stake: shareOf(flock, feed) })
  for (const counter of counters) {
    const amount = flock.days[0]?.still?.[counter]
    if (amount !== undefined) found.push({ ...mild, kind: 'still', counter, amount, stake: birdsIn(flock) })
  }
  const below = belowStandard(flock)
  if (below && !has(below.kind === 'rate' ? 'laying' : 'growth')) found.push(below)
  return found
}

function belowStandard(flock: FlockThisMorning): (Exception & { kind: 'rate' | 'weight' }) | null {
  const { measure, value, standard, sense } = standing(flock)
  if (sense !== 'bad' || value === null || !standard) return null
  const percent = (100 * (standard.low - value)) / standard.low
  const shown = { flock, isCritical: false, value, standard, stake: shareOf(flock, percent) }
  if (measure === 'rate') return { ...shown, kind: 'rate' }
  const isOld = flock.weighedAt === null || flock.age - flock.weighedAt > WEIGHED_WITHIN
  return isOld ? null : { ...shown, kind: 'weight' }
}

/** Birds that an alarm is about: those dying above the limit, else the share by which the figure misses its limit. */
function stakeOf(flock: FlockThisMorning, { code, value, limit }: Alarm): number {
  if (value === null || !limit) return 0
  return code === 'LossesHigh'
    ? shareOf(flock, value - limit)
    : shareOf(flock, (100 * Math.max(0, limit - value)) / limit)
}

/** Worst first: what is critical, then by what is at stake, then by how many birds it is about. */
const isBefore = (a: Exception, b: Exception): number =>
  Number(b.isCritical) - Number(a.isCritical) ||
  order.indexOf(a.kind) - order.indexOf(b.kind) ||
  b.stake - a.stake

/** What needs a look in all flocks, worst first. */
export const exceptionsIn = (flocks: readonly FlockThisMorning[]): Exception[] =>
  flocks.flatMap(exceptionsOf).sort(isBefore)

/** A house as far as its place in the morning list depends on it. */
interface House {
  id: string
  state: HouseStateName
  urgency: Urgency
  /** Since when it has been in this state; null if unknown. */
  stateSince: string | null
  /** Null while it is empty. */
  flockStartedOn: string | null
  /** Worst first. */
  alarms: readonly { code: string; level: Severity }[]
}

/** An alarm of a flock among its exceptions. */
export type FlockAlarm = Extract<Exception, { alarm: Alarm }>

/** A line of the morning list: a house, with the alarm of its flock that it names, or something about a flock alone. */
export type MorningLine<H> =
  | { house: H; exception: FlockAlarm | undefined }
  | { house?: undefined; exception: Exception }

/**
 * Houses that are not normal, and what needs a look in flocks, in one order: by kind of urgency, emergencies first, and within
 * it by how much is at stake. Among what is critical that is first what kills within minutes, then dying flocks by the birds
 * that they lose, then the rest by time.
 */
export function morningLines<H extends House>(
  houses: readonly H[],
  flocks: readonly FlockThisMorning[],
): MorningLine<H>[] {
  const exceptions = exceptionsIn(flocks)
  const byHouse = Map.groupBy(exceptions, ({ flock }) => flock.houseId)
  const ofHouses = houses
    .filter(({ urgency }) => urgency !== 'normal')
    .map(house => ({ house, exception: namedBy(house, byHouse.get(house.id) ?? []) }))
  const named = new Set<Exception | undefined>(ofHouses.map(({ exception }) => exception))
  const ofFlocks = exceptions
    .filter(exception => !named.has(exception))
    .map((exception): MorningLine<H> => ({ exception }))
  return [...ofHouses, ...ofFlocks].sort(isLineBefore)
}

/** The alarm of a house's flock that the line of the house names. */
const namedBy = (house: House, exceptions: readonly Exception[]): FlockAlarm | undefined =>
  exceptions.find(
    (each): each is FlockAlarm => 'alarm' in each && each.alarm.code === namedAlarm(house)?.code,
  )

const isLineBefore = (a: MorningLine<House>, b: MorningLine<House>): number =>
  placeIn(a) - placeIn(b) ||
  Number(isEmpty(a)) - Number(isEmpty(b)) ||
  rankIn(a) - rankIn(b) ||
  (a.exception && b.exception ? isBefore(a.exception, b.exception) : 0) ||
  sinceOf(a).localeCompare(sinceOf(b))

/** Places after everything urgent: flocks with warnings, then the other houses to watch, then what is only noted. */
const [WARNED, WATCHED, NOTED] = [urgencies.length, urgencies.length + 1, urgencies.length + 2]

function placeIn({ house, exception }: MorningLine<House>): number {
  if (house && house.urgency !== 'watch') return urgencies.indexOf(house.urgency)
  if (exception?.isCritical) return urgencies.indexOf('alarm')
  if (exception) return 'alarm' in exception || isSilent(exception) ? WARNED : NOTED
  return WATCHED
}

const isEmpty = ({ house }: MorningLine<House>): boolean => house?.flockStartedOn === null

/** Place of a line among those of the same urgency. */
function rankIn({ house, exception }: MorningLine<House>): number {
  const alarm = house && namedAlarm(house)
  if (alarm && isQuick(alarm)) return 0
  if (!exception) return 2
  return exception.isCritical ? (exception.kind === 'dead' ? 1 : 3) : 4
}

/** When what a line is about began, as text that sorts; last if unknown. A warning begins without a change of the state. */
function sinceOf({ house, exception }: MorningLine<House>): string {
  const alarm = exception && 'alarm' in exception ? exception.alarm.since : null
  const state = house && house.state !== 'normal' ? house.stateSince : null
  return alarm ?? state ?? 'unknown'
}
