import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demo } from '#shared/contracts/demo.ts'
import { notices } from '#shared/contracts/notices.ts'
import { session } from '#shared/contracts/session.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { loginLog, noticeMessage } from '../../platform/database/tables/histories.ts'
import { account, office, session as sessionTable } from '../../platform/database/tables/offices.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { expectSameTime, ROUNDS } from '../../testing/timing.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)

/** An account of a customer with this password; returns its login id. */
async function farmer(password: string, more: Partial<typeof account.$inferInsert> = {}) {
  const id = newId()
  const { direct } = farm.offices
  await database()
    .insert(account)
    .values({
      id,
      officeId: direct.id,
      officePath: direct.path,
      username: `Farmer-${id}`,
      actualName: '王芳',
      usernameKey: `farmer-${id}`,
      kind: 2,
      ...more,
      passwordHash: more.passwordHash ?? (await hashPassword(password)),
    })
  return { id, username: `Farmer-${id}` }
}
let addresses = 0
const login = (username: string, password: string, ip = `198.51.100.${++addresses}`) =>
  farm.app.inject({
    method: 'POST',
    url: '/api/admin/open/login',
    payload: { username, password },
    remoteAddress: ip,
  })
const withToken = (token: string, endpoint: { method: 'GET' | 'POST'; path: string }, headers = {}) =>
  farm.app.inject({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    headers: { 'access-token': token, ...headers },
  })

test('a farmer signs in with the login id in any case and gets a token that is stored only as a hash', async () => {
  const { id, username } = await farmer('correct horse')
  const answer = await login(username.toUpperCase(), 'correct horse')
  expect(answer.statusCode).toBe(200)
  const { code, data } = answer.json()
  expect(code).toBe(0)
  expect(data).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const rows = await database().select().from(sessionTable).where(eq(sessionTable.accountId, id))
  expect(rows.map(row => row.tokenHash)).toEqual([hashToken(data)])
  const days = ((rows[0]?.expiresAt.getTime() ?? 0) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.99)
  expect(days).toBeLessThanOrEqual(7)
})

test('the e-mail address is as good as the login id, in any case; a login id counts before an address', async () => {
  const { id } = await farmer('correct horse')
  const email = `${id}@Farm.example`
  await database().update(account).set({ email, emailKey: email.toLowerCase() }).where(eq(account.id, id))
  expect((await login(email.toUpperCase(), 'correct horse')).statusCode).toBe(200)
  const other = await farmer('another horse')
  await database().update(account).set({ usernameKey: email.toLowerCase() }).where(eq(account.id, other.id))
  expect((await login(email, 'correct horse')).statusCode).toBe(400)
  expect((await login(email, 'another horse')).statusCode).toBe(200)
})

test('a wrong password and an unknown account get the same answer', async () => {
  const { username } = await farmer('correct horse')
  const wrong = await login(username, 'wrong')
  const unknown = await login('nobody-here', 'wrong')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.json()).toMatchObject({ code: 40003, message: 'Account or Password Error' })
  expect(unknown.statusCode).toBe(400)
  expect(unknown.json()).toEqual(wrong.json())
})

test('an unknown account is refused as slowly as a wrong password', async () => {
  // Each account is tried once, from its own address, so nobody is slowed down.
  const passwordHash = await hashPassword('correct horse')
  const known = await Promise.all(Array.from({ length: ROUNDS.max }, () => farmer('', { passwordHash })))
  await expectSameTime(
    round => login(known[round]?.username ?? '', 'wrong'),
    round => login(`nobody-here-${round}`, 'wrong'),
  )
})

test('the wrong password is told in the language of the reader', async () => {
  const answer = await farm.app.inject({
    method: 'POST',
    url: '/api/admin/open/login',
    payload: { username: 'nobody', password: 'x' },
    headers: { 'access-i18n': 'zh-CN' },
    remoteAddress: '192.0.2.200',
  })
  expect(answer.json().message).toBe('账号或密码错误')
})

test('that an account is disabled is told only to who knows its password', async () => {
  const { username } = await farmer('correct horse', { disabledAt: new Date() })
  expect((await login(username, 'wrong')).json().message).toBe('Account or Password Error')
  const right = await login(username, 'correct horse')
  expect(right.json()).toMatchObject({ code: 40003, message: expect.stringContaining('disabled') })
})

