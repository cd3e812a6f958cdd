import type { Litter } from '../litter.ts'
import { ammoniaPerBird } from './bird-heat.ts'

/**
 * Share of the rate of Wheeler's houses on new litter that is computed with. The whole rate is half as high again as real houses
 * gave off on litter used before.
 */
const NEW_SHARE = 0.55
/** days until which it is computed with: heavier broilers were not measured */
const NEW_UNTIL = 35
/** g a bird and day that no litter falls below */
const LEAST = 0.02

/** Litter used before, fitted to a real house from day 5 to 41: g a bird and day at placement, and more for each day. */
const REUSED = { atPlacement: 0.04, aDay: 0.0124, until: 41 }
/**
 * Acid on used litter holds back half of it and more (50 % in the first week at 0.49 kg/m² of alum, Li 2018,
 * doi:10.13031/iles.18-115; 28 to 79 % by dose of sodium bisulphate), and is used up by day 10 to 14 (Ritz et al. 2006).
 */
const TREATED = { share: 0.45, from: 10, until: 14 }
/** Built-up litter, the most that was measured: g a bird and day at placement, and days of the measured flocks. */
const BUILT_UP = { atPlacement: 0.1, until: 45 }

/** g NH3 per bird and day of birds on the floor. Nothing on new litter for six days (Wheeler et al. 2006). */
export function litterAmmonia(litter: Litter, age: number): number {
  if (litter === 'new')
    return Math.max(LEAST, NEW_SHARE * ammoniaPerBird('newLitter', Math.min(age, NEW_UNTIL)))
  const { atPlacement, aDay, until } = REUSED
  const untreated = atPlacement + aDay * Math.min(Math.max(0, age), until)
  return litter === 'treated' ? untreated * treatedShare(age) : untreated
}

/** The acid's share of what is left, all of it again once it is used up. */
function treatedShare(age: number): number {
  const { share, from, until } = TREATED
  const usedUp = Math.min(1, Math.max(0, (age - from) / (until - from)))
  return share + (1 - share) * usedUp
}

/** g NH3 per bird and day that litter gives off at most: built up over many flocks (Wheeler et al. 2006). */
export const mostLitterAmmonia = (age: number): number =>
  BUILT_UP.atPlacement + ammoniaPerBird('builtUpLitter', Math.min(age, BUILT_UP.until))
