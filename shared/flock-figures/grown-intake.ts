import type { HouseType } from '../signals.ts'
import { breedsFor, feedAt, type StandardRef, waterAt } from '../standards/standards.ts'
import { standardIn } from './standard.ts'

const standards = { feed: feedAt, water: waterAt } as const

type Flock = Parameters<typeof standardIn>[0] & { type: HouseType }

/**
 * How many times the feed or water of one age a bird takes at another, ages in days: by the flock's standard, else by the first
 * breed of its kind, since all chicks eat more every day; 1 if neither says.
 */
export function grownIntake(flock: Flock, figure: keyof typeof standards, from: number, to: number): number {
  const own = standardIn(flock)
  for (const standard of [...(own ? [own] : []), ...breedsFor(flock.type).slice(0, 1)]) {
    const times = timesBy(standard, figure, from, to)
    if (times !== null) return times
  }
  return 1
}

function timesBy(standard: StandardRef, figure: keyof typeof standards, from: number, to: number) {
  const [then, now] = [from, to].map(age => standards[figure](standard, age + 0.5))
  return then && now && then.mid > 0 ? now.mid / then.mid : null
}
