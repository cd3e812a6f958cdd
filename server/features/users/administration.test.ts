import type { AddressInfo } from 'node:net'
import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session as signing } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { SESSION_OVER } from '#shared/realtime.ts'
import { SYSTEM } from '../../database/store.ts'
import { operationHistory } from '../../database/tables/histories.ts'
import { account, accountRole, office, session } from '../../database/tables/offices.ts'
import { preference } from '../../database/tables/preferences.ts'
import { startHub } from '../../realtime/hub.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { listenLive } from '../../testing/live-listener.ts'
import { everyGrant } from '../../testing/samples.ts'
import { chief, hire, newcomer, roleWith } from './testing/people.ts'

/** A right that ends must end on open screens within this. ms */
const WITHIN = 2_000

let farm: TestApp
let hub: Awaited<ReturnType<typeof startHub>>
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  hub = await startHub(farm.app.server, farm.services, farm.app.identify)
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  owner = await chief(farm, 'sharing')
})
afterAll(async () => {
  await hub.stop()
  await farm.close()
})

const db = () => farm.services.store.scoped(SYSTEM)
const farmer = () => farm.as({ office: farm.offices.team, kind: 2, grants: ['chicken_home_manage:query'] })
const status = async (answer: ReturnType<Person['ask']>) => (await answer).statusCode
const form = async (id: string) => {
  const { username, actualName, email, officeId, version } = await owner.call(users.get, { params: { id } })
  return { username, actualName, email, officeId, version }
}
const params = (id: string) => ({ params: { id } })

describe('Keeping somebody out', () => {
  test.each(['disable', 'remove'] as const)(
    'by %s ends their open screen within two seconds',
    async action => {
      const worker = await farmer()
      const { port } = farm.app.server.address() as AddressInfo
      const { closed } = await listenLive(`ws://127.0.0.1:${port}`, worker.token)
      const from = Date.now()
      await owner.call(users[action], params(worker.accountId))
      expect(await closed).toBe(SESSION_OVER)
      expect(Date.now() - from).toBeLessThan(WITHIN)
      expect(await status(worker.ask(signing.userInfo))).toBe(401)
      expect(await db().$count(session, eq(session.accountId, worker.accountId))).toBe(0)
    },
  )

  test('a user who is enabled again signs in anew; the old session stays ended', async () => {
    const worker = await farmer()
    await owner.call(users.disable, params(worker.accountId))
    expect(await status(owner.ask(users.disable, params(worker.accountId)))).toBe(409)
    expect(await owner.call(users.enable, params(worker.accountId))).toMatchObject({ status: 'UNACTIVE' })
    expect(await status(worker.ask(signing.userInfo))).toBe(401)
  })

  test('nobody does it to themselves, one by one or among others', async () => {
    const { accountId } = owner
    expect(await status(owner.ask(users.disable, params(accountId)))).toBe(403)
    expect(await status(owner.ask(users.remove, params(accountId)))).toBe(403)
    const other = await farmer()
    const done = await owner.call(users.bulk, {
      body: { action: 'remove', ids: [accountId, other.accountId] },
    })
    expect(done.done).toBe(1)
    expect(done.rows.map(({ refused }) => refused)).toEqual(['You cannot do this to yourself', null])
  })

  test('several at once need the right to each of the actions, and leave a line of the history each', async () => {
    const clerk = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['user_manage:enable'] })
    const people = [await hire(owner, farm.offices.team), await hire(owner, farm.offices.team)]
    const ids = people.map(({ id }) => id)
    expect(await status(clerk.ask(users.bulk, { body: { action: 'disable', ids } }))).toBe(403)
    await owner.call(users.bulk, { body: { action: 'disable', ids } })
    expect(await clerk.call(users.bulk, { body: { action: 'enable', ids } })).toMatchObject({ done: 2 })
    const told = await db()
      .select({ description: operationHistory.description })
      .from(operationHistory)
      .where(and(eq(operationHistory.actorId, clerk.accountId), eq(operationHistory.type, 'enable')))
    expect(told.map(({ description }) => description['en-US']).sort()).toEqual(
      people.map(({ username }) => `Enabled user ${username}`).sort(),
    )
  })
})

