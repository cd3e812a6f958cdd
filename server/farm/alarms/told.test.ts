import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { notices } from '#shared/contracts/notices.ts'
import { webPush } from '#shared/contracts/web-push.ts'
import { callNotices } from '../../people/notices/call-notices.ts'
import { mailNotices } from '../../people/notices/mail-notices.ts'
import { pushNotices } from '../../people/notices/push-notices.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { push, pushSubscription } from '../../platform/database/tables/push.ts'
import { startPushService } from '../../platform/push/testing/push-service.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import type { Person } from '../../testing/app.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { type AlarmChange, keyOf, type NewAlarm, recordChanges } from './alarm-record.ts'
import { alarmFarm, type Controller, GRACE_MS, MINUTE, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, controllers, report, start, settled, alarmsOf } = farm

const db = () => farm.app.services.store.scoped(SYSTEM)
const POWER = { 'Alarm/PowerFail': true }
/** Sees the farm and handles its alarms. */
let owner: Person
beforeEach(async () => {
  farm.app.services.devices.states.clear()
  for (const table of [alarm, noticeMessage, alarmDuty, mail, phoneCall, push, pushSubscription])
    await db().delete(table)
  owner = await farm.app.as({
    office: farm.app.offices.sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'],
  })
})
const messagesOf = ({ accountId }: Person) =>
  db()
    .select()
    .from(noticeMessage)
    .where(eq(noticeMessage.accountId, accountId))
    .orderBy(noticeMessage.createdAt, noticeMessage.id)
const titlesOf = async (person: Person) => (await messagesOf(person)).map(({ title }) => title['en-US'])
const named = (each: Pick<Controller, 'houseId'>, name: string) =>
  db().update(house).set({ name }).where(eq(house.id, each.houseId))
/** So long goes by. */
const toldAgo = (minutes: number) => farm.passes(minutes)

describe('an outage of a farm', () => {
  async function fail(count: number): Promise<Controller[]> {
    const { made } = await controllers(count)
    for (const [i, each] of made.entries()) await named(each, `House ${i + 1}`)
    await start()
    for (const each of made) report(each, POWER)
    await settled()
    return made
  }

  test('is one message a person, which names every house; so are its mail and its call', async () => {
    await db()
      .update(account)
      .set({ email: 'owner@farm.example', emailKey: owner.accountId, phone: '+86 138 0534 2210' })
      .where(eq(account.id, owner.accountId))
    const made = await fail(200)
    const [message, ...more] = await messagesOf(owner)
    expect(more).toEqual([])
    expect(message?.title['en-US']).toBe(
      'House 1, House 2, House 3 and 197 more: Power failure. Open the emergency inlets and both end doors at once, in winter too: without fans the birds soon suffocate. Check supply and generator.',
    )
    expect(message?.title['zh-CN']).toMatch(/^House 1、House 2、House 3等 200 栋：停电报警。/)
    expect(new Set([message?.subjectId, ...(message?.also ?? [])]).size).toBe(200)
    const names = made.map((_, i) => `House ${i + 1}`)
    const { items } = await owner.call(notices.list)
    expect(items).toMatchObject([{ places: names, alarm: { isCleared: false } }])
    expect(await owner.call(notices.unreadNumber)).toBe(1)
    await mailNotices(farm.app.services)
    const [sent] = await db().select().from(mail).where(eq(mail.to, 'owner@farm.example'))
    expect(sent).toMatchObject({ template: 'noticeOfMany', values: { lines: names.join(', ') } })
    await callNotices(farm.app.services)
    const calls = await db().select().from(phoneCall).where(eq(phoneCall.accountId, owner.accountId))
    expect(calls).toMatchObject([{ content: { messages: 1 } }])
  })

  test('is seen as a whole, and over when the last house has power again', async () => {
    const [last, ...others] = await fail(5)
    const [message] = await messagesOf(owner)
    await owner.call(alarms.seen, { params: { id: message?.subjectId ?? '' }, body: {} })
    const { handling } = await owner.call(alarms.counts)
    expect(handling).toMatchObject({ new: 0, seen: 5 })
    expect(await farm.farmer.call(notices.unreadNumber)).toBe(1)
    for (const each of others) report(each, { 'Alarm/PowerFail': false }, farm.now + MINUTE)
    await settled()
    expect(await farm.farmer.call(notices.unreadNumber)).toBe(1)
    report(last as Controller, { 'Alarm/PowerFail': false }, farm.now + MINUTE)
    await settled()
    expect(await farm.farmer.call(notices.unreadNumber)).toBe(0)
  })
})

