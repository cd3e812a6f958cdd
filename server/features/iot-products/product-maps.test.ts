import { afterAll, beforeAll, expect, test } from 'vitest'
import { iotProducts } from '#shared/contracts/iot-products.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import type { Grant } from '#shared/permissions.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildProduct, SMALL_MAP } from './iot-products.fixture.ts'

const granted = (...actions: string[]) => actions.map(action => `iot_product_manage:${action}` as Grant)
const CHANGED = SMALL_MAP.replace('0.01', '0.1')

let farm: TestApp
let engineer: Person
beforeAll(async () => {
  farm = await testApp()
  engineer = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: [...granted('query', 'get', 'edit', 'delete'), 'opera_history:query', 'opera_history:get'],
  })
})
afterAll(() => farm.close())

const save = (id: string, text: string, version: number) =>
  engineer.ask(iotProducts.saveMap, { params: { id }, body: { text, version } })
const read = (id: string, query = {}) => engineer.call(iotProducts.map, { params: { id }, query })

test('each saved map stays, with who saved it, and the latest counts', async () => {
  const { id } = await buildProduct(farm.services)
  expect(await read(id)).toMatchObject({ text: '', version: 0 })
  expect((await save(id, SMALL_MAP, 0)).statusCode).toBe(200)
  expect((await save(id, CHANGED, 1)).statusCode).toBe(200)
  expect(await read(id)).toMatchObject({ text: CHANGED, version: 2 })
  expect(await read(id, { number: 1 })).toMatchObject({ text: SMALL_MAP, version: 1 })
  const versions = await engineer.call(iotProducts.mapVersions, { params: { id } })
  expect(versions.map(({ number }) => number)).toEqual([2, 1])
  for (const { by } of versions) expect(by).toBeTruthy()
  const unknown = await engineer.ask(iotProducts.map, { params: { id }, query: { number: 3 } })
  expect(unknown.json().data).toMatchObject([{ field: 'number' }])
})

test('of two who write one at once the later is told, and loses nothing', async () => {
  const { id } = await buildProduct(farm.services)
  await save(id, SMALL_MAP, 0)
  const later = await save(id, CHANGED, 0)
  expect(later.statusCode).toBe(409)
  expect(later.json().data).toMatchObject({
    yours: { text: CHANGED },
    current: { text: SMALL_MAP, version: 1 },
  })
})

test('a map that a gateway would refuse is not saved, and says each line', async () => {
  const { id } = await buildProduct(farm.services)
  const wrong = await save(id, SMALL_MAP.replace('Climate/Temp/Avg', 'My/Own'), 0)
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json().data).toEqual([
    {
      field: 'text',
      message:
        'Line 7: registers.0.metric: My/Own is not in the signal model: give it a label in both languages and a unit',
    },
  ])
  expect(await read(id)).toMatchObject({ version: 0 })
})

test('while it is written it is checked, and its registers are named', async () => {
  const good = await engineer.call(iotProducts.checkMap, { body: { text: SMALL_MAP } })
  expect(good).toEqual({
    problems: [],
    registers: [
      {
        table: 'holding',
        places: [12],
        type: 'int16',
        kind: 'metric',
        label: 'Average temperature',
        unit: '°C',
        scale: 0.01,
      },
    ],
  })
  const bad = await engineer.call(iotProducts.checkMap, { body: { text: 'map: [' } })
  expect(bad.problems).toHaveLength(1)
})

test('registers that a maker gave under contract are seen by those of the provider who keep products', async () => {
  const { id } = await buildProduct(farm.services)
  await save(id, SMALL_MAP, 0)
  const looker = await farm.as({ office: farm.offices.provider, kind: 1, grants: granted('query') })
  const customer = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['device_manage:query'],
  })
  for (const who of [looker, customer])
    expect((await who.ask(iotProducts.map, { params: { id } })).statusCode).toBe(403)
  const reader = await farm.as({ office: farm.offices.provider, kind: 1, grants: granted('get') })
  const refused = await reader.ask(iotProducts.saveMap, {
    params: { id },
    body: { text: CHANGED, version: 1 },
  })
  expect(refused.statusCode).toBe(403)
})

test('the history says that a map was saved, and does not repeat it', async () => {
  const { id, englishName } = await buildProduct(farm.services)
  await save(id, SMALL_MAP, 0)
  const { items } = await engineer.call(operaHistory.list, { query: { search: englishName } })
  const [entry] = items
  expect(entry?.description).toBe(`Saved the register map of ${englishName}`)
  expect(JSON.stringify(entry)).not.toContain('Climate/Temp/Avg')
})
