import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { session } from '#shared/contracts/session.ts'
import { silence } from '#shared/contracts/silence.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import { recordChanges } from '../../farm/alarms/alarm-record.ts'
import { ringFarm } from '../../farm/alarms/ring.ts'
import { callNotices } from '../../people/notices/call-notices.ts'
import { mailNotices } from '../../people/notices/mail-notices.ts'
import { pushNotices } from '../../people/notices/push-notices.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { device } from '../../platform/database/tables/farms.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, session as sessions } from '../../platform/database/tables/offices.ts'
import { hashToken } from '../../platform/http/identify.ts'
import { beginSilence } from '../../platform/silence.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice } from '../../testing/farm-builder.ts'

let farm: TestApp
let administrator: Person
let engineer: Person
let farmer: Person
beforeAll(async () => {
  farm = await testApp()
  const { provider, sharing } = farm.offices
  administrator = await farm.as({ office: provider, kind: STAFF, grants: ['role_manage:edit'] })
  engineer = await farm.as({ office: provider, kind: STAFF, grants: ['house_alarm:query'] })
  farmer = await farm.as({ office: sharing, kind: CUSTOMER, grants: ['house_alarm:query'] })
  const email = 'farmer@farm.example'
  await database().update(account).set({ email }).where(eq(account.id, farmer.accountId))
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const begin = () =>
  farm.services.store.transaction(SYSTEM, db =>
    beginSilence(db, { backup: 'smart-farm-20261123T020000Z', backedUpAt: '2026-11-23T02:00:00.000Z' }),
  )
/** An alarm as the sweep of silent gateways raises it. */
async function raiseOffline(): Promise<void> {
  const { sharing } = farm.offices
  const { id: subjectId } = await buildDevice(farm.services, sharing)
  const about = {
    subjectId,
    rule: 'Offline',
    source: 'platform',
    code: 'Offline',
    level: 'critical',
    houseIds: [],
    farmPath: sharing.path,
    raisedAt: Date.now(),
  } as const
  const figures = { since: null, value: null, limit: null, target: null }
  const alarm = { ...about, ...figures, houseIds: [], officePath: sharing.path, at: about.raisedAt }
  const { store, devices, config } = farm.services
  await recordChanges(store, [{ key: subjectId, farmPath: sharing.path, what: 'raised', about, alarm }])
  const directory = { house: () => undefined, houseOfDevice: () => undefined }
  await ringFarm({ store, directory, devices, config }, sharing.path)
}
const sent = async () => [
  await mailNotices(farm.services),
  await pushNotices(farm.services),
  await callNotices(farm.services),
]

test('while it is silent an alarm is on screens and reaches nobody elsewhere; afterwards it is told once', async () => {
  expect(await administrator.call(silence.read)).toBeNull()
  await begin()
  await begin()
  expect(await administrator.call(silence.read)).toMatchObject({
    backup: 'smart-farm-20261123T020000Z',
    backedUpAt: '2026-11-23T02:00:00.000Z',
    heldBack: { mails: 0, pushes: 0, calls: 0, webhooks: 0, messages: 0 },
    alarms: 0,
  })
  await raiseOffline()
  expect(await farmer.call(notices.unreadNumber)).toBe(1)
  expect(await sent()).toEqual([0, 0, 0])
  expect(await administrator.call(silence.read)).toMatchObject({ alarms: 1 })

  await administrator.call(silence.end)
  expect(await administrator.call(silence.read)).toBeNull()
  expect(await sent()).toEqual([1, 0, 0])
  expect(await database().$count(mail)).toBe(1)
  // Nobody is told a second time that it is the real one.
  await administrator.call(silence.end)
  expect(await sent()).toEqual([0, 0, 0])
})

test('gateways count once they were heard since the restore', async () => {
  const { direct } = farm.offices
  await database().update(device).set({ status: 'UNACTIVE' })
  const lastMessageAt = new Date(Date.now() - 60_000)
  const heard = await buildDevice(farm.services, direct, { status: 'ONLINE', lastMessageAt })
  await buildDevice(farm.services, direct, { status: 'OFFLINE', lastMessageAt })
  await buildDevice(farm.services, direct, { status: 'UNACTIVE' })
  await begin()
  expect(await engineer.call(silence.read)).toMatchObject({ gateways: { heard: 0, all: 2 } })
  await database().update(device).set({ lastMessageAt: new Date() }).where(eq(device.id, heard.id))
  expect(await engineer.call(silence.read)).toMatchObject({ gateways: { heard: 1, all: 2 } })
})

test('staff see it, customers do not; only an administrator ends it, who proves to be one', async () => {
  await begin()
  expect(await engineer.call(session.userInfo)).toMatchObject({ isSilent: true })
  expect(await farmer.call(session.userInfo)).toMatchObject({ isSilent: false })
  expect((await farmer.ask(silence.read)).statusCode).toBe(403)
  expect((await engineer.ask(silence.end)).statusCode).toBe(403)
  const long = new Date(Date.now() - 86_400_000)
  const { token } = administrator
  await database()
    .update(sessions)
    .set({ provedAt: long })
    .where(eq(sessions.tokenHash, hashToken(token)))
  const refused = await administrator.ask(silence.end)
  expect(refused.statusCode).toBe(401)
  expect(refused.json().data).toMatchObject({ proof: true })
  expect(await engineer.call(silence.read)).not.toBeNull()
})