describe('a call that waits for a phone and tells of several alarms', () => {
  let houses: Controller[]
  beforeEach(async () => {
    const phone = '+86 138 0534 2210'
    await db().update(account).set({ phone }).where(eq(account.id, owner.accountId))
    houses = (await controllers(2)).made
    for (const [i, each] of houses.entries()) await named(each, `House ${i + 1}`)
    await start()
  })
  const waiting = async () => {
    await callNotices(farm.app.services)
    const calls = await db().select().from(phoneCall).where(eq(phoneCall.accountId, owner.accountId))
    return calls.map(({ content }) => content.text)
  }
  const answer = async (each: Controller | undefined) => {
    const [row] = await alarmsOf(each as Controller)
    await owner.call(alarms.answer, { params: { id: row?.id ?? '' }, body: { answer: 'going' } })
  }

  test('goes on for the others when the gravest is answered, and ends with the last', async () => {
    report(houses[0] as Controller, { 'Alarm/AbsHighTemp': true })
    report(houses[1] as Controller, { 'Alarm/HighTemp': true })
    await settled()
    expect(await waiting()).toEqual([expect.stringMatching(/House 1: Absolute high.* 1 more/s)])
    await answer(houses[0])
    expect(await waiting()).toEqual([expect.stringMatching(/House 2: High temperature/)])
    await answer(houses[1])
    expect(await waiting()).toEqual([])
  })

  test('goes on while one of the houses it names is answered by nobody', async () => {
    for (const each of houses) report(each, POWER)
    await settled()
    const both = [expect.stringMatching(/House 1, House 2: Power failure/)]
    expect(await waiting()).toEqual(both)
    await answer(houses[0])
    expect(await waiting()).toEqual(both)
    expect(await owner.call(notices.unreadNumber)).toBe(1)
    await answer(houses[1])
    expect(await waiting()).toEqual([])
    expect(await owner.call(notices.unreadNumber)).toBe(0)
  })
})

describe('a mail and a push that wait for their servers', () => {
  const service = startPushService()
  afterAll(async () => (await service).stop())
  let houses: Controller[]
  const address = () => `${owner.accountId}@farm.example`
  beforeEach(async () => {
    await db()
      .update(account)
      .set({ email: address(), emailKey: owner.accountId })
      .where(eq(account.id, owner.accountId))
    const { endpoint, p256dh, auth } = (await service).subscribe(owner.accountId)
    await owner.call(webPush.subscribe, { body: { endpoint, p256dh, auth } })
    houses = (await controllers(2)).made
    for (const [i, each] of houses.entries()) await named(each, `House ${i + 1}`)
    await start()
    report(houses[0] as Controller, { 'Alarm/AbsHighTemp': true })
    report(houses[1] as Controller, { 'Alarm/HighTemp': true })
    await settled()
    await mailNotices(farm.app.services)
  })
  const mails = () => db().$count(mail, eq(mail.to, address()))
  const pushes = async () => {
    await pushNotices(farm.app.services)
    const rows = await db().select().from(push)
    return rows.map(({ content }) => `${content.title} ${content.body}`)
  }
  const answer = async (each: Controller | undefined) => {
    const [row] = await alarmsOf(each as Controller)
    await owner.call(alarms.answer, { params: { id: row?.id ?? '' }, body: { answer: 'going' } })
  }

  test('go on for the alarm that is left when the gravest is answered, and are taken back with the last', async () => {
    const both = [expect.stringMatching(/House 1: Absolute high.*1 more/)]
    expect([await mails(), await pushes()]).toEqual([1, both])
    await answer(houses[0])
    expect([await mails(), await pushes()]).toEqual([1, [expect.stringMatching(/House 2: High temperature/)]])
    await answer(houses[1])
    expect([await mails(), await pushes()]).toEqual([0, []])
  })

  test('of somebody else wait on', async () => {
    const other = await farm.app.as({
      office: farm.app.offices.sharing,
      kind: 2,
      grants: ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'],
    })
    const waiting = await pushes()
    for (const each of houses) {
      const [row] = await alarmsOf(each)
      await other.call(alarms.answer, { params: { id: row?.id ?? '' }, body: { answer: 'going' } })
    }
    expect([await mails(), await pushes()]).toEqual([1, waiting])
  })
})

