import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from '#shared/contracts/settings.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { measuredHouse, size, told } from './measured-house.fixture.ts'

const TEN_MINUTES = 600_000
const OFFSET = 'Settings/Temp/TargetOffset'
let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['device_setting:edit'] })
})
afterAll(() => farm.close())

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
