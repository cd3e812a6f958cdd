import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm } from './farm.ts'
import { type ModbusPeer, noPymodbus, startPeer } from './peer.ts'
import type { RunningGateway } from './running.ts'

const CO2 = 'Air/CO2/S1'
const TOTAL = 'Water/Meter1/Total'
/** Read twice a second, so that the test need not wait. */
const QUICK = `map: quick
name: { zh: 快, en: Quick }
maker: Test
source: Test
confidence: example
unit: 7
registers:
  - { register: 0, none: [0], everyS: 0.5, metric: ${CO2} }
  - { register: 1, wraps: true, everyS: 0.5, metric: ${TOTAL} }
`

interface Written {
  at: number
  value: number
}

/** What the gateway has written down of a metric, by its own times. */
function writtenIn(gateway: RunningGateway, metric: string): Written[] {
  const folder = join(gateway.folder, 'memory', 'samples')
  return readdirSync(folder)
    .filter(name => name.endsWith('.log'))
    .toSorted()
    .flatMap(name => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
    .map(line => JSON.parse(line) as { at: number; values: Record<string, number> })
    .flatMap(({ at, values }) => (typeof values[metric] === 'number' ? [{ at, value: values[metric] }] : []))
}

describe.skipIf(noPymodbus || noMosquitto)(`an outage of the network${noPymodbus}${noMosquitto}`, () => {
  let farm: GatewayFarm
  let peer: ModbusPeer
  beforeAll(async () => {
    farm = await gatewayFarm()
    peer = await startPeer([7], 'tcp', 0)
  })
  afterAll(async () => {
    await peer.stop()
    await farm.close()
  })

  test('loses nothing that was measured, with its own times, also when the power fails meanwhile; counters go on', async () => {
    const from = Date.now()
    await peer.set(7, 'holding', 0, 900, 65_500)
    const place = await farm.place()
    const gateway = farm.run(
      {
        server: place.server,
        buses: [{ name: 'yard', tcp: { host: '127.0.0.1', port: peer.port } }],
        controllers: [{ code: place.device.code, units: [{ bus: 'yard', map: 'quick.yaml' }] }],
      },
      { 'quick.yaml': QUICK },
    )
    await eventually(async () => (await farm.shown(place))[CO2]).toBe(900)
    await farm.broker.stop()
    for (const value of [1000, 1100, 1200, 1300, 1400, 1500]) {
      // The counter's register is full on the way.
      await peer.set(7, 'holding', 0, value, (65_500 + value - 900) % 65_536)
      await eventually(() => writtenIn(gateway, CO2).map(each => each.value)).toContain(value)
      if (value === 1200 || value === 1400) {
        await gateway.kill()
        gateway.start()
      }
    }
    const written = writtenIn(gateway, CO2)
    await farm.broker.start()
    await eventually(async () => (await farm.shown(place))[CO2]).toBe(1500)
    await eventually(async () => {
      const known = new Map(await farm.charted(place, CO2, from))
      return written.filter(({ at, value }) => known.get(at) !== value)
    }).toEqual([])
    // Over its register's end it has gone on, and not back to 0.
    expect((await farm.shown(place))[TOTAL]).toBe(65_500 + 600)
  })
})
