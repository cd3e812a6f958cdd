import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { houseCodes } from '#shared/contracts/house-codes.ts'
import { notices } from '#shared/contracts/notices.ts'
import type { Grant } from '#shared/permissions.ts'
import { CALL_ANSWERS } from '../../features/alarms/call-answers.ts'
import { callNotices } from '../../people/notices/call-notices.ts'
import { takeBackCalls } from '../../people/notices/take-back.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { alarm, alarmEvent, houseCode } from '../../platform/database/tables/alarms.ts'
import { phoneCall } from '../../platform/database/tables/calls.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { buildDuty } from '../../testing/alarm-rules.ts'
import type { Person } from '../../testing/app.ts'
import { alarmFarm, type Controller, MINUTE } from './testing/alarm-farm.ts'

const SECRET = 'a secret of the gateway and us'
const farm = alarmFarm({ alertGateway: { url: 'http://127.0.0.1:9', secret: SECRET } })
const { controller, report, start, settled, alarmsOf } = farm
const db = () => farm.app.services.store.scoped(SYSTEM)
const GRANTS: readonly Grant[] = ['house_alarm:query', 'house_alarm:get', 'house_alarm:edit']

let hot: Controller
let [night, boss]: Person[] = []
const grown = (name: string) =>
  farm.app.as({ office: farm.app.offices.sharing, kind: 2, grants: GRANTS }).then(async made => {
    const phone = '+86 138 0534 2210'
    await db().update(account).set({ actualName: name, phone }).where(eq(account.id, made.accountId))
    return made
  })
beforeEach(async () => {
  farm.app.services.devices.states.clear()
  for (const table of [alarm, noticeMessage, alarmDuty, phoneCall]) await db().delete(table)
  await db()
    .update(account)
    .set({ disabledAt: sql`now()` })
    .where(eq(account.officePath, farm.app.offices.sharing.path))
  ;[night, boss] = [await grown('Night'), await grown('Boss')]
  const { services, offices } = farm.app
  await buildDuty(services, offices.sharing, { accountId: who(night).accountId })
  await buildDuty(services, offices.sharing, { accountId: who(boss).accountId, step: 2 })
  hot = await controller()
  await start()
  report(hot, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 33, 'Settings/Temp/AbsHighAlarm': 35 })
  await settled()
})
afterEach(() => farm.app.services.devices.states.clear())

const who = (person: Person | undefined): Person => person as Person
const theAlarm = async () => (await alarmsOf(hot))[0] as typeof alarm.$inferSelect
const params = async () => ({ params: { id: (await theAlarm()).id } })
/** Who was woken at which step and round, in order. */
const woken = async () => {
  const rows = await db()
    .select()
    .from(alarmEvent)
    .where(sql`kind = 'told' and step > 0`)
    .orderBy(alarmEvent.at, alarmEvent.round)
  return rows.map(({ actorName, step, round }) => `${actorName} ${step}.${round}`)
}
const goOn = async (minutes: number) => {
  await farm.passes(minutes)
  await farm.tellUnseen()
}
const answer = async (person: Person | undefined, said: 'seen' | 'going' | 'cannot' | 'on_site') =>
  who(person).call(alarms.answer, { ...(await params()), body: { answer: said } })
/** A new code for the house. */
const printedCode = async () => {
  const printer = await farm.app.as({
    office: farm.app.offices.sharing,
    kind: 2,
    grants: ['chicken_home_manage:edit'],
  })
  return (await printer.call(houseCodes.renew, { params: { id: hot.houseId } })).code ?? ''
}
const titlesOf = async (person: Person | undefined) =>
  (await who(person).call(notices.list)).items.map(({ title }) => title)

test('the next person is told after five minutes though the first has seen it, and whoever has answered is left alone', async () => {
  expect(await woken()).toEqual(['Night 1.0'])
  await answer(night, 'going')
  expect(await titlesOf(boss)).toContainEqual(
    expect.stringMatching(/^Night is on the way: .*High temperature$/),
  )
  await goOn(5)
  expect(await woken()).toEqual(['Night 1.0', 'Boss 2.0'])
  const detail = await who(boss).call(alarms.get, await params())
  expect(detail.chain).toMatchObject({
    isOver: false,
    numbers: [{ name: 'Night', isOnCall: true }],
  })
  expect(detail.events.map(({ kind, name, step, answer }) => [kind, name, step, answer])).toEqual([
    ['told', 'Night', 1, null],
    ['told', 'Boss', 0, null],
    ['answer', 'Night', 0, 'going'],
    ['told', 'Boss', 2, null],
  ])
})

