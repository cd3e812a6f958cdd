import { and, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personal } from '#shared/contracts/personal.ts'
import { session } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { chief, hire, newcomer, roleWith } from '../../features/users/testing/people.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { hashPassword, NO_PASSWORD } from '../../platform/http/passwords.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildCustomer, buildDepartment } from '../../testing/farm-builder.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { mailNotices } from '../notices/mail-notices.ts'
import { tell } from '../notices/tell.ts'

let farm: TestApp
/** A farm that shares nothing, an owner of it who can sign in, and somebody of the provider with every right. */
let closed: SeededOffice
let owner: Person
let staff: Person
const CHOSEN = 'nine doors and a lantern'
let chosenHash: string
beforeAll(async () => {
  farm = await testApp()
  closed = farm.offices.closed
  chosenHash = await hashPassword(CHOSEN)
  staff = await chief(farm, 'provider')
})
beforeEach(async () => {
  owner = await chief(farm, 'closed')
  await set(owner.accountId, { passwordHash: chosenHash })
})
afterAll(() => farm.close())

const db = () => farm.services.store.scoped(SYSTEM)
const set = (id: string, to: Partial<typeof account.$inferInsert>) =>
  db().update(account).set(to).where(eq(account.id, id))
const params = (id: string) => ({ params: { id } })
const code = async (answer: ReturnType<Person['ask']>) => (await answer).statusCode
const invitations = (to: string | null) =>
  db().$count(mail, and(eq(mail.to, to ?? ''), eq(mail.template, 'invitation')))

let addresses = 0
/** The answer to signing in: its status and message. */
async function signIn(username: string, password: string): Promise<[status: number, says: string]> {
  const answer = await farm.app.inject({
    method: 'POST',
    url: '/api/admin/open/login',
    remoteAddress: `198.51.100.${++addresses}`,
    payload: { username, password },
    headers: { 'access-i18n': 'en-US' },
  })
  return [answer.statusCode, String(answer.json().message)]
}
const WAITS = [400, 'An owner of your farm must confirm this account first']
const GIVEN = 'seven lamps in the yard'

/** Somebody whom the farm itself hired, with a password of their own choice. */
async function worker(email: string | null) {
  const hired = await hire(owner, closed, email === null ? { email, password: GIVEN } : { email })
  await set(hired.id, { passwordHash: chosenHash, mustChangePassword: false, lastActiveAt: new Date() })
  return hired
}
const formOf = async (by: Person, id: string) => {
  const { username, actualName, email, officeId, version } = await by.call(users.get, params(id))
  return { username, actualName, email, officeId, version }
}

test('somebody whom staff add to a farm gets in only once an owner has confirmed them, which nobody else can do', async () => {
  const added = await hire(staff, closed, { email: null, password: GIVEN })
  expect(added).toMatchObject({ status: 'HELD', heldUntil: null })
  expect(await signIn(added.username, GIVEN)).toEqual(WAITS)
  // People who do not know the password are told nothing.
  expect((await signIn(added.username, 'another one'))[1]).toBe('Account or Password Error')
  const colleague = await farm.as({
    office: closed,
    kind: 2,
    grants: ['user_manage:query', 'user_manage:enable'],
  })
  const elsewhere = await chief(farm, 'direct')
  for (const by of [staff, colleague]) expect(await code(by.ask(users.admit, params(added.id)))).toBe(403)
  expect(await code(elsewhere.ask(users.admit, params(added.id)))).toBe(404)
  expect((await signIn(added.username, GIVEN))[0]).toBe(400)

  expect((await owner.call(users.admit, params(added.id))).status).toBe('UNACTIVE')
  expect((await signIn(added.username, GIVEN))[0]).toBe(200)
  expect(await code(owner.ask(users.admit, params(added.id)))).toBe(409)
})

test('people invited there get the mail with the confirmation, several at a time', async () => {
  const added = [await hire(staff, closed), await hire(staff, closed)]
  for (const { email } of added) expect(await invitations(email)).toBe(0)
  const ids = added.map(({ id }) => id)
  const refused = await staff.ask(users.bulk, { body: { action: 'admit', ids } })
  expect(refused.statusCode).toBe(403)
  const { done } = await owner.call(users.bulk, { body: { action: 'admit', ids } })
  expect(done).toBe(2)
  for (const { email } of added) expect(await invitations(email)).toBe(1)
})

