import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'
import {
  openMeteoAnswer,
  startWeatherService,
  type WeatherService,
} from '../../farm/weather/testing/weather-service.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { house, houseDevice } from '../../platform/database/tables/farms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { measuredHouse, size, told } from './measured-house.fixture.ts'

const TEN_MINUTES = 600_000
const DAY_MS = 86_400_000
const OFFSET = 'Settings/Temp/TargetOffset'
let farm: TestApp
let owner: Person
let weather: WeatherService
beforeAll(async () => {
  weather = await startWeatherService()
  farm = await testApp({ weatherUrl: weather.url })
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['device_setting:edit'] })
})
afterAll(async () => {
  await farm.close()
  await weather.stop()
})

const draft = { group: 'targetTemperature' as const, wanted: { [OFFSET]: -2 } }
const tryOut = (who: Person, { id }: { id: string }, body: object = draft) =>
  who.ask(settings.tryOut, { params: { id }, body })

test('a draft is run over the next day beside the settings of today, and the model beside what was measured', async () => {
  const { id } = await measuredHouse(farm.services, farm.offices.direct)
  const { today, changed, verdict, assumed, error, from } = await owner.call(settings.tryOut, {
    params: { id },
    body: draft,
  })
  expect(today.samples).toHaveLength(144)
  expect(changed.samples.map(({ at }) => at)).toEqual(today.samples.map(({ at }) => at))
  expect(today.samples[0]?.at).toBe(from + TEN_MINUTES)
  // the weather of the last 24 hours, as the house measured it
  expect(today.samples.every(({ outside }) => Math.abs(outside - 12) < 0.01)).toBe(true)
  expect(changed.figures.lowest).toBeLessThan(today.figures.lowest - 1)
  expect(verdict.course).toBe('colder')
  expect(assumed.birds.count).toBe(size.birds)
  expect(assumed.isWeightTold).toBe(false)
  expect(error.temperature).toBeGreaterThan(0)
  expect(error.temperature).toBeLessThan(4)
  expect(error.co2).toBeGreaterThan(0)
})

test('with a forecast it is run over what is forecast, and says whose it is', async () => {
  const midnight = Math.floor(Date.now() / DAY_MS) * (DAY_MS / 1_000)
  weather.answer({ body: JSON.stringify(openMeteoAnswer(midnight, () => -4)) })
  const made = await measuredHouse(farm.services, farm.offices.direct)
  // Where no house was asked about yet.
  const place = { latitude: 36, longitude: 117 }
  const db = farm.services.store.scoped(SYSTEM)
  await db.update(house).set(place).where(eq(house.id, made.id))
  const { today, assumed, error } = await owner.call(settings.tryOut, {
    params: { id: made.id },
    body: draft,
  })
  expect(assumed.forecastBy).toBe(new URL(weather.url).hostname)
  // from the 12 °C of now over into the forecast, without a jump
  const outside = today.samples.map(each => each.outside)
  expect(outside[0]).toBeGreaterThan(11)
  expect(outside.slice(24).every(each => Math.abs(each + 4) < 0.01)).toBe(true)
  for (const [i, each] of outside.entries()) expect(Math.abs(each - (outside[i - 1] ?? each))).toBeLessThan(1)
  // the past is still what was measured
  expect(error.temperature).toBeGreaterThan(0)
})

test('the equipment on record is reckoned with', async () => {
  const made = await measuredHouse(farm.services, farm.offices.direct)
  const keeper = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['chicken_home_manage:query', 'chicken_home_manage:edit', 'device_setting:edit'],
  })
  const params = { id: made.id }
  const before = await keeper.call(settings.tryOut, { params, body: draft })
  expect(before.assumed.isEquipmentTold).toBe(false)
  const { isRecorded, proposed, version } = await keeper.call(houses.equipment, { params })
  expect(isRecorded).toBe(false)
  const weak = { ...proposed, fanGroups: proposed.fanGroups.map(each => ({ ...each, powerKw: 9 })) }
  await keeper.call(houses.equip, { params, body: { ...weak, heatingKw: 10, version } })
  const { assumed, today } = await keeper.call(settings.tryOut, { params, body: draft })
  expect(assumed).toMatchObject({ isEquipmentTold: true, heating: 10_000 })
  expect(today.figures.fanKwh).toBeGreaterThan(3 * before.today.figures.fanKwh)
})

test('nothing is stored, and a draft is checked as one that is sent', async () => {
  const made = await measuredHouse(farm.services, farm.offices.direct)
  const params = { id: made.id }
  await owner.call(settings.tryOut, { params, body: draft })
  const reader = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['device_setting:query'] })
  expect((await reader.call(settings.changes, { params })).total).toBe(0)
  const cold = await tryOut(owner, made, { ...draft, wanted: { [OFFSET]: -9 } })
  expect(cold.json().data).toMatchObject([{ field: OFFSET }])
  expect((await tryOut(owner, made, { ...draft, wanted: { [OFFSET]: 0 } })).statusCode).toBe(400)
  expect((await tryOut(reader, made)).statusCode).toBe(403)
})

test.each([
  ['the breed', { breed: null }, 'breed'],
  ['the outside temperature', { without: ['Climate/Temp/Outdoor'] }, 'Climate/Temp/Outdoor'],
  ['the temperature of the house', { without: ['Climate/Temp/Avg'] }, 'Climate/Temp/Avg'],
  [
    'a setting of its programme',
    {
      settings: Object.fromEntries(
        Object.entries(told).filter(([name]) => name !== 'Settings/Vent/LevelCount'),
      ),
    },
    'Settings/Vent/LevelCount',
  ],
])('without %s it says so, and runs nothing', async (_, more, field) => {
  const answer = await tryOut(owner, await measuredHouse(farm.services, farm.offices.direct, more))
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field }])
})

test('only who may see and control the farm tries its settings out', async () => {
  const made = await measuredHouse(farm.services, farm.offices.closed)
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['device_setting:edit'] })
  const answer = await tryOut(staff, made)
  expect([answer.statusCode, answer.json().data]).toEqual([403, { notShared: 'remote' }])
})

test('whoever sees alarms learns how long a house has without power, and nothing where the model knows too little', async () => {
  const worker = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['house_alarm:get'] })
  const made = await measuredHouse(farm.services, farm.offices.direct)
  const asked = () => worker.call(settings.timeLeft, { params: { id: made.id } })
  // Its controller tells nothing of its power.
  expect(await asked()).toBeNull()
  const db = farm.services.store.scoped(SYSTEM)
  const [serves] = await db.select().from(houseDevice).where(eq(houseDevice.houseId, made.id))
  const device = serves?.deviceId ?? ''
  const state = farm.services.devices.states.get(device)
  if (!state) throw new Error('the controller has said nothing')
  const now = { at: Date.now() }
  const tell = (value: boolean) =>
    farm.services.devices.states.set(device, {
      ...state,
      readings: new Map([...state.readings, ['Power/MainsOk', { value, ...now }]]),
    })
  tell(true)
  expect(await asked()).toBeNull()
  tell(false)
  const left = await asked()
  expect(left).toMatchObject({ kind: 'hot', limit: 35, withoutPower: true })
  expect(left?.afterMin).toBeGreaterThan(10)
  expect(left?.afterMin).toBeLessThan(180)
  const other = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['house_alarm:get'] })
  expect((await other.ask(settings.timeLeft, { params: { id: made.id } })).statusCode).toBe(404)
})
