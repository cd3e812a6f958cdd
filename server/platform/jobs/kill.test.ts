import { count, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { type BusyFarm, type FarmDb, fillFarm, openFarmDb } from '../../testing/busy-farm.ts'
import { openJobCaller } from '../../testing/job-caller.ts'
import { type RealServer, startRealServer } from '../../testing/real-server.ts'
import { excelOf } from '../../testing/uploads.ts'
import { house } from '../database/tables/farms.ts'
import { job } from '../database/tables/jobs.ts'

const ROWS = 6_000

let server: RealServer
let database: FarmDb
let farm: BusyFarm
beforeAll(async () => {
  server = await startRealServer()
  database = openFarmDb(server.superuserUrl)
  farm = await fillFarm(database, { customers: 1, gateways: 0, controllers: 0 })
})
afterAll(async () => {
  await database?.close()
  await server?.remove()
})

test('an import interrupted by kill -9 leaves nothing half done, and goes on after the next start', async () => {
  const caller = openJobCaller(server.url, farm.staffToken)
  const rows = Array.from({ length: ROWS }, (_, i) => [`Kill ${i}`, 'Customer 0', 'Layer', 120, 15, 4])
  const file = await excelOf([
    ['Name', 'Customer', 'House type', 'Length (m)', 'Width (m)', 'Height (m)'],
    ...rows,
  ])
  const { id } = await caller.import(houses.import, file)
  expect((await caller.until(id, 'checked')).summary?.valid).toBe(ROWS)
  await caller.confirm(id)
  await vi.waitFor(
    async () => {
      const [row] = await database.db.select().from(job)
      expect(row).toMatchObject({ state: 'running', step: 'write' })
    },
    { timeout: 30_000, interval: 10 },
  )
  await server.kill()
  const written = () => database.db.select({ houses: count() }).from(house).where(like(house.name, 'Kill %'))

  await server.start()
  await database.close()
  database = openFarmDb(server.superuserUrl)
  const before = await written()
  expect([0, ROWS]).toContain(before[0]?.houses)
  expect(await caller.until(id, 'done')).toMatchObject({ summary: { written: ROWS } })
  expect(await written()).toEqual([{ houses: ROWS }])
})
