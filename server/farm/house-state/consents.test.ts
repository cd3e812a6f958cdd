import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '../../platform/database/store.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { seedOffices, type TestStore, testStore } from '../../testing/store.ts'
import { freshConsents, readConsents } from './consents.ts'

let database: TestStore
let offices: Awaited<ReturnType<typeof seedOffices>>
beforeAll(async () => {
  database = await testStore()
  offices = await seedOffices(database.store)
})
afterAll(() => database.drop())

const LATER = new Date(Date.now() + 86_400_000)
const share = (id: string, until: Date | null) =>
  database.store.scoped(SYSTEM).update(office).set({ farmAccessUntil: until }).where(eq(office.id, id))

test('the known consents stay the same object as long as none changes', async () => {
  const known = await readConsents(database.store)
  expect([...known.consents.keys()]).toEqual([offices.sharing.path])
  await database.store
    .scoped(SYSTEM)
    .update(office)
    .set({ englishName: 'Renamed' })
    .where(eq(office.id, offices.closed.id))
  expect((await freshConsents(database.store, known)).consents).toBe(known.consents)
})

test('consents that begin and end are found, each by itself', async () => {
  const known = await readConsents(database.store)
  await share(offices.closed.id, LATER)
  const more = await freshConsents(database.store, known)
  expect(more.consents).toEqual(
    new Map([...known.consents, [offices.closed.path, { farm: LATER.getTime(), remote: 0 }]]),
  )
  await share(offices.closed.id, null)
  expect((await freshConsents(database.store, more)).consents).toEqual(known.consents)
})

test('a change is found even if its transaction began before one already found', async () => {
  let known = await readConsents(database.store)
  await database.store.transaction(SYSTEM, async db => {
    await db.update(office).set({ remoteControlUntil: LATER }).where(eq(office.id, offices.closed.id))
    await share(offices.direct.id, LATER)
    known = await freshConsents(database.store, known)
    expect([...known.consents.keys()]).toContain(offices.direct.path)
    expect([...known.consents.keys()]).not.toContain(offices.closed.path)
  })
  known = await freshConsents(database.store, known)
  expect(known.consents.get(offices.closed.path)).toEqual({ farm: 0, remote: LATER.getTime() })
})

test('an end that passes is found without a change', async () => {
  const past = Date.now() - 1
  await database.store
    .scoped(SYSTEM)
    .update(office)
    .set({ farmAccessUntil: new Date(past), remoteControlUntil: null })
    .where(eq(office.id, offices.closed.id))
  const known = await readConsents(database.store)
  const consents = new Map([...known.consents, [offices.closed.path, { farm: past, remote: 0 }]])
  const fresh = await freshConsents(database.store, { ...known, consents, nextEnd: past })
  expect(fresh.consents.has(offices.closed.path)).toBe(false)
})