test('guessing is slowed down and says for how long', async () => {
  const { username } = await farmer('correct horse')
  const ip = '203.0.113.77'
  for (let tries = 0; tries < 4; tries++) await login(username, 'wrong', ip)
  const wait = [await login(username, 'wrong', ip), await login(username, 'correct horse', ip)]
  expect(wait.map(answer => answer.statusCode)).toContain(429)
  const refused = wait.find(answer => answer.statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect(refused?.json().code).toBe(429)
})

test('the user info carries the union of the roles, the nearest logo and the data screen', async () => {
  const { offices } = farm
  await database().update(office).set({ logo: '/files/agent.png' }).where(eq(office.id, offices.agent.id))
  const user = await farm.as({
    office: offices.team,
    kind: 2,
    grants: ['retech_datav:query', 'device_manage:edit', 'chicken_home_manage:get'],
  })
  const info = await user.call(session.userInfo, { query: { channel: 'android' } })
  expect(info).toMatchObject({
    id: user.accountId,
    kind: 2,
    dataV: true,
    logo: '/files/agent.png',
    officeName: 'team',
    timeZone: 'Asia/Shanghai',
    role: {
      permissions: [
        { permissionId: 'retech_datav', actionList: ['query'] },
        { permissionId: 'chicken_home_manage', actionList: ['query', 'get'] },
        { permissionId: 'device_manage', actionList: ['query', 'edit'] },
      ],
    },
  })
  const log = await database().select().from(loginLog).where(eq(loginLog.accountId, user.accountId))
  expect(log.map(({ operation, platform }) => ({ operation, platform }))).toEqual([
    { operation: 'info', platform: 'android' },
  ])
})

test('a user without any permission gets a role without permissions, for the web to say so', async () => {
  const user = await farm.as({ office: farm.offices.direct, kind: 2 })
  expect((await user.call(session.userInfo)).role.permissions).toEqual([])
})

test('a permission made for staff is worth nothing in the role of a farmer', async () => {
  const user = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['order_center:query'] })
  expect((await user.call(session.userInfo)).role.permissions).toEqual([])
})

test('logging out ends this session at once and may be repeated', async () => {
  const { username } = await farmer('correct horse')
  const token = (await login(username, 'correct horse')).json().data
  const other = (await login(username, 'correct horse')).json().data
  expect((await withToken(token, notices.unreadNumber)).statusCode).toBe(200)
  expect((await withToken(token, session.logout)).statusCode).toBe(200)
  expect((await withToken(token, session.logout)).statusCode).toBe(200)
  const after = await withToken(token, notices.unreadNumber)
  expect(after.statusCode).toBe(401)
  expect(after.json()).toEqual({ code: 401, data: null, message: 'Authorization verification failed' })
  expect((await withToken(other, notices.unreadNumber)).statusCode).toBe(200)
})

test('logging out without a session does nothing and says nothing', async () => {
  expect((await farm.stranger.ask(session.logout)).json()).toEqual({ code: 0, data: null, message: '' })
})

test('a session ends with its seven days, and with its account or customer being disabled', async () => {
  const { sharing, team } = farm.offices
  const [late, disabled, closed] = await Promise.all([
    farm.as({ office: team, kind: 2 }),
    farm.as({ office: team, kind: 2 }),
    farm.as({ office: team, kind: 2 }),
  ])
  const past = new Date(Date.now() - 1)
  const status = async (token: string) => (await withToken(token, notices.unreadNumber)).statusCode
  await database()
    .update(sessionTable)
    .set({ expiresAt: past })
    .where(eq(sessionTable.accountId, late.accountId))
  expect(await status(late.token)).toBe(401)
  await database().update(account).set({ disabledAt: past }).where(eq(account.id, disabled.accountId))
  expect(await status(disabled.token)).toBe(401)
  expect(await status(closed.token)).toBe(200)
  await database().update(office).set({ disabledAt: past }).where(eq(office.id, sharing.id))
  farm.services.events.emit('access', { accountIds: 'all' })
  expect(await status(closed.token)).toBe(401)
  await database().update(office).set({ disabledAt: null }).where(eq(office.id, sharing.id))
})

test('a disabled agent does not close its customers', async () => {
  const { agent, closed } = farm.offices
  const user = await farm.as({ office: closed, kind: 2 })
  await database().update(office).set({ disabledAt: new Date() }).where(eq(office.id, agent.id))
  expect((await withToken(user.token, notices.unreadNumber)).statusCode).toBe(200)
  await database().update(office).set({ disabledAt: null }).where(eq(office.id, agent.id))
})