test('a list says of which alarms a person has still to say something, each for themselves, until somebody is there', async () => {
  const owed = async (person: Person | undefined) =>
    (await who(person).call(alarms.list)).items.map(({ isOwed }) => isOwed)
  expect([await owed(night), await owed(boss)]).toEqual([[true], [true]])
  await answer(night, 'going')
  expect([await owed(night), await owed(boss)]).toEqual([[false], [true]])
  await answer(boss, 'seen')
  expect([await owed(night), await owed(boss)]).toEqual([[false], [false]])
  await db()
    .update(alarm)
    .set({ ring: 'worse', ringAt: new Date(0) })
  await farm.tellUnseen()
  expect([await owed(night), await owed(boss)]).toEqual([[true], [true]])
  await who(night).call(alarms.arrive, { body: { code: await printedCode() } })
  await farm.tellUnseen()
  expect([await owed(night), await owed(boss)]).toEqual([[false], [false]])
})

test('seen but nobody went: it rings again with who saw it, and what has changed', async () => {
  await answer(night, 'seen')
  report(hot, { 'Climate/Temp/Avg': 34.5 })
  await goOn(5.1)
  expect((await titlesOf(night))[0]).toMatch(
    /High temperature, 34\.5\u202f°C.*, seen by Night at \d\d:\d\d \(33\.0\u202f°C then\), nobody on site yet/,
  )
})

test('seen but nobody went, in several houses: the message for all of them says who saw it', async () => {
  const second = await controller()
  await start()
  report(second, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 32 })
  await settled()
  for (const each of [hot, second]) {
    const [row] = await alarmsOf(each)
    await who(night).call(alarms.answer, { params: { id: row?.id ?? '' }, body: { answer: 'seen' } })
  }
  await goOn(5.1)
  expect((await titlesOf(night))[0]).toMatch(
    /High temperature, seen by Night at \d\d:\d\d, nobody on site yet/,
  )
})

test('whoever cannot come passes it on at once; two processes tell it once', async () => {
  await answer(night, 'cannot')
  await Promise.all([farm.tellUnseen(), farm.tellUnseen()])
  await farm.tellUnseen()
  expect(await woken()).toEqual(['Night 1.0', 'Boss 2.0'])
})

test('on site without proof is marked and told; the next person is woken as if nobody were there, and hears who says so', async () => {
  await answer(night, 'on_site')
  expect(await titlesOf(boss)).toContainEqual(
    expect.stringMatching(/^Night says to be on site, without proof: /),
  )
  const { chain, isUnproven } = await who(boss).call(alarms.get, await params())
  expect(isUnproven).toBe(true)
  expect((await who(boss).call(alarms.list)).items).toMatchObject([{ handling: 'on_site', isUnproven: true }])
  expect(chain).toMatchObject({ isOver: false, next: { names: ['Boss'] } })
  await answer(boss, 'seen')
  await goOn(5.1)
  expect((await woken()).toSorted()).toEqual(['Boss 2.0', 'Night 1.0', 'Night 1.2'])
  expect((await titlesOf(boss))[0]).toMatch(
    /High temperature, 33\.0\u202f°C.*, said to be on site without proof: Night at \d\d:\d\d/,
  )
  expect((await titlesOf(boss))[0]).not.toMatch(/nobody on site/)
})

