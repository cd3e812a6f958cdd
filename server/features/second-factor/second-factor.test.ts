import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { roles } from '#shared/contracts/roles.ts'
import { secondFactor } from '#shared/contracts/second-factor.ts'
import { session } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, session as sessionTable } from '../../platform/database/tables/offices.ts'
import { recoveryCode, secondFactor as table } from '../../platform/database/tables/personal.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { chief } from '../users/testing/people.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const PASSWORD = 'a barn with nine doors'
const database = ({ services } = farm) => services.store.scoped(SYSTEM)
const usernameOf = ({ accountId }: Person) => `user-${accountId}`

/** Somebody with a password. */
async function farmer(at = farm, who: Partial<Parameters<TestApp['as']>[0]> = {}) {
  const me = await at.as({ office: at.offices.team, kind: 2, ...who })
  const passwordHash = await hashPassword(PASSWORD)
  await database(at).update(account).set({ passwordHash }).where(eq(account.id, me.accountId))
  return me
}
let addresses = 0
const signIn = (who: Person, more: object = {}, password = PASSWORD, ip = `198.51.100.${++addresses}`) =>
  farm.app.inject({
    method: 'POST',
    url: '/api/admin/open/login',
    remoteAddress: ip,
    payload: { username: usernameOf(who), password, ...more },
  })
/** The app on a phone. */
const phone = (secret: string) => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  return { code: (stepsAhead = 0) => totp.generate({ timestamp: Date.now() + stepsAhead * 30_000 }) }
}
async function withApp(me: Person) {
  const { secret } = await me.call(secondFactor.beginApp)
  const app = phone(secret)
  // The current code as typed; that of the next half minute stays valid for signing in.
  const body = { code: app.code() }
  const { recoveryCodes } = await me.call(secondFactor.confirmApp, { body })
  return { app, secret, recoveryCodes: recoveryCodes ?? [] }
}

test('with an app set up, the password alone does not sign in and the code does', async () => {
  const me = await farmer()
  expect((await signIn(me)).statusCode).toBe(200)
  const { app } = await withApp(me)
  const asked = await signIn(me)
  expect(asked.statusCode).toBe(401)
  expect(asked.json()).toMatchObject({
    code: 401,
    result: { isLogin: true },
    data: { hasApp: true, passkey: null },
  })
  const otp = app.code(1)
  expect((await signIn(me, { otp })).statusCode).toBe(200)
  expect(await me.call(secondFactor.state)).toMatchObject({ isRequired: false, recoveryCodesLeft: 10 })
})

test('a code is taken once, also when two use it at the same moment', async () => {
  const me = await farmer()
  const { app } = await withApp(me)
  const otp = app.code(1)
  const both = await Promise.all([signIn(me, { otp }), signIn(me, { otp })])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401])
  expect((await signIn(me, { otp })).statusCode).toBe(401)
  // An older one fails too.
  expect((await signIn(me, { otp: app.code() })).statusCode).toBe(401)
})

test('a wrong password tells nothing of the second factor', async () => {
  const me = await farmer()
  await withApp(me)
  const answer = await signIn(me, {}, 'wrong')
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).not.toHaveProperty('result')
})

test('guessing codes is slowed down and blocked like guessing passwords', async () => {
  const me = await farmer()
  await withApp(me)
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess++)
    statuses.push((await signIn(me, { otp: '000000' }, PASSWORD, '203.0.113.200')).statusCode)
  expect(statuses).toContain(429)
})

test('each recovery code is good once, in whatever way it is typed, and only its hash is kept', async () => {
  const me = await farmer()
  const { recoveryCodes } = await withApp(me)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  expect((await signIn(me, { otp: first.toUpperCase().replace('-', ' ') })).statusCode).toBe(200)
  expect((await signIn(me, { otp: first })).statusCode).toBe(401)
  expect((await signIn(me, { otp: second })).statusCode).toBe(200)
  expect((await me.call(secondFactor.state)).recoveryCodesLeft).toBe(8)
  const kept = JSON.stringify(await database().select().from(recoveryCode))
  for (const code of recoveryCodes) expect(kept).not.toContain(code)
  const renewed = await me.call(secondFactor.renewCodes)
  expect((await signIn(me, { otp: recoveryCodes[2] })).statusCode).toBe(401)
  expect((await signIn(me, { otp: renewed.recoveryCodes[0] })).statusCode).toBe(200)
})

test('an app that never showed a code changes nothing', async () => {
  const me = await farmer()
  await me.call(secondFactor.beginApp)
  expect((await signIn(me)).statusCode).toBe(200)
  const wrong = await me.ask(secondFactor.confirmApp, { body: { code: '000000' } })
  expect(wrong.json()).toMatchObject({ code: 40003, data: [{ field: 'code' }] })
  expect((await me.call(secondFactor.state)).app).toBeNull()
})

/** As if the page had been left open since then. */
const leftOpen = (me: Person) =>
  database(farm)
    .update(sessionTable)
    .set({ provedAt: new Date(Date.now() - PROOF_MS) })
    .where(eq(sessionTable.accountId, me.accountId))

test('an open page alone does not change how its owner signs in; who proves to be them does', async () => {
  const me = await farmer()
  await leftOpen(me)
  const refused = await me.ask(secondFactor.beginApp)
  expect(refused.statusCode).toBe(401)
  expect(refused.json()).toMatchObject({ result: { isLogin: true }, data: { proof: true } })
  const wrong = await me.ask(session.prove, { body: { password: 'wrong' } })
  expect(wrong.statusCode).toBe(401)
  expect((await me.ask(secondFactor.beginApp)).statusCode).toBe(401)
  await me.call(session.prove, { body: { password: PASSWORD } })
  await withApp(me)
  const { app } = await me.call(secondFactor.state)
  await me.call(secondFactor.remove, { body: { id: app?.id ?? '' } })
  expect((await signIn(me)).statusCode).toBe(200)
  expect((await me.call(secondFactor.state)).recoveryCodesLeft).toBe(0)
})

