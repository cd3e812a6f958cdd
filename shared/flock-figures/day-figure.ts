import { tellsLosses } from '../flocks.ts'
import type { FlockFigure } from '../rule-subjects.ts'
import { type StandardRef, weightAt } from '../standards/standards.ts'
import type { DayFigures } from './ledger.ts'
import { mortalityOf } from './stock.ts'

/** Weighings further apart than this say little about a day's gain. Days of age */
const WEIGHED_WITHIN = 14

/** A figure of one of a flock's days, which are in order; null if that day does not tell it. */
export function dayFigure(
  figure: FlockFigure,
  days: readonly DayFigures[],
  index: number,
  breed: StandardRef | undefined,
): number | null {
  const day = days[index]
  if (!day) return null
  switch (figure) {
    case 'Flock/Losses':
      return lossesOf(day)
    case 'Flock/DailyGain':
      return gainOf(day, days.slice(0, index))
    case 'Flock/LayingRate':
      return day.rate
    case 'Flock/EggWeight':
      return day.eggWeight
    case 'Flock/Water':
      return day.water
    case 'Flock/Feed':
      return day.feed
    case 'Flock/WaterToFeed':
      return day.waterFeed
    case 'Flock/WeightToStandard':
      return weightToStandard(day, breed)
    case 'Flock/Uniformity':
      return day.uniformity
  }
}

function lossesOf(day: DayFigures): number | null {
  const { dead, culled, aliveAtStart } = day
  if (!tellsLosses(day) || !aliveAtStart) return null
  return mortalityOf((dead ?? 0) + (culled ?? 0), aliveAtStart)
}

/** g a day since the weighing before. */
function gainOf({ weight, age }: DayFigures, before: readonly DayFigures[]): number | null {
  const last = before.findLast(day => day.weight !== null)
  if (weight === null || !last || last.weight === null || age - last.age > WEIGHED_WITHIN) return null
  return (weight - last.weight) / (age - last.age)
}

function weightToStandard({ weight, age }: DayFigures, breed: StandardRef | undefined): number | null {
  const standard = breed && weightAt(breed, age)
  return weight === null || !standard ? null : (100 * weight) / standard.mid
}
