import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { apiTokens } from '#shared/contracts/api-tokens.ts'
import { departments } from '#shared/contracts/departments.ts'
import { devices } from '#shared/contracts/devices.ts'
import { notices } from '#shared/contracts/notices.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { personal } from '#shared/contracts/personal.ts'
import { session as signing } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { openClient } from '../../platform/database/open-client.ts'
import { settingsOf } from '../../platform/database/scope.ts'
import { type Scope, SYSTEM, scopeOf } from '../../platform/database/store.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import { customer, customerChange } from '../../platform/database/tables/customers.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { loginLog, operationHistory, screenVisit } from '../../platform/database/tables/histories.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import { account, office, session } from '../../platform/database/tables/offices.ts'
import { application } from '../../platform/database/tables/registration.ts'
import { tenancy } from '../../platform/database/tenancy.ts'
import { filesFolder } from '../../platform/files/stored-files.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildCustomer, buildDevice, buildHouse, buildUser } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { noteChanges } from '../customers/note-changes.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const params = (person: { accountId: string }) => ({ params: { id: person.accountId } })
const erase = (by: Person, person: { accountId: string }) => by.ask(users.erase, params(person))
const worker = (office = farm.offices.team) =>
  farm.as({ office, kind: 2, grants: ['house_alarm:query', 'house_alarm:edit'] })
const hasReadable = (kind: string) => !['telemetry', 'system'].includes(kind)

/** Everything the server can read, as text. */
async function everything(): Promise<string> {
  const tables = Object.entries(tenancy).filter(([, kind]) => hasReadable(kind))
  const found = []
  for (const [table] of tables) {
    const { rows } = await database().execute<{ said: string }>(
      sql.raw(`select coalesce(string_agg(t::text, e'\\n'), '') as said from ${table} t`),
    )
    found.push(rows[0]?.said ?? '')
  }
  return found.join('\n')
}

/** A customer whose owner, Kestutis Vaitkus, has left traces everywhere. */
async function knownEverywhere() {
  const made = await buildCustomer(farm.services, farm.offices.provider, {
    contact: 'Kestutis Vaitkus',
    email: 'Kestutis@vaitkus.example',
    phone: '+370 600 11111',
  })
  const [row] = await database().select().from(office).where(eq(office.id, made.id))
  const place: SeededOffice = { id: made.id, path: row?.path ?? '', farmPath: row?.path ?? '' }
  const chief = await farm.as({ office: place, kind: 2, grants: everyGrant(2) })
  const me = await farm.as({ office: place, kind: 2, grants: everyGrant(2) })
  const form = { username: 'kestutis', actualName: 'K. Vaitkus', officeId: place.id, job: 'Stockman Vaitkus' }
  const email = 'kestutis@vaitkus.example'
  await chief.call(users.update, { ...params(me), body: { ...form, email, phone: '+370 600 11111' } })
  const { version } = await me.call(personal.profile)
  const profile = { actualName: 'Kestutis Vaitkus', phone: '+370 600 22222', sex: null, version }
  await me.call(personal.saveProfile, { body: profile })
  await me.call(personal.changeEmail, { body: { email: 'other@vaitkus.example' } })
  const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const permissions = [{ permissionId: 'house_alarm' as const, actionList: ['query' as const] }]
  await me.call(apiTokens.create, { body: { name: 'Vaitkus feed mill', endsOn, permissions } })
  await chief.call(users.bulk, { body: { action: 'enable', ids: [me.accountId] } })
  const head = { chineseName: '农场', englishName: 'Farm', headId: me.accountId, timeZone: 'Europe/Berlin' }
  await chief.call(departments.update, { params: { id: place.id }, body: head })
  const { id: subjectId } = await buildDevice(farm.services, place, { type: 'controller' })
  await buildHouse(farm.services, place, { deviceIds: [subjectId], flockCount: 9_000 })
  const alarm = await buildAlarm(farm.services, place, { subjectId, houseIds: [] })
  await me.call(alarms.seen, { params: { id: alarm.id }, body: {} })
  await chief.call(alarms.going, { params: { id: alarm.id }, body: {} })
  await me.call(devices.disable, { params: { id: subjectId }, body: { reason: 'Cleaning' } })
  const own = { accountId: me.accountId, officePath: me.officePath }
  const actor = { ...own, actualName: 'Kestutis Vaitkus', kind: 2 as const }
  await noteChanges(database(), {
    officePath: place.path,
    actor,
    before: { contact: 'Kestutis Vaitkus', city: 'Kaunas' },
    after: { contact: 'Ona', city: 'Vilnius' },
  })
  await database().insert(consentLog).values({
    officePath: place.path,
    subjectPath: place.path,
    actorId: me.accountId,
    ip: '10.9.8.7',
    actorName: 'Kestutis Vaitkus',
    actorProgram: 'Vaitkus feed mill',
    event: 'granted',
    consent: 'farm',
  })
  await database()
    .insert(loginLog)
    .values({ ...own, platform: 'web', operation: 'login', ip: '10.9.8.7' })
  await database()
    .insert(screenVisit)
    .values({ ...own, lane: 'x', number: 1, screen: '/', startedAt: new Date(), durationMs: 1 })
  await queueMail(database(), {
    to: 'Kestutis@Vaitkus.example',
    language: 'en-US',
    template: 'forgotten',
    values: {},
  })
  await database()
    .insert(application)
    .values({
      id: me.accountId,
      emailKey: email,
      addressKey: '10.9.8.7',
      passwordHash: 'x',
      statement: '1',
      language: 'en-US',
      expiresAt: new Date(),
      form: {
        chineseName: '',
        englishName: 'Farm',
        contact: 'Kestutis Vaitkus',
        email,
        phone: '+370 600 11111',
        country: 'LT',
        city: 'Kaunas',
        houseType: 'layer',
        houseCount: 2,
      },
    })
  await me.ask(personal.askErasure)
  return { chief, me, place }
}

