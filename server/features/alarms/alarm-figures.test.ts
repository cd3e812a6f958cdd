import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmFigures } from '#shared/contracts/alarm-figures.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { instantOf } from '#shared/zone-time.ts'
import { countDays } from '../../farm/alarms/count-days.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDay } from '../../platform/database/tables/alarm-days.ts'
import { alarmEvent, alarmStep, alarm as alarmTable } from '../../platform/database/tables/alarms.ts'
import { buildAlarmRule } from '../../testing/alarm-rules.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const MINUTE = 60_000
const DAY_MS = 86_400_000
const COUNT = 5_000
let farm: TestApp
let farmer: Person
let place: { subjectId: string; houseIds: string[] }
beforeAll(async () => {
  farm = await testApp()
  farmer = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit'],
  })
  place = await placeIn('sharing')
})
beforeEach(async () => {
  const db = farm.services.store.scoped(SYSTEM)
  await db.delete(alarmTable)
  await db.delete(alarmDay)
})
afterAll(() => farm.close())

type Place = 'sharing' | 'closed'
async function placeIn(office: Place) {
  const device = await buildDevice(farm.services, farm.offices[office], { type: 'controller' })
  const { id } = await buildHouse(farm.services, farm.offices[office], { deviceIds: [device.id] })
  return { subjectId: device.id, houseIds: [id] }
}
const build = (more: Partial<typeof alarmTable.$inferInsert>, office: Place = 'sharing') =>
  buildAlarm(farm.services, farm.offices[office], { ...place, rule: newId(), ...more })
/** A clock of the farm, three days ago. */
const then = (clock: string) => {
  const day = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)
  return instantOf(`${day}T${clock}`, 'Asia/Shanghai')
}
const cleared = (clock: string, lasts = 10) => ({
  condition: 'cleared' as const,
  raisedAt: new Date(then(clock)),
  clearedAt: new Date(then(clock) + lasts * MINUTE),
})
const read = (who = farmer, query: object = { days: '7' }) => who.call(alarmFigures.figures, { query })

test('a flood, chattering and waits are counted as somebody would by hand', async () => {
  // Twelve within ten minutes, and three more at night.
  for (let i = 0; i < 12; i++) await build({ level: 'warning', code: 'HighHum', ...cleared('10:03') })
  for (const clock of ['22:00', '03:30'])
    await build({ level: 'critical', code: 'HighTemp', ...cleared(clock) })
  await build({ level: 'warning', code: 'HighHum', repeats: 4, ...cleared('23:00') })
  await build({ level: 'info', code: 'ControllerRestart', ...cleared('23:10') })
  const seen = await build({ level: 'emergency', code: 'PowerFail', ...cleared('12:00') })
  const step = { alarmId: seen.id, officePath: seen.officePath, farmPath: seen.farmPath }
  const by = { accountId: farmer.accountId, actorName: 'Test User' }
  await farm.services.store
    .scoped(SYSTEM)
    .insert(alarmStep)
    .values([
      { ...step, ...by, id: newId(), step: 'seen', at: new Date(seen.raisedAt.getTime() + 2 * MINUTE) },
      { ...step, ...by, id: newId(), step: 'on_site', at: new Date(seen.raisedAt.getTime() + 21 * MINUTE) },
    ])
  const { figures, alarms: count, levels, worst, course } = await read()
  expect(count).toBe(16)
  expect(levels).toEqual({ warning: 13, critical: 2, emergency: 1 })
  expect(figures).toMatchObject({
    mostInTen: 12,
    chattering: 1,
    night: 0,
    seen: 120,
    onSite: 21 * 60,
    noise: null,
  })
  expect(figures.flood).toBeCloseTo(1 / (7 * 144))
  expect(worst.map(({ code, alarms, share }) => [code, alarms, share])).toEqual([
    ['HighHum', 13, 13 / 16],
    ['HighTemp', 2, 2 / 16],
    ['PowerFail', 1, 1 / 16],
  ])
  expect(course.reduce((sum, { alarms }) => sum + alarms, 0)).toBe(16)
})

