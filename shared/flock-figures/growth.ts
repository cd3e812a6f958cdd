/** Mean gain since placement, g per day. Weights in g, age in days. */
export const averageDailyGain = (weightG: number, chickWeightG: number, ageDays: number): number =>
  (weightG - chickWeightG) / ageDays

/** kg of feed per kg of live weight. */
export const feedConversion = (feedKg: number, liveKg: number): number => feedKg / liveKg

/** kg of feed per kg gained: without the weight at which the chicks arrived. */
export const feedConversionOnGain = (
  feedKg: number,
  liveKg: number,
  placed: number,
  chickWeightKg: number,
): number => feedKg / (liveKg - placed * chickWeightKg)

/**
 * Feed conversion as breeding companies print it: feed per living bird over its weight, both in g. It includes the chick's
 * weight but no losses, so a farm's own figure is naturally worse.
 */
export const feedConversionOfTable = (feedG: number, weightG: number): number => feedG / weightG

/** g of weight that change the conversion by 1 (Ross broiler handbook) */
const G_PER_CONVERSION = 4_500

/** Feed conversion adjusted to another weight, so that flocks sold at different weights can be compared. */
export const feedConversionAt = (conversion: number, targetG: number, actualG: number): number =>
  conversion + (targetG - actualG) / G_PER_CONVERSION

/** European production efficiency factor. Livability in %, the mean weight in kg, the age in days. */
export const efficiencyFactor = (
  livability: number,
  weightKg: number,
  ageDays: number,
  conversion: number,
): number => (100 * livability * weightKg) / (ageDays * conversion)

/** Birds and their mean weight, kg. */
interface LiveBirds {
  alive: number
  weightKg: number
}

/** Feed conversion of a period. The weight of birds that died in it is not counted. */
export const feedConversionBetween = (feedKg: number, start: LiveBirds, end: LiveBirds): number =>
  feedKg / (end.alive * end.weightKg - start.alive * start.weightKg)
