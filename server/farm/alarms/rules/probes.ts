import { houseTemperature, isMeasured, isPossible, MEAN, probesOf } from '#shared/house-temperature.ts'
import type { Facts } from './facts.ts'

/** The temperature that rules read of a house, °C; null without any. */
export const meanTemperature = (facts: Facts): number | null =>
  houseTemperature(facts, facts.once(probesOf))?.value ?? null

/**
 * The hottest place that is possible: birds there do not live at the mean. A probe in doubt counts, for it may be the one next
 * to the fan that stands still.
 */
export function hottest({ told }: Pick<Facts, 'told'>): number | null {
  const mean = told(MEAN)
  const places = [
    ...probesOf({ read: told }).believed,
    ...(isMeasured(mean) && isPossible(mean) ? [mean] : []),
  ]
  return places.length === 0 ? null : Math.max(...places)
}