test('who has a second factor proves with it too, and guessing it is slowed down', async () => {
  const me = await farmer()
  const { app } = await withApp(me)
  await leftOpen(me)
  const half = await me.ask(session.prove, { body: { password: PASSWORD } })
  expect(half.json()).toMatchObject({ code: 401, data: { hasApp: true, passkey: null } })
  expect((await me.ask(secondFactor.renewCodes)).statusCode).toBe(401)
  await me.call(session.prove, { body: { password: PASSWORD, otp: app.code(1) } })
  expect((await me.call(secondFactor.renewCodes)).recoveryCodes).toHaveLength(10)
  const statuses: number[] = []
  for (let guess = 0; guess < 6; guess++)
    statuses.push((await me.ask(session.prove, { body: { password: PASSWORD, otp: '000000' } })).statusCode)
  expect(statuses).toContain(429)
})

test('nobody removes the second factor of a colleague', async () => {
  const [me, colleague] = [await farmer(), await farmer()]
  await withApp(colleague)
  const { app } = await colleague.call(secondFactor.state)
  const answer = await me.ask(secondFactor.remove, { body: { id: app?.id } })
  expect(answer.statusCode).toBe(404)
  expect((await colleague.call(secondFactor.state)).app).not.toBeNull()
})

test('who lost it gets in again by whoever looks after users, is told, and nobody does it to themselves', async () => {
  const me = await farmer()
  const email = `${me.accountId}@farm.example`
  await database().update(account).set({ email, emailKey: email }).where(eq(account.id, me.accountId))
  const { recoveryCodes } = await withApp(me)
  const boss = await chief(farm, 'sharing')
  const about = { params: { id: me.accountId } }
  expect(await boss.call(users.get, about)).toMatchObject({ hasSecondFactor: true })
  const elsewhere = await chief(farm, 'direct')
  expect((await elsewhere.ask(users.resetSecondFactor, about)).statusCode).toBe(404)
  await database()
    .update(sessionTable)
    .set({ provedAt: new Date(Date.now() - PROOF_MS) })
    .where(eq(sessionTable.accountId, boss.accountId))
  expect((await boss.ask(users.resetSecondFactor, about)).statusCode).toBe(401)
  expect((await signIn(me)).statusCode).toBe(401)

  await database().update(sessionTable).set({ provedAt: new Date() })
  expect(await boss.call(users.resetSecondFactor, about)).toMatchObject({ hasSecondFactor: false })
  expect((await signIn(me)).statusCode).toBe(200)
  expect(await database().$count(recoveryCode, eq(recoveryCode.accountId, me.accountId))).toBe(0)
  expect(recoveryCodes).toHaveLength(10)
  const told = await database().select().from(mail).where(eq(mail.to, email))
  expect(told.map(({ template }) => template)).toEqual(['factorTaken'])
  expect((await boss.ask(users.resetSecondFactor, about)).statusCode).toBe(409)
  const own = { params: { id: boss.accountId } }
  expect((await boss.ask(users.resetSecondFactor, own)).statusCode).toBe(403)
})

test('the secret of an app is sealed in the store', async () => {
  const me = await farmer()
  const { secret } = await withApp(me)
  const [row] = await database().select().from(table).where(eq(table.accountId, me.accountId))
  expect(row?.secret).toMatch(/^v1\./)
  expect(JSON.stringify(row)).not.toContain(secret)
})

test('a made-up passkey is refused', async () => {
  const me = await farmer()
  const options = await me.call(secondFactor.beginPasskey)
  expect(options.challenge).toMatch(/^[\w-]{40,}$/)
  const response = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON: 'e30', attestationObject: 'o2M' },
  }
  const answer = await me.ask(secondFactor.addPasskey, { body: { name: 'Phone', response } })
  expect(answer.statusCode).toBe(400)
  expect((await me.call(secondFactor.state)).passkeys).toEqual([])
})

test('staff with far-reaching rights first set up a second factor; the demonstration asks nobody', async () => {
  const real = await testApp({ demo: false })
  const at = { office: real.offices.provider, kind: 1, grants: ['role_manage:query'] } as const
  const boss = await farmer(real, at)
  const writer = await farmer(real, { ...at, grants: ['device_manage:query'] })
  expect((await boss.call(session.userInfo)).mustSetFactor).toBe(true)
  expect((await writer.call(session.userInfo)).mustSetFactor).toBe(false)
  const held = await boss.ask(roles.list)
  expect(held.statusCode).toBe(403)
  expect(held.json().message).toContain('second factor')
  expect((await boss.ask(notices.unreadNumber)).statusCode).toBe(200)

  const { app } = await withApp(boss)
  real.services.events.emit('access', { accountIds: [boss.accountId] })
  expect((await boss.ask(roles.list)).statusCode).toBe(200)
  const { app: kept } = await boss.call(secondFactor.state)
  const body = { id: kept?.id ?? '' }
  expect((await boss.ask(secondFactor.remove, { body })).statusCode).toBe(400)
  expect(app.code()).toHaveLength(6)
  await real.close()

  const demo = await farmer(farm, { office: farm.offices.provider, kind: 1, grants: ['role_manage:query'] })
  expect((await demo.ask(roles.list)).statusCode).toBe(200)
})
