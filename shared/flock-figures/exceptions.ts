import type { FlockThisMorning } from '../contracts/workplace.ts'
import { isHens } from '../flocks.ts'
import type { StandardValue } from '../standards/standard-table.ts'
import { breedOf, type FlockMeasure, type Sense, senseOf, standardOfWeek } from './standard.ts'
import { weekOf } from './weeks.ts'

/** Something about a flock that needs a look this morning. */
export type Exception =
  | { kind: 'dead'; flock: FlockThisMorning; percent: number; limit: number }
  | { kind: 'water' | 'feed'; flock: FlockThisMorning; percent: number }
  | { kind: 'rate'; flock: FlockThisMorning; value: number; standard: StandardValue }
  | { kind: 'missing'; flock: FlockThisMorning }

/** Difference in % of water or feed from the day before. */
const INTAKE_PERCENT = 12
/** Worst first. */
const order: readonly Exception['kind'][] = ['dead', 'water', 'rate', 'feed', 'missing']

export interface Standing {
  measure: FlockMeasure
  value: number | null
  standard: StandardValue | null
  sense: Sense
}

/** A flock's main figure against its standard: the laying rate of hens, the weight of growing birds. */
export function standing(flock: FlockThisMorning): Standing {
  const lays = isHens(flock)
  const measure = lays ? 'rate' : 'weight'
  const value = lays ? (flock.days[0]?.rate ?? null) : flock.weight
  const week = { week: weekOf(flock.age), age: flock.age, weighedAt: flock.weighedAt }
  const standard = standardOfWeek(breedOf(flock.breed), measure, week, flock.placedAge)
  const sense = value === null || standard === null ? 'neutral' : senseOf(measure, value, standard)
  return { measure, value, standard, sense }
}

/** Change of a sum in % from the day before; null if one of them is missing, or the days are not consecutive. */
export function changeSince(
  [now, before]: FlockThisMorning['days'],
  figure: 'waterL' | 'feedKg',
): number | null {
  if (!now || !before || Date.parse(now.day) - Date.parse(before.day) > 86_400_000) return null
  const [value, old] = [now[figure], before[figure]]
  return value === null || !old ? null : (100 * (value - old)) / old
}

/** Whether yesterday has no record. A flock that arrived today or yesterday has nothing to record yet. */
const isMissing = ({ days: [last], yesterday, placedOn }: FlockThisMorning): boolean =>
  placedOn < yesterday && (last === undefined || last.day < yesterday)

function exceptionsOf(flock: FlockThisMorning): Exception[] {
  const found: Exception[] = []
  if (isMissing(flock)) found.push({ kind: 'missing', flock })
  if (flock.losses) found.push({ kind: 'dead', flock, ...flock.losses })
  const [water, feed] = [changeSince(flock.days, 'waterL'), changeSince(flock.days, 'feedKg')]
  if (water !== null && Math.abs(water) >= INTAKE_PERCENT)
    found.push({ kind: 'water', flock, percent: water })
  if (feed !== null && Math.abs(feed) >= INTAKE_PERCENT) found.push({ kind: 'feed', flock, percent: feed })
  const { measure, value, standard, sense } = standing(flock)
  if (measure === 'rate' && sense === 'bad' && value !== null && standard)
    found.push({ kind: 'rate', flock, value, standard })
  return found
}

/** What needs a look in all flocks, worst first. */
export const exceptionsIn = (flocks: readonly FlockThisMorning[]): Exception[] =>
  flocks.flatMap(exceptionsOf).sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
