import { inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { weather } from '#shared/contracts/weather.ts'
import { defaultSettings } from '#shared/controller-program/default-settings.ts'
import type { Grant } from '#shared/permissions.ts'
import { isApart } from '#shared/weather.ts'
import { keepForecasts } from '../../farm/weather/kept-forecasts.ts'
import { agentFor, askOpenMeteo, forecastAddress } from '../../farm/weather/open-meteo.ts'
import {
  openMeteoAnswer,
  startWeatherService,
  type WeatherService,
} from '../../farm/weather/testing/weather-service.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { reportedSettings } from '../../platform/database/tables/settings.ts'
import { OutsideAgent } from '../../platform/network/outside.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildDepartment, buildDevice, buildFlock, buildHouse } from '../../testing/farm-builder.ts'

const PLACE = { latitude: 36.7, longitude: 119.1, timeZone: 'Asia/Shanghai' }
/** Long after anything on this machine answers. ms */
const PATIENCE = 60_000

let service: WeatherService
let farm: TestApp
beforeAll(async () => {
  service = await startWeatherService()
  farm = await testApp({ demo: false, weatherUrl: service.url, weatherKey: 'secret-key' })
})
afterAll(async () => {
  await farm.close()
  await service.stop()
})
afterEach(() => service.answer(null))

/** A house of the sharing customer at its own coordinates, so that each test has a place not requested before. */
let places = 0
async function houseAt(more: Parameters<typeof buildHouse>[2] = {}) {
  const latitude = 20 + ++places
  const house = await buildHouse(farm.services, farm.offices.sharing, {
    latitude,
    longitude: 119.06,
    ...more,
  })
  return { house, id: `${farm.offices.sharing.id}~${latitude}~119.1` }
}
const owner = () => farm.as({ office: farm.offices.sharing, kind: 2, grants: ['weather:query'] })
const ask = (longestMs?: number) =>
  askOpenMeteo(forecastAddress(service.url, undefined, PLACE), PLACE, agentFor(service.url), longestMs)

test('a farm sees now, its hours and its days, asked for with no more of the place than 0.1 degrees', async () => {
  const { id } = await houseAt({ name: 'North 1' })
  const person = await owner()
  const shown = await person.call(weather.get, { params: { id } })
  expect(shown).toMatchObject({ source: 'provider', provider: '127.0.0.1', place: { longitude: 119.1 } })
  expect(shown.forecast?.now).toMatchObject({ temperature: 11.3, humidity: 64, sky: 'cloudy', windFrom: 135 })
  expect(shown.forecast?.hours).toHaveLength(168)
  expect(shown.forecast?.hours[3]).toMatchObject({ temperature: 8, rain: 0.2, rainChance: null, sky: 'rain' })
  expect(shown.forecast?.days).toHaveLength(7)
  expect(shown.forecast?.days[2]).toMatchObject({ highest: 16, lowest: 6, sky: 'thunder' })
  const asked = Object.fromEntries(service.asked.at(-1) ?? [])
  expect(asked).toMatchObject({
    longitude: '119.1',
    wind_speed_unit: 'ms',
    temperature_unit: 'celsius',
    apikey: 'secret-key',
  })
})

test('however many look, the provider is asked once', async () => {
  const { id } = await houseAt()
  const person = await owner()
  const before = service.asked.length
  await Promise.all(Array.from({ length: 20 }, () => person.call(weather.get, { params: { id } })))
  expect(service.asked).toHaveLength(before + 1)
})

test('an answer is kept for 15 minutes, a failure for one', async () => {
  let now = 0
  let asked = 0
  const failures: unknown[] = []
  const forecast = await ask()
  const keep = keepForecasts(
    async () => {
      asked++
      if (asked === 2) throw new Error('down')
      return forecast
    },
    error => void failures.push(error),
    () => now,
  )
  await keep(PLACE)
  now = 14 * 60_000
  await keep(PLACE)
  expect(asked).toBe(1)
  now = 15 * 60_000
  expect(await keep(PLACE)).toMatchObject({ forecast: null })
  expect(await keep(PLACE)).toMatchObject({ forecast: null })
  expect([asked, failures.length]).toEqual([2, 1])
  now += 60_000
  expect(await keep(PLACE)).toMatchObject({ forecast })
})

test('without an answer the page says so and shows none', async () => {
  const { id } = await houseAt()
  service.answer({ status: 500, body: 'out of order' })
  const person = await owner()
  const shown = await person.call(weather.get, { params: { id } })
  expect(shown).toMatchObject({ source: 'unanswered', forecast: null, flocks: [] })
})

test('what is late, too long, cut off or no forecast is no answer', async () => {
  service.answer(() => {})
  await expect(ask(50)).rejects.toThrow()
  service.answer(to => void to.write('{"current":'))
  await expect(ask(50)).rejects.toThrow()
  service.answer(to => void to.write('{"current":', () => to.destroy()))
  await expect(ask(PATIENCE)).rejects.toThrow()
  service.answer({ body: ' '.repeat(300_000) })
  await expect(ask(PATIENCE)).rejects.toThrow('answered too much')
  const rubbish = [
    '',
    '<html>',
    'null',
    '[]',
    '{"error":true,"reason":"x"}',
    '{"current":{"temperature_2m":999}}',
  ]
  for (const body of rubbish) {
    service.answer({ body })
    await expect(ask(PATIENCE), body).rejects.toThrow()
  }
})

test('what is of another time, in other units or with half its hours is no answer', async () => {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
  type Told = ReturnType<typeof openMeteoAnswer> &
    Record<'current' | 'hourly' | 'daily', Record<string, unknown>>
  const answered = (change: (told: Told) => void, from = midnight) => {
    const told = openMeteoAnswer(from, () => 20) as Told
    change(told)
    service.answer({ body: JSON.stringify(told) })
    return ask(PATIENCE)
  }
  await expect(answered(() => {})).resolves.toMatchObject({ now: { temperature: 11.3 } })
  await expect(
    answered(told => Object.assign(told.current, { time: midnight - 9 * 86_400 })),
  ).rejects.toThrow('another time')
  // The hours of nine days ago, although it says that now is now.
  await expect(answered(() => {}, midnight - 9 * 86_400)).rejects.toThrow('too few hours')
  for (const [part, unit] of [
    ['current_units', { temperature_2m: '°F' }],
    ['hourly_units', { wind_speed_10m: 'km/h' }],
    ['daily_units', { precipitation_sum: 'inch' }],
    ['hourly_units', { time: 'iso8601' }],
  ] as const)
    await expect(
      answered(told => Object.assign(told[part] ?? {}, unit)),
      part,
    ).rejects.toThrow(Object.values(unit)[0])
  // 20 of what? Of °F it would be frost.
  for (const [part, column] of [
    ['current_units', 'temperature_2m'],
    ['hourly_units', 'wind_speed_10m'],
    ['daily_units', 'temperature_2m_max'],
    ['daily_units', 'time'],
  ] as const) {
    await expect(
      answered(told => Object.assign(told[part] ?? {}, { [column]: undefined })),
      `${column} of ${part}`,
    ).rejects.toThrow(`answered ${column} without its unit`)
    await expect(
      answered(told => Object.assign(told, { [part]: undefined })),
      `no ${part}`,
    ).rejects.toThrow('without its unit')
  }
  // What it has no value of needs no unit.
  await expect(
    answered(told => {
      Object.assign(told.current, { precipitation: undefined })
      Object.assign(told.current_units ?? {}, { precipitation: undefined })
    }),
  ).resolves.toMatchObject({ now: { rain: null } })
  const ten = Array.from({ length: 10 }, () => 20)
  await expect(answered(told => Object.assign(told.hourly, { temperature_2m: ten }))).rejects.toThrow(
    'different lengths',
  )
  // Whichever hour of the next two days is missing, nobody can say that it does no harm.
  const anHourIn = Math.ceil((Date.now() / 1_000 - midnight) / 3_600)
  const without = (isMissing: (hour: number) => boolean) =>
    Array.from({ length: 168 }, (_, hour) => (isMissing(hour - anHourIn) ? null : 20))
  for (const column of ['temperature_2m', 'relative_humidity_2m', 'wind_speed_10m'])
    for (const isMissing of [
      () => true,
      (hour: number) => hour > 20,
      (hour: number) => hour >= 47,
      (hour: number) => hour === 30,
    ])
      await expect(
        answered(told => Object.assign(told.hourly, { [column]: without(isMissing) })),
        `${column} ${isMissing}`,
      ).rejects.toThrow('too few hours')
  const late = answered(told => Object.assign(told.hourly, { temperature_2m: without(hour => hour > 49) }))
  await expect(late).resolves.toMatchObject({ now: { temperature: 11.3 } })
})

test('an answer that is not used is named: silent, old, half, in foreign units, in none or no forecast', async () => {
  const person = await owner()
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400
  const told = (change: object, from = midnight) => ({
    body: JSON.stringify({ ...openMeteoAnswer(from, () => 20), ...change }),
  })
  const { current } = openMeteoAnswer(midnight, () => 20)
  for (const [fault, answer] of [
    ['silent', { status: 500 }],
    ['otherTime', told({ current: { ...current, time: midnight - 86_400 } })],
    ['foreignUnits', told({ hourly_units: { temperature_2m: '°F' } })],
    ['unitsUnsaid', told({ current_units: undefined, hourly_units: undefined, daily_units: undefined })],
    ['tooFewHours', told({}, midnight - 6 * 86_400)],
    ['unreadable', { body: '<html>' }],
  ] as const) {
    service.answer(answer)
    const { id } = await houseAt()
    const shown = await person.call(weather.get, { params: { id } })
    expect(shown).toMatchObject({ source: 'unanswered', fault, forecast: null, flocks: [] })
  }
})

test('nobody is led elsewhere by a redirect', async () => {
  const inside = await startWeatherService()
  service.answer({ status: 302, headers: { location: inside.url } })
  await expect(ask(PATIENCE)).rejects.toThrow('answered 302')
  expect(inside.asked).toEqual([])
  await inside.stop()
})

test('a public address is dialled outside only, one inside since the operator wrote it', () => {
  expect(agentFor('https://api.open-meteo.com/v1/forecast')).toBeInstanceOf(OutsideAgent)
  expect(agentFor('http://127.0.0.1:8080/v1/forecast')).not.toBeInstanceOf(OutsideAgent)
  expect(agentFor('https://weather.lan/v1/forecast')).not.toBeInstanceOf(OutsideAgent)
})

test('says what the weather means to the birds that are in the houses now', async () => {
  const { house, id } = await houseAt({ name: 'South 1' })
  const flock = { houseId: house.id, breed: 'hyline-brown', type: 'layer' as const }
  const past = await buildFlock(farm.services, farm.offices.sharing, {
    ...flock,
    placedOn: '2025-01-01',
    endedOn: '2025-12-01',
  })
  const running = await buildFlock(farm.services, farm.offices.sharing, {
    ...flock,
    placedOn: '2026-01-01',
    hatchedOn: '2025-09-01',
  })
  const person = await owner()
  const { flocks } = await person.call(weather.get, { params: { id } })
  expect(flocks.map(each => each.id)).toEqual([running.id])
  expect(flocks.some(each => each.id === past.id)).toBe(false)
  // Every afternoon of the answer is 28 °C at 60 %.
  expect(flocks[0]).toMatchObject({
    houseName: 'South 1',
    target: 21,
    heat: { zone: 'danger', temperature: 28 },
  })
})

test('says what the controller will do by its own settings, to who may see them', async () => {
  const device = await buildDevice(farm.services, farm.offices.sharing, { type: 'controller' })
  const { house, id } = await houseAt({ name: 'South 2', deviceIds: [device.id] })
  await buildFlock(farm.services, farm.offices.sharing, {
    houseId: house.id,
    breed: 'hyline-brown',
    type: 'layer',
    placedOn: '2026-01-01',
    hatchedOn: '2025-09-01',
  })
  const { path } = farm.offices.sharing
  const values = Object.fromEntries(defaultSettings('layer', 30))
  await farm.services.store
    .scoped(SYSTEM)
    .insert(reportedSettings)
    .values({ deviceId: device.id, officePath: path, farmPath: path, version: 1, values, at: new Date() })
  const houseTo = async (...grants: Grant[]) => {
    const person = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
    return (await person.call(weather.get, { params: { id } })).flocks[0]?.house
  }
  expect(await houseTo('weather:query')).toBeNull()
  const answer = await houseTo('weather:query', 'device_setting:query')
  expect(answer).toMatchObject({ hottest: { temperature: 28, pads: false } })
  expect(answer?.coldest.level).toBeLessThan(answer?.hottest.level ?? 0)
  expect(answer?.coldest.level).toBeGreaterThanOrEqual(answer?.min ?? 99)
})

test('houses in several places are several places, each under its name; those of others are not found', async () => {
  const { id } = await houseAt({ name: 'Hill 1' })
  const person = await owner()
  const listed = await person.call(weather.places, { query: {} })
  expect(listed.find(place => place.id === id)?.name).toContain('Hill 1')
  const stranger = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['weather:query'] })
  expect(await stranger.call(weather.places, { query: {} })).toEqual([])
  expect((await stranger.ask(weather.get, { params: { id } })).statusCode).toBe(404)
})

