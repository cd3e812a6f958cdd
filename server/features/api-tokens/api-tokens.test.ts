import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { API_TOKENS_MAX, apiTokens } from '#shared/contracts/api-tokens.ts'
import { devices } from '#shared/contracts/devices.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { notices } from '#shared/contracts/notices.ts'
import { openSessions } from '#shared/contracts/open-sessions.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { password } from '#shared/contracts/password.ts'
import { personal } from '#shared/contracts/personal.ts'
import { session } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Grant, RolePermission } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account, accountRole, role } from '../../platform/database/tables/offices.ts'
import { apiToken } from '../../platform/database/tables/personal.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { chief } from '../users/testing/people.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const reading: RolePermission[] = [{ permissionId: 'device_manage', actionList: ['query'] }]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const farmer = (grants: Grant[] = ['device_manage:query', 'device_manage:edit']) =>
  farm.as({ office: farm.offices.team, kind: 2, grants })
const body = { name: 'Feed program', endsOn: inDays(30), permissions: reading }
const withToken = (
  token: string,
  endpoint: Endpoint,
  input: { body?: unknown; params?: Record<string, string> } = {},
) => farm.stranger.ask(endpoint, { headers: { 'access-token': token }, ...input })
/** The fields that were refused. */
async function refused(who: Person, wrong: object): Promise<string[]> {
  const answer = await who.ask(apiTokens.create, { body: { ...body, ...wrong } })
  const faults = answer.statusCode === 200 ? [] : (answer.json().data as { field: string }[])
  return faults.map(({ field }) => field)
}

test('a farmer makes a token for a program, sees it once, and it reads what it was given', async () => {
  const me = await farmer()
  const made = await me.call(apiTokens.create, { body })
  expect(made.endsOn).toBe(body.endsOn)
  expect(made.token).toMatch(/^sf_[A-Za-z0-9_-]{43}$/)
  expect((await withToken(made.token, devices.list)).statusCode).toBe(200)
  const edit = await withToken(made.token, devices.update, { params: { id: 'x' }, body: {} })
  expect(edit.statusCode).toBe(403)
  const [listed] = await me.call(apiTokens.list)
  expect(listed).toMatchObject({ name: 'Feed program', lastUsedAt: expect.any(String) })
  expect(JSON.stringify(listed)).not.toContain(made.token)
  const [row] = await database().select().from(apiToken).where(eq(apiToken.id, made.id))
  expect(row?.tokenHash).toBe(hashToken(made.token))
  expect(JSON.stringify(row)).not.toContain(made.token)
})

test('a token is given nothing its owner does not hold, and nothing about people', async () => {
  const me = await farmer(['device_manage:query', 'user_manage:edit'])
  const asking = (
    permissionId: RolePermission['permissionId'],
    ...actionList: RolePermission['actionList']
  ) => refused(me, { permissions: [{ permissionId, actionList }] })
  expect(await asking('device_manage', 'edit')).toEqual(['permissions'])
  expect(await asking('device_setting', 'query')).toEqual(['permissions'])
  expect(await asking('user_manage', 'edit')).toEqual(['permissions'])
  expect(await asking('device_manage', 'query')).toEqual([])
})

test('a token ends within a year, never in the past', async () => {
  const me = await farmer()
  expect(await refused(me, { endsOn: inDays(-2) })).toEqual(['endsOn'])
  expect(await refused(me, { endsOn: inDays(368) })).toEqual(['endsOn'])
  expect(await refused(me, { endsOn: inDays(364) })).toEqual([])
})

test('a program cannot make tokens, change passwords or end sessions', async () => {
  const me = await farmer()
  const { token } = await me.call(apiTokens.create, { body })
  const answers = [
    await withToken(token, apiTokens.create, { body }),
    await withToken(token, apiTokens.list),
    await withToken(token, password.change, { body: {} }),
    await withToken(token, openSessions.list),
    await withToken(token, openSessions.endOthers),
  ]
  expect(answers.map(answer => answer.statusCode)).toEqual([403, 403, 403, 403, 403])
  expect(await me.call(apiTokens.list)).toHaveLength(1)
})

test('a program reads nothing about its owner and their colleagues', async () => {
  const { token } = await (await farmer()).call(apiTokens.create, { body })
  const closed = [notices.list, personal.profile, jobs.list, users.options]
  const answers = await Promise.all(closed.map(endpoint => withToken(token, endpoint)))
  expect(answers.map(answer => answer.statusCode)).toEqual([403, 403, 403, 403])
})

