import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { alarmDuties } from '#shared/contracts/alarm-rules.ts'
import { notices } from '#shared/contracts/notices.ts'
import { users } from '#shared/contracts/users.ts'
import type { Grant } from '#shared/permissions.ts'
import { farmsChanged } from '../../farm/alarms/duty-people.ts'
import { tellFarmers } from '../../farm/alarms/receivers.ts'
import { tellHoles } from '../../farm/alarms/tell-holes.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { alarmWay } from '../../platform/database/tables/alarm-ways.ts'
import { reminder } from '../../platform/database/tables/consents.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account, accountRole, session } from '../../platform/database/tables/offices.ts'
import { pushSubscription } from '../../platform/database/tables/push.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp({ alertGateway: { url: 'http://127.0.0.1:9', secret: 'of nobody who listens' } })
})
afterAll(() => farm.close())

test('a test alarm tells who is on call by every way, and whoever marks its message as read has confirmed it', async () => {
  const { services, offices } = farm
  const db = services.store.scoped(SYSTEM)
  const owner = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm_rule:query', 'house_alarm_rule:edit'],
  })
  const worker = await farm.as({ office: offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  await db.update(account).set({ phone: '+86 138 0534 2210' }).where(eq(account.id, worker.accountId))
  await buildDuty(services, offices.sharing, { accountId: worker.accountId })
  const before = await owner.call(alarmDuties.plan)
  expect(before).toMatchObject({
    hasGateway: true,
    onCall: [{ id: worker.accountId, ways: ['call'], isPhoneFromAbove: false }],
    others: [{ id: owner.accountId, ways: [] }],
    test: null,
  })

  expect(await owner.call(alarmDuties.test)).toEqual({ told: 2 })
  const [told] = await db.select().from(noticeMessage).where(eq(noticeMessage.accountId, worker.accountId))
  expect(told).toMatchObject({ level: 'critical', callWanted: true, readAt: null })
  expect((await owner.ask(alarmDuties.test)).statusCode).toBe(429)

  await worker.call(notices.markRead, { body: { ids: [told?.id ?? ''] } })
  const { test } = await owner.call(alarmDuties.plan)
  expect(test?.people.map(({ id, confirmedAt }) => [id, confirmedAt !== null])).toEqual([
    [worker.accountId, true],
    [owner.accountId, false],
  ])
  expect(await db.$count(noticeMessage, eq(noticeMessage.subjectId, told?.subjectId ?? ''))).toBe(2)
})

test('everybody who sees alarms is told of houses whose alarms phone nobody, until somebody has a phone', async () => {
  const { services, offices } = farm
  const asker = await farm.as({ office: offices.closed, kind: 2, grants: ['house_alarm:query'] })
  const first = await buildHouse(services, offices.closed, { deviceIds: [], name: 'Mute 1' })
  await buildHouse(services, offices.closed, { deviceIds: [], name: 'Mute 2' })
  const now = (houseId?: string) => asker.call(alarmDuties.now, { query: houseId ? { houseId } : {} })
  expect(await now()).toMatchObject({ hasPlan: false, mute: 2 })
  expect(await now(first.id)).toMatchObject({ mute: 1 })
  const db = services.store.scoped(SYSTEM)
  await db.update(account).set({ phone: '+86 138 0534 2219' }).where(eq(account.id, asker.accountId))
  expect([(await now()).mute, (await now(first.id)).mute]).toEqual([0, 0])
})