test('an address that staff change opens nothing before that, and the user’s own password stays valid', async () => {
  const { id, username } = await worker('there@farm.example')
  const body = { ...(await formOf(staff, id)), email: 'elsewhere@provider.example' }
  expect(await staff.call(users.update, { ...params(id), body })).toMatchObject({ status: 'HELD' })
  expect((await signIn(username, CHOSEN))[0]).toBe(200)
  // Whatever is mailed there now.
  const mailed = {
    mailedPasswordHash: await hashPassword(GIVEN),
    mailedPasswordUntil: new Date(Date.now() + 60_000),
  }
  await set(id, mailed)
  expect(await signIn(username, GIVEN)).toEqual(WAITS)
  await owner.call(users.admit, params(id))
  expect((await signIn(username, GIVEN))[0]).toBe(200)
})

test('a password that staff set does not work before that; one mailed to the known address does', async () => {
  const spoken = await worker(null)
  expect(
    (await staff.call(users.resetPassword, { ...params(spoken.id), body: { password: GIVEN } })).status,
  ).toBe('HELD')
  expect(await signIn(spoken.username, GIVEN)).toEqual(WAITS)
  const mailed = await worker('known@farm.example')
  expect((await staff.call(users.resetPassword, { ...params(mailed.id), body: {} })).status).not.toBe('HELD')
})