test('nothing of an erased person is left that tells who it was, and everything that happened is left', async () => {
  const { chief, me, place } = await knownEverywhere()
  const { dataDir } = farm.services.config
  const [file] = await database()
    .insert(storedFile)
    .values({
      id: `picture-${me.accountId}`,
      accountId: me.accountId,
      officePath: me.officePath,
      size: 1,
      purpose: 'avatar',
      name: 'avatar.jpg',
      type: 'image/jpeg',
      needs: [],
      shared: [],
      scopeLo: '',
      scopeFarm: '',
      expiresAt: new Date(Date.now() + 1_000_000),
    })
    .returning()
  const picture = join(filesFolder(dataDir), file?.id ?? '')
  await writeFile(picture, 'x').catch(() => {})
  const told = [/Vaitkus/i, /kestutis/i, /370 600/, /10\.9\.8\.7/]
  const before = await everything()
  for (const trace of told) expect(before).toMatch(trace)
  const whole = async () => {
    const { id, at, module, type, recordId, actorId, actorKind, actorOffice, actorRoles } = operationHistory
    const { officePath, subjectPath } = operationHistory
    return database()
      .select({
        id,
        at,
        module,
        type,
        recordId,
        actorId,
        actorKind,
        actorOffice,
        actorRoles,
        officePath,
        subjectPath,
      })
      .from(operationHistory)
      .orderBy(id)
  }
  const happened = await whole()

  const { name, isErased } = await chief.call(users.erase, params(me))
  expect(isErased).toBe(true)
  expect(name).toMatch(/^Erased person \d+ \(已抹除\)$/)
  const left = (await everything()).split('\n')
  for (const trace of told) expect(left.filter(line => trace.test(line))).toEqual([])
  expect((await whole()).slice(0, happened.length)).toEqual(happened)
  const { items } = await chief.call(operaHistory.list, { query: { operatorId: me.accountId } })
  expect(items.length).toBeGreaterThan(3)
  for (const { operatorName, ip } of items)
    expect({ operatorName, ip }).toEqual({ operatorName: name, ip: null })
  const [record] = await database().select().from(customer).where(eq(customer.officeId, place.id))
  expect(record).toMatchObject({ contact: name, email: null })
  const log = await database().select().from(customerChange).where(eq(customerChange.officePath, place.path))
  expect(log).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ item: 'contact', before: name, after: 'Ona', actorName: name }),
      expect.objectContaining({ item: 'city', before: 'Kaunas', after: 'Vilnius' }),
    ]),
  )
  expect(await database().$count(screenVisit, eq(screenVisit.accountId, me.accountId))).toBe(1)
  expect(existsSync(picture)).toBe(false)

  // As the hub does, which hears it from the database.
  farm.services.events.emit('access', { accountIds: [me.accountId] })
  expect((await me.ask(signing.userInfo)).statusCode).toBe(401)
  expect((await erase(chief, me)).statusCode).toBe(404)
  expect((await chief.ask(users.restore, params(me))).statusCode).toBe(404)
  expect((await chief.call(users.list, { query: { deleted: 'recently' } })).total).toBe(0)
  // The login id is free again.
  const body = {
    username: 'kestutis',
    actualName: 'Another',
    officeId: place.id,
    email: 'kestutis@vaitkus.example',
  }
  expect((await chief.ask(users.create, { body })).statusCode).toBe(200)
})