test('what a power failure explains is told with it; heat beyond the limit is told alone', async () => {
  const { made } = await controllers(3)
  for (const [i, each] of made.entries()) await named(each, `House ${i + 1}`)
  await start()
  const without = {
    ...POWER,
    'Alarm/FanGroupFault1': true,
    'Alarm/FanGroupFault2': true,
    'Alarm/HighTemp': true,
  }
  for (const each of made) report(each, without)
  report(made[0] as Controller, { 'Alarm/AbsHighTemp': true })
  await settled()
  const titles = (await titlesOf(owner)).map(title => title.split('. ')[0])
  expect(titles.toSorted()).toEqual([
    'House 1, House 2, House 3: Power failure and 3 more',
    'House 1: Absolute high temperature',
  ])
  const message = (await messagesOf(owner)).find(({ title }) => title['en-US'].includes('Power'))
  await owner.call(alarms.seen, { params: { id: message?.subjectId ?? '' }, body: {} })
  expect((await owner.call(alarms.counts)).handling).toMatchObject({ new: 1, seen: 12 })
})

test('fan groups that fail together are one message, which names no group and no alarm of another house', async () => {
  const [first, second, third] = [await controller(), await controller(), await controller()]
  await named(first, 'House 1')
  await named(second, 'House 2')
  await named(third, 'House 3')
  await start()
  for (const group of [1, 2, 3, 5]) report(first, { [`Alarm/FanGroupFault${group}`]: true })
  report(second, { ...POWER })
  report(third, { 'Alarm/FanGroupFault7': true })
  await settled()
  expect((await titlesOf(owner)).map(title => title.split('. ')[0]).toSorted()).toEqual([
    'House 1: Fan groups 1–3, 5: fault',
    'House 2: Power failure',
    'House 3: Fan group 7 fault',
  ])
})

test('people of a farm team are told of their houses, those above of all, each in one message', async () => {
  const { sharing, team } = farm.app.offices
  const ofTeam = await farm.app.as({ office: team, kind: 2, grants: ['house_alarm:query'] })
  const own = await controller()
  await named(own, 'Own')
  const theirs = await buildDevice(farm.app.services, team, { type: 'controller', status: 'ONLINE' })
  const place = await buildHouse(farm.app.services, team, { deviceIds: [theirs.id], name: 'Theirs' })
  expect(team.path.startsWith(sharing.path)).toBe(true)
  await start()
  report(own, POWER)
  report({ id: theirs.id, houseId: place.id }, POWER)
  await settled()
  expect(await titlesOf(owner)).toEqual([expect.stringMatching(/^Own, Theirs: Power failure/)])
  expect(await titlesOf(ofTeam)).toEqual([expect.stringMatching(/^Theirs: Power failure/)])
})

