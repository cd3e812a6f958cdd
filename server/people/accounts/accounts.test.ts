import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { houses } from '#shared/contracts/houses.ts'
import { password } from '#shared/contracts/password.ts'
import { session } from '#shared/contracts/session.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM, scopeOf } from '../../platform/database/store.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import {
  account,
  accountRole,
  role,
  session as sessionTable,
} from '../../platform/database/tables/offices.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'
import { Refusal } from '../../platform/http/errors.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { valuesOf } from '../../platform/mail/sealed-values.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { mailPassword } from './mail-password.ts'
import { type NewAccount, openAccount } from './open-account.ts'
import { passwordFault } from './password-rules.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const OWN = 'an own password'
const database = () => farm.services.store.scoped(SYSTEM)
let people = 0
/** A farmer with a password of their own, unless specified. */
async function opened(more: Partial<NewAccount> = {}) {
  const username = `wang-${++people}`
  const passwordHash = await hashPassword(OWN)
  const made = {
    office: farm.offices.direct,
    username,
    email: `${username}@farm.example`,
    actualName: '王芳',
    kind: 2 as const,
    roleIds: [],
    language: 'en-US' as const,
    passwordHash,
    ...more,
  }
  const id = await farm.services.store.transaction(SYSTEM, db => openAccount(db, made))
  return { id, username: made.username, email: made.email ?? '' }
}
const forgot = (accountId: string) =>
  farm.services.store.transaction(SYSTEM, db =>
    mailPassword(db, { ...farm.services.config, accountId, reason: 'forgotten', language: 'zh-CN' }),
  )
/** The last mail to a person. */
async function mailed(to: string) {
  const found = await database().select().from(mail).where(eq(mail.to, to)).orderBy(mail.id)
  const last = found.at(-1)
  const { password } = (last && valuesOf(last, farm.services.config.appSecret)) ?? {}
  return { template: last?.template, language: last?.language, password: String(password) }
}
let addresses = 0
const login = (username: string, password: string) =>
  farm.app.inject({
    method: 'POST',
    url: '/api/admin/open/login',
    payload: { username, password },
    remoteAddress: `198.51.100.${++addresses}`,
  })
const signedIn = async (username: string, password: string): Promise<string> => {
  const answer = await login(username, password)
  expect(answer.json().code, answer.body).toBe(0)
  return answer.json().data
}
const ask = (token: string, { method, path }: { method: 'GET' | 'PUT'; path: string }, body?: object) =>
  farm.app.inject({
    method,
    url: `/api${path}`,
    headers: { 'access-token': token },
    ...(body && { payload: body }),
  })
const change = (token: string, newPassword: string, oldPassword?: string) =>
  ask(token, password.change, { oldPassword, newPassword, confirmPassword: newPassword })

test('an invited farmer gets a first password by mail and can do nothing before choosing another', async () => {
  const { email, username } = await opened({
    passwordHash: undefined,
    language: null,
    invited: { ...farm.services.config, language: 'zh-CN' },
  })
  const first = await mailed(email)
  expect(first).toMatchObject({ template: 'invitation', language: 'zh-CN' })
  expect(first.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/)
  const token = await signedIn(username, first.password)
  expect((await ask(token, session.userInfo)).json().data.mustChangePassword).toBe(true)
  const refused = await ask(token, houses.list)
  expect(refused.statusCode).toBe(403)
  expect(refused.json().message).toBe('First change the password we e-mailed you')
  expect((await change(token, 'a farm of my own')).statusCode).toBe(200)
  expect((await ask(token, session.userInfo)).json().data.mustChangePassword).toBe(false)
  expect((await login(username, first.password)).statusCode).toBe(400)
  await signedIn(username, 'a farm of my own')
})

test('the old password stays good until the mailed one is first used, which ends all sessions', async () => {
  const { id, username, email } = await opened()
  const before = await signedIn(username, OWN)
  expect(await forgot(id)).toBe(true)
  await signedIn(username, OWN)
  const { password } = await mailed(email)
  const token = await signedIn(email.toUpperCase(), password)
  expect((await ask(before, session.userInfo)).statusCode).toBe(401)
  expect((await login(username, OWN)).statusCode).toBe(400)
  const open = await database().select().from(sessionTable).where(eq(sessionTable.accountId, id))
  expect(open).toHaveLength(1)
  expect((await change(token, password)).json().data).toMatchObject([{ field: 'newPassword' }])
  expect((await change(token, 'a farm of my own')).statusCode).toBe(200)
})

