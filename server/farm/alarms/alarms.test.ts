import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import { alarms as alarmCalls } from '#shared/contracts/alarms.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { device, houseDevice } from '../../platform/database/tables/farms.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { alarmFarm, type Controller, GRACE_MS, MINUTE, SECOND } from './testing/alarm-farm.ts'

const farm = alarmFarm()
const { controller, report, start, restart, settled, alarmsOf, noticesOf, noticesOfFarmer } = farm

const db = () => farm.app.services.store.scoped(SYSTEM)
const ago = (minutes: number) => sql`now() - ${minutes} * interval '1 minute'`
const ofIt = (id = '', change: PgUpdateSetSource<typeof alarm>) =>
  db().update(alarm).set(change).where(eq(alarm.id, id))
/** Puts a controller into another house; returns once the server knows. */
async function moveTo(old: Controller, next: Pick<Controller, 'houseId'>) {
  const { houseId } = next
  await db().update(houseDevice).set({ houseId, main: false }).where(eq(houseDevice.deviceId, old.id))
  await farm.rereadHouses()
}

test('an alarm of the controller is raised once and cleared once, with the times of the device', async () => {
  const house = await controller()
  await start()
  const raisedAt = farm.now - 40 * SECOND
  report(house, { 'Alarm/PowerFail': true }, raisedAt)
  report(house, { 'Alarm/PowerFail': true }, raisedAt + 5 * SECOND)
  report(house, { 'Alarm/PowerFail': false }, raisedAt + 30 * SECOND)
  report(house, { 'Alarm/PowerFail': false }, raisedAt + 35 * SECOND)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    {
      code: 'PowerFail',
      level: 'emergency',
      source: 'controller',
      condition: 'cleared',
      handling: 'new',
      raisedAt: new Date(raisedAt),
      clearedAt: new Date(raisedAt + 30 * SECOND),
      repeats: 0,
      live: true,
    },
  ])
  expect(farm.told.map(({ change }) => change)).toEqual(['raised', 'cleared'])
})

test('the customer’s people who hold alarms are told of a grave one, once; of a warning nobody is', async () => {
  const stranger = await farm.app.as({
    office: farm.app.offices.closed,
    kind: 2,
    grants: ['house_alarm:query'],
  })
  const noAlarms = await farm.app.as({ office: farm.app.offices.sharing, kind: 2, grants: ['weather:query'] })
  const ofATeam = await farm.app.as({ office: farm.app.offices.team, kind: 2, grants: ['house_alarm:query'] })
  const notices: string[][] = []
  farm.app.services.events.on('notice', ({ accountIds }) => notices.push(accountIds))
  const house = await controller()
  await start()
  report(house, { 'Alarm/HighTemp': true, 'Alarm/SensorHum': true, 'Climate/Temp/Avg': 33 })
  await settled()
  const [grave, warning] = (await alarmsOf(house)).sort((a, b) => a.code.localeCompare(b.code))
  const receivers = (await noticesOf(grave?.id ?? '')).map(({ accountId }) => accountId)
  expect(receivers).toContain(farm.farmer.accountId)
  for (const other of [stranger, noAlarms, ofATeam]) expect(receivers).not.toContain(other.accountId)
  expect(new Set(receivers).size).toBe(receivers.length)
  expect(notices.flat()).toEqual(receivers)
  expect(await noticesOf(warning?.id ?? '')).toEqual([])
})

test('an alarm committed before a kill but not recorded is found at the start, with its own time', async () => {
  const house = await controller()
  report(house, { 'Alarm/AbsHighTemp': true }, farm.now - MINUTE)
  await start()
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { code: 'AbsHighTemp', raisedAt: new Date(farm.now - MINUTE) },
  ])
})

