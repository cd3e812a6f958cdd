import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { type Field, type FieldValue, fieldsOf, meaningOf } from '#shared/register-maps/values.ts'
import { type Bus, openBus } from '../bus.ts'
import { loadMap } from '../config.ts'
import type { Counters } from '../counters.ts'
import type { ModbusError } from '../modbus/pdu.ts'
import { type Reading, type UnitReader, unitReader } from '../unit-reader.ts'
import { eventually } from './eventually.ts'
import { ended, type ModbusPeer, noPymodbus, startPeer, without } from './peer.ts'
import { type BadWire, badWire } from './relay.ts'

const noSocat = without('socat')
const noMbpoll = without('mbpoll')
const CO2 = 'Air/CO2/S#'

const noCounters: Counters = { follow: () => null }

/** A device of a shipped map, read on a bus. */
async function reading(bus: Bus, unit: number, map = 'seeed-s-co2-03') {
  const registers = await loadMap(map, '.')
  const seen: FieldValue[] = []
  const lives: boolean[] = []
  const reader: UnitReader = unitReader({
    unit: {
      bus: bus.name,
      unit,
      map: { ...registers, manner: { ...registers.manner, timeoutMs: 300 } },
      fields: fieldsOf(registers).map(field => ({ ...field, everyS: 0.3 })),
    },
    bus,
    counters: noCounters,
    onReading: ({ values }: Reading) => {
      for (const [field, value] of values) if (field.metric === CO2) seen.push(value)
    },
    onLife: isAlive => lives.push(isAlive),
    say: () => {},
  })
  reader.start()
  return { reader, seen, lives }
}