/** The cause is given without anybody there, after a word, with proof, of what is over; who is rung in the next six minutes. */
const causes: { name: string; of: () => Promise<unknown>; rung: string[]; says?: RegExp }[] = [
  {
    name: 'from bed, while it stands: the next person is woken, then whoever gave it',
    of: () => causeOf(night),
    rung: ['Boss 2.0', 'Night 1.2'],
    says: /33\.0\u202f°C.*, cause given by Night at \d\d:\d\d: Fan or belt, nobody on site yet/,
  },
  {
    name: 'from bed, and again another one',
    of: () => causeOf(night).then(() => causeOf(night, 'false_alarm')),
    rung: ['Boss 2.0', 'Night 1.2'],
    says: /, cause given by Night at \d\d:\d\d: False alarm, nobody on site yet/,
  },
  {
    name: 'from bed, then the other one sets off',
    of: () => causeOf(night).then(() => answer(boss, 'going')),
    rung: ['Night 1.2'],
    says: /, on the way: Boss at \d\d:\d\d/,
  },
  {
    name: 'on the way, whose word holds longer',
    of: () => answer(night, 'going').then(() => causeOf(night)),
    rung: ['Boss 2.0'],
  },
  {
    name: 'by somebody who says to be there without proof',
    of: () => answer(night, 'on_site').then(() => causeOf(night)),
    rung: ['Boss 2.0', 'Night 1.2'],
    says: /said to be on site without proof: Night/,
  },
  {
    name: 'by somebody who has proven to be there',
    of: () => prove(night).then(() => causeOf(night)),
    rung: [],
  },
  {
    name: 'from bed, while another one has proven it',
    of: () => prove(boss).then(() => causeOf(night)),
    rung: [],
  },
  { name: 'from bed, and proven afterwards', of: () => causeOf(night).then(() => prove(night)), rung: [] },
  { name: 'of what has cleared', of: () => clear().then(() => causeOf(night)), rung: [] },
  { name: 'from bed, and then it clears', of: () => causeOf(night).then(clear), rung: [] },
]
const causeOf = async (person: Person | undefined, cause: 'fan' | 'false_alarm' = 'fan') =>
  who(person).call(alarms.cause, { ...(await params()), body: { cause } })
const prove = async (person: Person | undefined) =>
  who(person).call(alarms.arrive, { body: { code: await printedCode() } })
const clear = async () => {
  report(hot, { 'Alarm/HighTemp': false })
  await settled()
}

test.each(causes)('a cause $name', async ({ of, rung, says }) => {
  await of()
  await goOn(5.1)
  expect((await woken()).slice(1).toSorted()).toEqual(rung)
  // The cause is kept as it was said.
  expect(await theAlarm()).toMatchObject({
    handling: 'cause_found',
    handledBy: 'Night',
    cause: expect.any(String),
  })
  const { chain } = await who(boss).call(alarms.get, await params())
  expect(chain?.isOver ?? true).toBe(rung.length === 0)
  if (says) expect((await titlesOf(night))[0]).toMatch(says)
})

test('what stands cannot be closed, with a cause or without, and rings on', async () => {
  const closing = { ...(await params()), body: { cause: 'fan' as const } }
  expect((await who(night).ask(alarms.solve, closing)).statusCode).toBe(409)
  await goOn(5.1)
  expect((await woken()).slice(1).toSorted()).toEqual(['Boss 2.0', 'Night 1.2'])
  await clear()
  await who(night).call(alarms.solve, closing)
  await goOn(5.1)
  expect(await woken()).toHaveLength(3)
})

const LIMIT = 30
/** Degrees after 33, and for how many minutes it pauses who was told. */
const readings = { better: [31, 10], same: [33, 5], worse: [35, 2.5] } as const
const levels = ['critical', 'emergency'] as const
const words = ['said', 'proven'] as const
test.each(
  levels.flatMap(level =>
    (['better', 'same', 'worse'] as const).flatMap(reading => words.map(word => ({ level, reading, word }))),
  ),
)('on site is $word, $level, $reading since', async ({ level, reading, word }) => {
  await db().update(alarm).set({ level, limit: LIMIT, chainAt: sql`now()` })
  await farm.tellUnseen()
  const before = await woken()
  expect(before).toContain('Night 1.0')
  const [degrees, minutes] = readings[reading]
  if (word === 'said') await answer(night, 'on_site')
  else await who(night).call(alarms.arrive, { body: { code: await printedCode() } })
  report(hot, { 'Climate/Temp/Avg': degrees })
  const roundsOf = async (name: string) => (await woken()).filter(each => each.startsWith(name)).length
  const told = (name: string) => before.filter(each => each.startsWith(name)).length
  await goOn(minutes - 0.1)
  expect(await roundsOf('Night')).toBe(told('Night'))
  // Who comes after them hears once meanwhile, unless they were told with them.
  expect(await roundsOf('Boss')).toBe(
    word === 'said' && minutes > 4.9 && level === 'critical' ? 1 : told('Boss'),
  )
  await goOn(0.2)
  expect(await roundsOf('Night')).toBe(told('Night') + (word === 'said' ? 1 : 0))
})