test('an active alarm is not raised again by restarts, and clears after them', async () => {
  const house = await controller()
  await start()
  report(house, { 'Alarm/WaterNone': true })
  await settled()
  for (let i = 0; i < 3; i++) await restart()
  report(house, { 'Alarm/WaterNone': true }, farm.now + SECOND)
  report(house, { 'Alarm/WaterNone': false }, farm.now + MINUTE)
  await settled()
  const found = await alarmsOf(house)
  expect(found).toMatchObject([{ condition: 'cleared', repeats: 0 }])
  expect(await noticesOfFarmer(found[0]?.id)).toBe(1)
  expect(farm.told.filter(({ change }) => change === 'raised')).toHaveLength(1)
})

test('an alarm that ended while the server was down is cleared at the start', async () => {
  const house = await controller()
  await start()
  report(house, { 'Alarm/WaterNone': true })
  await farm.stop()
  report(house, { 'Alarm/WaterNone': false }, farm.now + MINUTE)
  await start()
  await settled()
  expect(await alarmsOf(house)).toMatchObject([
    { condition: 'cleared', clearedAt: new Date(farm.now + MINUTE) },
  ])
})

describe.each(['PowerFail', 'SensorTemp3', 'FanGroupFault12', 'Maker 7: belt'])(
  'at a start the alarm %s',
  code => {
    const metric = `Alarm/${code}`
    /** Rings, and is what the database has of it after two starts from such a state. */
    async function afterTwoStarts(state: 'without it' | 'not told yet' | 'nothing is known' | MetricValue) {
      const house = await controller()
      await start()
      report(house, { 'Climate/Temp/Avg': 22, [metric]: true }, farm.now - MINUTE)
      await settled()
      await farm.stop()
      const { states } = farm.app.services.devices
      const known = states.get(house.id)
      if (!known) throw new Error('the device has no state')
      const readings = new Map(known.readings)
      const isTold = state !== 'without it' && state !== 'not told yet'
      if (isTold) readings.set(metric, { value: state, at: farm.now })
      else readings.delete(metric)
      const declared = new Set(['Climate/Temp/Avg', ...(state === 'without it' ? [] : [metric])])
      if (state === 'nothing is known') states.delete(house.id)
      else states.set(house.id, { ...known, readings, declared, lastMessageAt: null })
      const endedAt = farm.now
      for (let i = 0; i < 2; i++) {
        await start()
        farm.pass(10 * SECOND)
        await settled()
        await farm.stop()
      }
      return { endedAt, rows: await alarmsOf(house) }
    }

    test('is over when a birth without it came meanwhile', async () => {
      const { endedAt, rows } = await afterTwoStarts('without it')
      expect(rows).toMatchObject([
        { code, condition: 'cleared', endReason: 'gone', clearedAt: new Date(endedAt), repeats: 0 },
      ])
      expect(farm.told.map(({ change }) => change)).toEqual(['raised', 'cleared'])
    })

    test.each([
      ['its device has said nothing since and had it active', true],
      ['its device had no value for it', null],
      ['the last birth has it, whatever it said', 'not told yet'],
      ['nothing is known of its device', 'nothing is known'],
    ] as const)('still stands when %s', async (_, state) => {
      const { rows } = await afterTwoStarts(state)
      expect(rows).toMatchObject([
        { code, condition: 'active', endReason: null, clearedAt: null, repeats: 0 },
      ])
      expect(farm.told.map(({ change }) => change)).toEqual(['raised'])
    })
  },
)

test('at a start the alarms of the platform need no metric of their own', async () => {
  const house = await controller()
  await start()
  report(house, { 'Power/MainsOk': false, 'Vent/Mode': 1 })
  farm.pass(MINUTE)
  await settled()
  await restart()
  await settled()
  expect(await alarmsOf(house)).toMatchObject([{ code: 'MainsLost', condition: 'active' }])
})

