import { FLOOD, WORST } from '#shared/alarm-figures.ts'
import { isWorse } from '#shared/alarms.ts'
import type { Severity } from '#shared/signals.ts'
import { dateIn, daysAfter, daysBetween, localText } from '#shared/zone-time.ts'
import type { ReplayedAlarm } from './house-replay.ts'

/** Something that really broke. Times in ms since 1970. */
export interface Onset {
  name: string
  from: number
  to: number
  /** Any of these alarms finds it. */
  codes: readonly string[]
}

/** A house after its replay. Times in ms since 1970. */
export interface PlayedHouse {
  name: string
  timeZone: string
  from: number
  until: number
  /** Codes of the platform's rules that never saw what they look at. */
  unjudged: readonly string[]
  alarms: readonly ReplayedAlarm[]
  faults?: readonly Onset[]
}

/** What people would have been told. */
interface Load {
  alarms: number
  /** Critical and worse from ten in the evening until six by the house's clocks: everybody is called. */
  nightCalls: number
  /** Back within ten minutes of its end, more than the third of its rule within an hour, or coming and going. */
  chattering: number
}
interface Week extends Load {
  house: string
  /** Its first day. */
  week: string
  ofLevel: Readonly<Record<Severity, number>>
  /** Number by code, most first. */
  ofCode: Readonly<Record<string, number>>
}
interface OfRule extends Load {
  code: string
  level: Severity
  houses: number
  /** The longest that it stood, h. */
  longestH: number
}
/** A real fault; found by an alarm after so many seconds, or not at all. */
interface Found {
  house: string
  fault: string
  afterS: number | null
  by: string | null
}

export interface ReplayFigures extends Load {
  houses: number
  /** Weeks of all houses together. */
  houseWeeks: number
  nightCallsPerHouseWeek: number
  /** Alarms that one person for all these houses gets in ten minutes, and what share of the time is a flood of them. */
  person: { mean: number; peak: number; flood: number }
  /** Share of all alarms that the ten make which ring most, each a rule in one house. */
  worstTenShare: number
  /** How many rang at all, each a rule in one house. */
  ringing: number
  weeks: Week[]
  /** Most alarms first. */
  rules: OfRule[]
  faults: Found[]
  medianDelayS: number | null
  /** By house: the platform's rules that never saw what they look at. */
  unjudged: Readonly<Record<string, readonly string[]>>
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const WEEK = 7 * 24 * HOUR
const AGAIN = 10 * MINUTE
const AN_HOUR_AT_MOST = 3
const NIGHT = { from: '22:00', until: '06:00' }

const isNight = (at: number, timeZone: string): boolean => {
  const clock = localText(at, timeZone).slice(11)
  return clock >= NIGHT.from || clock < NIGHT.until
}

/** The alarms that come and go. */
function chatteringOf(alarms: readonly ReplayedAlarm[]): ReadonlySet<ReplayedAlarm> {
  const found = new Set<ReplayedAlarm>()
  for (const ofCode of Map.groupBy(alarms, ({ code }) => code).values())
    for (const [i, alarm] of ofCode.entries()) {
      const ended = ofCode[i - 1]?.clearedAt ?? null
      const earlier = ofCode[i - AN_HOUR_AT_MOST]?.raisedAt ?? Number.NEGATIVE_INFINITY
      const isBack = ended !== null && alarm.raisedAt - ended < AGAIN
      if (isBack || alarm.raisedAt - earlier < HOUR || alarm.flips > 0) found.add(alarm)
    }
  return found
}

interface Noted extends ReplayedAlarm {
  house: PlayedHouse
  isNightCall: boolean
  isChattering: boolean
}

function noted(house: PlayedHouse): Noted[] {
  const chattering = chatteringOf(house.alarms)
  return house.alarms.map(alarm => ({
    ...alarm,
    house,
    isNightCall: alarm.gravedAt !== null && isNight(alarm.gravedAt, house.timeZone),
    isChattering: chattering.has(alarm),
  }))
}

const loadOf = (alarms: readonly Noted[]): Load => ({
  alarms: alarms.length,
  nightCalls: alarms.filter(({ isNightCall }) => isNightCall).length,
  chattering: alarms.filter(({ isChattering }) => isChattering).length,
})

const counted = (codes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(codes, code => code)]
      .map(([code, all]) => [code, all.length] as const)
      .sort((a, b) => b[1] - a[1]),
  )