describe('Deleting a user', () => {
  test('frees their names, and can be taken back with their roles unless somebody has the names by now', async () => {
    const role = await roleWith(farm, farm.offices.sharing, 2, ['chicken_home_manage:query'])
    const gone = await hire(owner, farm.offices.sharing, { roleIds: [role.id] })
    await owner.call(users.remove, params(gone.id))
    expect(await status(owner.ask(users.get, params(gone.id)))).toBe(404)
    const [listed] = (await owner.call(users.list, { query: { deleted: 'recently', search: gone.username } }))
      .items
    expect(listed?.deleted).toMatchObject({ by: 'Test User' })
    const heir = await hire(owner, farm.offices.sharing, { username: gone.username })
    const refused = await owner.ask(users.restore, params(gone.id))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `Another user has the login id ${gone.username} by now. Give that one another login id first`,
    ])
    await owner.call(users.remove, params(heir.id))
    expect(await owner.call(users.restore, params(gone.id))).toMatchObject({ roles: [role] })
    expect(await status(owner.ask(users.restore, params(gone.id)))).toBe(409)
  })

  test('leaves the department they led without a head', async () => {
    const head = await hire(owner, farm.offices.team)
    await db().update(office).set({ headId: head.id }).where(eq(office.id, farm.offices.team.id))
    await owner.call(users.remove, params(head.id))
    const [team] = await db().select().from(office).where(eq(office.id, farm.offices.team.id))
    expect(team?.headId).toBeNull()
  })
})

describe('Changing a user', () => {
  test('who was changed by somebody else meanwhile is not overwritten', async () => {
    const worker = await hire(owner, farm.offices.sharing)
    const body = await form(worker.id)
    await owner.call(users.update, { ...params(worker.id), body: { ...body, job: 'Night watch' } })
    const late = await owner.ask(users.update, { ...params(worker.id), body: { ...body, job: 'Cook' } })
    expect([late.statusCode, late.json().data.current.job]).toEqual([409, 'Night watch'])
  })

  test('moving within the organisation takes everything that is theirs along', async () => {
    const role = await roleWith(farm, farm.offices.sharing, 2, ['chicken_home_manage:query'])
    const worker = await hire(owner, farm.offices.sharing, { roleIds: [role.id] })
    await db()
      .insert(preference)
      .values({
        ...{ accountId: worker.id, officePath: farm.offices.sharing.path, name: 'theme' },
        ...{ value: 'dark', chosenAt: new Date() },
      })
    const body = { ...(await form(worker.id)), officeId: farm.offices.team.id }
    const moved = await owner.call(users.update, { ...params(worker.id), body })
    expect(moved).toMatchObject({ officeName: 'sharing / team', roles: [role] })
    const { path } = farm.offices.team
    for (const table of [account, accountRole, preference]) {
      const owns = table === account ? account.id : (table as typeof preference).accountId
      const rows = await db().select({ path: table.officePath }).from(table).where(eq(owns, worker.id))
      expect(rows).toEqual([{ path }])
    }
  })

  test('nobody moves to another organisation, which would make them another kind of user', async () => {
    const staff = await chief(farm, 'provider')
    const worker = await hire(staff, farm.offices.sharing)
    for (const place of ['closed', 'agent', 'provider'] as const) {
      const body = { ...(await form(worker.id)), officeId: farm.offices[place].id }
      const refused = await staff.ask(users.update, { ...params(worker.id), body })
      expect(refused.json().data?.[0]?.field, refused.body).toBe('officeId')
    }
    const near = await staff.call(users.departments, { query: { userId: worker.id } })
    expect(near.map(({ name }) => name).sort()).toEqual(['sharing', 'sharing / team'])
  })

  test('a role of one department does not go along into another', async () => {
    const role = await roleWith(farm, farm.offices.team, 2, ['chicken_home_manage:query'])
    const worker = await hire(owner, farm.offices.team, { roleIds: [role.id] })
    const body = { ...(await form(worker.id)), officeId: farm.offices.sharing.id, roleIds: [role.id] }
    expect(await status(owner.ask(users.update, { ...params(worker.id), body }))).toBe(400)
    expect(
      await status(owner.ask(users.update, { ...params(worker.id), body: { ...body, roleIds: [] } })),
    ).toBe(200)
  })
})