test('each figure that misses its goal names the rules by which it does, and the others none', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  const { sharing } = farm.offices
  const own = await buildAlarmRule(farm.services, sharing, { name: 'Damp litter' })
  const waited = async (code: string, seenMin: number, siteMin: number) => {
    const row = await build({ level: 'critical', code, ...cleared('12:00', 60) })
    const step = { alarmId: row.id, officePath: row.officePath, farmPath: row.farmPath }
    const by = { ...step, accountId: farmer.accountId, actorName: 'Test User' }
    const after = (minutes: number) => new Date(row.raisedAt.getTime() + minutes * MINUTE)
    await db.insert(alarmStep).values([
      { ...by, id: newId(), step: 'seen', at: after(seenMin) },
      { ...by, id: newId(), step: 'on_site', at: after(siteMin) },
    ])
  }
  // A flood of the farm's own rule, with one of another in it; and one alone.
  for (let i = 0; i < 12; i++)
    await build({
      level: 'warning',
      code: 'HighHum',
      rule: `farm rule ${own.id}`,
      repeats: i,
      ...cleared('10:03'),
      raisedAt: new Date(then('10:03') + i * 1_000),
    })
  await build({ level: 'warning', code: 'LowHum', ...cleared('10:04') })
  await build({ level: 'warning', code: 'LowHum', ...cleared('14:00') })
  // One that nobody looked at for long, and nobody went to.
  for (let i = 0; i < 3; i++) await waited('HighTemp', 9, 50)
  await waited('PowerFail', 2, 10)
  for (let i = 0; i < 6; i++)
    await build({ level: 'warning', code: 'DoorOpen', raisedAt: new Date(Date.now() - 3 * DAY_MS) })
  const { toMend } = await read()
  const named = Object.entries(toMend).map(([key, rules]) => [
    key,
    rules.map(({ code, ruleName, alarms }) => [ruleName ?? code, alarms]),
  ])
  expect(Object.fromEntries(named)).toEqual({
    mostInTen: [
      ['Damp litter', 12],
      ['LowHum', 1],
    ],
    chattering: [['Damp litter', 9]],
    standing: [['DoorOpen', 6]],
    seen: [['HighTemp', 3]],
    onSite: [['HighTemp', 3]],
  })
  expect(toMend.mostInTen?.[0]).toMatchObject({ ruleId: own.id, customer: null })
  const staff = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['house_alarm:query'],
  })
  expect((await read(staff)).toMend.mostInTen?.[0]).toMatchObject({ ruleId: own.id, customer: 'sharing' })
})

interface Told {
  by: { call?: typeof alarmEvent.$inferInsert.callResult; push?: typeof alarmEvent.$inferInsert.pushResult }
  level?: 'warning' | 'critical' | 'emergency'
  /** When it was told; the alarm was raised then too, unless said. */
  at?: string
  raised?: string
}
/** Writes an alarm of which somebody was told; several told by one call or push share its id. */
async function told({ by, level = 'critical', at = '03:00', raised = at }: Told, attempt: string = newId()) {
  const row = await build({ level, code: 'HighTemp', ...cleared(raised) })
  const when = new Date(then(at))
  await farm.services.store
    .scoped(SYSTEM)
    .insert(alarmEvent)
    .values({
      id: newId(),
      alarmId: row.id,
      officePath: row.officePath,
      farmPath: row.farmPath,
      kind: 'told',
      at: when,
      accountId: farmer.accountId,
      chainFrom: row.raisedAt,
      step: 1,
      round: 0,
      ...('call' in by && { callId: `call ${attempt}`, calledAt: when, callResult: by.call }),
      ...('push' in by && { pushId: `push ${attempt}`, pushedAt: when, pushResult: by.push }),
    })
  return row
}

test.each<[string, number, readonly Told[], isOneAttempt?: true]>([
  ['no alarm was told', 0, []],
  [
    'a phone rang, whoever picked it up',
    3,
    [{ by: { call: 'taken' } }, { by: { call: 'answered' } }, { by: { call: 'noAnswer' } }],
  ],
  [
    'a call that never rang',
    0,
    [
      { by: { call: 'givenUp' } },
      { by: { call: 'needless' } },
      { by: { call: 'failed' } },
      { by: { call: 'busy' } },
      { by: { call: null } },
    ],
  ],
  ['a push that arrived, or was handed over', 2, [{ by: { push: 'reached' } }, { by: { push: 'taken' } }]],
  [
    'a push that nobody had',
    0,
    [
      { by: { push: 'gone' } },
      { by: { push: 'refused' } },
      { by: { push: 'unreachable' } },
      { by: { push: 'delayed' } },
      { by: { push: null } },
    ],
  ],
  ['a call and a push at once', 1, [{ by: { call: 'answered', push: 'reached' } }]],
  ['a call that never rang, but a push did', 1, [{ by: { call: 'givenUp', push: 'reached' } }]],
  [
    'a warning: its push is quiet, its call is not',
    1,
    [
      { by: { push: 'reached' }, level: 'warning' },
      { by: { call: 'answered' }, level: 'warning' },
    ],
  ],
  [
    'by day',
    0,
    [
      { by: { call: 'answered' }, at: '06:00' },
      { by: { push: 'reached' }, at: '21:59' },
    ],
  ],
  [
    'at both ends of the night',
    2,
    [
      { by: { call: 'answered' }, at: '22:00' },
      { by: { push: 'reached' }, at: '05:59' },
    ],
  ],
  [
    'raised by day and told at night, and the other way round',
    1,
    [
      { by: { call: 'answered' }, raised: '20:00', at: '23:00' },
      { by: { call: 'answered' }, raised: '05:00', at: '06:30' },
    ],
  ],
  [
    'one call that told of three alarms',
    1,
    [
      { by: { call: 'answered' } },
      { by: { call: 'answered' } },
      { by: { call: 'answered' }, level: 'emergency' },
    ],
    true,
  ],
  ['one push that told of two', 1, [{ by: { push: 'reached' } }, { by: { push: 'reached' } }], true],
  ['mail only, or nobody told', 0, [{ by: {} }]],
])('night calls are what woke somebody: %s', async (_, calls, tellings, isOneAttempt) => {
  // An alarm at night wakes nobody by itself.
  await build({ level: 'emergency', code: 'PowerFail', ...cleared('02:00') })
  for (const telling of tellings) await told(telling, isOneAttempt && 'of all')
  const { figures, houses } = await read()
  expect(figures.night).toBe(calls / houses)
})

