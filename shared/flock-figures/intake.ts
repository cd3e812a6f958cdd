/** g of feed or mL of water per bird and day; from kg or L of the house. */
export const intakePerBird = (amount: number, alive: number): number => (1_000 * amount) / alive

/** L of water per kg of feed. */
export const waterToFeed = (waterL: number, feedKg: number): number => waterL / feedKg
