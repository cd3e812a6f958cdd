import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fieldsOf } from '#shared/register-maps/values.ts'
import { commandResults } from '#shared/setting-changes.ts'
import { type Bus, openBus } from '../bus.ts'
import { loadMap } from '../config.ts'
import type { Counters } from '../counters.ts'
import { type Desk, settingsDesk } from '../desk.ts'
import type { DeskMemory } from '../desk-memory.ts'
import type { Place } from '../setting-writer.ts'
import { type UnitReader, unitReader } from '../unit-reader.ts'
import { eventually } from './eventually.ts'
import { type ModbusPeer, noPymodbus, startPeer } from './peer.ts'

const OFFSET = 'Settings/Temp/TargetOffset'
const HUMID = 'Settings/Humid/On'
const [OFFSET_AT, HUMID_AT] = [100, 102]
const [ONE, OTHER] = [10, 11]
const noCounters: Counters = { follow: () => null }

/** A house whose settings lie in two units, each on a bus of its own: the offset in one, humidity in the other. */
describe.skipIf(noPymodbus)(`settings in two units${noPymodbus}`, () => {
  let peers: Map<number, ModbusPeer>
  let buses: Bus[]
  let readers: UnitReader[]
  let desk: Desk
  let memory: DeskMemory | null
  let time: number
  let count: number
  let life = 0
  beforeEach(async () => {
    peers = new Map()
    buses = []
    readers = []
    memory = null
    time = Date.now()
    count = 0
    for (const unit of [ONE, OTHER]) {
      const peer = await startPeer([unit], 'tcp', 0)
      await peer.set(unit, 'holding', 100, 0, 0, 50, 55, 60)
      peers.set(unit, peer)
    }
    await begin()
  })
  afterEach(async () => {
    end()
    for (const peer of peers.values()) await peer.stop()
  })

  const peerOf = (unit: number) => peers.get(unit) as ModbusPeer
  function end(): void {
    // One that was killed writes nothing down any more.
    life++
    for (const reader of readers.splice(0)) reader.stop()
    for (const bus of buses.splice(0)) bus.close()
  }
  /** A start of the gateway, with what an earlier one left. */
  async function begin(): Promise<void> {
    const map = await loadMap('example-climate-computer', '.')
    const places = new Map<string, Place>()
    const own = life
    for (const [unit, name] of [
      [ONE, OFFSET],
      [OTHER, HUMID],
    ] as const) {
      const bus = openBus({ name: `bus ${unit}`, tcp: { host: '127.0.0.1', port: peerOf(unit).port } })
      const fields = fieldsOf(map).filter(({ setting }) => setting === name)
      const reader = unitReader({
        unit: { bus: bus.name, unit, map: { ...map, manner: { ...map.manner, timeoutMs: 300 } }, fields },
        bus,
        counters: noCounters,
        onReading: () => {},
        onLife: () => desk?.resume(),
        say: () => {},
      })
      for (const field of fields) places.set(name, { name, field, reader })
      buses.push(bus)
      readers.push(reader)
    }
    desk = settingsDesk({
      places,
      locks: [],
      keeper: {
        value: structuredClone(memory),
        save(value) {
          if (own === life) memory = structuredClone(value)
          return true
        },
      },
      now: () => time,
      tell: () => {},
      say: () => {},
    })
    for (const reader of readers) reader.start()
    await eventually(() => readers.some(reader => reader.isAlive())).toBe(true)
  }
  const alive = (...which: boolean[]) =>
    eventually(() => readers.map(reader => reader.isAlive() === true)).toEqual(which)
  const offset = () =>
    peerOf(ONE)
      .get(ONE, 'holding', OFFSET_AT)
      .then(([word]) => word)
  const humid = () =>
    peerOf(OTHER)
      .get(OTHER, 'holding', HUMID_AT)
      .then(([word]) => word)
  async function send(more: object = {}) {
    await alive(true, true)
    const id = `c${++count}`
    desk.execute({
      id,
      expectedVersion: undefined,
      expiresAt: undefined,
      revertAt: undefined,
      returns: undefined,
      settings: { [OFFSET]: 2, [HUMID]: 45 },
      unknown: undefined,
      ...more,
    })
    return { id, answered: () => eventually(() => desk.state().last?.id).toBe(id) }
  }

  test('are set together', async () => {
    await (await send()).answered()
    expect(desk.state().last?.result).toBe(commandResults.ok)
    expect([await offset(), await humid()]).toEqual([20, 45])
  })

  test('are as they were in both when the second refuses', async () => {
    await peerOf(OTHER).order({ clamp: { unit: OTHER, address: HUMID_AT, low: 50, high: 60 } })
    await (await send()).answered()
    expect(desk.state().last).toMatchObject({ result: commandResults.notAuthorised })
    expect([await offset(), await humid()]).toEqual([0, 50])
    expect(desk.known(OFFSET)).toBe(0)
  })

  test('that cannot be set back are told as half done, with what stands where', async () => {
    await peerOf(OTHER).order({ clamp: { unit: OTHER, address: HUMID_AT, low: 50, high: 60 } })
    // It takes the new value, and not the old one again.
    await peerOf(ONE).order({ clamp: { unit: ONE, address: OFFSET_AT, low: 10, high: 30 } })
    await (await send()).answered()
    expect(desk.state().last).toMatchObject({
      result: commandResults.readBackMismatch,
      message: expect.stringMatching(/^half done: .*not set back: .*TargetOffset in unit 10 of bus 10$/),
    })
    expect(desk.known(OFFSET)).toBe(await offset().then(word => (word ?? 0) / 10))
    expect(await humid()).toBe(50)
  })

  test('cut off by a kill between the two are ended when both answer', async () => {
    await send()
    await expect.poll(() => peerOf(ONE).wrote.length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0)
    end()
    await begin()
    await eventually(() => Promise.all([offset(), humid()])).toEqual([20, 45])
    await eventually(() => desk.state().last?.result).toBe(commandResults.ok)
  })

  test('cut off by a kill, with a unit that never answers again, are set back in the other once their time is over', async () => {
    await send({ expiresAt: time + 60_000 })
    await expect.poll(() => peerOf(ONE).wrote.length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0)
    end()
    await peerOf(OTHER).stop()
    time += 61_000
    await begin()
    await alive(true, false)
    desk.tick()
    await eventually(offset).toBe(0)
    await eventually(() => desk.state().last).toMatchObject({
      result: commandResults.readBackMismatch,
      message: expect.stringContaining('does not answer any more; the others are set back'),
    })
  })

  test('that were temporary return in each unit by itself: a silent one does not hold up the other', async () => {
    const until = time + 3_600_000
    await (await send({ revertAt: until })).answered()
    await peerOf(OTHER).stop()
    await alive(true, false)
    desk.tick()
    expect(await offset()).toBe(20)
    time = until
    desk.tick()
    await eventually(offset).toBe(0)
    await eventually(() => desk.state().planned).toEqual([{ at: until, values: { [HUMID]: 50 } }])
  })
})
