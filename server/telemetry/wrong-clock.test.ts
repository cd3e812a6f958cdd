import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Alarms } from '#server/farm/alarms/alarms.ts'
import { startAlarmsAlone } from '#server/farm/alarms/testing/start-alone.ts'
import { SYSTEM } from '#server/platform/database/store.ts'
import { alarm } from '#server/platform/database/tables/alarms.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'
import { connectPeer, HUMIDITY, type Peer, TEMPERATURE } from './testing/peer.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const HIGH = { name: 'Alarm/HighTemp', alias: 8, datatype: DataType.Boolean }

/** The clock of this test, which nobody sets. */
const realNow = () => Math.round(performance.timeOrigin + performance.now())

let farm: DeviceFarm
let alarms: Alarms
let number = 0
beforeAll(async () => {
  farm = await deviceFarm()
  await startWatching()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(async () => {
  await alarms.stop()
  await farm.close()
})
async function startWatching() {
  const { store, events } = farm
  const devices = {
    latest: (id: string) => farm.devices.latest(id),
    stands: (id: string) => farm.devices.stands(id),
  }
  const log = Fastify({ logger: { level: process.env.TEST_LOG ?? 'silent' } }).log
  alarms = await startAlarmsAlone({ store, events, devices, log, graceMs: 0 })
}

/** Distance between two messages. ms */
const APART = 10

/** A house with a controller whose clock is off by `offMs`, ahead when positive. */
async function house() {
  number++
  const gateway = await farm.register(`GW-${number}`, 'gateway', farm.offices.sharing)
  const controller = await farm.register(`HC-${number}`, 'controller', farm.offices.sharing, gateway)
  const houseId = await farm.buildHouse(farm.offices.sharing, new Date(realNow() - 200 * DAY), controller)
  await alarms.stop()
  await startWatching()
  let peer: Peer
  let sent = 0
  let saidAt = 0
  const next = () => sent++ % 256
  const connect = async () => {
    peer = await connectPeer(farm.url, { code: gateway.code })
  }
  await connect()
  const timeBy = (offMs: number) => realNow() + offMs
  /** Of two samples with the same time only the first is kept, and receipt times are accurate to a few milliseconds. */
  const settle = async () => {
    while (realNow() <= saidAt + APART) await new Promise(setImmediate)
    saidAt = realNow()
  }
  let answered = 0
  const bear = async (
    offMs: number,
    cry?: { value: boolean; timestamp: number },
    temperature: number | null = null,
  ) => {
    const timestamp = timeBy(offMs)
    const bdSeq = { name: 'bdSeq', datatype: DataType.Int64, value: 0n, timestamp }
    sent = 0
    await peer.send('NBIRTH', { timestamp, seq: next(), metrics: [bdSeq] })
    const metrics = [TEMPERATURE, HUMIDITY, HIGH].map(metric => ({
      ...metric,
      timestamp,
      value: null,
      isNull: true,
      ...(cry && metric === HIGH && { ...cry, isNull: false }),
      ...(temperature !== null && metric === TEMPERATURE && { value: temperature, isNull: false }),
    }))
    await peer.send('DBIRTH', { timestamp, seq: next(), metrics }, controller.code)
  }
  /** Sends the births that the server has requested, with a clock that is off by `offMs`. */
  const answer = async (offMs: number, temperature: number, isAlarm: boolean) => {
    await eventually(peer.rebirthsAsked).toBeGreaterThan(answered)
    answered = peer.rebirthsAsked()
    await settle()
    await bear(offMs, { value: isAlarm, timestamp: timeBy(offMs) }, temperature)
  }
  /** Sends a reading; returns the message so that it can be sent again. */
  const say = async (offMs: number, temperature: number, isAlarm: boolean) => {
    await settle()
    const timestamp = saidAt + offMs
    const metrics = [
      { alias: TEMPERATURE.alias, datatype: DataType.Float, value: temperature, timestamp },
      { alias: HIGH.alias, datatype: DataType.Boolean, value: isAlarm, timestamp },
    ]
    const message = encodePayload({ timestamp, seq: next(), metrics })
    await peer.send('DDATA', message, controller.code)
    return message
  }
  const reports = () =>
    farm.rows<{ at: Date; temperature: number }>(
      'select at, "values"[1]::float8 as temperature from report where device = $1 and "values"[1] is not null order by at',
      [controller.serial],
    )
  const alarmsOf = async (code: string) => {
    const rows = await farm.store.scoped(SYSTEM).select().from(alarm).where(eq(alarm.code, code))
    // A message of a clock just set back might have been kept for as long: what it says is filed as past.
    return rows.filter(({ houseIds, live }) => live && houseIds.includes(houseId))
  }
  const latest = () => farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)
  return {
    controller,
    next,
    bear,
    answer,
    say,
    reports,
    alarmsOf,
    latest,
    connect,
    get peer() {
      return peer
    },
  }
}
type House = Awaited<ReturnType<typeof house>>

/** A wrong clock is corrected to within the transit time of a message, no better. ms */
const WAY = 10_000

/** Expects the house at 44 degrees, and an alarm about it. */
async function expectCry({ latest, alarmsOf }: House, since: number) {
  expect(latest()?.value).toBe(44)
  expect(latest()?.at).toBeGreaterThan(since - WAY)
  await alarms.settled()
  expect(await alarmsOf('HighTemp')).toMatchObject([{ condition: 'active', live: true }])
}

describe('a controller whose clock', () => {
  test.each([
    ['is set back a minute while it runs', MINUTE],
    ['is set back an hour while it runs', HOUR],
    ['is set back to the day it was built while it runs', 100 * DAY],
  ])('%s is heard, and its alarm with it', async (_, back) => {
    const it = await house()
    await it.bear(0)
    await it.say(0, 22, false)
    const since = realNow()
    await it.say(-back, 44, true)
    expect(it.latest()?.value).toBe(22)
    await it.answer(-back, 44, true)
    await expectCry(it, since)
    await it.say(-back, 23, false)
    await alarms.settled()
    expect(it.latest()?.value).toBe(23)
    expect(await it.alarmsOf('HighTemp')).toMatchObject([{ condition: 'cleared' }])
    await it.peer.end()
  })

  test('was an hour behind from its birth is heard, and so is its alarm', async () => {
    const it = await house()
    const since = realNow()
    await it.bear(-HOUR)
    await it.say(-HOUR, 44, true)
    await expectCry(it, since)
    await it.peer.end()
  })

  test('is set back an hour, followed by a new birth, is heard, and so is its alarm', async () => {
    const it = await house()
    await it.bear(0)
    await it.say(0, 22, false)
    await it.peer.end()
    await it.connect()
    const since = realNow()
    await it.bear(-HOUR)
    await it.say(-HOUR, 44, true)
    await expectCry(it, since)
    await it.peer.end()
  })

  test.each([
    ['ten minutes', 10 * MINUTE - 1],
    ['an hour', HOUR],
  ])('was %s ahead and is set right is heard, and its alarm with it', async (_, ahead) => {
    const it = await house()
    await it.bear(ahead)
    await it.say(ahead, 22, false)
    const since = realNow()
    await it.say(0, 44, true)
    await it.answer(0, 44, true)
    await expectCry(it, since - 1)
    await it.peer.end()
  })

  test('is wrong has a warning that says by how much, until it is right', async () => {
    const it = await house()
    await it.bear(0)
    await it.say(-HOUR, 22, false)
    await it.answer(-HOUR, 22, false)
    alarms.sweep()
    await alarms.settled()
    expect(await it.alarmsOf('ClockBehind')).toMatchObject([
      { condition: 'active', level: 'warning', value: 60 },
    ])
    await it.say(0, 22, false)
    alarms.sweep()
    await alarms.settled()
    expect(await it.alarmsOf('ClockBehind')).toMatchObject([{ condition: 'cleared' }])
    await it.say(5 * MINUTE, 22, false)
    alarms.sweep()
    await alarms.settled()
    expect(await it.alarmsOf('ClockAhead')).toMatchObject([{ condition: 'active', value: 5 }])
    await it.peer.end()
  })

  test('was set back has its reports stored at their time of receipt, and earlier ones stay', async () => {
    const it = await house()
    await it.bear(0)
    await it.say(0, 22, false)
    const since = realNow()
    await it.say(-HOUR, 43, true)
    await it.answer(-HOUR, 44, true)
    await it.say(-HOUR, 45, true)
    await it.say(-HOUR, 46, true)
    const reports = await it.reports()
    // What came before the birth might have been kept for an hour.
    expect(reports.map(({ temperature }) => temperature)).toEqual([43, 22, 44, 45, 46])
    for (const { at } of reports.slice(2)) expect(at.getTime()).toBeGreaterThan(since - WAY)
    await it.peer.end()
  })

  test('was set back has a message that came twice stored once, even after a restart of the server', async () => {
    const it = await house()
    await it.bear(0)
    await it.say(0, 22, false)
    const messages = [await it.say(-HOUR, 44, true)]
    await it.answer(-HOUR, 45, true)
    for (const temperature of [46, 47]) messages.push(await it.say(-HOUR, temperature, true))
    const stored = await it.reports()
    expect(stored).toHaveLength(5)
    await it.peer.send('DDATA', messages[2] as Uint8Array, it.controller.code)
    expect(await it.reports()).toEqual(stored)
    await it.peer.end()
    await farm.restart()
    await it.connect()
    for (const message of messages) await it.peer.send('DDATA', message, it.controller.code)
    expect(await it.reports()).toEqual(stored)
    await it.peer.end()
  })

  test('was set back has what it marks as historical stored at the times of then', async () => {
    const it = await house()
    await it.bear(0)
    await it.say(0, 22, false)
    await it.say(-HOUR, 44, true)
    await it.answer(-HOUR, 44, true)
    const before = realNow() - 2 * HOUR
    const past = { ...TEMPERATURE, value: 18, timestamp: before, isHistorical: true }
    const timestamp = realNow() - HOUR
    await it.peer.send('DDATA', { timestamp, seq: it.next(), metrics: [past] }, it.controller.code)
    expect((await it.reports())[0]).toEqual({ at: new Date(before), temperature: 18 })
    expect(it.latest()?.value).toBe(44)
    await it.peer.end()
  })
})

test.each([
  ['back', -HOUR],
  ['ahead', HOUR],
])(
  'houses are heard, and their alarms with them, when the clock of the server is set %s',
  async (_, step) => {
    const it = await house()
    await it.bear(0)
    await it.say(0, 22, false)
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + step)
    const since = realNow() + Math.min(step, 0)
    await it.say(0, 44, true)
    await expectCry(it, since)
    await it.say(0, 23, false)
    await alarms.settled()
    expect(it.latest()?.value).toBe(23)
    expect(await it.alarmsOf('HighTemp')).toMatchObject([{ condition: 'cleared' }])
    await it.peer.end()
  },
)

test('an alarm that began while the device was unheard stands when its birth says so, however old its time', async () => {
  const it = await house()
  await it.bear(0, { value: false, timestamp: realNow() - 40 * MINUTE })
  await it.bear(0, { value: true, timestamp: realNow() - 30 * MINUTE })
  await alarms.settled()
  expect(await it.alarmsOf('HighTemp')).toMatchObject([{ condition: 'active', live: true }])
  await it.peer.end()
})
