import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHART_VIEWS_MAX, chartViews } from '#shared/contracts/chart-views.ts'
import { preferences } from '#shared/contracts/preferences.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'

let farm: TestApp
let owner: Person
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['device_chart:query'] })
  worker = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['device_chart:query'] })
})
afterAll(() => farm.close())

const keep = (who: Person, name: string, more: object = {}) =>
  who.ask(chartViews.keep, { body: { name, metrics: ['Climate/Temp/Avg'], ...more } } as never)
const namesOf = async (who: Person) => (await who.call(chartViews.list)).map(({ name }) => name)

test('a person keeps charts by name, a name again is the same view, and nobody else sees them', async () => {
  await keep(owner, 'Winter air', { period: '7d', off: ['band'] })
  await keep(owner, 'Air')
  await keep(owner, 'Winter air', { metrics: ['Air/NH3/S1', 'Air/CO2/S1'], period: '30d' })
  const [air, winter] = await owner.call(chartViews.list)
  expect(air).toMatchObject({ name: 'Air', off: [] })
  expect(winter).toMatchObject({ name: 'Winter air', metrics: ['Air/NH3/S1', 'Air/CO2/S1'], period: '30d' })
  expect(await namesOf(worker)).toEqual([])
  expect((await worker.ask(chartViews.remove, { params: { id: air?.id ?? '' } })).statusCode).toBe(404)

  expect((await owner.ask(chartViews.remove, { params: { id: air?.id ?? '' } })).statusCode).toBe(200)
  expect(await namesOf(owner)).toEqual(['Winter air'])
  // A person's other preferences are separate.
  expect(await owner.call(preferences.read)).toEqual({ lists: {} })
})

test('a name that is missing and one view too many are answered at the field', async () => {
  expect((await keep(worker, '  ')).json().data).toMatchObject([{ field: 'name' }])
  for (let i = 0; i < CHART_VIEWS_MAX; i++) await keep(worker, `View ${i}`)
  const over = await keep(worker, 'One more')
  expect(over.statusCode).toBe(400)
  expect(over.json().data).toMatchObject([{ field: 'name', message: 'At most 30 views. Delete one first' }])
  expect((await keep(worker, 'View 3', { period: '7d' })).statusCode).toBe(200)
})
