import type { Forecast, ForecastFault } from '#shared/contracts/weather.ts'
import { type AskedPlace, UnusableForecast } from './open-meteo.ts'

/** How long an answer is good, and how long a provider that failed is left alone. ms */
const KEPT_MS = 15 * 60_000
const FAILED_MS = 60_000
/** Places whose answers are kept; the oldest are dropped. */
const PLACES = 2_000

export interface KeptForecast {
  askedAt: number
  /** Null: no answer came, or none that can be used. */
  forecast: Forecast | null
  fault: ForecastFault | null
}
interface Kept {
  until: number
  answer: Promise<KeptForecast>
}

/** Asks about a place once for all viewers, and again when the answer is old. Never fails: errors go to `failed`. */
export function keepForecasts(
  ask: (place: AskedPlace) => Promise<Forecast>,
  failed: (error: unknown) => void,
  clock: () => number = Date.now,
): (place: AskedPlace) => Promise<KeptForecast> {
  const kept = new Map<string, Kept>()
  return place => {
    const key = `${place.latitude} ${place.longitude} ${place.timeZone}`
    const now = clock()
    const known = kept.get(key)
    if (known && known.until > now) return known.answer
    const asked: Kept = {
      until: now + KEPT_MS,
      answer: ask(place).then(
        forecast => ({ askedAt: now, forecast, fault: null }),
        error => {
          asked.until = clock() + FAILED_MS
          failed(error)
          return {
            askedAt: now,
            forecast: null,
            fault: error instanceof UnusableForecast ? error.fault : 'silent',
          }
        },
      ),
    }
    // Inserted anew, so that the oldest comes first in the map.
    kept.delete(key)
    kept.set(key, asked)
    const oldest = kept.size > PLACES ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    return asked.answer
  }
}
