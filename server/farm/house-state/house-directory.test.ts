import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEvents } from '../../platform/events.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { openHouseDirectory } from './house-directory.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

test('a start waits for a database that does not answer in time', async () => {
  const { id } = await buildHouse(farm.services, farm.offices.direct)
  const owner = new pg.Client({ connectionString: farm.ownerUrl })
  await owner.connect()
  try {
    await owner.query('begin')
    await owner.query('lock table office in access exclusive mode')
    const failed = Promise.withResolvers<unknown>()
    const opening = openHouseDirectory(farm.services.store, createEvents(), failed.resolve)
    await failed.promise
    await owner.query('rollback')
    const directory = await opening
    expect(directory.house(id)?.id).toBe(id)
    directory.stop()
  } finally {
    await owner.end()
  }
})