test('who belongs to a team of the farm sees the weather where the customer lies', async () => {
  const { services, offices } = farm
  const team = await buildDepartment(services, offices.sharing)
  const worker = await farm.as({ office: team, kind: 2, grants: ['weather:query'] })
  await buildHouse(services, team, { latitude: 60, longitude: 10, name: 'Team 1' })
  const listed = await worker.call(weather.places, { query: {} })
  expect(listed.map(({ id }) => id)).toEqual([`${offices.sharing.id}~60~10`])
})

test('without a provider nobody is asked; a demonstration shows a sample, and says that it is one', async () => {
  for (const [demo, source] of [
    [false, 'off'],
    [true, 'sample'],
  ] as const) {
    const other = await testApp({ demo })
    await buildHouse(other.services, other.offices.sharing, { latitude: 36.71, longitude: 119.1 })
    const person = await other.as({ office: other.offices.sharing, kind: 2, grants: ['weather:query'] })
    const [place] = await person.call(weather.places, { query: {} })
    const shown = await person.call(weather.get, { params: { id: place?.id ?? '' } })
    expect([shown.source, shown.forecast !== null]).toEqual([source, demo])
    await other.close()
  }
})

test('outside sensors stand beside the forecast, fresh and believed ones only; a monitor finds the place of its house', async () => {
  const { services, offices } = farm
  const sensed = async (temperature: number, agoMs = 0) => {
    const device = await buildDevice(services, offices.sharing, { type: 'controller' })
    const at = Date.now() - agoMs
    services.devices.states.set(device.id, {
      readings: new Map([['Climate/Temp/Outdoor', { value: temperature, at }]]),
      lastMessageAt: at,
      reportIntervalS: 10,
    })
    return device
  }
  const near = await sensed(12.4)
  const { house, id } = await houseAt({ name: 'Near', deviceIds: [near.id] })
  const other = { latitude: house.latitude, longitude: 119.06 }
  const sunny = await sensed(24)
  await buildHouse(services, offices.sharing, { ...other, name: 'Sunny', deviceIds: [sunny.id] })
  const silent = await sensed(3, 3_600_000)
  await buildHouse(services, offices.sharing, { ...other, name: 'Silent', deviceIds: [silent.id] })
  await services.store
    .scoped(SYSTEM)
    .update(houseDevice)
    .set({ main: true })
    .where(inArray(houseDevice.deviceId, [near.id, sunny.id, silent.id]))

  const person = await owner()
  const shown = await person.call(weather.get, { params: { id } })
  expect(shown.sensors).toEqual([
    { houseId: house.id, houseName: 'Near', temperature: 12.4 },
    { houseId: expect.any(String), houseName: 'Sunny', temperature: 24 },
  ])
  // 11.3 °C are forecast: one agrees, the other stands in the sun.
  const now = shown.forecast?.now.temperature ?? Number.NaN
  expect(shown.sensors.map(({ temperature }) => isApart(temperature, now))).toEqual([false, true])
  const places = await person.call(weather.places, { query: { houseId: house.id } })
  expect(places.map(place => place.id)).toEqual([id])
  const stranger = await farm.as({ office: offices.closed, kind: 2, grants: ['weather:query'] })
  expect(await stranger.call(weather.places, { query: { houseId: house.id } })).toEqual([])
})
