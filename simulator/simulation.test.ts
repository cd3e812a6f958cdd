import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { soon } from '#shared/testing/soon.ts'
import type { Fleet } from './fleet.ts'
import { readFleet } from './fleet.ts'
import { startSimulation } from './simulation.ts'
import { HOUSE, openBroker } from './testing/farm.ts'

let farm: Awaited<ReturnType<typeof openBroker>>
let folder: string

beforeEach(async () => {
  farm = await openBroker()
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
})

afterEach(async () => {
  await farm.close()
  await rm(folder, { recursive: true, force: true })
})

function buildFleet(changes: Partial<Fleet> = {}): Fleet {
  return {
    mqtt: { url: farm.url },
    group: 'farm',
    hostId: 'host',
    gateways: [{ code: 'GW-1', secret: 'secret', devices: [{ code: 'C-1', house: HOUSE }] }],
    ...changes,
  }
}

const run = (fleet: Fleet) => startSimulation({ fleet, speed: 1, seed: 0, log: () => {} })

/** [time, value] of a metric in all data so far. */
function course(name: string, part: 'all' | 'past' = 'all'): [number, number][] {
  const alias = farm.of('DBIRTH')[0]?.payload.metrics.find(metric => metric.name === name)?.alias
  return farm
    .of('DDATA')
    .flatMap(({ payload }) => payload.metrics.filter(metric => metric.alias === alias))
    .filter(({ isHistorical = false }) => part === 'all' || isHistorical)
    .map(metric => [metric.timestamp ?? 0, Number(metric.value)])
}

const inTime = (told: [number, number][]) => told.toSorted(([a], [b]) => a - b)

describe('the past', () => {
  test('comes after the births, its newest day first, and leads into the present without a jump', async () => {
    farm.sayHost(true)
    const begun = Date.now()
    const simulation = run(buildFleet({ historyDays: 2 }))
    const [gateway] = await simulation.started
    await soon(() => expect(gateway?.log.waiting()).toBe(0))
    // The past comes in quarter hours; from then on birds are counted when their number changes.
    await soon(() => expect(inTime(course('Bird/Count')).at(-1)?.[0]).toBeGreaterThanOrEqual(begun - 900_000))
    await simulation.stop()
    expect(farm.heard.slice(0, 2).map(({ type }) => type)).toEqual(['NBIRTH', 'DBIRTH'])
    // What is measured meanwhile arrives alongside the past.
    const times = course('Climate/Temp/Avg', 'past').flatMap(([at]) => (at < begun ? [at] : []))
    expect(times.length).toBeGreaterThan(190)
    const turn = times.findIndex((at, i) => at < (times[i - 1] ?? 0))
    const [newest, older] = [times.slice(0, turn), times.slice(turn)]
    for (const part of [newest, older]) expect(part).toEqual([...part].sort((a, b) => a - b))
    expect(Math.abs((newest[0] ?? 0) - (begun - 86_400_000))).toBeLessThanOrEqual(900_000)
    expect((older[0] ?? 0) - (begun - 2 * 86_400_000)).toBeLessThanOrEqual(300_000)
    expect(older.at(-1)).toBeLessThan(newest[0] ?? 0)
    const meter = inTime(course('Water/Meter1/Total')).map(([, litres]) => litres)
    expect(meter).toEqual([...meter].sort((a, b) => a - b))
    const birth = farm.of('DBIRTH')[0]
    expect(farm.reading(birth, 'Water/Meter1/Total')).toBeGreaterThanOrEqual(meter.at(-2) ?? 0)
    const last = inTime(course('Climate/Temp/Avg')).at(-1)?.[1] ?? 0
    expect(Math.abs((farm.reading(birth, 'Climate/Temp/Avg') as number) - last)).toBeLessThan(2)
  })

  test('settings, meters and birds outlive the process', async () => {
    const fleet = buildFleet({ stateFile: join(folder, 'houses.json') })
    farm.sayHost(true)
    const first = run(fleet)
    const house = (await first.started)[0]?.controllers[0]?.house
    house?.changeSettings({ 'Settings/Temp/TargetOffset': 1.5 })
    await first.stop()
    const second = run(fleet)
    const again = (await second.started)[0]?.controllers[0]?.house
    await second.stop()
    expect(again?.settings.get('Settings/Temp/TargetOffset')).toBe(1.5)
    expect(again?.settings.version()).toBe(2n)
    expect(again?.program.targetOffset).toBe(1.5)
    expect(again?.stores.waterTotal).toBeGreaterThanOrEqual(house?.stores.waterTotal ?? 0)
    expect(again?.flock.alive).toBe(house?.flock.alive)
    expect(Math.abs((again?.air.temperature ?? 0) - (house?.air.temperature ?? 99))).toBeLessThan(0.5)
  })
})

describe('the fleet', () => {
  test.each([
    [
      'a breed of another type',
      {
        gateways: [{ code: 'G', secret: 's', devices: [{ code: 'C', house: { ...HOUSE, type: 'layer' } }] }],
      },
      'gateways.0.devices.0.house.breed',
    ],
    [
      'an unknown time zone',
      {
        gateways: [
          { code: 'G', secret: 's', devices: [{ code: 'C', house: { ...HOUSE, timeZone: 'Mars/Base' } }] },
        ],
      },
      'house.timeZone',
    ],
    ['no gateway', { gateways: [] }, 'gateways'],
    ['a wildcard in a code', { group: 'a/#' }, 'group'],
    ['an address that is no MQTT', { mqtt: { url: 'http://x' } }, 'mqtt.url'],
  ])('with %s is refused by the name of the field', (_case, changes, field) => {
    expect(() => readFleet({ ...buildFleet(), ...changes })).toThrow(field)
  })

  test('two gateways cannot share a code, regardless of case', () => {
    const [gateway] = buildFleet().gateways
    const twice = { ...buildFleet(), gateways: [gateway, { ...gateway, code: 'gw-1' }] }
    expect(() => readFleet(twice)).toThrow('gateways.1.code: gateway code used twice')
  })
})

describe('the process', () => {
  const start = () => fork(join(import.meta.dirname, 'main.ts'), { silent: true })

  test('plays the fleet sent by its parent, and sends deaths when the parent is gone', async () => {
    farm.sayHost(true)
    const child = start()
    child.send({ fleet: buildFleet() })
    await soon(() => expect(farm.of('DBIRTH')).toHaveLength(1))
    child.disconnect()
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(farm.heard.at(-1)?.type).toBe('NDEATH')
  })

  test('ends with the name of the wrong field', async () => {
    const child = start()
    let said = ''
    child.stderr?.on('data', (text: Buffer) => {
      said += text.toString()
    })
    child.send({ fleet: { ...buildFleet(), hostId: '' } })
    const [code] = await once(child, 'close')
    expect(code).toBe(1)
    expect(said).toContain('hostId')
  })
})