test('a grave alarm that comes back counts as the same one and rings each time; after a quarter of an hour it is new', async () => {
  const house = await controller()
  await start()
  for (let i = 0; i < 5; i++) {
    report(house, { 'Alarm/PhaseLoss': true }, farm.now + 2 * i * MINUTE)
    report(house, { 'Alarm/PhaseLoss': false }, farm.now + 2 * i * MINUTE + 20 * SECOND)
    await settled()
  }
  const [repeated] = await alarmsOf(house)
  expect(await alarmsOf(house)).toMatchObject([{ repeats: 4, condition: 'cleared', flipping: false }])
  expect(await noticesOfFarmer(repeated?.id)).toBe(5)
  report(house, { 'Alarm/PhaseLoss': true }, farm.now + 30 * MINUTE)
  await settled()
  expect(await alarmsOf(house)).toHaveLength(2)
})

describe('an alarm that comes and goes', () => {
  const PHASE = 'Alarm/PhaseLoss'
  /** There and gone again, each for some seconds; ends with it gone. */
  async function flip(house: Controller, times: number) {
    for (let i = 0; i < times; i++) {
      report(house, { [PHASE]: true }, farm.now)
      report(house, { [PHASE]: false }, farm.now + 4 * SECOND)
      farm.now += 8 * SECOND
      await settled()
    }
  }

  test('is one that stands, told once and then at growing distances, until it has been quiet', async () => {
    const house = await controller()
    const alarms = await start()
    await flip(house, 10)
    const [flipping] = await alarmsOf(house)
    expect(await alarmsOf(house)).toMatchObject([{ condition: 'active', flipping: true, repeats: 9 }])
    expect(farm.told.map(({ change }) => change)).toEqual([
      'raised',
      'cleared',
      'raised',
      'cleared',
      'raised',
    ])
    const told = () => noticesOfFarmer(flipping?.id)
    /** People were told so long ago, and it flips once more. */
    const later = async (minutes: number) => {
      await ofIt(flipping?.id, { rungAt: ago(minutes), ringAt: null, ring: null })
      await flip(house, 1)
      return told()
    }
    expect(await told()).toBe(1)
    expect([await later(1.9), await later(2.1)]).toEqual([1, 2])
    expect([await later(3.9), await later(4.1), await later(7.9), await later(8.1)]).toEqual([2, 3, 3, 4])
    farm.now += MINUTE
    alarms.sweep()
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ condition: 'cleared', repeats: 15 }])
    // Come back after that, it rings at once.
    report(house, { [PHASE]: true }, farm.now)
    await settled()
    expect(await alarmsOf(house)).toMatchObject([{ condition: 'active', repeats: 16, flipping: false }])
    expect(await told()).toBe(5)
  })

  test('and stays rings later, unless somebody has seen that it came back', async () => {
    const [stays, seen] = [await controller(), await controller()]
    await start()
    for (const house of [stays, seen]) {
      await flip(house, 4)
      report(house, { [PHASE]: true }, farm.now)
    }
    await settled()
    const [[left], [looked]] = [await alarmsOf(stays), await alarmsOf(seen)]
    const own = await farm.app.as({ office: farm.app.offices.sharing, kind: 2, grants: ['house_alarm:edit'] })
    await own.call(alarmCalls.seen, { params: { id: looked?.id ?? '' }, body: {} })
    await db()
      .update(alarm)
      .set({ ringAt: ago(1) })
      .where(isNotNull(alarm.ringAt))
    await farm.tellUnseen()
    expect([await noticesOfFarmer(left?.id), await noticesOfFarmer(looked?.id)]).toEqual([2, 1])
  })

  test('starts anew in another house', async () => {
    const [old, next] = [await controller(), await controller()]
    await start()
    await flip(old, 4)
    await moveTo(old, next)
    report(old, { [PHASE]: true }, farm.now + SECOND)
    await settled()
    expect(await alarmsOf(old)).toMatchObject([{ condition: 'cleared', endReason: 'moved' }])
    expect(await alarmsOf(next)).toMatchObject([{ condition: 'active', repeats: 0 }])
  })
})