test('a change of rights acts at once', async () => {
  const { username, id } = await farmer('correct horse')
  const token = (await login(username, 'correct horse')).json().data
  expect((await withToken(token, notices.unreadNumber)).statusCode).toBe(200)
  await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, id))
  farm.services.events.emit('access', { accountIds: [id] })
  expect((await withToken(token, notices.unreadNumber)).statusCode).toBe(401)
})

test('the unread number counts the own unread messages only', async () => {
  const [me, colleague] = await Promise.all([
    farm.as({ office: farm.offices.closed, kind: 2 }),
    farm.as({ office: farm.offices.closed, kind: 2 }),
  ])
  const to = (accountId: string, readAt: Date | null) => ({
    id: newId(),
    accountId,
    officePath: farm.offices.closed.path,
    readAt,
    level: 'info' as const,
    messageType: 'to_do' as const,
    businessType: 'system' as const,
    title: { 'en-US': 'x', 'zh-CN': 'x' },
  })
  await database()
    .insert(noticeMessage)
    .values([
      to(me.accountId, null),
      to(me.accountId, null),
      to(me.accountId, new Date()),
      to(colleague.accountId, null),
    ])
  expect(await me.call(notices.unreadNumber)).toBe(2)
})

test('the addresses of apps and website are those of the deployment, empty when there are none', async () => {
  expect((await farm.stranger.ask(session.appVersion)).json().data).toEqual({
    android: { url: '' },
    ios: { url: '' },
    website: { url: '' },
  })
})

test('demonstration accounts are listed in the demonstration only, on the machine that runs it', async () => {
  const listed = await farm.stranger.ask(demo.accounts)
  expect(listed.json().data.length).toBeGreaterThan(0)
  const url = `/api${demo.accounts.path}`
  const from = (remoteAddress: string) => farm.app.inject({ method: 'GET', url, remoteAddress })
  expect((await from('::1')).json().data).toEqual(listed.json().data)
  for (const address of ['203.0.113.7', '192.168.1.20']) expect((await from(address)).json().data).toEqual([])
  const passedOn = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].map(header =>
    farm.app.inject({ url, remoteAddress: '127.0.0.1', headers: { [header]: '203.0.113.7' } }),
  )
  for (const answer of await Promise.all(passedOn)) expect(answer.json().data).toEqual([])
  const real = await testApp({ demo: false })
  expect((await real.stranger.ask(demo.accounts)).statusCode).toBe(404)
  await real.close()
})

test('calls without a session are limited by address', async () => {
  const limited = await testApp({}, { openCallsAMinute: 3 })
  const statuses: number[] = []
  for (let call = 0; call < 5; call++)
    statuses.push((await limited.stranger.ask(session.appVersion)).statusCode)
  expect(statuses).toEqual([200, 200, 200, 429, 429])
  await limited.close()
})

test('failures with the address do not slow down the login id of the same person, or both would be known to be theirs', async () => {
  const email = `${newId()}@farm.example`
  const { username } = await farmer('correct horse', { email, emailKey: email })
  const ip = '203.0.113.78'
  const tries = async (name: string) => {
    const statuses: number[] = []
    for (let count = 0; count < 4; count++) statuses.push((await login(name, 'wrong', ip)).statusCode)
    return statuses
  }
  expect(await tries(email)).toEqual([400, 400, 400, 400])
  expect(await tries(username)).toEqual([400, 400, 400, 400])
})

test('whoever goes on with tokens that nobody has is told to wait, and sessions at the same address go on', async () => {
  const { username } = await farmer('correct horse')
  const token = (await login(username, 'correct horse')).json().data
  const from = '203.0.113.79'
  const ask = (sent: string) =>
    farm.app.inject({
      method: session.userInfo.method,
      url: `/api${session.userInfo.path}`,
      headers: { 'access-token': sent },
      remoteAddress: from,
    })
  expect((await ask(token)).statusCode).toBe(200)
  const invented = () => ask(randomBytes(32).toString('base64url'))
  const statuses = await Promise.all(Array.from({ length: 60 }, invented))
  expect(new Set(statuses.map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
  expect((await invented()).statusCode).toBe(429)
  expect((await ask(token)).statusCode).toBe(200)
})
