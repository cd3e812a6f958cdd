import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const HOUR_S = 3_600
const HOURS = 7 * 24

/** What a weather service answers: status, headers and text; a function handles the response itself. */
type Answer =
  | { status?: number; headers?: Record<string, string>; body?: string }
  | ((to: ServerResponse) => void)

export interface WeatherService {
  url: string
  /** Requests received, oldest first. */
  asked: URLSearchParams[]
  /** Sets its answer from now on; a forecast by default. */
  answer: (answer: Answer | null) => void
  stop(): Promise<void>
}

/** A week in Open-Meteo's format from the midnight `from` (s), with the temperature of each hour given by `warmth`. */
export function openMeteoAnswer(
  from: number,
  warmth: (hour: number) => number | null,
): Record<string, object> {
  const hours = Array.from({ length: HOURS }, (_, i) => i)
  const all = <T>(value: T): T[] => hours.map(() => value)
  const days = Array.from({ length: 7 }, (_, i) => i)
  const current = {
    time: Math.floor(Date.now() / 1_000),
    interval: 900,
    temperature_2m: 11.3,
    relative_humidity_2m: 64,
    precipitation: 0,
    weather_code: 2,
    wind_speed_10m: 3.2,
    wind_direction_10m: 135,
    is_day: 1,
  }
  const inUnits = {
    time: 'unixtime',
    temperature_2m: '°C',
    relative_humidity_2m: '%',
    precipitation: 'mm',
    wind_speed_10m: 'm/s',
    weather_code: 'wmo code',
  }
  return {
    current_units: { ...inUnits, interval: 'seconds', wind_direction_10m: '°' },
    hourly_units: { ...inUnits, precipitation_probability: '%' },
    daily_units: {
      time: 'unixtime',
      temperature_2m_max: '°C',
      temperature_2m_min: '°C',
      precipitation_sum: 'mm',
      precipitation_probability_max: '%',
      wind_speed_10m_max: 'm/s',
    },
    current,
    hourly: {
      time: hours.map(hour => from + hour * HOUR_S),
      temperature_2m: hours.map(warmth),
      relative_humidity_2m: all(60),
      precipitation: all(0.2),
      precipitation_probability: all(null),
      weather_code: all(61),
      wind_speed_10m: all(4),
      is_day: all(1),
    },
    daily: {
      time: days.map(day => from + day * 24 * HOUR_S),
      temperature_2m_max: days.map(day => 14 + day),
      temperature_2m_min: days.map(day => 4 + day),
      precipitation_sum: days.map(() => 4.8),
      precipitation_probability_max: days.map(() => 80),
      wind_speed_10m_max: days.map(() => 7.5),
      weather_code: days.map(() => 95),
    },
  }
}

/** A weather service over real HTTP that answers in Open-Meteo's format, or whatever a test wants. */
export async function startWeatherService(): Promise<WeatherService> {
  const asked: URLSearchParams[] = []
  let told: Answer | null = null
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
  const forecast = JSON.stringify(openMeteoAnswer(midnight, hour => 5 + (hour % 24)))
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://weather').searchParams)
    if (typeof told === 'function') return told(response)
    response.writeHead(told?.status ?? 200, { 'content-type': 'application/json', ...told?.headers })
    response.end(told?.body ?? forecast)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/forecast`,
    asked,
    answer: answer => {
      told = answer
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