/** What was due then is not spared for the process that recorded it. */
const A_WHILE_AGO = sql`now() - interval '10 seconds'`
test('a claim to be on site ends with what it was said of: what got worse or came back is told from the beginning', async () => {
  await answer(night, 'on_site')
  await goOn(1)
  await db().update(alarm).set({ level: 'emergency', ring: 'worse', ringAt: A_WHILE_AGO })
  await farm.tellUnseen()
  expect((await woken()).slice(1).toSorted()).toEqual(['Boss 1.0', 'Night 1.0'])
  // Of a warning that was answered so, and got grave only now.
  for (const isProven of [false, true]) {
    await db().delete(alarmEvent)
    await db()
      .update(alarm)
      .set({ level: 'warning', handling: 'new', chainFrom: null, chainAt: null, ring: null, ringAt: null })
    if (isProven) await prove(night)
    else await answer(night, 'on_site')
    await db().update(alarm).set({ level: 'critical', ring: 'worse', ringAt: A_WHILE_AGO })
    await farm.tellUnseen()
    // Whoever has just proven to be there is not rung at once; but it is another matter now, and others are told in turn.
    expect(await woken()).toEqual(isProven ? [] : ['Night 1.0'])
    await goOn(5.1)
    expect((await woken()).toSorted()).toEqual([
      'Boss 2.0',
      ...(isProven ? ['Night 1.2'] : ['Night 1.0', 'Night 1.2']),
    ])
  }
})

const says = async (values: Parameters<typeof report>[1]) => {
  report(hot, values)
  farm.now += 1_000
  await settled()
}
const comesBack = async (quietS: number) => {
  // Cool again: minutes of 33 °C would be an alarm of the platform's own.
  report(hot, { 'Climate/Temp/Avg': 24 })
  await clear()
  farm.now += quietS * 1_000
  await says({ 'Alarm/HighTemp': true })
}
const getsWorse = () => db().update(alarm).set({ level: 'emergency', ring: 'worse', ringAt: A_WHILE_AGO })
const pasts = {
  'a word': () => answer(night, 'going'),
  'a claim': () => answer(night, 'on_site'),
  'a cause': () => causeOf(night),
  proof: () => prove(night),
  'proof and a cause': () => prove(night).then(() => causeOf(night)),
}
const isProof = (past: keyof typeof pasts) => past.startsWith('proof')
const returns = [
  { name: 'is back within a quarter of an hour', comes: () => comesBack(300), count: 1 },
  { name: 'is back later', comes: () => comesBack(1_200), count: 2 },
  {
    name: 'is back while its controller held it',
    comes: async () => {
      await says({ 'Alarm/HighTemp': false, 'Latched/HighTemp': true })
      expect((await theAlarm()).latchedAt).not.toBeNull()
      await says({ 'Alarm/HighTemp': true })
    },
    count: 1,
  },
]
const inTheirWords = (Object.keys(pasts) as (keyof typeof pasts)[]).map(past => ({ past }))

test.each(returns.flatMap(back => inTheirWords.map(word => ({ ...back, ...word }))))(
  'what $name after $past is new again, and rung from the beginning, on and on',
  async ({ past, comes, count }) => {
    await pasts[past]()
    await db().delete(alarmEvent).where(sql`kind = 'told'`)
    await comes()
    await farm.tellUnseen()
    const rows = await alarmsOf(hot)
    expect(rows.map(({ code }) => code)).toEqual(Array.from({ length: count }, () => 'HighTemp'))
    expect(rows.at(-1)).toMatchObject({ condition: 'active', handling: 'new', handledBy: null })
    expect(await woken()).toEqual(['Night 1.0'])
    await goOn(5.1)
    expect((await woken()).toSorted()).toEqual(['Boss 2.0', 'Night 1.0', 'Night 1.2'])
  },
)