test('a second power failure rings on every channel and counts as unseen, though somebody is on the way', async () => {
  const { accountId } = farm.farmer
  const db = farm.app.services.store.scoped(SYSTEM)
  await db.update(account).set({ email: 'farmer@farm.example' }).where(eq(account.id, accountId))
  const house = await controller()
  await start()
  const failAgain = (minute: number) => {
    report(house, { 'Alarm/PowerFail': false, 'Alarm/SensorHum': false }, farm.now + minute * MINUTE)
    report(house, { 'Alarm/PowerFail': true, 'Alarm/SensorHum': true }, farm.now + (minute + 1) * MINUTE)
  }
  const handled = (handling: 'seen' | 'going') =>
    db
      .update(alarm)
      .set({ handling, handledBy: 'Li', handledAt: new Date() })
      .where(eq(alarm.subjectId, house.id))
  report(house, { 'Alarm/PowerFail': true, 'Alarm/SensorHum': true })
  await settled()
  await handled('seen')
  failAgain(2)
  await settled()
  const [power, warning] = (await alarmsOf(house)).sort((a, b) => a.code.localeCompare(b.code))
  expect(power).toMatchObject({ code: 'PowerFail', repeats: 1, handling: 'new', handledBy: null })
  expect(warning).toMatchObject({ code: 'SensorHum', repeats: 1, handling: 'seen', handledBy: 'Li' })
  const messages = (await noticesOf(power?.id)).filter(message => message.accountId === accountId)
  expect(messages).toMatchObject([
    { readAt: null, mailWanted: true },
    { readAt: null, mailWanted: true },
  ])
  expect(await noticesOfFarmer(warning?.id)).toBe(0)
  await handled('going')
  failAgain(4)
  await settled()
  // Their word was of the failure before: they are rung for this one, and may have turned back when it was over.
  const after = new Map((await alarmsOf(house)).map(({ code, handling }) => [code, handling]))
  expect(after).toEqual(
    new Map([
      ['PowerFail', 'new'],
      ['SensorHum', 'going'],
    ]),
  )
  expect(await noticesOfFarmer(power?.id)).toBe(3)
})

test('a message names the likely cause and what to check first, in whatever order a sample reports them', async () => {
  const house = await controller()
  await start()
  const at = farm.now - MINUTE
  report(house, { 'Alarm/AbsHighTemp': true, 'Alarm/PowerFail': true }, at)
  await settled()
  const [effect, cause] = (await alarmsOf(house)).sort((a, b) => a.code.localeCompare(b.code))
  const titleOf = async (id?: string) => (await noticesOf(id))[0]?.title
  const check = {
    'en-US':
      'Open the emergency inlets and both end doors at once, in winter too: without fans the birds soon suffocate. Check supply and generator.',
    'zh-CN': '请立即打开应急通风口和两端大门，冬天也要开：没有风机，鸡群很快会闷死。请检查供电和发电机。',
  }
  const likely = (await titleOf(effect?.id)) ?? { 'en-US': '', 'zh-CN': '' }
  expect(likely['en-US']).toMatch(
    /: Absolute high temperature\. Likely cause: the mains failed at \d\d:\d\d\. Open/,
  )
  expect(likely['en-US']).toContain(check['en-US'])
  expect(likely['zh-CN']).toMatch(/：绝对高温报警。可能原因：\d\d:\d\d 市电中断。/)
  const own = (await titleOf(cause?.id)) ?? { 'en-US': '', 'zh-CN': '' }
  expect(own['en-US']).toMatch(new RegExp(`: Power failure\\. ${check['en-US']}$`))
  expect(own['zh-CN']).toMatch(new RegExp(`：停电报警。${check['zh-CN']}$`))
})