test('each house has its value in a message about several, and each controller its name in a house with two', async () => {
  const [first, second] = [await controller(), await controller()]
  await named(first, 'House 1')
  await named(second, 'House 2')
  const other = await buildDevice(farm.app.services, farm.app.offices.sharing, {
    type: 'controller',
    name: 'North end',
  })
  await db().insert(houseDevice).values({
    id: other.id,
    houseId: second.houseId,
    deviceId: other.id,
    officePath: farm.app.offices.sharing.path,
    from: new Date(),
    main: false,
  })
  await db().update(device).set({ name: 'South end' }).where(eq(device.id, second.id))
  await start()
  report(first, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 38.5 })
  report({ id: other.id, houseId: second.houseId }, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 40 })
  report(second, { 'Alarm/InletStuck': true })
  report({ id: other.id, houseId: second.houseId }, { 'Alarm/InletStuck': true })
  await settled()
  const { items } = await owner.call(notices.list)
  expect(items.map(({ title }) => title.split('. ')[0]).toSorted()).toEqual([
    'House 1 38.5\u202f°C, House 2 · North end 40.0\u202f°C: High temperature',
    'House 2 · North end, South end: Inlet stuck',
  ])
})

test('a silent controller of a house is named, though its gateway is what is silent', async () => {
  const { services, offices } = farm.app
  const [gateway, other] = [
    await buildDevice(services, offices.sharing),
    await buildDevice(services, offices.sharing),
  ]
  const [dead, living] = [
    await buildDevice(services, offices.sharing, {
      type: 'controller',
      gatewayId: gateway.id,
      name: 'North end',
    }),
    await buildDevice(services, offices.sharing, {
      type: 'controller',
      gatewayId: other.id,
      name: 'South end',
    }),
  ]
  const { id: houseId } = await buildHouse(services, offices.sharing, {
    deviceIds: [dead.id, living.id],
    name: 'House 2',
  })
  const engine = await start()
  report({ id: dead.id, houseId }, { 'Climate/Temp/Avg': 21 })
  for (const passed of [GRACE_MS + 181 * SECOND, 600 * SECOND]) {
    farm.now += passed
    report({ id: living.id, houseId }, { 'Climate/Temp/Avg': 21 })
    engine.sweep()
  }
  await settled()
  expect(await titlesOf(owner)).toEqual([expect.stringMatching(/^House 2 · North end: Offline\. /)])
})

describe('what nobody has seen', () => {
  beforeEach(async () => {
    const { services, offices } = farm.app
    await buildDuty(services, offices.sharing, { accountId: owner.accountId })
  })

  test('is told again every five minutes, with the value of now and what to check; whoever has seen it is left alone for a while', async () => {
    const hot = await controller()
    await named(hot, 'House 3')
    await start()
    report(hot, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 38.5, 'Settings/Temp/AbsHighAlarm': 40 })
    await settled()
    report(hot, { 'Climate/Temp/Avg': 44.2 }, farm.now + MINUTE)
    const [raised] = await alarmsOf(hot)
    await farm.tellUnseen()
    expect(await titlesOf(owner)).toHaveLength(1)
    for (const rings of [2, 3, 4]) {
      await toldAgo(5)
      await Promise.all([farm.tellUnseen(), farm.tellUnseen()])
      await farm.tellUnseen()
      expect(await titlesOf(owner)).toHaveLength(rings)
    }
    const { items } = await owner.call(notices.list)
    const check = 'Check first that fans run, inlets are open and no heater is on, then the pads.'
    expect(items[0]?.title).toMatch(
      new RegExp(`^House 3: High temperature, 44\\.2\u202f°C.*, not seen by anybody yet\\. ${check}`),
    )
    // A message that was told again replaces the one before it.
    expect(await owner.call(notices.unreadNumber)).toBe(1)
    await owner.call(alarms.seen, { params: { id: raised?.id ?? '' }, body: {} })
    await toldAgo(4.5)
    await farm.tellUnseen()
    expect(await titlesOf(owner)).toHaveLength(4)
  })

  test('counts from when people were told: of what got worse, from then', async () => {
    const quiet = await controller()
    const engine = await start()
    report(quiet, { 'Climate/Temp/Avg': 21 })
    farm.now += GRACE_MS + 181 * SECOND
    engine.sweep()
    await settled()
    // Raised as a warning, long ago; nobody was told.
    await toldAgo(7)
    farm.now += 600 * SECOND
    engine.sweep()
    await settled()
    await farm.tellUnseen()
    expect(await titlesOf(owner)).toHaveLength(1)
    await toldAgo(5)
    await farm.tellUnseen()
    expect(await titlesOf(owner)).toHaveLength(2)
  })

  test('counts anew when it comes back', async () => {
    const house = await controller()
    await start()
    report(house, POWER)
    await settled()
    await toldAgo(4.9)
    report(house, { 'Alarm/PowerFail': false }, farm.now + MINUTE)
    report(house, POWER, farm.now + 3 * MINUTE)
    await settled()
    await farm.tellUnseen()
    expect(await titlesOf(owner)).toEqual([
      expect.stringMatching(/: Power failure\. /),
      expect.stringMatching(/: Power failure, came back\. /),
    ])
  })
})

