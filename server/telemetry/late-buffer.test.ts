import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Alarms } from '#server/farm/alarms/alarms.ts'
import { startAlarmsAlone } from '#server/farm/alarms/testing/start-alone.ts'
import { SYSTEM } from '#server/platform/database/store.ts'
import { alarm } from '#server/platform/database/tables/alarms.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm } from './testing/farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from './testing/peer.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const POWER = { name: 'Alarm/PowerFail', alias: 8, datatype: DataType.Boolean }
/** Reports in a buffer. */
const REPORTS = 120
/** The value that births report; those of the buffer are 0 to 119. */
const PRESENT = 200

let farm: DeviceFarm
let alarms: Alarms

interface Controller {
  peer: Peer
  /** Births with a value and whether the power has failed, at the node's clock. */
  bear(isOut: boolean, value?: number | null): Promise<void>
  /** A report of the buffer, written at this server time. */
  keep(index: number, at: number, isOut: boolean, isHistorical: boolean): Promise<void>
  /** A report of now. */
  say(isOut: boolean): Promise<void>
}

/** A house whose controller has a clock that is off by `offMs`, ahead when positive. */
async function build(name: string, offMs: number) {
  const { sharing } = farm.offices
  const gateway = await farm.register(`GW-${name}`, 'gateway', sharing)
  const controller = await farm.register(`HC-${name}`, 'controller', sharing, gateway)
  const houseId = await farm.buildHouse(sharing, new Date(Date.now() - 400 * 24 * HOUR), controller)
  return {
    async connect(): Promise<Controller> {
      const peer = await connectPeer(farm.url, { code: gateway.code })
      const send = (type: string, value: number | null, isOut: boolean, at: number, more: object = {}) => {
        const timestamp = at + offMs
        const metrics = [
          { ...TEMPERATURE, value, isNull: value === null, timestamp, ...more },
          { ...POWER, value: isOut, timestamp, ...more },
        ]
        return peer.send(type, { timestamp, seq: peer.seq(), metrics }, controller.code)
      }
      return {
        peer,
        async bear(isOut, value = PRESENT) {
          await peer.nodeBirth()
          await send('DBIRTH', value, isOut, Date.now())
        },
        keep: (index, at, isOut, isHistorical) =>
          send('DDATA', index, isOut, at, isHistorical ? { isHistorical } : {}),
        say: isOut => send('DDATA', PRESENT, isOut, Date.now()),
      }
    },
    latest: () => farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value,
    async stored() {
      const rows = await farm.rows<{ at: Date; value: number }>(
        `select at, "values"[1]::float8 as value from report where device = $1 and "values"[1] < $2`,
        [controller.serial, REPORTS],
      )
      return new Map(rows.map(({ at, value }) => [value, at.getTime()]))
    },
    async alarms() {
      await alarms.settled()
      const rows = await farm.store.scoped(SYSTEM).select().from(alarm).where(eq(alarm.code, 'PowerFail'))
      return rows.flatMap(({ live, houseIds, condition }) =>
        live && houseIds.includes(houseId) ? condition : [],
      )
    },
  }
}
type House = Awaited<ReturnType<typeof build>>

/** Sends the buffer: `send` takes a report's number. */
type Way = (
  it: Controller,
  send: (index: number) => Promise<void>,
  said: { isOut: boolean; isHistorical: boolean },
) => Promise<void>
const all = Array.from({ length: REPORTS }, (_, index) => index)

