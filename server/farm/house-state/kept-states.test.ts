import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../platform/database/store.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { readRemembered, stateWriter } from './kept-states.ts'

const HOUSES = 30
const SINCE = Date.parse('2026-03-04T05:06:07.008Z')

let farm: TestApp
beforeAll(async () => {
  farm = await testApp({ demo: false })
})
afterAll(() => farm?.close())

test('a power failure over many houses is written in a handful of statements, the last state of each', async () => {
  const { store } = farm.services
  const ids: string[] = []
  for (let n = 0; n < HOUSES; n++) {
    const { id } = await buildHouse(farm.services, farm.offices.sharing, { name: `District ${n}` })
    ids.push(id)
  }
  const failed: unknown[] = []
  const writer = stateWriter(store, error => failed.push(error))
  for (const id of ids) writer.write(id, { state: 'alarm', since: SINCE, alarms: [] })
  const [first = ''] = ids
  writer.write(first, { state: 'offline', since: SINCE + 1, alarms: [] })
  const states = async () => {
    const remembered = await readRemembered(store)
    return ids.map(id => [remembered.get(id)?.state, remembered.get(id)?.since])
  }
  await eventually(states).toEqual(ids.map(id => (id === first ? ['offline', SINCE + 1] : ['alarm', SINCE])))
  // Rows of one statement were written by one transaction.
  const { rows } = await store
    .scoped(SYSTEM)
    .execute<{ writes: number }>(
      sql`select count(distinct xmin::text)::int as writes from house_now where house_id = any(${sql.param(ids)}::text[])`,
    )
  expect(rows[0]?.writes).toBeLessThanOrEqual(3)
  expect(failed).toEqual([])
})

test('a writer that is drained has written what was told last, also while it was writing', async () => {
  const { store } = farm.services
  const { id } = await buildHouse(farm.services, farm.offices.sharing, { name: 'Last' })
  const failed: unknown[] = []
  const writer = stateWriter(store, error => failed.push(error))
  writer.write(id, { state: 'alarm', since: SINCE, alarms: [] })
  writer.write(id, { state: 'offline', since: SINCE + 1, alarms: [] })
  await writer.drain()
  expect((await readRemembered(store)).get(id)).toMatchObject({ state: 'offline', since: SINCE + 1 })
  expect(failed).toEqual([])
})
