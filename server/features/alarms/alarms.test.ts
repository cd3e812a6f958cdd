import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { notices } from '#shared/contracts/notices.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmStep, alarm as alarmTable } from '../../platform/database/tables/alarms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse, buildNotice } from '../../testing/farm-builder.ts'

const EVERYTHING: Grant[] = ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit']
const MINUTE = 60_000

let farm: TestApp
let farmer: Person
beforeAll(async () => {
  farm = await testApp()
  farmer = await farm.as({ office: farm.offices.sharing, kind: 2, grants: EVERYTHING })
})
beforeEach(async () => {
  await farm.services.store.scoped(SYSTEM).delete(alarmTable)
})
afterAll(() => farm.close())

type More = Partial<typeof alarmTable.$inferInsert>
async function newAlarm(more: More = {}, place: 'sharing' | 'closed' | 'team' = 'sharing', name?: string) {
  const { services, offices } = farm
  const controller = await buildDevice(services, offices[place], { type: 'controller' })
  const house = await buildHouse(services, offices[place], {
    deviceIds: [controller.id],
    ...(name && { name }),
  })
  return buildAlarm(services, offices[place], { subjectId: controller.id, houseIds: [house.id], ...more })
}
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)

describe('the list', () => {
  test('shows open alarms first, then the newest', async () => {
    const solved = await newAlarm({ handling: 'solved', condition: 'cleared', raisedAt: ago(1) })
    const old = await newAlarm({ raisedAt: ago(60), condition: 'cleared', handling: 'cause_found' })
    const recent = await newAlarm({ raisedAt: ago(5) })
    const { items } = await farmer.call(alarms.list)
    expect(items.map(({ id }) => id)).toEqual([recent.id, old.id, solved.id])
  })

  test('shows of what stands first what nobody has seen, then the gravest', async () => {
    const warning = await newAlarm({ level: 'warning', raisedAt: ago(1) })
    const emergency = await newAlarm({ level: 'emergency', raisedAt: ago(50) })
    const fans = await newAlarm({ level: 'critical', raisedAt: ago(2) })
    const seen = await newAlarm({ level: 'emergency', handling: 'seen', raisedAt: ago(3) })
    const passed = await newAlarm({ level: 'emergency', condition: 'cleared', raisedAt: ago(0) })
    const { items } = await farmer.call(alarms.list)
    expect(items.map(({ id }) => id)).toEqual([emergency, fans, warning, seen, passed].map(({ id }) => id))
    const byLevel = await farmer.call(alarms.list, { query: { sort: 'level' } })
    expect(byLevel.items.map(({ level }) => level).slice(0, 2)).toEqual(['warning', 'critical'])
  })

  test('keeps the two axes apart: each narrows by itself, and so do house, level, time and words', async () => {
    const seen = await newAlarm({ handling: 'seen', code: 'HighCO2' }, 'sharing', 'North house')
    const cleared = await newAlarm({ condition: 'cleared', level: 'warning', raisedAt: ago(90) })
    const ids = async (query: object) => (await farmer.call(alarms.list, { query })).items.map(({ id }) => id)
    expect(await ids({ condition: 'active' })).toEqual([seen.id])
    expect(await ids({ handling: 'new' })).toEqual([cleared.id])
    expect(await ids({ level: 'warning' })).toEqual([cleared.id])
    expect(await ids({ houseId: seen.houseIds[0] })).toEqual([seen.id])
    expect(await ids({ from: Date.now() - 30 * MINUTE })).toEqual([seen.id])
    expect(await ids({ to: Date.now() - 30 * MINUTE })).toEqual([cleared.id])
    expect(await ids({ search: 'north' })).toEqual([seen.id])
    expect(await ids({ search: 'co2' })).toEqual([seen.id])
    expect(await ids({ search: '高温' })).toEqual([cleared.id])
    expect(await ids({ open: 'solved' })).toEqual([])
  })

  test('counts each axis for its chips', async () => {
    await newAlarm()
    await newAlarm({ handling: 'on_site' })
    await newAlarm({ condition: 'cleared', handling: 'solved' })
    expect(await farmer.call(alarms.counts)).toMatchObject({
      condition: { active: 2, cleared: 1 },
      handling: { new: 1, seen: 0, on_site: 1, solved: 1 },
      total: 3,
      open: 2,
      unseen: 1,
      notShared: 0,
    })
  })

  test('has a page of ten thousand in order', async () => {
    const first = await newAlarm()
    const row = { ...first, id: undefined }
    await farm.services.store
      .scoped(SYSTEM)
      .insert(alarmTable)
      .values(
        Array.from({ length: 2_000 }, (_, i) => ({
          ...row,
          id: `many-${i}`,
          rule: `r${i}`,
          condition: 'cleared' as const,
          raisedAt: ago(10 + i),
        })),
      )
    const { total, items } = await farmer.call(alarms.list, { query: { page: 3, size: 50 } })
    expect(total).toBe(2_001)
    expect(items[0]?.id).toBe('many-99')
  })
})

