import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/database/ids.ts'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { createEvents } from '#server/platform/events.ts'
import { seedOffices, type TestStore, testStore } from '#server/testing/store.ts'
import { startAvailability } from './availability.ts'
import { openRegistry } from './registry.ts'
import { eventually } from './testing/eventually.ts'
import { heldPool } from './testing/held-pool.ts'

let farm: TestStore
beforeAll(async () => {
  farm = await testStore()
})
afterAll(() => farm.drop())

test('a device that is disabled while its birth is being written is reported as disabled last', async () => {
  const { sharing } = await seedOffices(farm.store)
  const id = newId()
  await farm.store.scoped(SYSTEM).insert(device).values({
    id,
    officeId: sharing.id,
    officePath: sharing.path,
    type: 'gateway',
    code: 'GW',
    codeKey: 'gw',
    name: 'GW',
  })
  const events = createEvents()
  const told: string[] = []
  events.on('status', ({ to }) => told.push(to))
  const writes = heldPool(farm.store.ingest, 'update device d set status')
  const registry = await openRegistry(writes.pool)
  const availability = startAvailability({ pool: writes.pool, events, registry, log: Fastify().log })
  const before = registry.get(id)
  if (!before) throw new Error('not registered')

  writes.hold()
  availability.online(before, 'nbirth')
  await eventually(() => writes.asked()).toBe(1)
  availability.registered([{ before, after: { ...before, status: 'DISABLE', statusSince: Date.now() } }])
  writes.letGo()
  await availability.stop()
  expect(told).toEqual(['DISABLE'])
})
