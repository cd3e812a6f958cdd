import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { notices } from '#shared/contracts/notices.ts'
import { workplace } from '#shared/contracts/workplace.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildCustomer, buildDevice } from '../../testing/farm-builder.ts'
import type { SeededOffice } from '../../testing/store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const openSteps = async (person: Person) =>
  (await person.call(workplace.firstSteps)).steps.filter(({ isDone }) => !isDone).map(({ step }) => step)

/** A customer whose trial has just begun, with its owner. */
async function newFarm(more: Parameters<typeof buildCustomer>[2] = { stage: 'trial' }) {
  const { id } = await buildCustomer(app.services, app.offices.provider, more)
  const [made] = await app.services.store.scoped(SYSTEM).select().from(office).where(eq(office.id, id))
  if (!made) throw new Error('The customer was not stored')
  const farm: SeededOffice = { id, path: made.path, farmPath: made.path }
  const owner = await app.as({
    office: farm,
    kind: 2,
    grants: [
      'client_workplace:query',
      'house_alarm:query',
      'house_alarm_rule:add',
      'house_alarm_rule:edit',
      'farm_access:enable',
    ],
  })
  return { farm, owner }
}

test('a new farm ticks its steps by what is stored, one after the other', async () => {
  const { farm, owner } = await newFarm()
  expect(await openSteps(owner)).toEqual(['people', 'controller', 'onCall', 'testAlarm', 'access'])

  await app.as({ office: farm, kind: 2 })
  expect(await openSteps(owner)).toEqual(['controller', 'onCall', 'testAlarm', 'access'])

  // A registered controller is not yet a connected one.
  const { id } = await buildDevice(app.services, farm, { type: 'controller' })
  expect(await openSteps(owner)).toContain('controller')
  await app.services.store
    .scoped(SYSTEM)
    .update(device)
    .set({ lastMessageAt: new Date() })
    .where(eq(device.id, id))
  expect(await openSteps(owner)).toEqual(['onCall', 'testAlarm', 'access'])

  await owner.call(alarmDuties.create, {
    body: {
      accountId: owner.accountId,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      fromClock: '00:00',
      untilClock: '23:59',
    },
  })
  expect(await openSteps(owner)).toEqual(['testAlarm', 'access'])

  // A test that nobody answered proves nothing.
  await owner.call(alarmDuties.test)
  expect(await openSteps(owner)).toContain('testAlarm')
  await app.services.store
    .scoped(SYSTEM)
    .update(noticeMessage)
    .set({ createdAt: new Date(Date.now() - 60_000) })
    .where(eq(noticeMessage.businessType, 'alarm-test'))
  await owner.call(notices.markAllRead)
  expect(await openSteps(owner)).toEqual(['access'])

  const endsOn = daysAfter(dateIn('Asia/Shanghai', new Date()), 30)
  await owner.call(farmAccess.grant, { body: { consent: 'farm', endsOn } })
  expect(await openSteps(owner)).toEqual([])
})

test('a farm that has long been a customer has no first steps, a provider always has its own', async () => {
  const { owner } = await newFarm({ stage: 'formal', createdAt: new Date(Date.now() - 90 * 86_400_000) })
  expect((await owner.call(workplace.firstSteps)).steps).toEqual([])
  const staff = await app.as({ office: app.offices.provider, kind: 1, grants: ['workplace:query'] })
  const { steps } = await staff.call(workplace.firstSteps)
  expect(steps.map(({ step }) => step)).toEqual(['people', 'customers', 'controller', 'testAlarm', 'access'])
  expect(steps.find(({ step }) => step === 'customers')?.isDone).toBe(true)
})

test('who puts the steps away is alone in not seeing them, and gets them back', async () => {
  const { farm, owner } = await newFarm()
  const other = await app.as({ office: farm, kind: 2, grants: ['client_workplace:query'] })
  const isAway = async (person: Person) => (await person.call(workplace.firstSteps)).isPutAway
  await owner.call(workplace.putAway, { body: { isPutAway: true } })
  expect(await isAway(owner)).toBe(true)
  expect(await isAway(other)).toBe(false)
  await owner.call(workplace.putAway, { body: { isPutAway: false } })
  expect(await isAway(owner)).toBe(false)
})
