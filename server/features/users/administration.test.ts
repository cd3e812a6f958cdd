import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#shared/contracts/roles.ts'
import { session as signing } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { SESSION_OVER } from '#shared/realtime.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { noticeMessage, operationHistory } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, accountRole, office, session } from '../../platform/database/tables/offices.ts'
import { preference } from '../../platform/database/tables/preferences.ts'
import type { Person } from '../../testing/app.ts'
import { type LiveApp, liveApp } from '../../testing/live-app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { chief, hire, newcomer, roleWith } from './testing/people.ts'

/** Time within which a right must end on open screens. ms */
const WITHIN = 2_000

let farm: LiveApp
let owner: Person
beforeAll(async () => {
  farm = await liveApp()
  owner = await chief(farm, 'sharing')
})
afterAll(() => farm.close())

const db = () => farm.services.store.scoped(SYSTEM)
const farmer = () => farm.as({ office: farm.offices.team, kind: 2, grants: ['chicken_home_manage:query'] })
const status = async (answer: ReturnType<Person['ask']>) => (await answer).statusCode
const form = async (by: Person, id: string) => {
  const { username, actualName, email, officeId, version } = await by.call(users.get, { params: { id } })
  return { username, actualName, email, officeId, version }
}
const params = (id: string) => ({ params: { id } })

describe('Keeping somebody out', () => {
  test.each(['disable', 'remove'] as const)(
    'by %s ends their open screen within two seconds',
    async action => {
      const worker = await farmer()
      const { closed } = await farm.listen(worker)
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
      `Another user now has the login id ${gone.username}. Change that user's login id first`,
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
    const body = await form(owner, worker.id)
    await owner.call(users.update, { ...params(worker.id), body: { ...body, job: 'Night watch' } })
    const late = await owner.ask(users.update, { ...params(worker.id), body: { ...body, job: 'Cook' } })
    expect([late.statusCode, late.json().data.current.job]).toEqual([409, 'Night watch'])
  })

  test('moving within the organisation takes everything that is theirs along', async () => {
    const role = await roleWith(farm, farm.offices.sharing, 2, ['chicken_home_manage:query'])
    const worker = await hire(owner, farm.offices.sharing, { roleIds: [role.id] })
    await db().insert(preference).values({
      accountId: worker.id,
      officePath: farm.offices.sharing.path,
      name: 'theme',
      value: 'dark',
      chosenAt: new Date(),
    })
    const body = { ...(await form(owner, worker.id)), officeId: farm.offices.team.id }
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
      const body = { ...(await form(owner, worker.id)), officeId: farm.offices[place].id }
      const refused = await staff.ask(users.update, { ...params(worker.id), body })
      expect(refused.json().data?.[0]?.field, refused.body).toBe('officeId')
    }
    const near = await staff.call(users.departments, { query: { userId: worker.id } })
    expect(near.map(({ name }) => name).sort()).toEqual(['sharing', 'sharing / team'])
  })

  test('a role of one department does not go along into another', async () => {
    const role = await roleWith(farm, farm.offices.team, 2, ['chicken_home_manage:query'])
    const worker = await hire(owner, farm.offices.team, { roleIds: [role.id] })
    const body = { ...(await form(owner, worker.id)), officeId: farm.offices.sharing.id, roleIds: [role.id] }
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
    const raised = { ...(await form(owner, worker.id)), roleIds: [more.id] }
    expect((await clerk.ask(users.update, { ...params(worker.id), body: raised })).statusCode).toBe(400)
    // Roles for other kinds of user are no way around it either.
    const staffs = await roleWith(farm, farm.offices.provider, 1, ['user_manage:query'])
    const foreign = { ...(await form(owner, worker.id)), roleIds: [staffs.id] }
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
    const body = { ...(await form(owner, boss)), email: 'mine@farm.example' }
    expect(await status(clerk.ask(users.update, { ...params(boss), body }))).toBe(403)
    for (const endpoint of [users.disable, users.enable, users.remove, users.restore])
      expect(await status(clerk.ask(endpoint, params(boss)))).toBe(403)
    expect(await status(clerk.ask(users.resetPassword, { ...params(boss), body: {} }))).toBe(403)
    const many = await clerk.call(users.bulk, { body: { action: 'disable', ids: [boss] } })
    expect(many.done).toBe(0)
    expect(await db().select().from(account).where(eq(account.id, boss))).toEqual(before)
  })
})

