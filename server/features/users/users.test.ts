import { desc, eq, ilike } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { session } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { valuesOf } from '../../platform/mail/sealed-values.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { chief, hire, newcomer, roleWith } from './testing/people.ts'

let farm: TestApp
let owner: Person
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await chief(farm, 'sharing')
  staff = await chief(farm, 'provider')
})
afterAll(() => farm.close())

const db = () => farm.services.store.scoped(SYSTEM)
const lastHistory = async () =>
  (await db().select().from(operationHistory).orderBy(desc(operationHistory.id)).limit(1))[0]
const fieldOf = async (answer: ReturnType<Person['ask']>) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBe(400)
  return JSON.parse(body).data.map(({ field }: { field: string }) => field)
}

describe('A farm owner adds people', () => {
  test('a worker is invited by mail, with a role and a department, and signs in with what was mailed', async () => {
    const role = await roleWith(farm, farm.offices.sharing, 2, ['chicken_home_manage:query'])
    const worker = await hire(owner, farm.offices.team, {
      phone: '+86 138 0534 2210',
      sex: 'male',
      job: '饲养员',
      roleIds: [role.id],
      language: 'zh-CN',
      timeZone: 'Asia/Shanghai',
    })
    expect(worker).toMatchObject({
      kind: 2,
      officeName: 'sharing / team',
      roles: [role],
      status: 'UNACTIVE',
      isBeyond: false,
      job: '饲养员',
      sex: 'male',
      lastActiveAt: null,
      idCard: null,
    })
    const [invitation] = await db()
      .select()
      .from(mail)
      .where(eq(mail.to, worker.email ?? ''))
    expect(invitation).toMatchObject({ template: 'invitation', language: 'zh-CN' })
    const { password } = (invitation && valuesOf(invitation, farm.services.config.appSecret)) ?? {}
    const signedIn = await farm.stranger.ask(session.login, {
      body: { username: worker.username.toUpperCase(), password: String(password) },
    })
    expect(signedIn.json().code, signedIn.body).toBe(0)
    expect(await owner.call(users.get, { params: { id: worker.id } })).toMatchObject({ status: 'ONLINE' })
  })

  test('somebody without an address begins with a password told in person, and has to change it', async () => {
    const form = newcomer(farm.offices.sharing, { email: null })
    expect(await fieldOf(owner.ask(users.create, { body: form }))).toEqual(['password'])
    expect(await fieldOf(owner.ask(users.create, { body: { ...form, password: 'password1' } }))).toEqual([
      'password',
    ])
    const made = await owner.call(users.create, { body: { ...form, password: 'the red hen house' } })
    const body = { username: made.username, password: 'the red hen house' }
    const token = (await farm.stranger.ask(session.login, { body })).json().data
    const info = await farm.app.inject({
      url: `/api${session.userInfo.path}`,
      headers: { 'access-token': token },
    })
    expect(info.json().data.mustChangePassword).toBe(true)
    expect(JSON.stringify(await lastHistory())).not.toContain('the red hen house')
  })

  test('a login id has letters, digits and - _ . @, and belongs to one person without regard to case', async () => {
    const there = await hire(owner, farm.offices.sharing)
    const form = newcomer(farm.offices.direct)
    const other = await chief(farm, 'direct')
    for (const username of ['ab', 'a b c', 'x'.repeat(65), 'hen/house', '<b>', there.username.toUpperCase()])
      expect(await fieldOf(other.ask(users.create, { body: { ...form, username } })), username).toEqual([
        'username',
      ])
    // People sign in with either, so nobody's login id may be another's address.
    expect(await fieldOf(other.ask(users.create, { body: { ...form, username: there.email } }))).toEqual([
      'username',
    ])
    const again = newcomer(farm.offices.sharing, { email: there.email?.toUpperCase() })
    expect(await fieldOf(owner.ask(users.create, { body: again }))).toEqual(['email'])
    await other.call(users.create, { body: { ...form, username: 'A.b-c_1@x' } })
  })

  test('an address of somebody elsewhere is taken as any other, and goes on opening their account only', async () => {
    const there = await hire(owner, farm.offices.sharing)
    const other = await chief(farm, 'direct')
    const email = there.email?.toUpperCase() ?? ''
    const keysOf = async () =>
      (await db().select().from(account).where(ilike(account.email, email))).map(({ id, emailKey }) => [
        id,
        emailKey,
      ])
    const made = await hire(other, farm.offices.direct, { email })
    expect(made.email).toBe(email)
    const unlike = await hire(other, farm.offices.direct)
    const { username, actualName, officeId } = unlike
    const params = { id: unlike.id }
    const body = { username, actualName, officeId, email }
    expect((await other.call(users.update, { params, body })).email).toBe(email)
    const kept = { params: { id: made.id }, body: { ...body, username: made.username, job: 'Egg room' } }
    expect(await other.call(users.update, kept)).toMatchObject({ email, job: 'Egg room' })
    expect(await keysOf()).toEqual(
      expect.arrayContaining([
        [there.id, email.toLowerCase()],
        [made.id, null],
        [unlike.id, null],
      ]),
    )
    const [invitation] = await db().select().from(mail).where(eq(mail.to, email))
    expect(invitation?.values).toMatchObject({ username: made.username })
    await other.call(users.remove, { params: { id: made.id } })
    expect(await other.call(users.restore, { params: { id: made.id } })).toMatchObject({ email })
  })

  test('of two people who are given the same login id in one moment one gets it', async () => {
    const form = newcomer(farm.offices.sharing, {
      username: 'twice',
      email: null,
      password: 'the red hen house',
    })
    const answers = await Promise.all([1, 2].map(() => owner.ask(users.create, { body: form })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test('the kind of a user is that of their organisation', async () => {
    const kinds = ['provider', 'agent', 'sharing', 'team'] as const
    const made = await Promise.all(kinds.map(place => hire(staff, farm.offices[place])))
    expect(made.map(({ kind }) => kind)).toEqual([1, 3, 2, 2])
    const agent = await chief(farm, 'agent')
    expect(await hire(agent, farm.offices.agent)).toMatchObject({ kind: 3 })
  })

  test('nowhere else: another farm, or what lies above one’s own node, is no department of the list', async () => {
    const lead = await chief(farm, 'team')
    for (const office of [farm.offices.closed, farm.offices.sharing, farm.offices.provider])
      expect(await fieldOf(lead.ask(users.create, { body: newcomer(office) }))).toEqual(['officeId'])
    const options = await lead.call(users.departments)
    expect(options.map(({ id }) => id)).toEqual([farm.offices.team.id])
    expect(await owner.call(users.departments, { query: { search: 'tea' } })).toEqual([
      { id: farm.offices.team.id, name: 'sharing / team', kind: 2 },
    ])
  })
})

describe('The list', () => {
  test('shows who is online, who was, who never signed in and who is kept out, and counts them', async () => {
    const direct = await chief(farm, 'direct')
    const place = farm.offices.direct
    const [online, away, never, out] = await Promise.all([1, 2, 3, 4].map(() => hire(direct, place)))
    const seen = (id: string | undefined, minutes: number) =>
      db()
        .update(account)
        .set({ lastActiveAt: new Date(Date.now() - minutes * 60_000) })
        .where(eq(account.id, id ?? ''))
    await seen(online?.id, 4)
    await seen(away?.id, 6)
    await direct.call(users.disable, { params: { id: out?.id ?? '' } })
    const statusOf = async (id: string | undefined) =>
      (await direct.call(users.list, { query: { size: 100 } })).items.find(user => user.id === id)?.status
    expect(await Promise.all([online, away, never, out].map(user => statusOf(user?.id)))).toEqual([
      'ONLINE',
      'OFFLINE',
      'UNACTIVE',
      'DISABLE',
    ])
    const counts = await direct.call(users.counts, { query: { by: 'status', search: 'worker-' } })
    for (const [status, number] of Object.entries(counts)) {
      const { total } = await direct.call(users.list, {
        query: { status: status as never, search: 'worker-' },
      })
      expect(total, status).toBe(number)
    }
    expect(counts.DISABLE).toBe(1)
  })

  test('is narrowed to a department with all below it, to a role and to a kind', async () => {
    const role = await roleWith(farm, farm.offices.sharing, 2, ['chicken_home_manage:query'])
    const inTeam = await hire(owner, farm.offices.team, { roleIds: [role.id] })
    const above = await hire(owner, farm.offices.sharing)
    const ids = async (who: Person, query: object) =>
      (await who.call(users.list, { query: { size: 100, ...query } })).items.map(({ id }) => id)
    const team = await ids(owner, { officeId: farm.offices.team.id })
    expect(team).toContain(inTeam.id)
    expect(team).not.toContain(above.id)
    expect(await ids(owner, { officeId: farm.offices.sharing.id })).toEqual(
      expect.arrayContaining([inTeam.id, above.id]),
    )
    expect(await ids(owner, { roleId: role.id })).toEqual([inTeam.id])
    expect(await ids(staff, { kind: '1' })).not.toContain(inTeam.id)
    expect(await ids(owner, { search: inTeam.email?.toUpperCase() })).toEqual([inTeam.id])
  })
})

describe('The number of an identity card', () => {
  const NUMBER = '11010519491231002X'

  test('is stored sealed, shown by its end, and read in full only as a line of the history', async () => {
    const worker = await hire(owner, farm.offices.sharing, { idCard: NUMBER.toLowerCase() })
    expect(worker.idCard).toBe('•••• 002X')
    const [row] = await db().select().from(account).where(eq(account.id, worker.id))
    expect(row?.idCard).toMatch(/^v1\./)
    expect(JSON.stringify(await lastHistory())).not.toContain(NUMBER)
    const params = { id: worker.id }
    expect(await owner.call(users.idCard, { params })).toEqual({ username: worker.username, idCard: NUMBER })
    const told = await lastHistory()
    expect(told).toMatchObject({
      actorId: owner.accountId,
      module: 'users',
      type: 'idCard',
      description: { 'en-US': `Viewed the id card number of user ${worker.username}` },
    })
    expect(JSON.stringify(told)).not.toContain('002X')
  })

  test('is not read by who may only see the list, nor where there is none', async () => {
    const looker = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['user_manage:query'] })
    const worker = await hire(owner, farm.offices.sharing, { idCard: 'E12345678' })
    expect((await looker.ask(users.idCard, { params: { id: worker.id } })).statusCode).toBe(403)
    const bare = await hire(owner, farm.offices.sharing)
    expect((await owner.ask(users.idCard, { params: { id: bare.id } })).statusCode).toBe(409)
  })

  test('stays when the form says nothing of it, goes when it is taken away, and never has a slip in it', async () => {
    const worker = await hire(owner, farm.offices.sharing, { idCard: NUMBER })
    const { username, actualName, email, officeId } = worker
    const form = { username, actualName, email, officeId }
    const params = { id: worker.id }
    expect((await owner.call(users.update, { params, body: form })).idCard).toBe('•••• 002X')
    expect(
      await fieldOf(owner.ask(users.update, { params, body: { ...form, idCard: '110105194912310021' } })),
    ).toEqual(['idCard'])
    expect((await owner.call(users.update, { params, body: { ...form, idCard: null } })).idCard).toBeNull()
  })

  test('a short number is not told by its end, and one of another APP_SECRET does not break the list', async () => {
    const short = await hire(owner, farm.offices.sharing, { idCard: 'E12345' })
    expect(short.idCard).toBe('••••')
    await db().update(account).set({ idCard: 'v1.AAAA' }).where(eq(account.id, short.id))
    expect((await owner.call(users.get, { params: { id: short.id } })).idCard).toBe('••••')
    expect((await owner.ask(users.idCard, { params: { id: short.id } })).statusCode).toBe(409)
  })
})