/** Weeks of a house from the day of its first report on, those without alarms too. */
function weeksOf(house: PlayedHouse, alarms: readonly Noted[]): Week[] {
  const { name, timeZone, from, until } = house
  const first = dateIn(timeZone, from)
  const number = (at: number) => Math.max(0, Math.floor(daysBetween(first, dateIn(timeZone, at)) / 7))
  const ofWeek = Map.groupBy(alarms, ({ raisedAt }) => number(raisedAt))
  return Array.from({ length: number(until - 1) + 1 }, (_, i) => {
    const own = ofWeek.get(i) ?? []
    const levels: Record<Severity, number> = { info: 0, warning: 0, critical: 0, emergency: 0 }
    for (const { level } of own) levels[level]++
    return {
      house: name,
      week: daysAfter(first, 7 * i),
      ...loadOf(own),
      ofLevel: levels,
      ofCode: counted(own.map(({ code }) => code)),
    }
  })
}

function rulesOf(alarms: readonly Noted[]): OfRule[] {
  return [...Map.groupBy(alarms, ({ code }) => code)]
    .map(([code, own]) => ({
      code,
      level: own.reduce(
        (worst, { level }) => (isWorse(level, worst) ? level : worst),
        own[0]?.level ?? 'info',
      ),
      houses: new Set(own.map(({ house }) => house)).size,
      longestH: Math.max(
        ...own.map(({ raisedAt, clearedAt, house }) => ((clearedAt ?? house.until) - raisedAt) / HOUR),
      ),
      ...loadOf(own),
    }))
    .sort((a, b) => b.alarms - a.alarms)
}

/** How many alarms come to one person in ten minutes: on the mean, at most, and in what share of them too many. */
function personOf(times: readonly number[], spanMs: number): ReplayFigures['person'] {
  let first = 0
  let peak = 0
  for (const [i, at] of times.entries()) {
    while (at - (times[first] ?? at) >= AGAIN) first++
    peak = Math.max(peak, i - first + 1)
  }
  const tens = spanMs / AGAIN
  const flooded = [...Map.groupBy(times, at => Math.floor(at / AGAIN)).values()].filter(
    ({ length }) => length > FLOOD,
  ).length
  return { mean: tens > 0 ? times.length / tens : 0, peak, flood: tens > 0 ? flooded / tens : 0 }
}

/** A fault counts as found by an alarm that is raised while it lasts, or that stood already when it began. */
function foundIn({ name, alarms, faults = [] }: PlayedHouse): Found[] {
  return faults.map(({ name: fault, from, to, codes }) => {
    const [by] = alarms
      .filter(({ code }) => codes.includes(code))
      .filter(({ raisedAt, clearedAt }) => raisedAt <= to && (raisedAt >= from || (clearedAt ?? to) > from))
    const afterS = by ? Math.max(0, by.raisedAt - from) / 1_000 : null
    return { house: name, fault, afterS, by: by?.code ?? null }
  })
}

export function medianOf(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  if (sorted.length === 0) return null
  return ((sorted[Math.ceil(half) - 1] as number) + (sorted[Math.floor(half)] as number)) / 2
}

/** What people would have been told of these houses, and what of it was in vain. */
export function figuresOf(houses: readonly PlayedHouse[]): ReplayFigures {
  const alarms = houses.flatMap(noted)
  const load = loadOf(alarms)
  const houseWeeks = houses.reduce((sum, { from, until }) => sum + (until - from) / WEEK, 0)
  const span = Math.max(0, ...houses.map(({ until }) => until)) - Math.min(...houses.map(({ from }) => from))
  const rules = rulesOf(alarms)
  const ringing = [...Map.groupBy(alarms, ({ house, code }) => `${house.name} ${code}`).values()]
    .map(({ length }) => length)
    .sort((a, b) => b - a)
  const worst = ringing.slice(0, WORST).reduce((sum, each) => sum + each, 0)
  const faults = houses.flatMap(foundIn)
  return {
    ...load,
    houses: houses.length,
    houseWeeks,
    nightCallsPerHouseWeek: houseWeeks > 0 ? load.nightCalls / houseWeeks : 0,
    person: personOf(
      alarms.map(({ raisedAt }) => raisedAt).sort((a, b) => a - b),
      span,
    ),
    worstTenShare: alarms.length > 0 ? worst / alarms.length : 0,
    ringing: ringing.length,
    weeks: houses.flatMap(house =>
      weeksOf(
        house,
        alarms.filter(alarm => alarm.house === house),
      ),
    ),
    rules,
    faults,
    medianDelayS: medianOf(faults.flatMap(({ afterS }) => (afterS === null ? [] : [afterS]))),
    unjudged: Object.fromEntries(houses.map(({ name, unjudged }) => [name, unjudged])),
  }
}
