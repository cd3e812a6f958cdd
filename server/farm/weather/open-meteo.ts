import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { Agent, request } from 'node:https'
import { z } from 'zod'
import { WARNED_HOURS } from '#shared/bird-weather.ts'
import type { Forecast, ForecastFault } from '#shared/contracts/weather.ts'
import { skyOf } from '#shared/weather.ts'
import { dateIn } from '#shared/zone-time.ts'
import { mayDial, OutsideAgent } from '../../platform/network/outside.ts'

/** An answer came, and is not used. */
export class UnusableForecast extends Error {
  readonly fault: ForecastFault

  constructor(fault: ForecastFault, says: string) {
    super(says)
    this.fault = fault
  }
}

/** Where to ask for the weather: coordinates already rounded, and the time zone of the days. */
export interface AskedPlace {
  latitude: number
  longitude: number
  timeZone: string
}

/** An answer that takes longer counts as none: people wait for the page. ms */
const LONGEST_MS = 4_000
/** In bytes; a week of hours takes about 15 kB. */
const LARGEST = 256 * 1024
const DAYS = 7
const HALF_DAY_S = 43_200

const now = 'temperature_2m,relative_humidity_2m,precipitation,weather_code,wind_speed_10m,is_day'
const hourly = `${now},precipitation_probability`
const daily =
  'temperature_2m_max,temperature_2m_min,precipitation_sum,precipitation_probability_max,wind_speed_10m_max,weather_code'

const time = z.number().int().min(0).max(8e9)
const temperature = z.number().min(-90).max(65)
const percent = z.number().min(0).max(100)
const rain = z.number().min(0).max(2_000).nullish()
const wind = z.number().min(0).max(120)
const code = z.number().int().min(0).max(99)
const column = <T extends z.ZodType>(value: T) => z.array(value).max(DAYS * 25)
/** Null where the provider's models do not know. */
const unsure = <T extends z.ZodType>(value: T) => column(value.nullable())

/** What a service that follows the format says its values are in, by column. */
const Units = z.record(z.string(), z.string()).optional()

const Answer = z.object({
  current_units: Units,
  hourly_units: Units,
  daily_units: Units,
  current: z.object({
    time,
    temperature_2m: temperature,
    relative_humidity_2m: percent,
    precipitation: rain,
    weather_code: code.nullish(),
    wind_speed_10m: wind,
    wind_direction_10m: z.number().min(0).max(360).nullish(),
    is_day: z.number().nullish(),
  }),
  hourly: z.object({
    time: column(time),
    temperature_2m: unsure(temperature),
    relative_humidity_2m: unsure(percent),
    precipitation: unsure(rain),
    precipitation_probability: unsure(percent),
    weather_code: unsure(code),
    wind_speed_10m: unsure(wind),
    is_day: unsure(z.number()),
  }),
  daily: z.object({
    time: column(time),
    temperature_2m_max: unsure(temperature),
    temperature_2m_min: unsure(temperature),
    precipitation_sum: unsure(rain),
    precipitation_probability_max: unsure(percent),
    wind_speed_10m_max: unsure(wind),
    weather_code: unsure(code),
  }),
})
type Answer = z.infer<typeof Answer>

/** The units that were asked for, by part of a column's name. */
const units: readonly (readonly [column: RegExp, unit: RegExp])[] = [
  [/^temperature/, /^°C$/],
  [/^wind_speed/, /^m\/s$/],
  [/^precipitation(_sum)?$/, /^mm$/],
  [/humidity|probability/, /^%$/],
  [/^time$/, /^unixtime$/],
]

/** An answer in other units than those asked for is none: °F read as °C would be deadly heat. */
function refuseForeignUnits({ current_units, hourly_units, daily_units }: Answer): void {
  for (const said of [current_units, hourly_units, daily_units])
    for (const [column, unit] of Object.entries(said ?? {})) {
      const wanted = units.find(([name]) => name.test(column))
      if (wanted && !wanted[1].test(unit))
        throw new UnusableForecast('foreignUnits', `answered ${column} in ${unit}`)
    }
}

/** Nor is one that does not say what its values are in: nobody knows whether they are as asked for. */
function refuseUnsaidUnits(answer: Answer): void {
  for (const part of ['current', 'hourly', 'daily'] as const)
    for (const [column, value] of Object.entries(answer[part])) {
      const isNeeded = value != null && units.some(([name]) => name.test(column))
      if (isNeeded && answer[`${part}_units`]?.[column] === undefined)
        throw new UnusableForecast('unitsUnsaid', `answered ${column} without its unit`)
    }
}

const HOUR_S = 3_600
/** An hour without one of these is left out. */
const needed = ['temperature_2m', 'relative_humidity_2m', 'wind_speed_10m'] as const
/** What is true now is measured every quarter of an hour, and models run every few hours. */
const OLDEST_S = 3 * HOUR_S

/**
 * An answer about another time is none, nor is one with a gap in the hours that birds are warned of: it cannot say that all is
 * well.
 */
