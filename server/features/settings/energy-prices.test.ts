import { afterAll, beforeAll, expect, test } from 'vitest'
import { energyPrices } from '#shared/contracts/energy-prices.ts'
import { settings } from '#shared/contracts/settings.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDepartment } from '../../testing/farm-builder.ts'
import { measuredHouse } from './measured-house.fixture.ts'

const grants = ['device_setting:query', 'device_setting:edit'] as const
const dutch = { currency: 'EUR', power: '0.28', gas: '1.1', gasUnit: 'm3' } as const
const draft = { group: 'targetTemperature' as const, wanted: { 'Settings/Temp/TargetOffset': 2 } }

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants })
})
afterAll(() => farm.close())

const pricesIn = async (who: Person, house: { id: string }) =>
  (await who.call(settings.tryOut, { params: { id: house.id }, body: draft })).prices

test('a farm says what it pays, and what-if of each of its houses knows it', async () => {
  const house = await measuredHouse(farm.services, farm.offices.direct)
  expect(await owner.call(energyPrices.read)).toEqual({ prices: null, maySet: true })
  expect(await pricesIn(owner, house)).toBeNull()
  await owner.call(energyPrices.set, { body: dutch })
  const kept = { ...dutch, gas: '1.10' }
  expect(await owner.call(energyPrices.read)).toEqual({ prices: kept, maySet: true })
  expect(await pricesIn(owner, house)).toEqual(kept)
  // Another time it replaces them; without both it is as before.
  await owner.call(energyPrices.set, { body: { ...dutch, gas: null } })
  expect(await pricesIn(owner, house)).toEqual({ ...kept, gas: null })
  await owner.call(energyPrices.set, { body: { ...dutch, power: null, gas: null } })
  expect(await pricesIn(owner, house)).toBeNull()
})

test('people of a part of the farm are told the prices, and do not set them', async () => {
  await owner.call(energyPrices.set, { body: dutch })
  const team = await buildDepartment(farm.services, farm.offices.direct)
  const worker = await farm.as({ office: team, kind: 2, grants })
  expect(await worker.call(energyPrices.read)).toMatchObject({ prices: { gas: '1.10' }, maySet: false })
  const house = await measuredHouse(farm.services, team)
  expect(await pricesIn(worker, house)).toMatchObject({ gas: '1.10' })
  const answer = await worker.ask(energyPrices.set, { body: { ...dutch, gas: '9' } })
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toContain('whole farm')
  expect(await owner.call(energyPrices.read)).toMatchObject({ prices: { gas: '1.10' } })
})

test('another farm neither sees nor changes them', async () => {
  await owner.call(energyPrices.set, { body: dutch })
  const other = await farm.as({ office: farm.offices.sharing, kind: 2, grants })
  expect(await other.call(energyPrices.read)).toEqual({ prices: null, maySet: true })
  await other.call(energyPrices.set, { body: { ...dutch, currency: 'CNY', gas: '3.6' } })
  expect(await owner.call(energyPrices.read)).toMatchObject({ prices: { currency: 'EUR', gas: '1.10' } })
})

test.each([
  ['gas', 'cheap'],
  ['power', '-1'],
  ['gasUnit', 'litre'],
  ['currency', 'NLG'],
])('%s that is no such thing is refused at its field', async (field, value) => {
  const answer = await owner.ask(energyPrices.set, { body: { ...dutch, [field]: value } as never })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data).toMatchObject([{ field }])
})