test.each(inTheirWords)(
  'what gets worse after $past is new again: everybody is woken but whoever has just proven to be there',
  async ({ past }) => {
    await pasts[past]()
    await db().delete(alarmEvent).where(sql`kind = 'told'`)
    await getsWorse()
    await farm.tellUnseen()
    expect(await theAlarm()).toMatchObject({ handling: 'new', handledBy: null })
    expect((await woken()).toSorted()).toEqual(isProof(past) ? ['Boss 1.0'] : ['Boss 1.0', 'Night 1.0'])
    await goOn(5.1)
    expect(await woken()).toContain('Night 1.2')
  },
)

test('who proved to be there a while ago may have left: what gets worse wakes them too', async () => {
  await prove(night)
  await db().delete(alarmEvent).where(sql`kind = 'told'`)
  await goOn(10)
  await getsWorse()
  await farm.tellUnseen()
  expect((await woken()).toSorted()).toEqual(['Boss 1.0', 'Night 1.0'])
})

test('what somebody said shows as held until they are rung again, and not at all in another chain; each sees it for themselves', async () => {
  const mine = async (person: Person | undefined) =>
    (await who(person).call(alarms.get, await params())).chain?.mine
  expect(await mine(night)).toBeNull()
  await answer(night, 'going')
  expect(await mine(night)).toEqual({ answer: 'going', isHeld: true })
  expect(await mine(boss)).toBeNull()
  // Whoever opens it second has seen it as well.
  await who(boss).call(alarms.seen, { ...(await params()), body: {} })
  expect(await mine(boss)).toEqual({ answer: 'seen', isHeld: true })
  // Opening it again takes nothing back.
  await who(night).call(alarms.seen, { ...(await params()), body: {} })
  expect(await mine(night)).toEqual({ answer: 'going', isHeld: true })
  await goOn(15.1)
  expect(await mine(night)).toEqual({ answer: 'going', isHeld: false })
  await answer(night, 'going')
  expect(await mine(night)).toEqual({ answer: 'going', isHeld: true })
  await getsWorse()
  await farm.tellUnseen()
  expect(await mine(night)).toBeNull()
})