test('what comes back is filed as it is now; between customers it begins anew and leaves the old one alone', async () => {
  const hot = await controller()
  await start()
  report(hot, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 33 })
  report(hot, { 'Alarm/HighTemp': false }, farm.now + MINUTE)
  report(hot, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 41 }, farm.now + 5 * MINUTE)
  await settled()
  const [before] = await alarmsOf(hot)
  expect(before).toMatchObject({ repeats: 1, value: 41 })
  const { closed } = farm.app.offices
  const elsewhere = await buildHouse(farm.app.services, closed, { deviceIds: [] })
  await db()
    .update(houseDevice)
    .set({ houseId: elsewhere.id, officePath: closed.path })
    .where(and(eq(houseDevice.deviceId, hot.id)))
  await farm.rereadHouses()
  await settled()
  const [left] = await alarmsOf(hot)
  expect(left).toMatchObject({ id: before?.id, farmPath: before?.farmPath, endReason: 'moved', repeats: 1 })
  expect(await alarmsOf({ houseId: elsewhere.id })).toMatchObject([
    { farmPath: closed.path, officePath: closed.path, condition: 'active', repeats: 0, value: 41 },
  ])
})

test('what a process recorded and did not tell before it died is told by another, once', async () => {
  const house = await controller()
  await start()
  report(house, POWER)
  await settled()
  await db().delete(noticeMessage)
  const pending = {
    ring: 'raised' as const,
    ringAt: sql`now() - interval '6 seconds'`,
    rings: 0,
    rungAt: null,
  }
  await db().update(alarm).set(pending).where(sql`true`)
  await Promise.all([farm.tellUnseen(), farm.tellUnseen()])
  expect(await titlesOf(owner)).toHaveLength(1)
})

test('an alarm that several processes raise, clear and raise at the same moments is one alarm, told once each time', async () => {
  const { made } = await controllers(1)
  const [one] = made
  if (!one) throw new Error('no controller')
  const { store } = farm.app.services
  const { path: farmPath } = farm.app.offices.sharing
  const raisedAt = Date.now()
  const raised: NewAlarm = {
    subjectId: one.id,
    rule: 'PowerFail',
    code: 'PowerFail',
    source: 'controller',
    level: 'emergency',
    houseIds: [one.houseId],
    officePath: farmPath,
    farmPath,
    at: raisedAt,
    since: null,
    value: null,
    limit: null,
    target: null,
  }
  const about = { ...raised, raisedAt }
  const change = (at: number) =>
    ({ what: 'raised', key: keyOf(raised), farmPath, about, alarm: { ...raised, at } }) as const
  const cleared = {
    what: 'cleared',
    key: keyOf(raised),
    farmPath,
    about,
    at: raisedAt + 500,
    reason: null,
  } as const
  const byAll = async (changes: (process: number) => AlarmChange) =>
    (
      await Promise.all(Array.from({ length: 6 }, (_, process) => recordChanges(store, [changes(process)])))
    ).flat()
  // Their clocks differ a little.
  expect(await byAll(process => change(raisedAt + process))).toHaveLength(1)
  expect(await byAll(() => cleared)).toHaveLength(1)
  expect(await byAll(process => change(raisedAt + 1_000 + process))).toHaveLength(1)
  expect(await db().select({ repeats: alarm.repeats }).from(alarm)).toEqual([{ repeats: 1 }])
})