describe('Rights for which staff need a second factor', () => {
  test('are given by nobody who found an open page, to anybody, in any way', async () => {
    const admin = await chief(farm, 'provider')
    const { id: mighty } = await roleWith(farm, farm.offices.provider, 1, ['user_manage:edit'])
    const { id: harmless } = await roleWith(farm, farm.offices.provider, 1, ['weather:query'])
    const { id } = await admin.call(users.create, {
      body: newcomer(farm.offices.provider, { roleIds: [harmless] }),
    })
    const asked = async (roleIds: string[]) => [
      await status(admin.ask(users.create, { body: newcomer(farm.offices.provider, { roleIds }) })),
      await status(
        admin.ask(users.update, {
          ...params(id),
          body: { ...(await form(admin, id)), roleIds: [harmless, ...roleIds] },
        }),
      ),
    ]
    const provedAt = new Date(Date.now() - PROOF_MS)
    await db().update(session).set({ provedAt }).where(eq(session.accountId, admin.accountId))
    expect(await asked([mighty])).toEqual([401, 401])
    expect(await asked([harmless])).toEqual([200, 200])
    const { version, chineseName, englishName } = await admin.call(roles.get, params(harmless))
    const names = { kind: 1 as const, chineseName, englishName, version }
    const grown = (permissionId: 'role_manage' | 'order_center') => ({
      ...params(harmless),
      body: { ...names, permissions: [{ permissionId, actionList: ['query' as const] }] },
    })
    expect(await status(admin.ask(roles.update, grown('role_manage')))).toBe(401)
    expect(await status(admin.ask(roles.update, grown('order_center')))).toBe(200)
  })
})

describe('An account of a farm that somebody above it touches', () => {
  const touch = async (place: 'direct' | 'sharing') => {
    const office = farm.offices[place]
    const staff = await chief(farm, 'provider')
    const boss = await chief(farm, place)
    const address = { email: `${boss.accountId}@farm.example`, emailKey: `${boss.accountId}@farm.example` }
    await db().update(account).set(address).where(eq(account.id, boss.accountId))
    const told = async () => {
      const mails = await db().select().from(mail).where(eq(mail.to, address.email)).orderBy(mail.createdAt)
      const messages = await db()
        .select()
        .from(noticeMessage)
        .where(eq(noticeMessage.accountId, boss.accountId))
      expect(messages.map(({ title }) => title['en-US']).toSorted()).toEqual(
        mails.map(({ values }) => values.says).toSorted(),
      )
      return mails.map(({ values }) => String(values.says))
    }
    return { office, staff, boss, told }
  }

  test('is told to its owners by message and mail; what they do themselves is not', async () => {
    const { office, staff, boss, told } = await touch('direct')
    await hire(boss, office)
    expect(await told()).toEqual([])
    const worker = await hire(staff, office)
    const body = { ...(await form(staff, worker.id)), email: `new-${worker.username}@farm.example` }
    await staff.call(users.update, { ...params(worker.id), body })
    await staff.call(users.resetPassword, { ...params(worker.id), body: {} })
    const what = `user ${worker.username}`
    // Nobody at this farm has ever signed in with a password.
    const opens = 'It opens in 3 days unless an owner of the farm confirms it earlier'
    expect((await told()).toSorted()).toEqual([
      `Test User of provider added ${what} to direct. ${opens}`,
      `Test User of provider changed the e-mail address of ${what} at direct. ${opens}`,
      `Test User of provider created a new password for ${what} at direct`,
    ])
  })

  test('stays with the farm where it decides for it; data of the person is still answered for', async () => {
    const { staff, boss } = await touch('sharing')
    const about = params(boss.accountId)
    expect(await staff.call(users.get, about)).toMatchObject({ isBeyond: true, isDataBeyond: false })
    expect(await status(staff.ask(users.resetPassword, { ...about, body: {} }))).toBe(403)
    expect(await status(staff.ask(users.exportData, about))).toBe(200)
  })
})

describe('An open page alone', () => {
  test('gives nobody another address or login id and deletes nobody; all else it may change', async () => {
    const boss = await chief(farm, 'sharing')
    const worker = await hire(boss, farm.offices.sharing)
    const provedAt = new Date(Date.now() - PROOF_MS)
    await db().update(session).set({ provedAt }).where(eq(session.accountId, boss.accountId))
    const body = await form(boss, worker.id)
    const before = await db().select().from(account).where(eq(account.id, worker.id))
    const about = params(worker.id)
    const tries = [
      await boss.ask(users.update, { ...about, body: { ...body, email: 'mine@farm.example' } }),
      await boss.ask(users.update, { ...about, body: { ...body, email: null } }),
      await boss.ask(users.update, { ...about, body: { ...body, username: 'mine' } }),
      await boss.ask(users.remove, about),
      await boss.ask(users.bulk, { body: { action: 'remove', ids: [worker.id] } }),
    ]
    for (const answer of tries)
      expect([answer.statusCode, answer.json().data]).toEqual([401, { proof: true }])
    expect(await db().select().from(account).where(eq(account.id, worker.id))).toEqual(before)
    expect(await status(boss.ask(users.update, { ...about, body: { ...body, job: 'Cook' } }))).toBe(200)
  })
})

describe('A changed e-mail address', () => {
  test('is told to the former one, and a password on its way there opens nothing any more', async () => {
    const worker = await hire(owner, farm.offices.sharing)
    const email = `moved-${worker.username}@farm.example`
    const body = { ...(await form(owner, worker.id)), email }
    await owner.call(users.update, { ...params(worker.id), body })
    const [, told, ...more] = await db()
      .select()
      .from(mail)
      .where(eq(mail.to, worker.email ?? ''))
      .orderBy(mail.createdAt)
    expect([told?.template, told?.values.email, more]).toEqual(['emailChanged', email, []])
    const [row] = await db().select().from(account).where(eq(account.id, worker.id))
    expect(row).toMatchObject({ email, mailedPasswordHash: null })
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
