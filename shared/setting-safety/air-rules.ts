import { leastAir, ventilationForRise } from '../physics/ventilation-need.ts'
import { type Level, levelRisks, levelsOf, TUNNEL_FROM_DAY, TUNNEL_LEVEL } from '../setting-levels.ts'
import { CURVE_POINTS } from '../signals/curve-settings.ts'
import type { SettingProblem } from '../signals.ts'
import { targetsAt } from '../standards/targets.ts'
import { changedLike, changedOf, type Judged, numberIn, type Rule, two, upTo } from './judged.ts'

const limits = upTo(CURVE_POINTS).map(point => (part: string) => `Vent/MinMax/P${two(point)}/${part}`)
const COUNT = 'Vent/LevelCount'
/** Share of the need below which the least and the most air are too little; openings and standards are never that exact. */
const ENOUGH = { least: 0.5, most: 0.8 }
/** Times the least need above which a minimum chills. */
const TOO_MUCH = 5
/** °C of a warm day, and K by which a house may then be warmer. */
const WARM = { outside: 25, least: 3, most: 8 }
/** Pa beyond which fans pull against shut openings, and below which cold air drops onto the birds. */
const PRESSURE = { most: 60, least: 3 }
/** s a house may stand without air between two runs (Ross: a timer turn of at most ten minutes). */
const PAUSE = 600
const ON = 1
const CYCLE = 2

/** A point of minimum and maximum that holds now or later. */
interface Limit {
  at: (part: string) => string
  day: number
  min: number
  max: number
}

function limitsNow({ document, house }: Judged): Limit[] {
  const known = limits.flatMap(at => {
    const [day, min, max] = ['Day', 'Min', 'Max'].map(part => numberIn(document, at(part)))
    return day === undefined || min === undefined || max === undefined ? [] : [{ at, day, min, max }]
  })
  const { age } = house
  if (age === null) return []
  const holding = known.findLast(({ day }) => day <= age) ?? known[0]
  const count = numberIn(document, COUNT) ?? Number.POSITIVE_INFINITY
  return known
    .filter(limit => limit === holding || limit.day > age)
    .map(limit => ({ ...limit, max: Math.min(limit.max, count), min: Math.min(limit.min, limit.max, count) }))
}

/** m³/h of a bird as it is now: at least, and on a warm day. */
function needs({ house }: Judged): { least: number; isForLitter: boolean; warm: number } | null {
  const { type, age, weight, alive, litter } = house
  if (age === null || weight === null || alive <= 0) return null
  const { temperature, alarmHigh } = targetsAt(type, age)
  const rise = Math.min(WARM.most, Math.max(WARM.least, temperature + alarmHigh - WARM.outside))
  const flock = { kind: type, birds: alive, weight, eggMass: 0 }
  const { perBird, isForLitter } = leastAir({ type, age, weight, litter })
  return {
    least: perBird,
    isForLitter,
    warm: ventilationForRise(flock, WARM.outside, rise) / alive,
  }
}

/** The cell of a level or of its limit that changes. */
const cellOf = (judged: Judged, { at }: Limit, part: string, level: number): string | undefined =>
  changedOf(judged, [at(part), at('Day'), COUNT]) ??
  changedLike(judged, new RegExp(`^Settings/Vent/L${two(level)}/(?:Fan|Cycle|SideInlet|TunnelInlet)`))

