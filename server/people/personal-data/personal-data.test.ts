import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiTokens } from '#shared/contracts/api-tokens.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { personal } from '#shared/contracts/personal.ts'
import { users } from '#shared/contracts/users.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmStep } from '../../platform/database/tables/alarms.ts'
import { loginLog, screenVisit } from '../../platform/database/tables/histories.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import { unpack } from '../../platform/excel/unpack.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildNotice } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { sealIdCard } from '../accounts/id-card.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const ID_CARD = '11010519491231002X'
const database = () => farm.services.store.scoped(SYSTEM)
let people = 0

/** Somebody of the team with stored data of every kind. */
async function worker(): Promise<Person & { email: string }> {
  const me = await farm.as({ office: farm.offices.team, kind: 2, grants: ['house_alarm:query'] })
  const email = `worker-${++people}@farm.example`
  const { appSecret } = farm.services.config
  await database()
    .update(account)
    .set({
      email,
      emailKey: email,
      idCard: sealIdCard(appSecret, me.accountId, ID_CARD),
      passwordHash: 'the hash of a password',
    })
    .where(eq(account.id, me.accountId))
  const own = { accountId: me.accountId, officePath: me.officePath }
  await database()
    .insert(loginLog)
    .values({ ...own, platform: 'web', operation: 'login', ip: '10.0.0.7' })
  await database()
    .insert(screenVisit)
    .values({
      ...own,
      lane: 'x',
      number: 1,
      screen: '/houseMonitor',
      startedAt: new Date(),
      durationMs: 90_000,
    })
  await buildNotice(farm.services, farm.offices.team, me.accountId, {
    title: { 'zh-CN': '消息', 'en-US': 'A message to the worker' },
  })
  await queueMail(database(), {
    to: email,
    language: 'en-US',
    template: 'invitation',
    values: { password: 'first secret' },
  })
  const { version } = await me.call(personal.profile)
  await me.call(personal.saveProfile, {
    body: { actualName: 'Karin Berg', phone: '+46 70 123', sex: null, version },
  })
  const endsOn = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const permissions = [{ permissionId: 'house_alarm' as const, actionList: ['query' as const] }]
  await me.call(apiTokens.create, { body: { name: 'Feed mill', endsOn, permissions } })
  return { ...me, email }
}

/** The sheets of a job's file, as stored. */
async function sheetsOf(person: Person, id: string): Promise<string[]> {
  const { file } = await jobIn(person, id, 'done')
  const { rawPayload } = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  const workbook = await unpack(rawPayload)
  const sheets = []
  for (let n = 1; ; n++) {
    const part = await workbook.open(`xl/worksheets/sheet${n}.xml`)
    if (!part) return sheets
    sheets.push(await text(part))
  }
}

test('a person gets everything stored about them in one file, and no secret', async () => {
  const me = await worker()
  const { id } = await me.call(personal.exportData)
  const sheets = await sheetsOf(me, id)
  expect(sheets[0]).toContain('Karin Berg')
  expect(sheets[0]).toContain(ID_CARD)
  const all = sheets.join()
  for (const kept of [
    me.email,
    'Feed mill',
    '10.0.0.7',
    '/houseMonitor',
    'A message to the worker',
    'Changed own profile',
    'Your Smart Farm account',
    'Created API token',
  ])
    expect(all).toContain(kept)
  for (const secret of ['the hash of a password', 'first secret', 'sf_']) expect(all).not.toContain(secret)
  const program = await farm.programOf(me, ['house_alarm:query'])
  const seen = await program.ask(jobs.get, { params: { id } })
  expect(seen.statusCode, 'what their programs see').toBe(404)
})

test('people who may change users get a user’s data, without the whole id card number', async () => {
  const me = await worker()
  const { id } = await owner.call(users.exportData, { params: { id: me.accountId } })
  const sheets = await sheetsOf(owner, id)
  expect(sheets[0]).toContain(me.email)
  expect(sheets.join()).not.toContain(ID_CARD)
})

test('a file that staff make about a person tells nothing of the alarms of a farm that does not share', async () => {
  const { closed } = farm.offices
  const me = await farm.as({ office: closed, kind: 2, grants: everyGrant(2) })
  const device = await buildDevice(farm.services, closed)
  const { id: subjectId } = await buildAlarm(farm.services, closed, { subjectId: device.id, houseIds: [] })
  for (const about of [{ subjectId }, { subjectId: null }])
    await buildNotice(farm.services, closed, me.accountId, {
      ...about,
      title: { 'zh-CN': '一号舍过热', 'en-US': 'House 1 is too hot' },
    })
  await database().insert(alarmStep).values({
    id: 'noted',
    alarmId: subjectId,
    officePath: closed.path,
    farmPath: closed.path,
    step: 'solved',
    accountId: me.accountId,
    actorName: 'Test User',
    note: 'The fan was blocked',
  })
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const { id } = await staff.call(users.exportData, { params: { id: me.accountId } })
  const given = (await sheetsOf(staff, id)).join()
  expect(given).toContain('Not shared')
  for (const told of ['too hot', 'The fan was blocked']) expect(given).not.toContain(told)
  const own = (await sheetsOf(me, (await me.call(personal.exportData)).id)).join()
  for (const told of ['too hot', 'The fan was blocked']) expect(own).toContain(told)
})

test('it is not given to a page that was left open, nor for somebody with more rights', async () => {
  const clerk = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['user_manage:edit'] })
  const params = { id: owner.accountId }
  expect((await clerk.ask(users.exportData, { params })).statusCode).toBe(403)
  const me = await worker()
  const provedAt = new Date(Date.now() - PROOF_MS)
  await database().update(session).set({ provedAt }).where(eq(session.accountId, me.accountId))
  expect((await me.ask(personal.exportData)).statusCode).toBe(401)
})
