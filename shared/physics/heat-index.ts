import { wetBulb } from './psychrometrics.ts'

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

/** Broiler temperature-humidity index in °C: 85 % dry bulb, 15 % wet bulb (from memory of the trade, unpublished). */
export function broilerHeatIndex(temperature: number, humidity: number): number {
  return 0.85 * temperature + 0.15 * wetBulb(temperature, humidity)
}

/** Broiler index with air speed in m/s, limited to 0.2…1.2 m/s for which it was made. */
export function broilerWindIndex(temperature: number, humidity: number, airSpeed: number): number {
  return broilerHeatIndex(temperature, humidity) * Math.max(0.2, Math.min(airSpeed, 1.2)) ** -0.058
}
