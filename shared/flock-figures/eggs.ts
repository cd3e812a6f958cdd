/** Below this rate hens are only coming into lay: what they laid before hardly counts. % */
export const IN_LAY = 20

/** Eggs per 100 hens alive: of a day, or from the sums of a week. */
export const henDayRate = (eggs: number, henDays: number): number => (100 * eggs) / henDays

/** Eggs of a day per 100 hens housed. */
export const henHousedRate = (eggs: number, hensHoused: number): number => (100 * eggs) / hensHoused

/** Eggs per hen housed since housing. */
export const eggsPerHenHoused = (eggs: number, hensHoused: number): number => eggs / hensHoused

/** g of egg per hen and day, from the rate (%) and the egg weight (g). */
export const eggMass = (henDayRate: number, eggWeightG: number): number => (henDayRate * eggWeightG) / 100

/** kg of feed per kg of eggs. */
export const feedPerKgEgg = (feedKg: number, eggs: number, eggWeightG: number): number =>
  feedKg / ((eggs * eggWeightG) / 1_000)

/** kg of feed per ten eggs. */
export const feedPerTenEggs = (feedKg: number, eggs: number): number => (10 * feedKg) / eggs

/**
 * Age in days at which half of the hens first laid, interpolated between the two days around it; null if they have not
 * yet. `days` in order of age.
 */
export function ageAtHalfRate(days: readonly { age: number; rate: number }[]): number | null {
  const after = days.findIndex(({ rate }) => rate >= 50)
  const [before, crossing] = [days[after - 1], days[after]]
  if (!crossing) return null
  if (!before) return crossing.age
  return before.age + ((50 - before.rate) / (crossing.rate - before.rate)) * (crossing.age - before.age)
}

/** Eggs fit to be set, in % of those laid. */
export const hatchingEggShare = (settable: number, eggs: number): number => (100 * settable) / eggs

/** Fertile eggs, in % of those set. */
export const fertility = (fertile: number, set: number): number => (100 * fertile) / set

/** Chicks, in % of the eggs set. */
export const hatchability = (chicks: number, set: number): number => (100 * chicks) / set

/** Chicks, in % of the fertile eggs. */
export const hatchOfFertile = (chicks: number, fertile: number): number => (100 * chicks) / fertile

/** Weekly eggs per hen housed, from the losses since housing and the rate of the week, both in % (Cobb breeder supplement). */
export const weeklyEggsPerHenHoused = (losses: number, henWeekRate: number): number =>
  (7 * (1 - losses / 100) * henWeekRate) / 100