describe('Nobody reaches beyond what they hold', () => {
  test('a role with more than the giver holds is given neither to somebody new nor to somebody there', async () => {
    const clerk = await farm.as({
      office: farm.offices.sharing,
      kind: 2,
      grants: everyGrant(2).filter(grant => grant.startsWith('user_manage:')),
    })
    const more = await roleWith(farm, farm.offices.sharing, 2, ['device_setting:edit'])
    const body = newcomer(farm.offices.team, { roleIds: [more.id] })
    expect((await clerk.ask(users.create, { body })).json().data[0].field).toBe('roleIds.0')
    const worker = await hire(clerk, farm.offices.team)
    const raised = { ...(await form(worker.id)), roleIds: [more.id] }
    expect((await clerk.ask(users.update, { ...params(worker.id), body: raised })).statusCode).toBe(400)
    // Roles made for other kinds of user are no way either.
    const staffs = await roleWith(farm, farm.offices.provider, 1, ['user_manage:query'])
    const foreign = { ...(await form(worker.id)), roleIds: [staffs.id] }
    expect((await owner.ask(users.update, { ...params(worker.id), body: foreign })).statusCode).toBe(400)
  })

  test('somebody with more rights is looked at, and changed in no way', async () => {
    const clerk = await farm.as({
      office: farm.offices.sharing,
      kind: 2,
      grants: everyGrant(2).filter(grant => grant.startsWith('user_manage:')),
    })
    const boss = owner.accountId
    expect(await clerk.call(users.get, params(boss))).toMatchObject({ isBeyond: true })
    const before = await db().select().from(account).where(eq(account.id, boss))
    const body = { ...(await form(boss)), email: 'mine@farm.example' }
    expect(await status(clerk.ask(users.update, { ...params(boss), body }))).toBe(403)
    for (const endpoint of [users.disable, users.enable, users.remove, users.restore])
      expect(await status(clerk.ask(endpoint, params(boss)))).toBe(403)
    expect(await status(clerk.ask(users.resetPassword, { ...params(boss), body: {} }))).toBe(403)
    const many = await clerk.call(users.bulk, { body: { action: 'disable', ids: [boss] } })
    expect(many.done).toBe(0)
    expect(await db().select().from(account).where(eq(account.id, boss))).toEqual(before)
  })
})

describe('The last administrator', () => {
  test('is kept: two who disable each other in one moment cannot both win, nor can one strip the other', async () => {
    const others = await db().select({ id: account.id }).from(account).where(eq(account.kind, 1))
    for (const { id } of others)
      await db().update(account).set({ disabledAt: new Date() }).where(eq(account.id, id))
    const [one, two] = [await chief(farm, 'provider'), await chief(farm, 'provider')]
    const answers = await Promise.all([
      one.ask(users.disable, params(two.accountId)),
      two.ask(users.disable, params(one.accountId)),
    ])
    expect(answers.map(({ statusCode }) => statusCode).filter(code => code === 200)).toHaveLength(1)
    const left = await db()
      .select({ id: account.id, disabledAt: account.disabledAt })
      .from(account)
      .where(eq(account.kind, 1))
      .orderBy(desc(account.id))
    const last = [one, two].find(({ accountId }) =>
      left.some(({ id, disabledAt }) => id === accountId && disabledAt === null),
    )
    expect(last).toBeDefined()
    // Not even by themselves.
    const { username, actualName, email, officeId } = await (last as Person).call(
      users.get,
      params((last as Person).accountId),
    )
    const body = { username, actualName, email, officeId, roleIds: [] }
    expect(
      await status((last as Person).ask(users.update, { ...params((last as Person).accountId), body })),
    ).toBe(403)
  })
})

describe('A new password', () => {
  test('is mailed; who has no address gets one in person, which ends their sessions', async () => {
    const worker = await hire(owner, farm.offices.sharing)
    await owner.call(users.resetPassword, { ...params(worker.id), body: {} })
    const [row] = await db().select().from(account).where(eq(account.id, worker.id))
    expect(row?.mailedPasswordHash).toMatch(/^\$argon2id/)
    const here = await farmer()
    expect(await status(owner.ask(users.resetPassword, { ...params(here.accountId), body: {} }))).toBe(400)
    await owner.call(users.resetPassword, {
      ...params(here.accountId),
      body: { password: 'the red hen house' },
    })
    expect(await status(here.ask(signing.userInfo))).toBe(401)
    const [changed] = await db().select().from(account).where(eq(account.id, here.accountId))
    expect(changed).toMatchObject({ mustChangePassword: true })
  })
})
