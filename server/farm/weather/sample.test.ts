import { expect, test } from 'vitest'
import { weatherOf } from '#shared/physics/weather.ts'
import { placeDegrees } from '#shared/weather.ts'
import { demoCustomers, demoTrial } from '../../demo/seed/demo-farms.ts'
import { sampleForecast } from './sample.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const START = Date.parse('2026-01-05T00:00:00Z')
/** Any time of the year and of the day. */
const moments = Array.from({ length: 200 }, (_, i) => START + i * (1.8 * DAY + 53 * 60_000))
/** What an outside sensor may be off. K */
const NOISE = 0.25

const farms = [...demoCustomers, demoTrial].map(({ key, timeZone, sites }) => ({ key, timeZone, sites }))

test.each(farms)(
  'the houses of $key stand in one weather, and it is the weather shown',
  ({ timeZone, sites }) => {
    const houses = sites.map(site => weatherOf(site, 0))
    for (const [i, { latitude, longitude }] of sites.entries()) {
      const place = { latitude: placeDegrees(latitude), longitude: placeDegrees(longitude), timeZone }
      for (const at of moments) {
        const outside = houses.map(weather => weather(at).temperature)
        expect(Math.max(...outside) - Math.min(...outside)).toBeLessThan(NOISE)
        const { now, hours, days } = sampleForecast(place, at)
        expect(Math.abs(now.temperature - (outside[i] ?? Number.NaN))).toBeLessThan(NOISE)
        for (const hour of [hours[0], hours[30], hours.at(-1)]) {
          const then = houses[i]?.(Date.parse(hour?.at ?? '')).temperature ?? Number.NaN
          expect(Math.abs((hour?.temperature ?? Number.NaN) - then)).toBeLessThan(NOISE)
        }
        for (const { lowest, highest } of days) expect(lowest).toBeLessThanOrEqual(highest)
      }
    }
  },
)

test('a farm on the border of two squares of the map has one weather as well', () => {
  const [west, east] = [4.49, 4.51].map(longitude => weatherOf({ latitude: 52.24, longitude }, 0))
  for (const at of moments)
    expect(Math.abs((west?.(at).temperature ?? 0) - (east?.(at).temperature ?? 99))).toBeLessThan(NOISE)
})

test('what falls in the frost is snow, and only clouds bring rain', () => {
  const place = { latitude: 45.8, longitude: 126.6, timeZone: 'Asia/Shanghai' }
  const hours = moments.flatMap(at => sampleForecast(place, at).hours)
  const wet = hours.filter(({ rain }) => (rain ?? 0) > 0)
  expect(wet.length / hours.length).toBeGreaterThan(0.02)
  expect(wet.length / hours.length).toBeLessThan(0.25)
  for (const { sky, temperature } of wet) {
    if (temperature < 0) expect(sky).toBe('snow')
    if (temperature > 1) expect(['rain', 'heavyRain']).toContain(sky)
  }
  for (const { sky } of hours.filter(({ rain }) => rain === 0)) expect(sky).not.toMatch(/rain|snow/i)
})