test('an alarm that stands says what its device measures now, beside the value when it was raised', async () => {
  const hot = await newAlarm({ value: 31.2 })
  const over = await newAlarm({
    value: 30,
    condition: 'cleared',
    subjectId: hot.subjectId,
    raisedAt: ago(30),
  })
  const readings = new Map([['Climate/Temp/Avg', { value: 41.3, at: Date.now() }]])
  farm.services.devices.states.set(hot.subjectId, { readings, lastMessageAt: Date.now(), reportIntervalS: 5 })
  const { items } = await farmer.call(alarms.list)
  expect(items.map(({ value, valueNow }) => [value, valueNow])).toEqual([
    [31.2, 41.3],
    [30, null],
  ])
  const now = async ({ id }: { id: string }) => (await farmer.call(alarms.get, { params: { id } })).valueNow
  expect([await now(hot), await now(over)]).toEqual([41.3, null])
})

test('an alarm names its likely cause among what stood in its house then, not what came or went at other times', async () => {
  const power = await newAlarm({ code: 'PowerFail', raisedAt: ago(20), since: ago(21) })
  const here = { subjectId: power.subjectId, houseIds: power.houseIds }
  const effect = await newAlarm({ ...here, code: 'EmergencyVent', raisedAt: ago(20.2) })
  const before = await newAlarm({
    ...here,
    code: 'HighTemp',
    condition: 'cleared',
    raisedAt: ago(90),
    clearedAt: ago(60),
  })
  const elsewhere = await newAlarm({ code: 'EmergencyVent', raisedAt: ago(10) })
  const causeOf = async ({ id }: { id: string }) =>
    (await farmer.call(alarms.get, { params: { id } })).likelyCause
  expect(await causeOf(effect)).toEqual({ kind: 'PowerFail', since: power.since?.getTime(), numbers: [] })
  for (const other of [power, before, elsewhere]) expect(await causeOf(other)).toBeNull()
})

