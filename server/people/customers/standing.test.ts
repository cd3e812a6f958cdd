import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { houses } from '#shared/contracts/houses.ts'
import { notices } from '#shared/contracts/notices.ts'
import { session } from '#shared/contracts/session.ts'
import { TRIAL_READ_DAYS } from '#shared/limits.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { raiseAlarm } from '../../farm/alarms/testing/raise-alarm.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { job } from '../../platform/database/tables/jobs.ts'
import { account, office, session as sessionTable } from '../../platform/database/tables/offices.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'

const ZONE = 'Asia/Shanghai'
const inDays = (days: number) => daysAfter(dateIn(ZONE, Date.now()), days)

let farm: TestApp
let owner: Person
let engineer: Person
beforeAll(async () => {
  farm = await testApp()
  engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['house_alarm:query'] })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const set = (change: Partial<typeof customer.$inferInsert>) =>
  database().update(customer).set(change).where(eq(customer.officeId, farm.offices.direct.id))
const setOffice = (change: Partial<typeof office.$inferInsert>) =>
  database().update(office).set(change).where(eq(office.id, farm.offices.direct.id))
beforeEach(async () => {
  await set({ stage: 'formal', trialEndsOn: null, contractEndsOn: null })
  await setOffice({ disabledAt: null, farmAccessUntil: null })
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
})
/** Clears what is cached of sessions, as the database's notification of a change does. */
const forget = () => farm.services.events.emit('access', { accountIds: 'all' })
async function trialEnds(days: number): Promise<void> {
  await set({ stage: 'trial', trialEndsOn: inDays(days) })
  forget()
}
async function standingAlarm() {
  const { services, offices } = farm
  const controller = await buildDevice(services, offices.direct, { type: 'controller' })
  const house = await buildHouse(services, offices.direct, { deviceIds: [controller.id], name: 'North' })
  return { controller, house }
}

test('on the last day of a trial everything is as before; the day after its accounts are read-only', async () => {
  const { house } = await standingAlarm()
  const rename = async () => {
    const { version, ...known } = await owner.call(houses.get, { params: { id: house.id } })
    const { name, officeId, type, lengthM, widthM, heightM } = known
    const body = { name, officeId, type, lengthM, widthM, heightM, version }
    return owner.ask(houses.update, { params: { id: house.id }, body })
  }
  await trialEnds(0)
  expect((await rename()).statusCode).toBe(200)
  expect(await owner.call(session.userInfo)).toMatchObject({
    isReadOnly: false,
    standing: { kind: 'trialEnding', endsOn: inDays(0) },
  })
  await trialEnds(-1)
  const refused = await rename()
  expect(refused.statusCode).toBe(403)
  expect(refused.json().message).toContain('trial has ended')
  expect(await owner.call(session.userInfo)).toMatchObject({
    isReadOnly: true,
    standing: { kind: 'trialEnded', endsOn: inDays(-1), readUntil: inDays(TRIAL_READ_DAYS - 1) },
  })
})

test('read-only users still handle alarms, read messages, export files and withdraw consents', async () => {
  const { controller, house } = await standingAlarm()
  const alarm = await buildAlarm(farm.services, farm.offices.direct, {
    subjectId: controller.id,
    houseIds: [house.id],
  })
  await trialEnds(-3)
  const params = { id: alarm.id }
  expect(await owner.call(alarms.seen, { params, body: {} })).toMatchObject({ handling: 'seen' })
  expect(await owner.call(notices.markAllRead)).toBe(0)
  expect((await owner.ask(alarms.export, { body: {} })).statusCode).toBe(200)
  expect((await owner.ask(farmAccess.revoke, { body: { consent: 'farm' } })).statusCode).toBe(200)
})

test('after the read-only days a session is over, and signing in with the right password says why', async () => {
  const { accountId } = owner
  await database()
    .update(account)
    .set({ passwordHash: await hashPassword('correct horse') })
    .where(eq(account.id, accountId))
  const [{ username } = { username: '' }] = await database()
    .select()
    .from(account)
    .where(eq(account.id, accountId))
  const login = (password: string) => farm.stranger.ask(session.login, { body: { username, password } })
  await trialEnds(-TRIAL_READ_DAYS)
  expect((await owner.ask(session.userInfo)).statusCode).toBe(200)
  await trialEnds(-TRIAL_READ_DAYS - 1)
  expect((await owner.ask(session.userInfo)).statusCode).toBe(401)
  expect((await login('wrong')).json().message).toBe('Account or Password Error')
  expect((await login('correct horse')).json()).toMatchObject({
    code: 40003,
    message: expect.stringContaining("farm's trial has ended"),
  })
  await trialEnds(30)
  expect((await login('correct horse')).statusCode).toBe(200)
})