describe.skipIf(noPymodbus || noSocat)(`a serial line${noPymodbus}${noSocat}`, () => {
  let folder: string
  const children: ChildProcess[] = []
  let peer: ModbusPeer | undefined
  let bus: Bus | undefined
  afterEach(async () => {
    bus?.close()
    await peer?.stop()
    for (const child of children.splice(0)) await ended(child, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  /** Two serial ports that are joined. */
  async function cable(): Promise<[string, string]> {
    folder = mkdtempSync(join(tmpdir(), 'smart-farm-cable-'))
    const [near, far] = [join(folder, 'near'), join(folder, 'far')]
    children.push(spawn('socat', [`pty,raw,echo=0,link=${near}`, `pty,raw,echo=0,link=${far}`]))
    await eventually(() => existsSync(near) && existsSync(far)).toBe(true)
    return [near, far]
  }

  test('carries several devices, with every function of Modbus', async () => {
    const [near, far] = await cable()
    peer = await startPeer([45, 46], 'rtu', far, 19_200)
    await peer.set(45, 'input', 0, 1850, 2340, 5500)
    await peer.set(46, 'input', 0, 2100, 2340, 5500)
    bus = openBus({ name: 'wire', serial: { path: near, baud: 19_200, parity: 'none', stopBits: 1 } })
    const [one, other] = [await reading(bus, 45), await reading(bus, 46)]
    await eventually(() => [one.seen.at(-1), other.seen.at(-1)]).toEqual([1850, 2100])

    const write = { kind: 'write', unit: 45, address: 5 } as const
    await bus.ask({ ...write, table: 'coil', words: [1], way: 'single' }, 2_000)
    await bus.ask({ ...write, table: 'coil', address: 8, words: [1, 0, 1], way: 'multiple' }, 2_000)
    await bus.ask({ ...write, table: 'holding', words: [42], way: 'single' }, 2_000)
    await bus.ask({ ...write, table: 'holding', address: 6, words: [43, 44], way: 'multiple' }, 2_000)
    const back = await bus.ask(
      { ...write, table: 'holding', address: 8, words: [45], way: 'readWrite' },
      2_000,
    )
    expect(back).toEqual([45])
    expect(await peer.get(45, 'holding', 5, 4)).toEqual([42, 43, 44, 45])
    expect(await peer.get(45, 'coil', 5, 6)).toEqual([1, 0, 0, 1, 0, 1])
    for (const table of ['coil', 'discrete', 'holding', 'input'] as const)
      expect(await bus.ask({ kind: 'read', unit: 45, table, address: 5, count: 6 }, 2_000)).toEqual(
        await peer.get(45, table, 5, 6),
      )
    one.reader.stop()
    other.reader.stop()
  })
})

describe.skipIf(noPymodbus || noSocat)(`an adapter${noPymodbus}${noSocat}`, () => {
  test('that is unplugged and plugged in again is opened again, and read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'smart-farm-cable-'))
    const [near, far] = [join(folder, 'near'), join(folder, 'far')]
    const plugIn = async () => {
      const socat = spawn('socat', [`pty,raw,echo=0,link=${near}`, `pty,raw,echo=0,link=${far}`])
      await eventually(() => existsSync(near) && existsSync(far)).toBe(true)
      const peer = await startPeer([45], 'rtu', far, 9600)
      await peer.set(45, 'input', 0, 1850, 2340, 5500)
      return { socat, peer }
    }
    let plugged = await plugIn()
    const bus = openBus({ name: 'wire', serial: { path: near, baud: 9600, parity: 'none', stopBits: 1 } })
    try {
      const { reader, seen, lives } = await reading(bus, 45)
      await eventually(() => seen.at(-1)).toBe(1850)
      await plugged.peer.stop()
      await ended(plugged.socat, 'SIGTERM')
      await eventually(() => lives.at(-1)).toBe(false)
      plugged = await plugIn()
      await eventually(() => seen.at(-1)).toBe(1850)
      reader.stop()
    } finally {
      bus.close()
      await plugged.peer.stop()
      await ended(plugged.socat, 'SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe.skipIf(noPymodbus)(`a device that behaves badly${noPymodbus}`, () => {
  let peer: ModbusPeer
  let wire: BadWire | undefined
  let bus: Bus
  afterEach(async () => {
    bus.close()
    wire?.close()
    wire = undefined
    await peer.stop()
  })

  async function behindBadWire(units: number[]) {
    peer = await startPeer(units, 'rtu-over-tcp', 0)
    for (const unit of units) await peer.set(unit, 'input', 0, 1850, 2340, 5500)
    wire = await badWire(peer.port)
    bus = openBus({ name: 'wire', rtuOverTcp: { host: '127.0.0.1', port: wire.port } })
    return wire
  }

  test.each<[string, (answer: Buffer) => Buffer]>([
    ['noise in an answer', answer => Buffer.from(answer.map((byte, i) => (i === 4 ? byte ^ 0x55 : byte)))],
    ['half an answer', answer => answer.subarray(0, 5)],
    ['the answer of another device', answer => Buffer.from([99, ...answer.subarray(1)])],
    ['two devices with one id', answer => Buffer.from(answer.map((byte, i) => byte | (i * 29)))],
    ['nothing', () => Buffer.alloc(0)],
  ])('%s is no value, never a wrong one; and afterwards it is read again', async (_, bend) => {
    const bad = await behindBadWire([45])
    const { reader, seen, lives } = await reading(bus, 45)
    await eventually(() => seen.at(-1)).toBe(1850)
    bad.bend(bend)
    await eventually(() => lives).toEqual([true, false])
    expect(seen.at(-1)).toBeNull()
    bad.bend(undefined)
    await eventually(() => seen.at(-1)).toBe(1850)
    expect(new Set(seen)).toEqual(new Set([1850, null]))
    reader.stop()
  })

  test('noise before an answer does not cost the answer', async () => {
    const bad = await behindBadWire([45])
    bad.bend(answer => Buffer.from([0, 255, 45, ...answer]))
    const { reader, seen } = await reading(bus, 45)
    await eventually(() => seen.length).toBeGreaterThan(3)
    expect(new Set(seen)).toEqual(new Set([1850]))
    reader.stop()
  })

  test('an exception is no value, and the device counts as alive', async () => {
    await behindBadWire([45])
    await peer.order({ refuse: { unit: 45, table: 'input', addresses: [1] } })
    const { reader, seen, lives } = await reading(bus, 45)
    // Register 1 is refused, and with it the block; the others are read one by one.
    await eventually(() => seen.at(-1)).toBe(1850)
    expect(lives).toEqual([true])
    await peer.order({ fail: { unit: 45, is: true } })
    await eventually(() => seen.at(-1)).toBeNull()
    expect(seen).not.toContain(0)
    reader.stop()
  })

  test('those that are silent do not keep the others from being read', async () => {
    await behindBadWire([45])
    const good = await reading(bus, 45)
    const silent = await Promise.all([50, 51, 52, 53, 54, 55].map(unit => reading(bus, unit)))
    await eventually(() => silent.every(({ lives }) => lives.at(-1) === false)).toBe(true)
    const before = good.seen.length
    const from = performance.now()
    await eventually(() => good.seen.length - before).toBeGreaterThan(20)
    // 0.3 s apart if it were alone; silent ones take a fifth of the time at most.
    expect(performance.now() - from).toBeLessThan(21 * 300 * 3)
    expect(new Set(good.seen)).toEqual(new Set([1850]))
    for (const { reader } of [good, ...silent]) reader.stop()
  })

  test('one whose question waits for a bus that others hold is no value after a while', async () => {
    await behindBadWire([45])
    const { reader, seen, lives } = await reading(bus, 45)
    await eventually(() => seen.at(-1)).toBe(1850)
    let free: () => void = () => {}
    void bus.alone(
      () =>
        new Promise<void>(resolve => {
          free = resolve
        }),
    )
    await eventually(() => {
      reader.forgetStale()
      return seen.at(-1)
    }).toBeNull()
    // Nothing says that the device is gone.
    expect(lives).toEqual([true])
    free()
    await eventually(() => seen.at(-1)).toBe(1850)
    reader.stop()
  })

  test('one whose connection is cut is read again when it is back', async () => {
    peer = await startPeer([45], 'tcp', 0)
    await peer.set(45, 'input', 0, 1850, 2340, 5500)
    bus = openBus({ name: 'yard', tcp: { host: '127.0.0.1', port: peer.port } })
    const { reader, seen, lives } = await reading(bus, 45)
    await eventually(() => seen.at(-1)).toBe(1850)
    const { port } = peer
    await peer.stop()
    await eventually(() => lives.at(-1)).toBe(false)
    await expect(
      bus.ask({ kind: 'read', unit: 45, table: 'input', address: 0, count: 1 }, 300),
    ).rejects.toMatchObject({
      trouble: 'closed',
    } satisfies Partial<ModbusError>)
    peer = await startPeer([45], 'tcp', port)
    await peer.set(45, 'input', 0, 1900, 2340, 5500)
    await eventually(() => seen.at(-1)).toBe(1900)
    reader.stop()
  })
})

describe.skipIf(noPymodbus || noMbpoll)(`another master${noPymodbus}${noMbpoll}`, () => {
  test('reads the same from the same registers', async () => {
    const peer = await startPeer([15], 'tcp', 0)
    const bus = openBus({ name: 'yard', tcp: { host: '127.0.0.1', port: peer.port } })
    try {
      await peer.set(15, 'holding', 0x2000, 0x4148, 0)
      // mbpoll counts registers from 1, and takes the high word first with -B.
      const args = [
        '-m',
        'tcp',
        '-p',
        String(peer.port),
        '-a',
        '15',
        '-r',
        String(0x2000 + 1),
        '-t',
        '4:float',
        '-B',
        '-1',
        '127.0.0.1',
      ]
      const said = spawnSync('mbpoll', args, { encoding: 'utf8' }).stdout
      expect(said).toMatch(/\[8193\]:\s+12\.5/)
      const words = await bus.ask(
        { kind: 'read', unit: 15, table: 'holding', address: 0x2000, count: 2 },
        2_000,
      )
      const map = await loadMap('seeed-s-nh3-01', '.')

      expect(meaningOf(fieldsOf(map)[0] as Field, words, false)).toBe(12.5)
    } finally {
      bus.close()
      await peer.stop()
    }
  })
})