describe('handling', () => {
  test('goes seen, going, on site, cause, solved, each with who, when and a note', async () => {
    const { id } = await newAlarm({ condition: 'cleared', clearedAt: ago(1) })
    const params = { id }
    await farmer.call(alarms.seen, { params, body: {} })
    await farmer.call(alarms.going, { params, body: { note: 'ten minutes away' } })
    await farmer.call(alarms.onSite, { params, body: {} })
    await farmer.call(alarms.cause, { params, body: { cause: 'supply', note: 'breaker Q3' } })
    const solved = await farmer.call(alarms.solve, { params, body: {} })
    expect(solved).toMatchObject({ handling: 'solved', handledBy: 'Test User', cause: 'supply' })
    expect(solved.steps.map(({ step, by, note }) => [step, by, note])).toEqual([
      ['new', null, null],
      ['seen', 'Test User', null],
      ['going', 'Test User', 'ten minutes away'],
      ['on_site', 'Test User', null],
      ['cause_found', 'Test User', 'breaker Q3'],
      ['solved', 'Test User', null],
    ])
  })

  test('whoever acts has read the messages of the alarm; others still have theirs', async () => {
    const raised = await newAlarm()
    const other = await farm.as({ office: farm.offices.sharing, kind: 2, grants: EVERYTHING })
    for (const { accountId } of [farmer, other])
      await buildNotice(farm.services, farm.offices.sharing, accountId, { subjectId: raised.id })
    const unread = () => Promise.all([farmer, other].map(person => person.call(notices.unreadNumber)))
    expect(await unread()).toEqual([1, 1])
    await farmer.call(alarms.going, { params: { id: raised.id }, body: {} })
    expect(await unread()).toEqual([0, 1])
    await other.call(alarms.seen, { params: { id: raised.id }, body: {} })
    expect(await unread()).toEqual([0, 0])
  })

  describe('of a line of several', () => {
    const handlingOf = async (id: string) => (await farmer.call(alarms.get, { params: { id } })).handling

    test('is of all of them, with their messages; one that is further stays', async () => {
      const [first, second, third] = [
        await newAlarm(),
        await newAlarm(),
        await newAlarm({ handling: 'going' }),
      ]
      for (const { id } of [first, second])
        await buildNotice(farm.services, farm.offices.sharing, farmer.accountId, { subjectId: id })
      const unread = () => farmer.call(notices.unreadNumber)
      const before = await unread()
      const also = [second.id, third.id]
      const taken = await farmer.call(alarms.seen, { params: { id: first.id }, body: { note: 'both', also } })
      expect(taken.handling).toBe('seen')
      expect(await unread()).toBe(before - 2)
      expect(await handlingOf(third.id)).toBe('going')
      const { handling, steps } = await farmer.call(alarms.get, { params: { id: second.id } })
      expect(handling).toBe('seen')
      expect(steps.at(-1)).toMatchObject({ step: 'seen', by: 'Test User', note: 'both' })
      // Opening the line later counts as having seen what was added to it.
      const late = await newAlarm()
      await farmer.call(alarms.seen, { params: { id: first.id }, body: { also: [late.id] } })
      expect(await handlingOf(late.id)).toBe('seen')
    })

    test('is taken of none where one is out of sight', async () => {
      const [first, foreign] = [await newAlarm(), await newAlarm({}, 'closed')]
      const body = { also: [foreign.id] }
      expect((await farmer.ask(alarms.going, { params: { id: first.id }, body })).statusCode).toBe(404)
      expect(await handlingOf(first.id)).toBe('new')
    })

    test('solves what has passed and leaves what stands', async () => {
      const [passed, standing] = [await newAlarm({ condition: 'cleared' }), await newAlarm()]
      const body = { cause: 'fan' as const, also: [standing.id] }
      await farmer.call(alarms.solve, { params: { id: passed.id }, body })
      expect(await Promise.all([passed, standing].map(({ id }) => handlingOf(id)))).toEqual(['solved', 'new'])
    })
  })

  test('a second one who opens it has seen it too; a step that was taken is not taken again', async () => {
    const { id } = await newAlarm()
    const call = { params: { id }, body: {} }
    const other = await farm.as({ office: farm.offices.sharing, kind: 2, grants: EVERYTHING })
    await Promise.all([farmer.call(alarms.seen, call), other.call(alarms.seen, call)])
    await farmer.call(alarms.going, call)
    expect((await other.call(alarms.seen, call)).handling).toBe('going')
    const answer = await other.ask(alarms.going, call)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('Test User has already taken this step')
    expect(answer.json().data.current.handling).toBe('going')
  })

  test('of two who go at the same moment one is told that the other was first', async () => {
    const { id } = await newAlarm()
    const call = { params: { id }, body: {} }
    const answers = await Promise.all([farmer.ask(alarms.going, call), farmer.ask(alarms.going, call)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const db = farm.services.store.scoped(SYSTEM)
    expect(await db.select().from(alarmStep).where(eq(alarmStep.alarmId, id))).toHaveLength(1)
  })

  test('what stands is not solved, nor what has no cause', async () => {
    const active = await newAlarm()
    const body = { cause: 'fan' as const }
    expect((await farmer.ask(alarms.solve, { params: { id: active.id }, body })).statusCode).toBe(409)
    const cleared = await newAlarm({ condition: 'cleared' })
    const answer = await farmer.ask(alarms.solve, { params: { id: cleared.id }, body: {} })
    expect(answer.json().message).toBe('Choose the cause first')
    expect((await farmer.call(alarms.solve, { params: { id: cleared.id }, body })).cause).toBe('fan')
  })

  test('the cause may be corrected until it is solved', async () => {
    const { id } = await newAlarm({ condition: 'cleared' })
    await farmer.call(alarms.cause, { params: { id }, body: { cause: 'fan' } })
    await farmer.call(alarms.cause, { params: { id }, body: { cause: 'supply', note: 'after all' } })
    const { cause, steps } = await farmer.call(alarms.get, { params: { id } })
    expect(cause).toBe('supply')
    expect(steps.filter(({ step }) => step === 'cause_found')).toMatchObject([{ note: 'after all' }])
  })

  test('is a row of the operation history that the customer sees', async () => {
    const { id, officePath } = await newAlarm()
    await farmer.call(alarms.going, { params: { id }, body: { note: 'on my way' } })
    const rows = await farm.services.store
      .scoped(SYSTEM)
      .select()
      .from(operationHistory)
      .where(eq(operationHistory.type, 'going'))
    expect(rows.at(-1)).toMatchObject({
      module: 'alarms',
      subjectPath: officePath,
      description: {
        'en-US': 'On the way because of the alarm “High temperature”',
        'zh-CN': '因报警“高温报警”前往现场',
      },
    })
  })

  test('needs the right to edit beyond what whoever hears of it may say', async () => {
    const { id } = await newAlarm()
    const reader = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
    expect((await reader.ask(alarms.seen, { params: { id }, body: {} })).statusCode).toBe(200)
    expect((await reader.ask(alarms.cause, { params: { id }, body: { cause: 'fan' } })).statusCode).toBe(403)
  })
})

test('the same alarm at other times is shown beside it', async () => {
  const first = await newAlarm({ condition: 'cleared', cause: 'supply', raisedAt: ago(3_000) })
  const again = await buildAlarm(farm.services, farm.offices.sharing, {
    subjectId: first.subjectId,
    houseIds: first.houseIds,
  })
  await newAlarm()
  const { similar, similarTotal } = await farmer.call(alarms.get, { params: { id: again.id } })
  expect(similar).toMatchObject([{ id: first.id, cause: 'supply' }])
  expect(similarTotal).toBe(1)
})

describe('offices above the customer', () => {
  const { provider } = { provider: 'provider' as const }
  const engineer = () => farm.as({ office: farm.offices[provider], kind: 1, grants: EVERYTHING })

  test('see alarms of a customer that shares, and not of one that does not', async () => {
    const shared = await newAlarm()
    const closed = await newAlarm({}, 'closed')
    const staff = await engineer()
    expect((await staff.call(alarms.list)).items.map(({ id }) => id)).toEqual([shared.id])
    expect(await staff.call(alarms.counts)).toMatchObject({ total: 1, notShared: 2 })
    expect((await staff.ask(alarms.get, { params: { id: closed.id } })).statusCode).toBe(404)
    const answer = await staff.ask(alarms.seen, { params: { id: closed.id }, body: {} })
    expect(answer.statusCode).toBe(404)
  })

  test('read whose each alarm is, which its own people do not, and narrow to one customer', async () => {
    const { id } = await newAlarm()
    await newAlarm({}, 'team')
    const staff = await engineer()
    const { sharing, closed } = farm.offices
    const db = farm.services.store.scoped(SYSTEM)
    const [row] = await db.select().from(office).where(eq(office.id, sharing.id))
    const { items } = await staff.call(alarms.list)
    // A team's houses are its customer's.
    expect(items.map(({ customer }) => customer)).toEqual([row?.englishName, row?.englishName])
    expect((await staff.call(alarms.get, { params: { id } })).customer).toBe(row?.englishName)
    expect((await farmer.call(alarms.list)).items.map(({ customer }) => customer)).toEqual([null, null])
    const of = async (officeId: string) => (await staff.call(alarms.list, { query: { officeId } })).total
    expect(await of(sharing.id)).toBe(2)
    expect(await of(closed.id)).toBe(0)
    expect((await staff.call(alarms.counts, { query: { officeId: closed.id } })).total).toBe(0)
  })

  test('lose them with the consent', async () => {
    const { id } = await newAlarm()
    const staff = await engineer()
    expect((await staff.ask(alarms.get, { params: { id } })).statusCode).toBe(200)
    const consent = (until: Date) =>
      farm.services.store
        .scoped(SYSTEM)
        .update(office)
        .set({ farmAccessUntil: until })
        .where(eq(office.path, farm.offices.sharing.path))
    await consent(ago(1))
    expect((await staff.ask(alarms.get, { params: { id } })).statusCode).toBe(404)
    await consent(new Date(Date.now() + 3_600_000))
  })

  test('leave a trace when they look', async () => {
    const { id, houseIds } = await newAlarm()
    const staff = await engineer()
    await staff.call(alarms.get, { params: { id } })
    const rows = await farm.services.store
      .scoped(SYSTEM)
      .select()
      .from(operationHistory)
      .where(eq(operationHistory.actorId, staff.accountId))
    expect(rows).toHaveLength(1)
    expect(houseIds).toHaveLength(1)
  })
})

test('a farm team sees the alarms of its own houses only', async () => {
  const ofTeam = await newAlarm({}, 'team')
  await newAlarm()
  const member = await farm.as({ office: farm.offices.team, kind: 2, grants: EVERYTHING })
  expect((await member.call(alarms.list)).items.map(({ id }) => id)).toEqual([ofTeam.id])
})