test('a colleague of the same name keeps it everywhere', async () => {
  const [gone, stays] = [await worker(), await worker()]
  await database()
    .update(account)
    .set({ actualName: 'Li Wei' })
    .where(eq(account.officePath, gone.officePath))
  for (const me of [gone, stays]) {
    const { version } = await me.call(personal.profile)
    await me.call(personal.saveProfile, { body: { actualName: 'Li Wei', phone: '1', sex: null, version } })
    const { username, email, officeId } = await owner.call(users.get, params(me))
    const body = { username, actualName: 'Li Wei', email, officeId, job: 'Stockman' }
    await owner.call(users.update, { ...params(me), body })
  }
  const of = async ({ accountId }: Person) =>
    database().select().from(operationHistory).where(sql`${accountId} in (actor_id, record_id)`)
  const before = await of(stays)
  await owner.call(users.erase, params(gone))
  expect(await of(stays)).toEqual(before)
  expect((await owner.call(users.get, params(stays))).actualName).toBe('Li Wei')
})

describe('nobody erases', () => {
  const refused = async (by: Person, person: { accountId: string }, status: number) => {
    const before = await database().select().from(account).where(eq(account.id, person.accountId))
    expect((await erase(by, person)).statusCode).toBe(status)
    expect(await database().select().from(account).where(eq(account.id, person.accountId))).toEqual(before)
  }

  test('themselves, somebody of another farm, or somebody with more rights', async () => {
    await refused(owner, owner, 403)
    await refused(owner, await worker(farm.offices.closed), 404)
    const clerk = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['user_manage:delete'] })
    await refused(clerk, owner, 403)
  })

  test('from a page that was left open', async () => {
    const chief = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
    const provedAt = new Date(Date.now() - PROOF_MS)
    await database().update(session).set({ provedAt }).where(eq(session.accountId, chief.accountId))
    await refused(chief, await worker(), 401)
  })

  test('the last administrator', async () => {
    const { provider } = farm.offices
    const last = await farm.as({
      office: provider,
      kind: 1,
      grants: ['user_manage:edit', 'role_manage:edit'],
    })
    const other = await farm.as({
      office: provider,
      kind: 1,
      grants: ['user_manage:edit', 'user_manage:delete', 'role_manage:edit'],
    })
    const third = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
    await database()
      .update(account)
      .set({ disabledAt: new Date() })
      .where(and(eq(account.id, third.accountId), eq(account.kind, 1)))
    // The first of two may go; the second and last cannot go by themselves.
    expect((await erase(other, last)).statusCode).toBe(200)
    await refused(other, other, 403)
  })

  test('the last who hears alarms of a house with birds', async () => {
    const made = await buildCustomer(farm.services, farm.offices.provider)
    const [row] = await database().select().from(office).where(eq(office.id, made.id))
    const place: SeededOffice = { id: made.id, path: row?.path ?? '', farmPath: row?.path ?? '' }
    const only = await worker(place)
    const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
    const { id } = await buildHouse(farm.services, place, { flockCount: 9_000 })
    await refused(staff, only, 409)
    await database().update(flock).set({ endedOn: '2026-11-01' }).where(eq(flock.houseId, id))
    expect((await erase(staff, only)).statusCode).toBe(200)
  })

  /** Runs SQL as the role that serves requests, in a scope of its choice: the worst a mistake of the server could do. */
  async function inSql(statement: string, scope: Scope = SYSTEM) {
    const client = await openClient(farm.databaseUrl)
    try {
      for (const setting of settingsOf(scope))
        await client.query('select set_config($1, $2, false)', [...setting])
      await client.query(`select set_config('app.erasing', 'x', false)`)
      return await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const forbidden = (statement: string, scope?: Scope) =>
    expect(inSql(statement, scope), statement).rejects.toMatchObject({ code: '42501' })

  test('by the function of the database but who may, signed in, whom they see, once', async () => {
    const { accountId: person } = await worker()
    const by = (eraser: string) => `select erase_person('${person}', '${eraser}')`
    await forbidden(by(owner.accountId), scopeOf(farm.offices.closed.path, ''))
    await forbidden(by(person))
    await forbidden(by('nobody'))
    await forbidden(by((await worker()).accountId))
    const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
    await forbidden(by(stranger.accountId))
    const chief = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
    await database().delete(session).where(eq(session.accountId, chief.accountId))
    await forbidden(by(chief.accountId))
    await inSql(by(owner.accountId))
    await forbidden(by(owner.accountId))
  })

  test('by any other way, nor wakes who is erased', async () => {
    const living = await buildUser(farm.services, farm.offices.sharing)
    const gone = await buildUser(farm.services, farm.offices.sharing)
    await owner.call(users.erase, { params: { id: gone.id } })
    await forbidden(`update account set erased_at = now() where id = '${living.id}'`)
    await forbidden(`update account set actual_name = 'Somebody' where id = '${gone.id}'`)
    await forbidden(`update account set erased_at = null, deleted_at = null where id = '${gone.id}'`)
    for (const table of Object.keys(tenancy).filter(name => tenancy[name] === 'history'))
      await forbidden(`update ${table} set office_path = office_path`)
  })

  test('as the scope of the call is the same afterwards as before', async () => {
    const gone = await buildUser(farm.services, farm.offices.sharing)
    const scope = scopeOf(farm.offices.sharing.path, farm.offices.sharing.path)
    const { rows } = await farm.services.store.transaction(scope, async db => {
      await db.execute(sql`select erase_person(${gone.id}, ${owner.accountId})`)
      return db.execute(sql`select current_setting('app.lo') as lo, current_setting('app.hi') as hi,
        current_setting('app.farm') as farm, current_setting('app.customers') as customers,
        current_setting('app.account') as account,
        current_setting('app.erasing') as erasing`)
    })
    expect(rows).toEqual([{ ...scope, erasing: '' }])
  })
})

test('a request to be erased is visible to people who may do it, and can be withdrawn', async () => {
  const me = await worker()
  const [, other] = [
    await me.call(personal.askErasure),
    await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) }),
  ]
  const seen = (await owner.call(notices.list)).items.find(({ businessType }) => businessType === 'erasure')
  expect(seen).toMatchObject({ subjectId: me.accountId, messageType: 'to_do' })
  const foreign = (await other.call(notices.list)).items.filter(
    ({ businessType }) => businessType === 'erasure',
  )
  expect(foreign).toEqual([])
  expect((await owner.call(users.get, params(me))).erasureAskedAt).not.toBeNull()
  expect((await me.call(personal.withdrawErasure)).erasureAskedAt).toBeNull()
  expect((await owner.call(users.get, params(me))).erasureAskedAt).toBeNull()
})