const touchesAir = (judged: Judged) => changedLike(judged, /^Settings\/Vent\//) !== undefined

/** Minimum and maximum that give the birds too little air, now or later; later ones are judged by today's weight. */
export const enoughAir: Rule = judged => {
  const need = needs(judged)
  const limited = limitsNow(judged)
  if (!need || limited.length === 0 || !touchesAir(judged)) return []
  const airs = judged.airs()
  return limited.flatMap(limit => {
    const problems: SettingProblem[] = []
    const judge = (part: 'Min' | 'Max', level: number, wanted: number, message: string) => {
      const air = airs.get(level)
      const field = cellOf(judged, limit, part, level)
      if (!air || !field) return
      const off = wanted * (part === 'Min' ? ENOUGH.least : ENOUGH.most) - air.airflow / judged.house.alive
      if (off <= 0) return
      const values = { level, day: limit.day, air: air.airflow / judged.house.alive, need: wanted }
      problems.push({ field, message, values, off })
    }
    judge('Min', limit.min, need.least, need.isForLitter ? 'risk.leastAirOnLitter' : 'risk.leastAir')
    judge('Max', limit.max, need.warm, 'risk.mostAir')
    return problems
  })
}

/** A minimum with many times the air that birds need chills them in any cool weather. */
export const tooMuchAir: Rule = judged => {
  const need = needs(judged)
  if (!need || !touchesAir(judged)) return []
  const airs = judged.airs()
  const today = limitsNow(judged).filter(({ day }) => day <= (judged.house.age ?? 0))
  return today.flatMap(limit => {
    const air = (airs.get(limit.min)?.airflow ?? 0) / judged.house.alive
    const field = cellOf(judged, limit, 'Min', limit.min)
    if (!field || air <= need.least * TOO_MUCH) return []
    return [
      {
        field,
        message: 'risk.tooMuchAir',
        values: { level: limit.min, day: limit.day, air, need: need.least },
        off: air - need.least * TOO_MUCH,
      },
    ]
  })
}

/** Less air at a higher level, and none at a level in use. */
export const levels: Rule = ({ document, changed, house }) => levelRisks(document, [...changed], house)

/** Levels that pull air along the house, allowed for birds too young for it, or at the minimum in any weather. */
export const coldTunnel: Rule = judged => {
  const { document } = judged
  const young = limits.flatMap((at): SettingProblem[] => {
    const [day = Number.NaN, level = 0] = [numberIn(document, at('Day')), numberIn(document, at('Max'))]
    if (!changedOf(judged, [at('Day'), at('Max')]) || !(day < TUNNEL_FROM_DAY) || level < TUNNEL_LEVEL)
      return []
    const field = `Settings/${at('Max')}`
    return [{ field, message: 'risk.coldTunnel', values: { day: TUNNEL_FROM_DAY } }]
  })
  if (judged.house.alive <= 0) return young
  const table = levelsOf(document)
  const always = limitsNow(judged).flatMap((limit): SettingProblem[] => {
    const door = table.find(({ level, tunnelInlet }) => level === limit.min && tunnelInlet > 0)
    const field =
      door && changedOf(judged, [`Vent/L${two(limit.min)}/TunnelInlet`, limit.at('Min'), limit.at('Day')])
    return field ? [{ field, message: 'risk.tunnelAtMinimum', values: { level: limit.min } }] : []
  })
  return [...young, ...always]
}

const runsFans = ({ groups }: Level) => groups.some(mode => mode !== 0)

/** Fans against shut openings, or openings so wide for young birds that cold air drops. */
export const openings: Rule = judged => {
  const { house, document } = judged
  if (house.alive <= 0 || !touchesAir(judged)) return []
  const airs = judged.airs()
  return levelsOf(document).flatMap((level): SettingProblem[] => {
    const field = changedLike(judged, new RegExp(`^${level.at}(?:SideInlet|TunnelInlet)`))
    const air = airs.get(level.level)
    if (!field || !air || !runsFans(level)) return []
    const values = { level: level.level, pressure: air.pressure }
    if (air.pressure > PRESSURE.most)
      return [{ field, message: 'risk.closed', values, off: air.pressure - PRESSURE.most }]
    const isCold = house.age !== null && house.age < TUNNEL_FROM_DAY && level.tunnelInlet === 0
    if (!isCold || air.pressure >= PRESSURE.least) return []
    return [{ field, message: 'risk.openWide', values, off: PRESSURE.least - air.pressure }]
  })
}

/** A timer that leaves the house without any air for long. */
export const longPause: Rule = judged => {
  if (judged.house.alive <= 0) return []
  return levelsOf(judged.document).flatMap((level): SettingProblem[] => {
    const field = changedLike(judged, new RegExp(`^${level.at}Cycle`))
    const isCycling = level.groups.includes(CYCLE) && !level.groups.includes(ON)
    if (!field || !isCycling || level.cycleOff <= PAUSE) return []
    const values = { level: level.level, pause: level.cycleOff / 60 }
    return [{ field, message: 'risk.longPause', values, off: level.cycleOff - PAUSE }]
  })
}
