/** g of feed a bird eats, or mL of water it drinks, a day; from kg or L of the house. */
export const intakePerBird = (amount: number, alive: number): number => (1_000 * amount) / alive

/** L of water to the kg of feed. */
export const waterToFeed = (waterL: number, feedKg: number): number => waterL / feedKg

/** How far a figure is from its standard, in % of that. */
export const deviation = (actual: number, standard: number): number => (100 * (actual - standard)) / standard
