import { drizzle } from 'drizzle-orm/node-postgres'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { orders } from '#shared/contracts/orders.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { newId } from '../../platform/database/ids.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { type FarmDb, fillFarm, openFarmDb } from '../../testing/busy-farm.ts'
import { addPerson } from '../../testing/person.ts'
import { type RealServer, startRealServer } from '../../testing/real-server.ts'

const BUYERS = 6

let server: RealServer
let database: FarmDb
let token: string
beforeAll(async () => {
  server = await startRealServer()
  database = openFarmDb(server.superuserUrl)
  await fillFarm(database, { customers: 1, gateways: 0, controllers: 0 })
  const rows = await database.db.select().from(office)
  const farm = rows.find(({ kind }) => kind === 'customer')
  if (!farm) throw new Error('There is no customer')
  const grants = ['my_center:add', 'my_center:get'] as const
  token = (await addPerson(drizzle(database.pool), { office: farm, kind: CUSTOMER, grants })).token
})
afterAll(async () => {
  await database?.close()
  await server?.remove()
})

const body = JSON.stringify({
  consignee: 'Wang Lei',
  phone: '1',
  country: 'CN',
  city: '',
  address: '',
  content: '',
  lines: [{ name: newId(), quantity: 1 }],
})
/** Places an order and returns its number; rejects if it is not acknowledged. */
async function place(): Promise<string> {
  const headers = { 'access-token': token, 'content-type': 'application/json' }
  const answer = await fetch(`${server.url}/api${orders.place.path}`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as { data: { number: string } }
  if (answer.status !== 200) throw new Error(`Answered ${answer.status}`)
  return data.number
}
const stored = async () =>
  (await database.db.select({ number: order.number }).from(order)).map(row => row.number)

test('no number is given twice, also when server and database are killed while orders are placed', async () => {
  const told: string[] = []
  const buying = Array.from({ length: BUYERS }, async () => {
    for (;;) told.push(await place())
  })
  const ended = Promise.allSettled(buying)
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(3 * BUYERS), { timeout: 60_000, interval: 5 })
  server.killDatabase()
  await server.kill()
  await ended

  await server.start()
  await database.close().catch(() => {})
  database = openFarmDb(server.superuserUrl)
  const before = await stored()
  expect(new Set(before).size).toBe(before.length)
  expect(before).toEqual(expect.arrayContaining(told))
  const next = await Promise.all(Array.from({ length: BUYERS }, place))
  expect(new Set([...before, ...next]).size).toBe(before.length + next.length)
  expect(next.toSorted()[0]?.localeCompare(before.toSorted().at(-1) ?? '')).toBe(1)
})