describe('somebody on the plan who hears no alarm', () => {
  const database = () => farm.services.store.scoped(SYSTEM)
  const change = ({ accountId }: Person, set: Partial<typeof account.$inferInsert>) =>
    database().update(account).set(set).where(eq(account.id, accountId))
  const worker = async (grants: readonly Grant[] = ['house_alarm:query']) => {
    const made = await farm.as({ office: farm.offices.direct, kind: 2, grants })
    await change(made, { actualName: 'Milan', phone: '+86 138 0534 2210' })
    return made
  }
  let owner: Person
  beforeAll(async () => {
    owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  })
  beforeEach(async () => {
    for (const table of [alarmDuty, noticeMessage]) await database().delete(table)
  })
  const titles = async () => (await owner.call(notices.list)).items.map(({ title }) => title)
  const plan = () => owner.call(alarmDuties.plan)

  test('is marked, counts for nothing, and leaves a hole', async () => {
    const { direct } = farm.offices
    const [off, gone, unable] = [await worker(), await worker(), await worker(['workplace:query'])]
    await change(off, { disabledAt: new Date() })
    await change(gone, { deletedAt: new Date() })
    await buildDuty(farm.services, direct, { accountId: off.accountId })
    await buildDuty(farm.services, direct, { accountId: gone.accountId, substituteId: off.accountId })
    await buildDuty(farm.services, direct, { accountId: unable.accountId })
    const { duties, onCall, holes } = await plan()
    expect(Object.fromEntries(duties.map(duty => [duty.accountId, duty.gone]))).toEqual({
      [off.accountId]: 'disabled',
      [gone.accountId]: 'deleted',
      [unable.accountId]: 'noRight',
    })
    expect(duties.find(({ accountId }) => accountId === gone.accountId)?.substituteGone).toBe('disabled')
    expect(onCall).toEqual([])
    expect(holes).toHaveLength(7)
    expect(holes[0]).toMatchObject({ fromClock: '00:00', untilClock: '24:00' })

    // Whom the chain tells in the place of somebody who is gone.
    const standIn = await worker()
    await buildDuty(farm.services, direct, { accountId: off.accountId, substituteId: standIn.accountId })
    expect((await owner.call(alarmDuties.now)).people).toEqual([{ name: 'Milan', step: 1, isMe: false }])
    // All pages say so, and nobody is told of hours without anybody.
    const stoodIn = await plan()
    expect(stoodIn.onCall).toMatchObject([{ id: standIn.accountId, step: 1, substitute: null }])
    expect(stoodIn.others.map(({ id }) => id)).not.toContain(standIn.accountId)
    expect(stoodIn.holes).toEqual([])
    await database().delete(reminder)
    await tellHoles(farm.services.store)
    expect(await titles()).not.toContainEqual(expect.stringMatching(/^Nobody is on call/))

    // With somebody there the plan is whole.
    const present = await worker()
    await buildDuty(farm.services, direct, { accountId: present.accountId })
    const whole = await plan()
    expect(whole.onCall.map(({ id }) => id)).toEqual([standIn.accountId, present.accountId])
    expect(whole.holes).toEqual([])
  })

  /** They have a browser that is pushed to. */
  const listens = async ({ accountId }: Person, signedInForMs = 3_600_000) => {
    const sessionId = newId()
    const expiresAt = new Date(Date.now() + signedInForMs)
    const { path: officePath } = farm.offices.direct
    await database()
      .insert(session)
      .values({ id: sessionId, accountId, officePath, tokenHash: sessionId, expiresAt })
    const endpoint = `https://push.farm.example/${sessionId}`
    await database()
      .insert(pushSubscription)
      .values({ sessionId, accountId, officePath, endpoint, p256dh: '', auth: '' })
  }

  test('but reads them only on a screen or by mail is marked as nobody that they wake, and so is a stand-in', async () => {
    const { direct } = farm.offices
    const [phone, browser, left, mailed, given] = [
      await worker(),
      await worker(),
      await worker(),
      await worker(),
      await worker(),
    ]
    await change(browser, { phone: null })
    await listens(browser)
    await change(left, { phone: null })
    await listens(left, -1_000)
    await change(mailed, { phone: null, email: 'milan@farm.example', emailKey: mailed.accountId })
    // A number that somebody above the farm entered is not called.
    await change(given, { phoneFromAbove: true })
    for (const { accountId } of [phone, browser, left, mailed, given])
      await buildDuty(farm.services, direct, { accountId, substituteId: mailed.accountId })
    await buildDuty(farm.services, direct, { accountId: mailed.accountId, substituteId: phone.accountId })
    const { duties } = await plan()
    const marked = duties
      .filter(({ substituteId }) => substituteId === mailed.accountId)
      .map(duty => [duty.accountId, duty.isUnreachable, duty.isSubstituteUnreachable] as const)
    expect(new Map(marked.map(([id, ...marks]) => [id, marks]))).toEqual(
      new Map([
        [phone.accountId, [false, true]],
        // A push alone wakes nobody.
        [browser.accountId, [true, true]],
        [left.accountId, [true, true]],
        [mailed.accountId, [true, true]],
        [given.accountId, [true, true]],
      ]),
    )
    expect(duties.find(({ substituteId }) => substituteId === phone.accountId)).toMatchObject({
      isUnreachable: true,
      isSubstituteUnreachable: false,
    })
    // A phone that nobody can ring any more wakes nobody either.
    await database()
      .insert(alarmWay)
      .values({ way: 'call', place: '127.0.0.1:9', checkedAt: new Date(), deadSince: new Date() })
    onTestFinished(async () => void (await database().delete(alarmWay)))
    const silent = (await plan()).duties.find(({ accountId }) => accountId === phone.accountId)
    expect(silent?.isUnreachable).toBe(true)
  })

  test('is no reason to phone nobody else of a grave alarm', async () => {
    const { direct } = farm.offices
    const off = await worker()
    await change(off, { disabledAt: new Date() })
    await buildDuty(farm.services, direct, { accountId: off.accountId })
    await change(owner, { phone: '+86 138 0534 2211' })
    const message = {
      level: 'critical',
      messageType: 'device_alarm',
      businessType: 'alarm',
      title: { 'zh-CN': '高温', 'en-US': 'Hot' },
      subjectId: null,
    } as const
    const place = { officePath: direct.path, farmPath: direct.path }
    await farm.services.store.transaction(SYSTEM, db => tellFarmers(db, place, message))
    const [told] = await database()
      .select()
      .from(noticeMessage)
      .where(eq(noticeMessage.accountId, owner.accountId))
    expect(told).toMatchObject({ callWanted: true })
  })

  const idOf = ({ accountId }: Person) => ({ params: { id: accountId } })
  const leaves: Record<string, (who: Person) => Promise<unknown>> = {
    disabled: who => owner.call(users.disable, idOf(who)),
    deleted: who => owner.call(users.remove, idOf(who)),
  }
  test.each(Object.entries(leaves))('is told to the owner with the shifts once %s', async (_, leave) => {
    const { direct } = farm.offices
    const [milan, other] = [await worker(), await worker()]
    const days = { weekdays: [6, 7], fromClock: '07:00', untilClock: '19:00' }
    await buildDuty(farm.services, direct, { accountId: milan.accountId, ...days })
    const night = { weekdays: [1], fromClock: '19:00', untilClock: '07:00' }
    const people = { accountId: other.accountId, substituteId: milan.accountId }
    await buildDuty(farm.services, direct, { ...people, ...night })
    await leave(milan)
    expect(await titles()).toContain(
      'Milan no longer gets alarms and is missing on call: Sat, Sun 07:00–19:00, and as stand-in: Mon 19:00–07:00. Put somebody else on the plan',
    )
  })

  test('an owner is told once, up to two days ahead, of hours without anybody and of who cannot be woken', async () => {
    const present = await worker()
    await change(present, { phone: null })
    const night = { weekdays: [1, 2, 3, 4, 5, 6, 7], fromClock: '20:00', untilClock: '08:00' }
    await buildDuty(farm.services, farm.offices.direct, { accountId: present.accountId, ...night })
    await database().delete(reminder)
    const now = Date.parse('2026-11-20T04:00:00Z')
    await tellHoles(farm.services.store, now)
    await tellHoles(farm.services.store, now)
    expect((await titles()).toSorted()).toEqual([
      expect.stringMatching(/^Nobody is on call on 20 Nov 2026, 12:00–20:00\. /),
      expect.stringMatching(/^Nobody is on call on 21 Nov 2026, 08:00–20:00\. /),
      expect.stringMatching(/^Nobody is on call on 22 Nov 2026, 08:00–20:00\. /),
      expect.stringMatching(/^On call on 20 Nov 2026 without a number that can be phoned: Milan\. /),
      expect.stringMatching(/^On call on 21 Nov 2026 without a number that can be phoned: Milan\. /),
      expect.stringMatching(/^On call on 22 Nov 2026 without a number that can be phoned: Milan\. /),
    ])
  })

  /** Noon of a Friday at the farm. */
  const NOON = Date.parse('2026-11-20T04:00:00Z')
  const DAY = 86_400_000
  /** A shift, when it is looked through after the cause, and what of it is then still to come. */
  const shifts = {
    'that runs': { weekdays: [5], fromClock: '08:00', untilClock: '20:00', on: '20', left: '12:00–20:00' },
    'of last night': {
      weekdays: [4],
      fromClock: '20:00',
      untilClock: '14:00',
      on: '19',
      left: '12:00–14:00',
    },
    'in an hour': { weekdays: [5], fromClock: '13:00', untilClock: '20:00', on: '20', left: '13:00–20:00' },
    tomorrow: { weekdays: [6], fromClock: '08:00', untilClock: '20:00', on: '21', left: '08:00–20:00' },
    'next week': { weekdays: [3], fromClock: '08:00', untilClock: '20:00', on: '25', left: '08:00–20:00' },
  } as const
  /** What happens to somebody on call, or to their stand-in, and what of their shift is told. */
  const causes = {
    'is disabled': ['own', who => change(who, { disabledAt: new Date() }), 'hole'],
    'is deleted': ['own', who => change(who, { deletedAt: new Date() }), 'hole'],
    'loses the role': [
      'own',
      who => database().delete(accountRole).where(eq(accountRole.accountId, who.accountId)),
      'hole',
    ],
    'is taken off the plan': [
      'own',
      who => database().delete(alarmDuty).where(eq(alarmDuty.accountId, who.accountId)),
      'hole',
    ],
    'loses the phone': ['own', who => change(who, { phone: null }), 'asleep'],
    'has it entered by others': ['own', who => change(who, { phoneFromAbove: true }), 'asleep'],
    'loses the phone, as stand-in': ['standIn', who => change(who, { phone: null }), 'standInAsleep'],
    'is disabled, as stand-in': ['standIn', who => change(who, { disabledAt: new Date() }), 'standInGone'],
  } as const satisfies Record<
    string,
    readonly [
      'own' | 'standIn',
      (who: Person) => Promise<unknown>,
      'hole' | 'asleep' | 'standInAsleep' | 'standInGone',
    ]
  >
  const names = Object.keys(causes) as (keyof typeof causes)[]
  test.each(
    names.flatMap(cause =>
      (Object.keys(shifts) as (keyof typeof shifts)[]).map(shift => [cause, shift] as const),
    ),
  )('whoever %s before a shift %s: the owner is told once, at once if it is near', async (cause, shift) => {
    const { direct } = farm.offices
    const [as, happens, told] = causes[cause]
    const { on, left, ...hours } = shifts[shift]
    const [ann, other] = [await worker(), await worker()]
    await change(ann, { actualName: 'Ann' })
    const people = as === 'standIn' ? [other, ann] : [ann]
    const [accountId = '', substituteId = null] = people.map(person => person.accountId)
    await buildDuty(farm.services, direct, {
      accountId,
      substituteId,
      ...hours,
      weekdays: [...hours.weekdays],
    })
    await buildDuty(farm.services, direct, { accountId: other.accountId, weekdays: [7], untilClock: '00:05' })
    await database().delete(reminder)
    const soon = NOON + (shift === 'next week' ? 3 * DAY : 0)
    const look = (at: number) => tellHoles(farm.services.store, at)
    // The other hours are without anybody already.
    for (const at of [NOON, soon]) await look(at)
    await database().delete(noticeMessage)
    const known = new Map<string, string>()
    await farmsChanged(database(), known)
    await happens(ann)
    // What becomes of people is looked at within seconds, a change of the plan with the next round.
    const changed = cause === 'is taken off the plan' ? [] : [direct.path]
    expect([...(await farmsChanged(database(), known))]).toEqual(changed)
    expect([...(await farmsChanged(database(), known))]).toEqual([])
    if (shift === 'next week') {
      await look(NOON)
      expect(await titles()).toEqual([])
    }
    await Promise.all([look(soon), look(soon)])
    await look(soon)
    const day = `${shift === 'of last night' && told === 'hole' ? '20' : on} Nov 2026`
    const says = {
      hole: `Nobody is on call on ${day}, ${left}. `,
      asleep: `On call on ${day} without a number that can be phoned: Ann. `,
      standInAsleep: `On call on ${day} without a number that can be phoned: Ann (stand-in). `,
      standInGone: `Stand-in on ${day} who gets no alarms: Ann. `,
    }
    expect(await titles()).toEqual([expect.stringContaining(says[told])])
  })

  test('a duty for one house leaves the hole of another; one of a team covers its own houses, and no others', async () => {
    const { services, offices } = farm
    const { sharing, team } = offices
    const boss = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
    const mine = await buildHouse(services, sharing, { deviceIds: [], name: 'North 1' })
    await buildHouse(services, sharing, { deviceIds: [], name: 'North 2' })
    await buildHouse(services, team, { deviceIds: [], name: 'Team 1' })
    const ofTeam = await farm.as({ office: team, kind: 2, grants: ['house_alarm:query'] })
    await database().delete(reminder)
    await buildDuty(services, sharing, { accountId: boss.accountId, houseIds: [mine.id] })
    await buildDuty(services, team, { accountId: ofTeam.accountId })
    const now = Date.parse('2026-11-20T04:00:00Z')
    const holes = async () => {
      await tellHoles(services.store, now)
      const { items } = await boss.call(notices.list)
      return items.map(({ title }) => title).filter(title => title.startsWith('Nobody is on call on 21'))
    }
    expect(await holes()).toEqual([expect.stringContaining('21 Nov 2026, 00:00–24:00 (North 2). ')])
    const planned = (await boss.call(alarmDuties.plan)).holes
    expect(planned.map(({ houses }) => houses)).toEqual(planned.map(() => ['North 2']))
    for (const table of [reminder, noticeMessage]) await database().delete(table)
    // Somebody of the team on the plan of the whole farm hears nothing of its other houses.
    await buildDuty(services, sharing, { accountId: ofTeam.accountId })
    expect(await holes()).toEqual([expect.stringContaining('(North 2). ')])
    for (const table of [reminder, noticeMessage]) await database().delete(table)
    await buildDuty(services, sharing, { accountId: boss.accountId })
    expect(await holes()).toEqual([])
    expect((await boss.call(alarmDuties.plan)).holes).toEqual([])
  })

  test('who is not on the plan leaves without a word about it', async () => {
    await leaves.disabled?.(await worker())
    expect(await titles()).toEqual([])
  })
})