test('an alarm of the controller shows the limit set there; without one it shows none', async () => {
  const [told, silent] = [await controller(), await controller()]
  await start()
  const hot = { 'Climate/Temp/Avg': 41, 'Climate/Temp/Target': 20, 'Alarm/AbsHighTemp': true }
  report(told, { ...hot, 'Settings/Temp/AbsHighAlarm': 40 })
  report(silent, hot)
  await settled()
  expect(await alarmsOf(told)).toMatchObject([{ value: 41, limit: 40, target: 20 }])
  expect(await alarmsOf(silent)).toMatchObject([{ value: 41, limit: null, target: 20 }])
})

test('a sample overtaken by a newer one changes no active alarm', async () => {
  const house = await controller()
  await start()
  report(house, { 'Alarm/InletStuck': true }, farm.now)
  report(house, { 'Alarm/InletStuck': false }, farm.now - 10 * SECOND)
  await settled()
  expect(await alarmsOf(house)).toMatchObject([{ condition: 'active' }])
})

test('a controller that no longer serves a house leaves no alarm behind', async () => {
  const house = await controller()
  const alarms = await start()
  report(house, { 'Alarm/HighTemp': true })
  await alarms.settled()
  const { store, events } = farm.app.services
  await store.scoped(SYSTEM).update(device).set({ deletedAt: new Date() }).where(eq(device.id, house.id))
  const cleared = new Promise(resolve => events.once('alarm', resolve))
  events.emit('registry', { deviceIds: [house.id] })
  await cleared
  expect(await alarmsOf(house)).toMatchObject([{ condition: 'cleared', endReason: 'deleted' }])
})

test('a controller that serves another house takes its alarm there; the old one says why it ended', async () => {
  const [old, next] = [await controller(), await controller()]
  await start()
  report(old, { 'Alarm/HighTemp': true })
  await settled()
  await moveTo(old, next)
  await expect.poll(() => alarmsOf(next)).toHaveLength(1)
  expect(await alarmsOf(old)).toMatchObject([{ condition: 'cleared', endReason: 'moved' }])
  expect(await alarmsOf(next)).toMatchObject([{ condition: 'active', endReason: null, repeats: 0 }])
})

test('what a disabled device said ends with that reason, and its silence is not missed', async () => {
  const house = await controller()
  const alarms = await start()
  report(house, { 'Alarm/InletStuck': true })
  const { store, events } = farm.app.services
  events.emit('status', { deviceId: house.id, from: 'ONLINE', to: 'DISABLE', at: farm.now, reason: null })
  farm.now += GRACE_MS + 10 * MINUTE
  alarms.sweep()
  await settled()
  const ended = [{ code: 'InletStuck', condition: 'cleared', endReason: 'disabled' }]
  expect(await alarmsOf(house)).toMatchObject(ended)
  await store.scoped(SYSTEM).update(device).set({ status: 'DISABLE' }).where(eq(device.id, house.id))
  await restart()
  await settled()
  expect(await alarmsOf(house)).toMatchObject(ended)
})

test('alarms are kept 3 years, active ones as long as they last', async () => {
  const house = await controller()
  await start()
  for (const code of ['PowerFail', 'PhaseLoss', 'WaterNone']) report(house, { [`Alarm/${code}`]: true })
  report(house, { 'Alarm/PowerFail': false, 'Alarm/WaterNone': false }, farm.now + SECOND)
  await settled()
  const longAgo = sql`now() - interval '3 years 1 day'`
  const db = farm.app.services.store.scoped(SYSTEM)
  const of = (code: string) => and(eq(alarm.subjectId, house.id), eq(alarm.code, code))
  await db.update(alarm).set({ raisedAt: longAgo, clearedAt: longAgo }).where(of('PowerFail'))
  await db.update(alarm).set({ raisedAt: longAgo }).where(of('PhaseLoss'))
  await restart()
  await settled()
  expect((await alarmsOf(house)).map(({ code }) => code)).toEqual(['PhaseLoss', 'WaterNone'])
})
