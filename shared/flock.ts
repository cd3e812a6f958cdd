/** Age in whole weeks and the days after them. */
export const weeksOf = (dayAge: number): { weeks: number; days: number } => ({
  weeks: Math.floor(dayAge / 7),
  days: dayAge % 7,
})

/** Birds, and kg of them where their weight (g) is known, on each m² of floor. */
export function stockingDensity(
  alive: number,
  floorM2: number,
  weightG: number | null,
): { birds: number; kg: number | null } {
  const birds = alive / floorM2
  return { birds, kg: weightG === null ? null : (birds * weightG) / 1_000 }
}
