import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmWays } from '#shared/contracts/alarm-ways.ts'
import { noteProof } from '../../farm/alarms/ways/proofs.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmWay } from '../../platform/database/tables/alarm-ways.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'

let farm: TestApp
let [owner, night, engineer]: Person[] = []
beforeAll(async () => {
  farm = await testApp({
    smtpUrl: 'smtp://127.0.0.1:9',
    alertGateway: { url: 'http://127.0.0.1:9', secret: 'of nobody who listens' },
  })
  const { sharing, closed, provider } = farm.offices
  await buildHouse(farm.services, sharing, { name: 'House 1' })
  await buildHouse(farm.services, closed, { name: 'House of another' })
  owner = await farm.as({ office: sharing, kind: 2, grants: ['house_alarm:query', 'house_alarm_rule:query'] })
  night = await farm.as({ office: sharing, kind: 2, grants: ['house_alarm:query'] })
  engineer = await farm.as({ office: provider, kind: 1, grants: ['house_alarm_rule:query'] })
  const email = 'night@farm.example'
  const phone = '+86 138 0534 2210'
  await db()
    .update(account)
    .set({ email, emailKey: email, phone })
    .where(eq(account.id, who(night).accountId))
  await buildDuty(farm.services, sharing, { accountId: who(night).accountId })
})
afterAll(() => farm?.close())
const db = () => farm.services.store.scoped(SYSTEM)
const who = (person: Person | undefined): Person => person as Person
const reach = (person: Person | undefined) => who(person).call(alarmWays.reach)
const waysOf = async (person: Person | undefined, of: Person | undefined) =>
  (await reach(person)).people
    .find(({ id }) => id === who(of).accountId)
    ?.ways.map(({ way, isProven, isOpen }) => [way, isProven, isOpen])

test('an owner sees for each house whom an alarm would reach, in order, by which ways, and what was proven', async () => {
  const { houses, total } = await reach(owner)
  expect(total).toBe(1)
  expect(houses).toMatchObject([
    {
      name: 'House 1',
      customer: null,
      steps: [
        { afterMinutes: 0, people: [who(night).accountId] },
        { afterMinutes: 5, people: [who(owner).accountId] },
      ],
      wakesFirst: true,
      wakesAnybody: true,
    },
  ])
  expect(await waysOf(owner, night)).toEqual([
    ['mail', false, true],
    ['call', false, true],
  ])
  await noteProof(db(), who(night).accountId, 'mail', Date.now() - 86_400_000)
  await noteProof(db(), who(night).accountId, 'call', Date.now() - 40 * 86_400_000)
  expect(await waysOf(owner, night)).toEqual([
    ['mail', true, true],
    ['call', false, true],
  ])
})

test('a gateway that is dead wakes nobody, and the page says since when', async () => {
  await db().insert(alarmWay).values({
    way: 'call',
    place: '127.0.0.1:9',
    checkedAt: new Date(),
    failures: 3,
    deadSince: new Date(),
    problem: 'refused',
  })
  const { houses, ways } = await reach(owner)
  expect(houses).toMatchObject([{ wakesFirst: false, wakesAnybody: false }])
  expect(ways.find(({ way }) => way === 'call')).toMatchObject({
    isSetUp: true,
    deadSince: expect.any(String),
  })
  expect(ways.find(({ way }) => way === 'watchdog')).toMatchObject({ isSetUp: false })
  await db().delete(alarmWay)
})

test('staff see farms that share, with their names, until they do not any more', async () => {
  expect((await reach(engineer)).houses.map(({ name, customer }) => [name, customer !== null])).toEqual([
    ['House 1', true],
  ])
  const path = farm.offices.sharing.path
  await db()
    .update(office)
    .set({ farmAccessUntil: sql`now() - interval '1 minute'` })
    .where(eq(office.path, path))
  expect(await reach(engineer)).toMatchObject({ houses: [], people: [], total: 0 })
  await db()
    .update(office)
    .set({ farmAccessUntil: sql`now() + interval '1 day'` })
    .where(eq(office.path, path))
  expect((await who(night).ask(alarmWays.reach)).statusCode).toBe(403)
})