function refuseOtherTimes({ current, hourly, daily }: Answer, nowMs: number): void {
  const now = nowMs / 1_000
  if (Math.abs(now - current.time) > OLDEST_S)
    throw new UnusableForecast('otherTime', 'answered about another time')
  for (const { time, ...columns } of [hourly, daily]) {
    if (time.some((at, i) => i > 0 && at <= (time[i - 1] ?? at)))
      throw new UnusableForecast('unreadable', 'answered times out of order')
    const short = Object.values(columns).some(column => column.length !== time.length)
    if (short) throw new UnusableForecast('unreadable', 'answered columns of different lengths')
  }
  const ahead = hourly.time.filter(
    (at, i) => at > now && at <= now + WARNED_HOURS * HOUR_S && needed.every(name => hourly[name][i] != null),
  )
  if (ahead.length < WARNED_HOURS) throw new UnusableForecast('tooFewHours', 'answered too few hours')
}

/** The URL of a forecast, with Open-Meteo's parameters. */
export function forecastAddress(url: string, key: string | undefined, place: AskedPlace): string {
  const address = new URL(url)
  const asked = {
    latitude: `${place.latitude}`,
    longitude: `${place.longitude}`,
    current: `${now},wind_direction_10m`,
    hourly,
    daily,
    timezone: place.timeZone,
    timeformat: 'unixtime',
    temperature_unit: 'celsius',
    precipitation_unit: 'mm',
    wind_speed_unit: 'ms',
    forecast_days: `${DAYS}`,
  }
  for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
  if (key) address.searchParams.set('apikey', key)
  return address.href
}

/**
 * How to dial a provider: a public address leads to the public internet or nowhere; one inside the network is allowed
 * because the operator configured it.
 */
export const agentFor = (url: string): Agent | PlainAgent => {
  if (mayDial(url)) return new OutsideAgent({ keepAlive: false })
  return url.startsWith('https:') ? new Agent() : new PlainAgent()
}

/** Asks a provider; fails on anything but a forecast for now, in the units asked for. A redirect is such an answer: it is not followed. */
export async function askOpenMeteo(
  address: string,
  { timeZone }: AskedPlace,
  agent: Agent | PlainAgent,
  longestMs = LONGEST_MS,
): Promise<Forecast> {
  const text = await read(address, agent, AbortSignal.timeout(longestMs))
  const answer = readable(text)
  refuseForeignUnits(answer)
  refuseUnsaidUnits(answer)
  refuseOtherTimes(answer, Date.now())
  return forecastFrom(answer, timeZone)
}

function readable(text: string): Answer {
  try {
    return Answer.parse(JSON.parse(text))
  } catch (cause) {
    throw new UnusableForecast('unreadable', cause instanceof Error ? cause.message : 'answered no forecast')
  }
}

function read(address: string, agent: Agent | PlainAgent, signal: AbortSignal): Promise<string> {
  const ask = address.startsWith('https:') ? request : plainRequest
  return new Promise((resolve, reject) => {
    const asked = ask(address, { agent, signal, headers: { accept: 'application/json' } }, answer => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('error', reject)
      if (answer.statusCode !== 200) return answer.destroy(new Error(`answered ${answer.statusCode}`))
      answer.on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size > LARGEST) answer.destroy(new Error('answered too much'))
      })
      answer.on('end', () => resolve(Buffer.concat(parts).toString('utf8')))
    })
    asked.on('error', reject)
    asked.end()
  })
}

const instant = (seconds: number) => new Date(seconds * 1_000).toISOString()
const sky = (code: number | null | undefined) => (typeof code === 'number' ? skyOf(code) : null)

/** An hour or a day with missing values is left out: nothing is filled in. */
function forecastFrom({ current, hourly, daily }: Answer, timeZone: string): Forecast {
  return {
    now: {
      at: instant(current.time),
      temperature: current.temperature_2m,
      humidity: current.relative_humidity_2m,
      rain: current.precipitation ?? null,
      wind: current.wind_speed_10m,
      windFrom: current.wind_direction_10m ?? null,
      sky: sky(current.weather_code),
      isDay: current.is_day !== 0,
    },
    hours: hourly.time.flatMap((at, i) => {
      const temperature = hourly.temperature_2m[i] ?? null
      const humidity = hourly.relative_humidity_2m[i] ?? null
      const wind = hourly.wind_speed_10m[i] ?? null
      if (temperature === null || humidity === null || wind === null) return []
      return {
        at: instant(at),
        temperature,
        humidity,
        wind,
        rain: hourly.precipitation[i] ?? null,
        rainChance: hourly.precipitation_probability[i] ?? null,
        sky: sky(hourly.weather_code[i]),
        isDay: hourly.is_day[i] !== 0,
      }
    }),
    days: daily.time.flatMap((at, i) => {
      const highest = daily.temperature_2m_max[i] ?? null
      const lowest = daily.temperature_2m_min[i] ?? null
      if (highest === null || lowest === null) return []
      return {
        // Its noon, whether the provider counts days from its own midnight or from the zone's.
        day: dateIn(timeZone, (at + HALF_DAY_S) * 1_000),
        highest,
        lowest,
        rain: daily.precipitation_sum[i] ?? null,
        rainChance: daily.precipitation_probability_max[i] ?? null,
        wind: daily.wind_speed_10m_max[i] ?? null,
        sky: sky(daily.weather_code[i]),
      }
    }),
  }
}