const ways: [string, Way][] = [
  ['in one part', async (_, send) => void (await Promise.all(all.map(send)))],
  [
    'in five parts, with reports of now between them',
    async (it, send, { isOut }) => {
      for (let part = 0; part < 5; part++) {
        await Promise.all(all.filter(index => index % 5 === part).map(send))
        await it.say(isOut)
      }
    },
  ],
  [
    'one by one, answering each request for births',
    async (it, send, { isOut, isHistorical }) => {
      let answered = 0
      for (const index of all) {
        await send(index)
        if (index === 1 && !isHistorical) await eventually(it.peer.rebirthsAsked).toBeGreaterThan(0)
        if (it.peer.rebirthsAsked() === answered) continue
        answered = it.peer.rebirthsAsked()
        await it.bear(isOut)
      }
    },
  ],
  [
    'one by one, answering no request',
    async (_, send) => {
      for (const index of all) await send(index)
    },
  ],
  ['newest first', async (_, send) => void (await Promise.all(all.toReversed().map(send)))],
]

const clocks: [string, number][] = [
  ['right', 0],
  ['five minutes ahead', 5 * MINUTE],
  ['three hours ahead', 3 * HOUR],
  ['three hours behind', -3 * HOUR],
]
const marks: [string, number, boolean][] = [
  ['without a mark, of 20 minutes', 10 * SECOND, false],
  ['without a mark, of two minutes', SECOND, false],
  ['marked as historical', 10 * SECOND, true],
]
const outages: [string, boolean][] = [
  ['an outage of the power that is over raises no alarm', false],
  ['one that lasts is not cleared', true],
]

const houses = new Map<string, House>()
const nameOf = (...parts: unknown[]) => parts.join('-').replaceAll(/[^a-z0-9-]/gi, '')

/** Half an hour ago all nodes were born, so that the wrong clocks are known. */
beforeAll(async () => {
  farm = await deviceFarm()
  for (const [clock, offMs] of clocks)
    for (const [way] of ways)
      for (const [mark] of marks)
        for (const [outage] of outages) {
          const name = nameOf(clock, houses.size)
          houses.set(nameOf(clock, way, mark, outage), await build(name, offMs))
        }
  await Promise.all(
    [...houses.values()].map(async house => {
      const it = await house.connect()
      // Without a value, whose time might be that of one in the buffer.
      await it.bear(false, null)
      await it.peer.end()
    }),
  )
  await farm.rows('update device_state set clock_from_ms = clock_from_ms - $1 where clock_shift_ms <> 0', [
    30 * MINUTE,
  ])
  await farm.restart()
  const { store, events } = farm
  const log = Fastify({ logger: { level: process.env.TEST_LOG ?? 'silent' } }).log
  alarms = await startAlarmsAlone({ store, events, devices: farm.devices, log, graceMs: 0 })
})
afterAll(async () => {
  await alarms.stop()
  await farm.close()
})

describe.each(clocks)('a node whose clock is %s sends what it kept', (clock, offMs) => {
  describe.each(ways)('%s', (wayName, way) => {
    describe.each(marks)('%s: all has its own time', (mark, apart, isHistorical) => {
      test.each(outages)('%s', async (outage, isOut) => {
        const house = houses.get(nameOf(clock, wayName, mark, outage)) as House
        const it = await house.connect()
        const end = Date.now()
        await it.bear(isOut)
        const stood = await house.alarms()
        expect(stood).toEqual(isOut ? ['active'] : [])
        const timeOf = (index: number) => end - (REPORTS - index) * apart
        // The first half says the opposite of what is true now.
        const send = (index: number) =>
          it.keep(index, timeOf(index), index < REPORTS / 2 ? !isOut : isOut, isHistorical)
        await way(it, send, { isOut, isHistorical })
        const stored = await house.stored()
        expect(all.filter(i => Math.abs((stored.get(i) ?? 0) - timeOf(i)) > trueTo(offMs))).toEqual([])
        expect(house.latest()).toBe(PRESENT)
        expect(await house.alarms()).toEqual(stood)
        await it.peer.end()
      })
    })
  })
})

/** How exactly the times of a clock are known: a wrong one is corrected by what it showed at a birth. ms */
function trueTo(offMs: number): number {
  if (Math.abs(offMs) > 10 * MINUTE) return 2 * SECOND
  // Not corrected: its own times are kept.
  return Math.abs(offMs) + 2
}
