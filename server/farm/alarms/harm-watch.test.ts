import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { settings } from '#shared/contracts/settings.ts'
import { measuredHouse } from '../../features/settings/measured-house.fixture.ts'
import { minutesLeftIn } from '../../features/settings/time-left.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { houseDevice } from '../../platform/database/tables/farms.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import type { Person } from '../../testing/app.ts'
import { countHarms } from './harm-watch.ts'
import { alarmFarm, type Controller } from './testing/alarm-farm.ts'

const farm = alarmFarm({ alertGateway: { url: 'http://127.0.0.1:9', secret: 'of nobody who listens' } })
const db = () => farm.app.services.store.scoped(SYSTEM)
let night: Person
let dark: Controller
beforeEach(async () => {
  farm.app.services.devices.states.clear()
  for (const table of [alarm, alarmDuty]) await db().delete(table)
  const { sharing } = farm.app.offices
  await db().update(account).set({ disabledAt: sql`now()` }).where(eq(account.officePath, sharing.path))
  night = await farm.app.as({
    office: sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'],
  })
  await db().update(account).set({ phone: '+86 138 0534 2210' }).where(eq(account.id, night.accountId))
  await buildDuty(farm.app.services, sharing, { accountId: night.accountId })
  dark = await farm.controller()
  await farm.start()
  farm.report(dark, { 'Alarm/PowerFail': true })
  await farm.settled()
})

const theAlarm = async () => (await farm.alarmsOf(dark))[0] as typeof alarm.$inferSelect
const failed = (error: unknown) => {
  throw error
}
const count = (minutes: number | null) =>
  countHarms(farm.app.services.store, () => Promise.resolve(minutes), failed)
const goOn = async (minutes: number) => {
  await farm.passes(minutes)
  await db()
    .update(alarm)
    .set({ harmCountedAt: null, harmAt: sql`harm_at - ${minutes} * interval '1 minute'` })
    .where(sql`true`)
}
const rounds = () => db().$count(alarmEvent, sql`kind = 'told' and step > 0`)

test('whoever is on the way is rung again as soon as the house’s model says that harm is near', async () => {
  const before = await rounds()
  await night.call(alarms.answer, { params: { id: (await theAlarm()).id }, body: { answer: 'going' } })
  await goOn(6)
  await count(45)
  await farm.tellUnseen()
  expect(await rounds()).toBe(before)
  const { harmAt } = await theAlarm()
  expect(Math.round(((harmAt?.getTime() ?? 0) - Date.now()) / 60_000)).toBe(45)
  await goOn(1)
  await count(15)
  await farm.tellUnseen()
  expect(await rounds()).toBe(before + 1)
})

test('a house of hens without power: its own model says how soon, and whoever is on the way is rung again in time', async () => {
  const { services, offices } = farm.app
  const house = await measuredHouse(services, offices.sharing)
  const [serves] = await db().select().from(houseDevice).where(eq(houseDevice.houseId, house.id))
  const hens = { id: serves?.deviceId ?? '', houseId: house.id }
  await farm.start()
  farm.report(hens, { 'Alarm/PowerFail': true, 'Power/MainsOk': false })
  await farm.settled()
  const ofHens = async () => (await farm.alarmsOf(hens))[0] as typeof alarm.$inferSelect
  const told = async () =>
    db().$count(alarmEvent, sql`kind = 'told' and step > 0 and alarm_id = ${(await ofHens()).id}`)
  const going = async () =>
    night.call(alarms.answer, { params: { id: (await ofHens()).id }, body: { answer: 'going' } })
  await going()
  await countHarms(services.store, minutesLeftIn(services), failed)
  const minutes = (((await ofHens()).harmAt?.getTime() ?? 0) - Date.now()) / 60_000
  // What the page of its alarm shows.
  const worker = await farm.app.as({ office: offices.sharing, kind: 2, grants: ['house_alarm:get'] })
  const left = await worker.call(settings.timeLeft, { params: { id: house.id } })
  expect(left).toMatchObject({ kind: 'hot', withoutPower: true })
  expect(Math.abs(minutes - (left?.afterMin ?? 0))).toBeLessThan(6)
  await goOn(minutes - 24)
  await going()
  await farm.tellUnseen()
  const before = await told()
  await goOn(4.8)
  await farm.tellUnseen()
  expect(await told()).toBe(before)
  // Without the model they would be left alone for fifteen minutes.
  await goOn(0.4)
  await farm.tellUnseen()
  expect(await told()).toBe(before + 1)
})

test('a model that says nothing leaves the times as they are, and one that falls silent because it has come does not', async () => {
  const before = await rounds()
  // Nobody has answered: nothing is counted for it.
  await count(5)
  expect((await theAlarm()).harmAt).toBeNull()
  await night.call(alarms.answer, { params: { id: (await theAlarm()).id }, body: { answer: 'going' } })
  await goOn(8)
  // This house has no birds that are known, no weather and no settings.
  await countHarms(farm.app.services.store, minutesLeftIn(farm.app.services), failed)
  await farm.tellUnseen()
  expect([(await theAlarm()).harmAt, await rounds()]).toEqual([null, before])
  await goOn(0)
  await count(4)
  await goOn(3)
  await count(null)
  expect((await theAlarm()).harmAt).not.toBeNull()
})
