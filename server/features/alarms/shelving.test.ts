import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import type { Severity } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmEvent, alarm as alarmTable } from '../../platform/database/tables/alarms.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'

let farm: TestApp
let farmer: Person
beforeAll(async () => {
  farm = await testApp()
  farmer = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'],
  })
})
afterAll(() => farm.close())

const db = () => farm.services.store.scoped(SYSTEM)
async function rung(level: Severity, more: Partial<typeof alarmTable.$inferInsert> = {}) {
  const { services, offices } = farm
  const device = await buildDevice(services, offices.sharing, { type: 'controller' })
  const house = await buildHouse(services, offices.sharing, { deviceIds: [device.id] })
  const rungAt = new Date(Date.now() - 30_000)
  return buildAlarm(services, offices.sharing, {
    subjectId: device.id,
    houseIds: [house.id],
    level,
    rungAt,
    rings: 1,
    chainFrom: rungAt,
    chainAt: new Date(),
    ...more,
  })
}
const shelve = ({ id }: { id: string }, minutes: number) =>
  farmer.ask(alarms.shelve, { params: { id }, body: { minutes, reason: 'Fan is being repaired' } })
async function stored({ id }: { id: string }) {
  const [row] = await db().select().from(alarmTable).where(eq(alarmTable.id, id))
  if (!row) throw new Error('the alarm is gone')
  return row
}
const change = ({ id }: { id: string }, set: object) =>
  db().update(alarmTable).set(set).where(eq(alarmTable.id, id))

test('a shelved alarm tells nobody until it ends, then rings by itself; everywhere it says who, until when and why', async () => {
  const raised = await rung('critical')
  const answer = await shelve(raised, 30)
  expect(answer.statusCode).toBe(200)
  const { shelvedUntil, ringAt, ring, chainAt, handling } = await stored(raised)
  expect(handling).toBe('seen')
  expect([ringAt, chainAt, ring]).toEqual([shelvedUntil, shelvedUntil, 'again'])
  const { items } = await farmer.call(alarms.list, { query: { houseId: raised.houseIds[0] } })
  expect(items[0]?.shelf).toMatchObject({ by: 'Test User', why: 'Fan is being repaired' })
  // Whoever handles it takes nothing back of what the end tells.
  await farmer.call(alarms.going, { params: { id: raised.id }, body: {} })
  expect((await stored(raised)).ringAt).toEqual(shelvedUntil)
  // One that comes back as a new record meanwhile is the same trouble.
  await change(raised, { condition: 'cleared', clearedAt: new Date(), handling: 'solved' })
  const again = await rung('critical', {
    subjectId: raised.subjectId,
    houseIds: raised.houseIds,
    ring: 'raised',
    ringAt: new Date(),
    rungAt: null,
    raisedAt: new Date(),
  })
  expect(await stored(again)).toMatchObject({ shelvedUntil, ringAt: shelvedUntil, shelvedBy: 'Test User' })
  const { events } = await farmer.call(alarms.get, { params: { id: again.id } })
  expect(events).toMatchObject([
    { kind: 'shelved', name: 'Test User', note: 'Fan is being repaired', until: shelvedUntil?.toISOString() },
  ])
})

test.each([
  { level: 'critical', rings: true },
  { level: 'warning', rings: false },
] as const)(
  'a cause given meanwhile: one that is $level rings at the end of its shelf: $rings',
  async ({ level, rings }) => {
    const raised = await rung(level)
    await shelve(raised, 30)
    await farmer.call(alarms.cause, { params: { id: raised.id }, body: { cause: 'fan' } })
    const { shelvedUntil, ringAt, chainAt } = await stored(raised)
    expect(ringAt).toEqual(rings ? shelvedUntil : null)
    // Nor before.
    if (rings) expect(chainAt).toEqual(shelvedUntil)
  },
)

test('a shelf that ran out ended by itself at that moment; one of an alarm that was over before did not', async () => {
  const [standing, over] = [await rung('critical'), await rung('critical')]
  for (const each of [standing, over]) {
    await shelve(each, 10)
    const past = new Date(Date.now() - 60_000)
    await db()
      .update(alarmEvent)
      .set({ at: new Date(past.getTime() - 600_000), shelvedUntil: past })
      .where(and(eq(alarmEvent.alarmId, each.id), eq(alarmEvent.kind, 'shelved')))
    await change(each, { shelvedUntil: null })
  }
  await change(over, { condition: 'cleared', clearedAt: new Date(Date.now() - 300_000) })
  const kinds = async ({ id }: { id: string }) =>
    (await farmer.call(alarms.get, { params: { id } })).events.map(({ kind }) => kind)
  expect([await kinds(standing), await kinds(over)]).toEqual([['shelved', 'expired'], ['shelved']])
})

test('one that gets worse rings at once', async () => {
  const raised = await rung('warning')
  await shelve(raised, 480)
  await change(raised, { level: 'critical', ring: 'worse', ringAt: sql`now()` })
  const { shelvedUntil, ring, ringAt } = await stored(raised)
  expect([shelvedUntil, ring]).toEqual([null, 'worse'])
  expect(ringAt?.getTime()).toBeLessThanOrEqual(Date.now())
})

test('an emergency is never shelved, a critical one for half an hour at most, and none twice without ringing', async () => {
  expect((await shelve(await rung('emergency'), 1)).statusCode).toBe(400)
  const critical = await rung('critical')
  const refused = await shelve(critical, 31)
  expect(refused.json().data).toMatchObject([
    { field: 'minutes', message: 'An alarm of this level can be shelved for at most 30 minutes' },
  ])
  expect((await shelve(critical, 30)).statusCode).toBe(200)
  expect((await shelve(critical, 30)).statusCode).toBe(409)
  expect((await shelve(await rung('critical', { condition: 'cleared' }), 10)).statusCode).toBe(409)
})

test('ended early it rings now; a warning that tells nobody has nothing to ring', async () => {
  const [told, quiet] = [await rung('critical'), await rung('warning', { rings: 0, chainAt: null })]
  for (const each of [told, quiet]) await shelve(each, 10)
  for (const { id } of [told, quiet]) await farmer.call(alarms.unshelve, { params: { id }, body: {} })
  const [first, second] = [await stored(told), await stored(quiet)]
  expect(first.ringAt?.getTime()).toBeLessThanOrEqual(Date.now())
  expect(first.chainAt?.getTime()).toBeLessThanOrEqual(Date.now())
  expect([second.ringAt, second.shelvedUntil]).toEqual([null, null])
})

test('an alarm of a rule id that nobody shelved is told as ever', async () => {
  const other = await rung('critical', { rule: newId(), ring: 'raised', ringAt: new Date(), rungAt: null })
  expect((await stored(other)).ringAt?.getTime()).toBeLessThanOrEqual(Date.now())
})