test('what a call came to counts once it is known, whenever that is', async () => {
  await told({ by: { call: null } })
  expect((await read()).figures.night).toBe(0)
  await farm.services.store.scoped(SYSTEM).update(alarmEvent).set({ callResult: 'answered' })
  const { figures, houses, worst } = await read()
  expect(figures.night).toBe(1 / houses)
  expect(worst).toMatchObject([{ code: 'HighTemp', night: 1 }])
})

test('a cause that was given is in the figures at once; a corrected one replaces it, and a test counts for nothing', async () => {
  const [one, other, third] = [
    await build({ level: 'warning', ...cleared('10:00') }),
    await build({ level: 'warning', ...cleared('11:00') }),
    await build({ level: 'warning', ...cleared('12:00') }),
  ]
  await read()
  const close = (id: string, cause: 'false_alarm' | 'fan' | 'test') =>
    farmer.call(alarms.solve, { params: { id }, body: { cause } })
  await close(one.id, 'false_alarm')
  await close(other.id, 'fan')
  await close(third.id, 'test')
  expect((await read()).figures.noise).toBe(0.5)
  await farmer.call(alarms.cause, { params: { id: one.id }, body: { cause: 'fan' } })
  expect((await read()).figures.noise).toBe(0)
  expect((await read()).worst).toMatchObject([{ judged: 2, noise: 0 }])
})

test('what has been active for more than a day stands out, whenever it was raised', async () => {
  await build({ level: 'warning', raisedAt: new Date(Date.now() - 100 * DAY_MS) })
  await build({ level: 'warning', raisedAt: new Date(Date.now() - 60 * MINUTE) })
  expect((await read()).figures.standing).toBe(1)
})

test('the provider reads the customers that share, together or one by one, and says that others are missing', async () => {
  await build({ level: 'warning', ...cleared('10:00') })
  const hidden = await placeIn('closed')
  await build({ level: 'warning', ...hidden, ...cleared('10:00') }, 'closed')
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['house_alarm:query'] })
  expect(await read(staff)).toMatchObject({ alarms: 1, notShared: 2 })
  const of = async (officeId: string) => (await read(staff, { days: '7', officeId })).alarms
  expect([await of(farm.offices.sharing.id), await of(farm.offices.closed.id)]).toEqual([1, 0])
  const closed = await farm.as({ office: farm.offices.closed, kind: 2, grants: ['house_alarm:query'] })
  expect((await read(closed)).alarms).toBe(1)
})

test('any number of alarms of a day are a row for each rule', async () => {
  const db = farm.services.store.scoped(SYSTEM)
  const { path } = farm.offices.sharing
  for (let from = 1; from < COUNT; from += 1_000)
    await db.execute(sql`
      insert into alarm (id, office_path, farm_path, source, rule, code, level, subject_id, house_ids, condition, raised_at,
        cleared_at, live, handling)
      select 'many ' || n, ${path}, ${path}, 'platform', 'rule ' || n % 40, 'Code' || n % 40, 'warning', 'subject ' || n % 200,
        ${sql.param(place.houseIds)}::text[], 'cleared', now() - n * interval '60 seconds', now() - n * interval '60 seconds'
        + interval '5 minutes', true, 'new' from generate_series(${from}::integer, ${from + 999}::integer) n`)
  await countDays(farm.services.store)
  const [{ n } = { n: 0 }] = (
    await db.execute<{ n: number }>(sql`select sum(alarms)::integer as n from alarm_day`)
  ).rows
  expect(n).toBe(COUNT)
  const { alarms: lately, figures } = await read(farmer, { days: '30' })
  expect(lately).toBe(COUNT)
  expect(figures.mostInTen).toBe(10)
  // What the figures read: a row for each day and rule, however many alarms.
  const rows = await db.$count(alarmDay)
  expect(rows).toBeLessThan(COUNT / 20)
})