test('of two mailed passwords only the later is valid, and neither after it expires', async () => {
  const { id, username, email } = await opened()
  await forgot(id)
  const first = await mailed(email)
  await forgot(id)
  const second = await mailed(email)
  expect((await login(username, first.password)).statusCode).toBe(400)
  const [row] = await database().select().from(account).where(eq(account.id, id))
  const minutes = (Number(row?.mailedPasswordUntil) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(29)
  expect(minutes).toBeLessThanOrEqual(30)
  await database()
    .update(account)
    .set({ mailedPasswordUntil: new Date(Date.now() - 1) })
    .where(eq(account.id, id))
  expect((await login(username, second.password)).statusCode).toBe(400)
  await signedIn(username, OWN)
})

test('a mailed password that was used but not changed in time opens nothing any more, nor does the next one revive it', async () => {
  const { id, username, email } = await opened()
  await forgot(id)
  const { password: first } = await mailed(email)
  await signedIn(username, first)
  await signedIn(username, first)
  const past = { mailedPasswordUntil: new Date(Date.now() - 1) }
  await database().update(account).set(past).where(eq(account.id, id))
  expect((await login(username, first)).statusCode).toBe(400)
  await forgot(id)
  expect((await login(username, first)).statusCode).toBe(400)
  await signedIn(username, (await mailed(email)).password)
})

test('a session that a mailed password opened ends with it, and lasts its seven days once the password is changed', async () => {
  const { id, username, email } = await opened()
  await forgot(id)
  const { password } = await mailed(email)
  const lasts = async (token: string) => {
    const [row] = await database()
      .select()
      .from(sessionTable)
      .where(eq(sessionTable.tokenHash, hashToken(token)))
    return (Number(row?.expiresAt) - Date.now()) / 60_000
  }
  const first = await signedIn(username, password)
  expect(await lasts(first)).toBeLessThanOrEqual(30)
  const again = await signedIn(username, password)
  expect(await lasts(again)).toBeLessThanOrEqual(30)
  expect((await change(again, 'a farm of my own')).statusCode).toBe(200)
  expect(await lasts(again)).toBeGreaterThan(6 * 24 * 60)
})

test('API tokens end when the password is changed, or a mailed one is used', async () => {
  const { id, username, email } = await opened()
  const { path: officePath } = farm.offices.direct
  const open = () => database().$count(apiToken, eq(apiToken.accountId, id))
  const program = () => farm.programOf({ accountId: id, officePath }, ['house_alarm:query'])
  await program()
  const token = await signedIn(username, OWN)
  expect((await change(token, 'a farm of my own', OWN)).statusCode).toBe(200)
  expect(await open()).toBe(0)
  await program()
  await forgot(id)
  expect(await open()).toBe(1)
  await signedIn(username, (await mailed(email)).password)
  expect(await open()).toBe(0)
})

test('a sign-in while the password is being changed is ended by the change', async () => {
  const { id, username, email } = await opened()
  const here = await signedIn(username, OWN)
  // Fewer than would slow the account down: all of them may come too late.
  const signingIn = Array.from({ length: 4 }, () => login(username, OWN))
  expect((await change(here, 'a farm of my own', OWN)).statusCode).toBe(200)
  await Promise.all(signingIn)
  const open = await database().select().from(sessionTable).where(eq(sessionTable.accountId, id))
  expect(open.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(here)])
  await forgot(id)
  const { password } = await mailed(email)
  // Both may compare it while it is valid; it is used once, and the one who used it is not thrown out by the other.
  const taking = await Promise.all([login(username, password), login(username, password)])
  const tokens = taking.flatMap(answer => (answer.statusCode === 200 ? [String(answer.json().data)] : []))
  const statuses = await Promise.all(tokens.map(token => ask(token, session.userInfo)))
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual(tokens.map(() => 200))
  expect(tokens.length).toBeGreaterThan(0)
})

test('an account without an address gets no password', async () => {
  const { id } = await opened({ email: null })
  expect(await forgot(id)).toBe(false)
})

test('changing the password needs the old one, ends the other sessions and tells the owner', async () => {
  const { id, username, email } = await opened()
  const [here, there] = [await signedIn(username, OWN), await signedIn(username, OWN)]
  const missing = await change(here, 'a farm of my own')
  expect(missing.json()).toMatchObject({ code: 40003, data: [{ field: 'oldPassword' }] })
  const wrong = await change(here, 'a farm of my own', 'not it')
  expect(wrong.statusCode).toBe(401)
  expect(wrong.json()).toMatchObject({ result: { isLogin: true }, message: 'The password is not correct' })
  await forgot(id)
  const { password: unused } = await mailed(email)
  expect((await change(here, 'a farm of my own', OWN)).statusCode).toBe(200)
  expect((await mailed(email)).template).toBe('passwordChanged')
  expect((await ask(here, session.userInfo)).statusCode).toBe(200)
  expect((await ask(there, session.userInfo)).statusCode).toBe(401)
  expect((await login(username, OWN)).statusCode).toBe(400)
  expect((await login(username, unused)).statusCode).toBe(400)
})