test('if no owner can be asked it takes three days; a farm’s first account, and the farm itself, need nothing', async () => {
  await db()
    .update(account)
    .set({ passwordHash: NO_PASSWORD })
    .where(and(eq(account.officeId, closed.id), ne(account.kind, 1)))
  const added = await hire(staff, closed, { email: null, password: GIVEN })
  const days = (Date.parse(added.heldUntil ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(2.99)
  expect(days).toBeLessThanOrEqual(3)
  expect((await signIn(added.username, GIVEN))[1]).toMatch(/Otherwise it opens in 72 hours$/)
  await set(added.id, { heldUntil: new Date() })
  expect((await signIn(added.username, GIVEN))[0]).toBe(200)
  expect((await hire(owner, closed)).status).toBe('UNACTIVE')

  // Nobody has ever been there.
  const office = await buildCustomer(farm.services, farm.offices.provider)
  const body = newcomer(office, { email: null, password: GIVEN })
  expect((await staff.call(users.create, { body })).status).toBe('UNACTIVE')
  expect((await hire(staff, office)).status).toBe('HELD')
})

test('an owner who did not ask for it is not erased from above: nobody would be left to confirm', async () => {
  const there = await chief(farm, 'direct')
  expect(await code(staff.ask(users.erase, params(there.accountId)))).toBe(403)
  await there.call(personal.askErasure)
  expect(await code(staff.ask(users.erase, params(there.accountId)))).toBe(200)
})

test('a deleted or erased owner still counts as having been there', async () => {
  const office = await buildCustomer(farm.services, farm.offices.provider)
  const first = await hire(staff, office)
  await staff.call(users.remove, params(first.id))
  await staff.call(users.erase, params(first.id))
  expect((await hire(staff, office)).status).toBe('HELD')
})

test('somebody the farm shut out gets back in through staff only with an owner, not by an old password or token', async () => {
  const disabled = await worker(null)
  const removed = await worker('removed@farm.example')
  const programs = await Promise.all(
    [disabled, removed].map(({ id }) =>
      farm.programOf({ ...owner, accountId: id }, ['client_workplace:query']),
    ),
  )
  await owner.call(users.disable, params(disabled.id))
  await owner.call(users.remove, params(removed.id))
  expect((await staff.call(users.enable, params(disabled.id))).status).toBe('HELD')
  expect((await staff.call(users.restore, params(removed.id))).status).toBe('HELD')
  for (const { username } of [disabled, removed]) expect(await signIn(username, CHOSEN)).toEqual(WAITS)
  for (const program of programs) expect((await program.ask(session.userInfo)).statusCode).toBe(401)
  for (const { id, username } of [disabled, removed]) {
    await owner.call(users.admit, params(id))
    expect((await signIn(username, CHOSEN))[0]).toBe(200)
    await owner.call(users.disable, params(id))
    expect((await owner.call(users.enable, params(id))).status).not.toBe('HELD')
  }
})

test('no message of the farm is mailed to an address that no owner has confirmed', async () => {
  const role = await roleWith(farm, closed, 2, ['house_alarm:query'])
  const there = await worker('heard@farm.example')
  const added = await hire(staff, closed, { email: 'listens@provider.example', roleIds: [role.id] })
  const body = { ...(await formOf(staff, there.id)), email: 'hears@provider.example' }
  await staff.call(users.update, { ...params(there.id), body: { ...body, roleIds: [role.id] } })
  const mailsTo = (to: string) => db().$count(mail, and(eq(mail.to, to), eq(mail.template, 'notice')))
  const alarmIt = () =>
    farm.services.store.transaction(SYSTEM, at =>
      tell(
        at,
        [there, added].map(({ id }) => ({ id, officePath: closed.path })),
        {
          title: { 'zh-CN': '一号舍过热', 'en-US': 'House 1 is too hot' },
          level: 'critical',
          messageType: 'device_alarm',
          businessType: 'alarm',
          subjectId: null,
        },
      ),
    )
  await alarmIt()
  await mailNotices(farm.services)
  for (const to of [added.email, body.email]) expect(await mailsTo(to ?? '')).toBe(0)
  await owner.call(users.admit, params(there.id))
  await mailNotices(farm.services)
  expect(await mailsTo(body.email)).toBe(1)
  expect(await mailsTo(added.email ?? '')).toBe(0)
})

test('an owner confirms what they saw: an address put in since then is refused', async () => {
  const added = await hire(staff, closed)
  const body = { ...(await formOf(staff, added.id)), email: 'swapped@provider.example' }
  await staff.call(users.update, { ...params(added.id), body })
  const { version } = added
  expect(await code(owner.ask(users.admit, { ...params(added.id), body: { version } }))).toBe(409)
  const ids = [added.id]
  const seen = { action: 'admit' as const, ids, versions: { [added.id]: version } }
  expect((await owner.call(users.bulk, { body: seen })).done).toBe(0)
  expect(await invitations(body.email)).toBe(0)
  const versions = { [added.id]: version + 1 }
  expect((await owner.call(users.bulk, { body: { ...seen, versions } })).done).toBe(1)
})

test('an owner is told who was moved to where they see more houses', async () => {
  const { id } = await hire(owner, closed)
  const yard = await buildDepartment(farm.services, closed)
  await staff.call(users.update, { ...params(id), body: { ...(await formOf(staff, id)), officeId: yard.id } })
  const told = await db().select().from(noticeMessage).where(eq(noticeMessage.accountId, owner.accountId))
  expect(told.map(({ title }) => title['en-US'])).toEqual([expect.stringContaining('to another department')])
})

test('a password that an owner gives in person opens what was held: it is their word', async () => {
  const added = await hire(staff, closed, { email: null, password: 'nobody knows this one' })
  await owner.call(users.resetPassword, { ...params(added.id), body: { password: GIVEN } })
  expect((await signIn(added.username, GIVEN))[0]).toBe(200)
})

test('a farm’s only worker, who is no owner, is also held when staff change their address', async () => {
  const office = await buildCustomer(farm.services, farm.offices.provider)
  const only = await hire(staff, office)
  const wrong = { ...(await formOf(staff, only.id)), email: 'corrected@farm.example' }
  // Somebody who has never been there still counts as the first.
  const first = await staff.call(users.update, { ...params(only.id), body: wrong })
  expect(first.status).toBe('UNACTIVE')
  await set(only.id, { passwordHash: chosenHash, lastActiveAt: new Date() })
  const body = { ...(await formOf(staff, only.id)), email: 'taken@provider.example' }
  expect((await staff.call(users.update, { ...params(only.id), body })).status).toBe('HELD')
})

test('an owner who is held is not told what staff do to others at the farm', async () => {
  await db()
    .update(account)
    .set({ passwordHash: NO_PASSWORD, disabledAt: new Date() })
    .where(and(eq(account.officeId, closed.id), ne(account.kind, 1)))
  const there = await hire(await chief(farm, 'closed'), closed, { email: null, password: GIVEN })
  const mole = await chief(farm, 'closed')
  await db()
    .update(account)
    .set({ disabledAt: new Date() })
    .where(and(eq(account.officeId, closed.id), ne(account.id, mole.accountId), ne(account.id, there.id)))
  await set(mole.accountId, { heldAt: new Date() })
  const added = await hire(staff, closed)
  const told = await db().select().from(noticeMessage)
  const saying = told.filter(({ title }) => title['en-US'].includes(added.username))
  expect(saying.map(({ accountId }) => accountId)).toEqual([there.id])
})