test('a token stops when it is revoked, when its time is over, and with its owner', async () => {
  const status = async (token: string) => (await withToken(token, devices.list)).statusCode
  const tokenOf = async (who: Person) => who.call(apiTokens.create, { body })
  const [revoking, ending, leaving] = [await farmer(), await farmer(), await farmer()]
  const [revoked, ended, left] = [await tokenOf(revoking), await tokenOf(ending), await tokenOf(leaving)]
  for (const { token } of [revoked, ended, left]) expect(await status(token)).toBe(200)
  await revoking.call(apiTokens.remove, { params: { id: revoked.id } })
  expect(await status(revoked.token)).toBe(401)
  await database().update(apiToken).set({ expiresAt: new Date() }).where(eq(apiToken.id, ended.id))
  await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, leaving.accountId))
  farm.services.events.emit('access', { accountIds: [ending.accountId, leaving.accountId] })
  expect([await status(ended.token), await status(left.token)]).toEqual([401, 401])
})

test('a token loses what its owner loses', async () => {
  const me = await farmer()
  const { token } = await me.call(apiTokens.create, { body })
  const [held] = await database().select().from(accountRole).where(eq(accountRole.accountId, me.accountId))
  await database()
    .update(role)
    .set({ permissions: [] })
    .where(eq(role.id, held?.roleId ?? ''))
  farm.services.events.emit('access', { accountIds: [me.accountId] })
  expect((await withToken(token, devices.list)).statusCode).toBe(403)
  expect((await withToken(token, session.userInfo)).json().data.role.permissions).toEqual([])
})

test('nobody sees or revokes the token of a colleague', async () => {
  const [me, colleague] = [await farmer(), await farmer()]
  const { id } = await colleague.call(apiTokens.create, { body })
  expect(await me.call(apiTokens.list)).toEqual([])
  expect((await me.ask(apiTokens.remove, { params: { id } })).statusCode).toBe(404)
})

test('the number of tokens of one person is bounded', async () => {
  const me = await farmer()
  for (let made = 0; made < API_TOKENS_MAX; made++) await me.call(apiTokens.create, { body })
  expect((await me.ask(apiTokens.create, { body })).statusCode).toBe(400)
})

test('programs of one address are slowed down', async () => {
  const { token } = await (await farmer()).call(apiTokens.create, { body })
  const statuses = new Set<number>()
  for (let call = 0; call <= 600; call++) statuses.add((await withToken(token, devices.options)).statusCode)
  expect(statuses).toEqual(new Set([200, 429]))
})

test('tokens end with their owner being deleted, and restoring the owner does not bring them back', async () => {
  const me = await farmer()
  const boss = await chief(farm, 'team')
  const { token } = await me.call(apiTokens.create, { body })
  const params = { id: me.accountId }
  await boss.call(users.remove, { params })
  await boss.call(users.restore, { params })
  expect((await withToken(token, devices.list)).statusCode).toBe(401)
})

test('whoever looks after users ends the tokens of a user, and gives one a new password without them', async () => {
  const me = await farmer()
  const boss = await chief(farm, 'team')
  const params = { id: me.accountId }
  const { token } = await me.call(apiTokens.create, { body })
  expect(await boss.call(users.get, { params })).toMatchObject({ hasTokens: true })
  expect(await boss.call(users.endTokens, { params })).toMatchObject({ hasTokens: false })
  expect((await withToken(token, devices.list)).statusCode).toBe(401)
  expect((await boss.ask(users.endTokens, { params })).statusCode).toBe(409)
  const later = await me.call(apiTokens.create, { body })
  await boss.call(users.resetPassword, { params, body: { password: 'given in person' } })
  expect((await withToken(later.token, devices.list)).statusCode).toBe(401)
})

test('staff read nothing of the tokens of a farm that does not share', async () => {
  const owner = await farm.as({
    office: farm.offices.closed,
    kind: 2,
    grants: ['device_manage:query', 'opera_history:query'],
  })
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['opera_history:query'] })
  await owner.call(apiTokens.create, { body })
  const rows = async (who: Person) =>
    (await who.call(operaHistory.list, { query: { officeId: farm.offices.closed.id } })).items
  expect(await rows(owner)).toMatchObject([{ description: 'Created API token Feed program' }])
  expect(await rows(staff)).toEqual([])
})