describe('whoever is rung and on call because they may see alarms', () => {
  let hearer: Person
  beforeEach(async () => {
    hearer = await farm.app.as({ office: farm.app.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  })
  const statusOf = async (ask: Promise<{ statusCode: number }>) => (await ask).statusCode

  test('says that they have seen it, are on the way, there, or cannot come, and proves to be there', async () => {
    for (const each of ['seen', 'going', 'cannot', 'on_site'] as const) await answer(hearer, each)
    const of = { ...(await params()), body: {} }
    for (const step of [alarms.seen, alarms.going, alarms.onSite]) {
      await db().update(alarm).set({ handling: 'new' })
      expect(await statusOf(hearer.ask(step, of))).toBe(200)
    }
    await prove(hearer)
    await goOn(5.1)
    expect(await woken()).toEqual(['Night 1.0'])
  })

  test('neither gives its cause nor closes or shelves it', async () => {
    const of = await params()
    const asked = [
      hearer.ask(alarms.cause, { ...of, body: { cause: 'fan' } }),
      hearer.ask(alarms.solve, { ...of, body: { cause: 'fan' } }),
      hearer.ask(alarms.shelve, { ...of, body: { minutes: 5, reason: 'Belt' } }),
      hearer.ask(alarms.unshelve, { ...of, body: {} }),
    ]
    expect(await Promise.all(asked.map(statusOf))).toEqual([403, 403, 403, 403])
  })
})

test('the numbers of a farm are read without any alarm, whoever is on call first; staff and other farms get none of them', async () => {
  await db().delete(alarm)
  const worker = await grown('Worker')
  const numberOf = (name: string, isOnCall = false) => ({ name, phone: '+86 138 0534 2210', isOnCall })
  expect(await worker.call(alarms.numbers)).toEqual([numberOf('Night', true), numberOf('Boss')])
  // Nobody can call themselves.
  expect(await who(night).call(alarms.numbers)).toEqual([numberOf('Boss'), numberOf('Worker')])
  const other = await farm.app.as({ office: farm.app.offices.direct, kind: 2, grants: GRANTS })
  expect(await other.call(alarms.numbers)).toEqual([])
  const staff = await farm.app.as({ office: farm.app.offices.provider, kind: 1, grants: GRANTS })
  expect((await staff.ask(alarms.numbers)).statusCode).toBe(403)
})

describe('the code of the house', () => {
  const owner = () =>
    farm.app.as({ office: farm.app.offices.sharing, kind: 2, grants: ['chicken_home_manage:edit'] })

  test('says when it has hung there for a year, until there is a new one', async () => {
    const printer = await owner()
    const of = { params: { id: hot.houseId } }
    expect(await printer.call(houseCodes.show, of)).toMatchObject({ madeAt: null, isOld: false })
    const isOldAfter = async (days: number) => {
      await db()
        .update(houseCode)
        .set({ madeAt: new Date(Date.now() - days * 24 * 60 * MINUTE) })
        .where(eq(houseCode.houseId, hot.houseId))
      return (await printer.call(houseCodes.show, of)).isOld
    }
    expect(await printer.call(houseCodes.renew, of)).toMatchObject({ isOld: false })
    expect([await isOldAfter(364), await isOldAfter(366)]).toEqual([false, true])
    await printer.call(houseCodes.renew, of)
    expect(await printer.call(houseCodes.show, of)).toMatchObject({ isOld: false })
  })

  test('proves to be there and ends the chain; an old, invented or foreign one does not', async () => {
    const printer = await owner()
    const of = { params: { id: hot.houseId } }
    expect(await printer.call(houseCodes.show, of)).toMatchObject({ code: null })
    const old = await printer.call(houseCodes.renew, of)
    const { code } = await printer.call(houseCodes.renew, of)
    for (const wrong of [old.code ?? '', `${hot.houseId}.`, hot.houseId, 'x.y']) {
      const refused = await who(night).ask(alarms.arrive, { body: { code: wrong } })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().data).toMatchObject([{ field: 'code' }])
    }
    const stranger = await farm.app.as({ office: farm.app.offices.direct, kind: 2, grants: GRANTS })
    expect((await stranger.ask(alarms.arrive, { body: { code: code ?? '' } })).statusCode).toBe(400)
    const { alarmIds } = await who(night).call(alarms.arrive, { body: { code: code ?? '' } })
    expect(alarmIds).toEqual([(await theAlarm()).id])
    expect((await theAlarm()).handling).toBe('on_site')
    await goOn(60)
    expect(await woken()).toEqual(['Night 1.0'])
    const detail = await who(boss).call(alarms.get, await params())
    expect(detail).toMatchObject({ isUnproven: false, chain: { isOver: true, next: null } })
    expect(detail.events.at(-1)).toMatchObject({ answer: 'on_site', isProven: true, via: 'code' })
  })
})

describe('the gateway for calls', () => {
  const calledFor = async (person: Person | undefined) => {
    await callNotices(farm.app.services)
    const [call] = await db()
      .select()
      .from(phoneCall)
      .where(eq(phoneCall.accountId, who(person).accountId))
    return call?.id ?? ''
  }
  const post = (said: object, { secret = SECRET, at = Date.now(), body = JSON.stringify(said) } = {}) => {
    const seconds = String(Math.floor(at / 1_000))
    const signature = createHmac('sha256', secret)
      .update(`m1.${seconds}.${JSON.stringify(said)}`)
      .digest('base64')
    return farm.app.app.inject({
      method: 'POST',
      url: CALL_ANSWERS,
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': 'm1',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,${signature}`,
      },
    })
  }
  const said = (call: string, more: object = {}) => ({
    type: 'alarm.answer',
    call,
    result: 'answered',
    ...more,
  })

  const takenBack = async () => {
    await farm.app.services.store.transaction(SYSTEM, takeBackCalls)
    const [told] = await db().select().from(alarmEvent).where(sql`kind = 'told' and call_id is not null`)
    return [await db().$count(phoneCall), told?.callResult]
  }

  test('is not asked for a call once its alarm is over, but as long as somebody only says to be on the way or there', async () => {
    await calledFor(night)
    await answer(boss, 'going')
    expect(await takenBack()).toEqual([1, null])
    await answer(boss, 'on_site')
    expect(await takenBack()).toEqual([1, null])
    report(hot, { 'Alarm/HighTemp': false })
    await settled()
    // One that is being handed over rings, whatever is noted of it meanwhile.
    const due = (at: string) =>
      db()
        .update(phoneCall)
        .set({ dueAt: sql`now() + ${at}::interval` })
    await due('30 seconds')
    expect(await takenBack()).toEqual([1, null])
    await due('0')
    expect(await takenBack()).toEqual([0, 'needless'])
    // Nor for one that waits to be made.
    await db().update(noticeMessage).set({ callWanted: true, calledAt: null })
    expect(await calledFor(night)).toBe('')
  })

  test('is asked for what the call told besides, when only its gravest alarm is over', async () => {
    report(hot, { 'Alarm/AbsHighTemp': true })
    await settled()
    const id = await calledFor(night)
    report(hot, { 'Alarm/AbsHighTemp': false })
    await settled()
    await farm.app.services.store.transaction(SYSTEM, takeBackCalls)
    const next = await calledFor(night)
    expect(next).not.toBe(id)
    const [call] = await db().select().from(phoneCall).where(eq(phoneCall.id, next))
    expect(call?.content.text).toMatch(/High temperature/)
    expect(call?.content.text).not.toMatch(/Absolute/)
  })

  test('is asked though somebody gave a cause from bed, until it is over', async () => {
    await calledFor(night)
    await causeOf(boss)
    expect(await takenBack()).toEqual([1, null])
    await clear()
    expect(await takenBack()).toEqual([0, 'needless'])
  })

  test('is not asked once somebody has proven to be there', async () => {
    await calledFor(night)
    await who(boss).call(alarms.arrive, { body: { code: await printedCode() } })
    expect(await takenBack()).toEqual([0, 'needless'])
  })

  test('tells that nobody picked up, then what was pressed; a repeat changes nothing', async () => {
    const call = await calledFor(night)
    expect((await post(said(call, { result: 'noAnswer' }))).statusCode).toBe(200)
    const told = async () => (await who(boss).call(alarms.get, await params())).events
    expect((await told()).find(({ name }) => name === 'Night')).toMatchObject({ callResult: 'noAnswer' })
    expect((await post(said(call, { answer: 'going' }))).json()).toMatchObject({ data: { alarms: 1 } })
    expect((await post(said(call, { answer: 'going' }))).json()).toMatchObject({ data: { alarms: 0 } })
    await post(said(call, { result: 'noAnswer' }))
    const events = await told()
    expect(events.filter(({ kind }) => kind === 'answer')).toMatchObject([
      { answer: 'going', via: 'call', name: 'Night' },
    ])
    expect(events.find(({ name }) => name === 'Night')).toMatchObject({ callResult: 'answered' })
    expect(await theAlarm()).toMatchObject({ handling: 'going', handledBy: 'Night' })
    // What still waited to be told is taken back.
    expect(await db().$count(phoneCall, eq(phoneCall.accountId, who(night).accountId))).toBe(0)
  })

  test('is refused when forged, altered, old, unknown, late, of another alarm, or nonsense', async () => {
    const call = await calledFor(night)
    const right = said(call, { answer: 'seen' })
    const status = async (...args: Parameters<typeof post>) => (await post(...args)).statusCode
    expect(await status(right, { secret: 'another' })).toBe(401)
    expect(await status(right, { body: JSON.stringify({ ...right, answer: 'going' }) })).toBe(401)
    expect(await status(right, { at: Date.now() - 600_000 })).toBe(401)
    expect(await status(said('nobody', { answer: 'seen' }))).toBe(404)
    const foreign = await post({ ...right, alarm: 'another' })
    expect([foreign.statusCode, foreign.json().data[0].field]).toEqual([400, 'alarm'])
    expect(await status({ ...right, answer: 'on_site' })).toBe(400)
    // Our own call, sent back to us.
    expect(await status({ id: call, type: 'alarm.call', to: '1' })).toBe(400)
    await db().update(alarmEvent).set({ calledAt: sql`now() - interval '2 hours'` })
    expect(await status(right)).toBe(410)
    expect(await theAlarm()).toMatchObject({ handling: 'new', handledBy: null })
  })

  test('changes nothing in an alarm that has cleared or come back since', async () => {
    const call = await calledFor(night)
    await db().update(alarm).set({ chainFrom: sql`now()` }).where(sql`true`)
    expect((await post(said(call, { answer: 'seen' }))).json()).toMatchObject({ data: { alarms: 0 } })
    expect((await theAlarm()).handling).toBe('new')
  })
})