test('an open session is no way to find out the password', async () => {
  const { username } = await opened()
  const token = await signedIn(username, OWN)
  const answers = []
  for (let tries = 0; tries < 6; tries++) answers.push(await change(token, 'a farm of my own', 'not it'))
  expect(answers.map(({ statusCode }) => statusCode)).toContain(429)
})

test('two different new passwords, short, common or own names are refused by field', async () => {
  const { username, email } = await opened()
  const token = await signedIn(username, OWN)
  const told = async (newPassword: string, confirmPassword = newPassword) =>
    (await ask(token, password.change, { oldPassword: OWN, newPassword, confirmPassword })).json().data
  expect(await told('a farm of my own', 'another farm')).toEqual([
    { field: 'confirmPassword', message: 'The new passwords do not match' },
  ])
  expect(await told('short')).toEqual([{ field: 'newPassword', message: 'At least 8 characters' }])
  expect(await told('x'.repeat(129), 'x')).toMatchObject([{ field: 'newPassword' }])
  expect(await told('Password123')).toMatchObject([{ field: 'newPassword' }])
  expect(await told(email)).toMatchObject([{ field: 'newPassword' }])
})

test('passwords that attackers guess first are known, in upper or lower case and including Chinese ones', async () => {
  const faults = ['12345678', 'PassWord1', 'qwertyuiop', 'woaini1314', 'SmartFarm123']
  for (const common of faults) expect(await passwordFault(common, []), common).toBe('password.common')
  expect(await passwordFault('wang-fang', ['Wang-Fang', null])).toBe('password.likeLogin')
  expect(await passwordFault('wang.fang', ['wf', 'Wang.Fang@farm.example'])).toBe('password.likeLogin')
  for (const good of ['three hens on a roof', '母鸡下蛋很多很多', 'kJ8#vb2!pq'])
    expect(await passwordFault(good, ['wang', null]), good).toBeNull()
})

test('a login id that anybody has is refused by field, an address only if its account is visible', async () => {
  const { username, email } = await opened({ office: farm.offices.closed })
  const seen = await opened()
  const faults = async (login: { username: string; email: string }) => {
    const { direct } = farm.offices
    const attempt = farm.services.store.transaction(scopeOf(direct.path, direct.path), db =>
      openAccount(db, {
        office: direct,
        actualName: '李明',
        kind: 2,
        roleIds: [],
        language: null,
        ...login,
      }),
    )
    const refusal: Refusal | null = await attempt.then(
      () => null,
      error => error,
    )
    return refusal?.refused.faults?.map(({ field }) => field) ?? []
  }
  const free = { username: 'nobody-yet', email: 'nobody-yet@farm.example' }
  expect(await faults({ ...free, username: username.toUpperCase() })).toEqual(['username'])
  expect(await faults({ ...free, email: seen.email.toUpperCase() })).toEqual(['email'])
  expect(await faults({ username: email, email: free.email })).toEqual(['username'])
  expect(await faults({ username: seen.username, email: seen.email })).toEqual(['username', 'email'])
  expect(await faults({ username, email })).toEqual(['username'])
  expect(await faults({ ...free, email: email.toUpperCase() })).toEqual([])
})

test('of two people who take a login id at the same moment one is refused by field', async () => {
  const login = { username: `twice-${newId()}`, email: null }
  const both = await Promise.allSettled([opened(login), opened(login)])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const reason = both.map(settled => (settled.status === 'rejected' ? settled.reason : null)).find(Boolean)
  expect(reason).toBeInstanceOf(Refusal)
  expect(reason.refused.faults).toMatchObject([{ field: 'username' }])
})

test('the account has the roles it was opened with', async () => {
  const roleId = newId()
  const { direct } = farm.offices
  await database()
    .insert(role)
    .values({
      id: roleId,
      officePath: direct.path,
      kind: 2,
      chineseName: '角色',
      englishName: 'Role',
      permissions: [{ permissionId: 'chicken_home_manage', actionList: ['query'] }],
    })
  const { id, username } = await opened({ roleIds: [roleId] })
  const rows = await database().select().from(accountRole).where(eq(accountRole.accountId, id))
  expect(rows).toEqual([{ accountId: id, roleId, officePath: direct.path }])
  expect((await ask(await signedIn(username, OWN), houses.list)).statusCode).toBe(200)
})

test('blanks and invisible characters are no password', async () => {
  for (const blank of [' '.repeat(8), '\u00a0'.repeat(9), '\u200b \u200b \u200b \u200b '])
    expect(await passwordFault(blank, [])).toBe('password.common')
  expect(await passwordFault('eight words and blanks', [])).toBeNull()
})
