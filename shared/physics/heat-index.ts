/** Layer temperature-humidity index on the Fahrenheit scale (chart of Xin and Harmon); °C and %. */
export function layerHeatIndex(temperature: number, humidity: number): number {
  return 1.8 * temperature + 32 - (0.55 - 0.0055 * humidity) * (1.8 * temperature - 26)
}

export const heatZones = ['comfort', 'alert', 'danger', 'emergency'] as const
export type HeatZone = (typeof heatZones)[number]

/** Zone of a layer heat index: comfort below 70, alert to 75, danger to 81, emergency above. */
export function layerHeatZone(index: number): HeatZone {
  if (index < 70) return 'comfort'
  if (index < 76) return 'alert'
  return index <= 81 ? 'danger' : 'emergency'
}