test('the end of a contract changes nothing but what the screens say, from thirty days before it', async () => {
  const standing = async (days: number) => {
    await set({ contractEndsOn: inDays(days) })
    forget()
    return (await owner.call(session.userInfo)).standing
  }
  expect(await standing(31)).toBeNull()
  const ending = (days: number) => ({ kind: 'contractEnding', endsOn: inDays(days), readUntil: null })
  expect(await standing(30)).toEqual(ending(30))
  expect(await standing(0)).toEqual(ending(0))
  await set({ contractEndsOn: inDays(-1) })
  forget()
  expect(await owner.call(session.userInfo)).toMatchObject({
    isReadOnly: false,
    standing: { kind: 'contractEnded', endsOn: inDays(-1) },
  })
  expect((await owner.ask(notices.markAllRead)).statusCode).toBe(200)
})

test('a customer that is disabled has no session left, and what waited for it is cancelled', async () => {
  const other = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
  const { id } = await owner.call(houses.export, { body: {} })
  await setOffice({ disabledAt: new Date() })
  const left = await database().select().from(sessionTable).where(eq(sessionTable.accountId, owner.accountId))
  expect(left).toEqual([])
  const [waiting] = await database().select().from(job).where(eq(job.id, id))
  expect(waiting?.state).toBe('cancelled')
  expect((await other.ask(session.userInfo)).statusCode).toBe(200)
})

/** Raises a grave alarm; answers which of the two is told, and in which words. */
async function raised() {
  const { controller, house } = await standingAlarm()
  const { path } = farm.offices.direct
  const told = await raiseAlarm(farm.services, {
    subjectId: controller.id,
    code: 'HighTemp',
    houseIds: [house.id],
    farmPath: path,
  })
  const titleFor = async ({ accountId }: Person) => {
    const [told] = await database()
      .select()
      .from(noticeMessage)
      .where(and(eq(noticeMessage.accountId, accountId), eq(noticeMessage.messageType, 'device_alarm')))
    return told?.title['en-US']
  }
  const said = { owner: await titleFor(owner), engineer: await titleFor(engineer) }
  await database().delete(noticeMessage)
  expect(told.length).toBeGreaterThan(0)
  return said
}

test('no farm with birds goes unwatched: alarms also reach the provider once a contract or trial is over, or it is disabled', async () => {
  const hidden = 'direct has a serious alarm but does not share its farm. Call the customer'
  expect(await raised()).toEqual({
    owner:
      'North: High temperature. Check first that no heater stays on, fans run and inlets are open; pads are for grown birds only.',
    engineer: undefined,
  })
  await set({ contractEndsOn: inDays(-1) })
  expect(await raised()).toEqual({
    owner:
      'North: High temperature. Check first that no heater stays on, fans run and inlets are open; pads are for grown birds only.',
    engineer: hidden,
  })
  await set({ stage: 'trial', trialEndsOn: inDays(-1) })
  expect(await raised()).toEqual({
    owner:
      'North: High temperature. Check first that no heater stays on, fans run and inlets are open; pads are for grown birds only.',
    engineer: hidden,
  })
  await setOffice({ farmAccessUntil: new Date(Date.now() + 60_000), disabledAt: new Date() })
  expect(await raised()).toEqual({
    owner: undefined,
    engineer:
      'direct · North: High temperature. Check first that no heater stays on, fans run and inlets are open; pads are for grown birds only.',
  })
})

test('the head of the project manager’s department is told first', async () => {
  const { provider, direct: of } = farm.offices
  const departmentId = newId()
  await database()
    .insert(office)
    .values({
      id: departmentId,
      path: `${provider.path}77.`,
      parentId: provider.id,
      kind: 'department',
      chineseName: '部门',
      englishName: 'Department',
      timeZone: ZONE,
    })
  const place = { id: departmentId, path: `${provider.path}77.` }
  const head = await farm.as({ office: place, kind: 1, grants: ['house_alarm:query'] })
  const member = await farm.as({ office: place, kind: 1, grants: ['house_alarm:query'] })
  await database().update(office).set({ headId: head.accountId }).where(eq(office.id, departmentId))
  await set({ contractEndsOn: inDays(-1), managerOfficeId: departmentId })
  expect(of.path).toBe('1.6.')
  const told = async () => {
    const { controller, house } = await standingAlarm()
    return raiseAlarm(farm.services, {
      subjectId: controller.id,
      code: 'PowerFailure',
      houseIds: [house.id],
      farmPath: of.path,
    })
  }
  expect(await told()).toContain(head.accountId)
  expect(await told()).not.toContain(member.accountId)
  await database().update(office).set({ headId: null }).where(eq(office.id, departmentId))
  expect(await told()).toContain(member.accountId)
  await set({ managerOfficeId: null })
})
