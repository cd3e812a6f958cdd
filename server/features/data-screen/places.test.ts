import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataScreen } from '#shared/contracts/data-screen.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

/** Houses of a farm, side by side on the map. */
const build = async (count: number, at: { longitude: number; latitude: number }) => {
  for (let i = 0; i < count; i++)
    await buildHouse(farm.services, farm.offices.direct, {
      state: 'normal' as const,
      longitude: at.longitude + i / 1_000,
      latitude: at.latitude,
    })
}

test('some hundred places stand one by one; of more, one mark stands for a field of the earth, as its worst and with all of its houses', async () => {
  const owner = await farm.as({
    office: farm.offices.direct,
    kind: CUSTOMER,
    grants: ['retech_datav:query'],
  })
  await build(200, { longitude: 11, latitude: 51 })
  await build(199, { longitude: -71, latitude: -31 })
  const bad = await buildHouse(farm.services, farm.offices.direct, {
    state: 'alarm' as const,
    longitude: 12,
    latitude: 52,
  })
  const few = await owner.call(dataScreen.figures)
  expect(few.places).toHaveLength(400)
  expect(few.places.every(({ houses }) => houses === 1)).toBe(true)
  await build(1, { longitude: -71, latitude: -31 })
  const { places } = await owner.call(dataScreen.figures)
  const found = places
    .map(({ urgency, houses }) => ({ urgency, houses }))
    .toSorted((a, b) => a.houses - b.houses)
  expect(found).toEqual([
    { urgency: 'normal', houses: 200 },
    { urgency: 'alarm', houses: 201 },
  ])
  expect(places.find(({ urgency }) => urgency === 'alarm')).toMatchObject({ id: bad.id, name: bad.name })
})
