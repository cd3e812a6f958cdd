import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { consentLog } from '#server/platform/database/tables/consents.ts'
import { office } from '#server/platform/database/tables/offices.ts'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import type { Person } from '#server/testing/app.ts'
import { iotProducts, type MapTrial } from '#shared/contracts/iot-products.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm, type Place } from './farm.ts'
import { type ModbusPeer, noPymodbus, startPeer } from './peer.ts'

/** Addresses of the device that is to be understood, of one that the gateway reads all the time, and of none. */
const [NEW, CO2, NOBODY] = [10, 45, 99]
/** Manner: quick, so that a silent device is not waited for. */
const mapOf = (registers: string) => `map: mine
name: { zh: 我的, en: Mine }
maker: Retech
source: A letter of the maker
confidence: maker
manner: { timeoutMs: 300, gap: 10 }
registers:
${registers}`
const MAP = mapOf(`  - { register: 12, type: int16, scale: 0.01, metric: Climate/Temp/Avg }
  - { register: 13, type: int16, scale: 1, metric: Climate/Temp/S1 }
  - { register: 14, type: int16, none: [-32768], scale: 0.1, metric: Climate/Temp/S2 }
  - { register: [20, 30], type: uint32, metric: Water/Meter1/Total }
  - { register: 16, alarm: PowerFail }
`)

describe.skipIf(noPymodbus || noMosquitto)(`a map is tried${noPymodbus}${noMosquitto}`, () => {
  let farm: GatewayFarm
  let engineer: Person
  let peer: ModbusPeer
  let place: Place
  beforeAll(async () => {
    farm = await gatewayFarm()
    engineer = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['iot_product_manage:edit'] })
    peer = await startPeer([NEW, CO2], 'tcp', 0)
    await peer.set(CO2, 'input', 0, 1850, 2340, 5500)
    place = await farm.place()
    farm.run({
      server: place.server,
      buses: [{ name: 'house', tcp: { host: '127.0.0.1', port: peer.port } }],
      controllers: [{ code: place.device.code, units: [{ bus: 'house', map: 'seeed-s-co2-03', unit: CO2 }] }],
    })
  })
  afterEach(() => peer.order({ refuse: { unit: NEW, table: 'holding', addresses: [] } }))
  afterAll(async () => {
    await farm.close()
    await peer.stop()
  })

  const gateways = () => engineer.call(iotProducts.mapGateways, { query: { search: '' } })
  const ask = (unit: number, text: string, bus = 'house') =>
    engineer.ask(iotProducts.tryMap, { body: { gatewayId: place.gateway.id, bus, unit, text } })

  async function tried(unit: number, text: string): Promise<MapTrial> {
    const answer = await ask(unit, text)
    expect(answer.statusCode, answer.body).toBe(200)
    const { trialId } = answer.json().data
    let trial: MapTrial | null = null
    await eventually(async () => {
      trial = await engineer.call(iotProducts.readTrial, {
        body: { gatewayId: place.gateway.id, trialId, text },
      })
      return trial
    }).not.toBeNull()
    return trial as unknown as MapTrial
  }
  const verdicts = ({ registers }: MapTrial) =>
    registers.map(({ words, value, verdict }) => [words, value, verdict])

  test('and says of each register what came, what it means, and whether that can be', async () => {
    await eventually(() => farm.shown(place)).toMatchObject({ 'Air/CO2/S1': 1850 })
    await eventually(gateways).toEqual([{ id: place.gateway.id, name: expect.any(String), buses: ['house'] }])
    await peer.set(NEW, 'holding', 12, 2471, 2471, 0x8000, 0, 1)
    await peer.set(NEW, 'holding', 20, 1)
    await peer.set(NEW, 'holding', 30, 2)
    const trial = await tried(NEW, MAP)
    expect(trial.trouble).toBeNull()
    expect(verdicts(trial)).toEqual([
      [[2471], 24.71, 'good'],
      // The scale is wrong: no house is that warm.
      [[2471], 2471, 'beyond'],
      [[0x8000], null, 'none'],
      [[1, 2], 65_538, 'good'],
      [[1], true, 'good'],
    ])
    // What the farm itself measures goes on, and nothing was written.
    await peer.set(CO2, 'input', 0, 2450)
    await eventually(async () => (await farm.shown(place))['Air/CO2/S1']).toBe(2450)
    expect(peer.wrote).toEqual([])
    expect(await farm.query('select reason, topic from quarantine')).toEqual([])
  })

  test('beside a value stands what the farm knows of the same', async () => {
    const same = mapOf('  - { register: 0, table: input, metric: Air/CO2/S1 }\n')
    await peer.set(NEW, 'input', 0, 1900)
    await peer.set(CO2, 'input', 0, 2480)
    await eventually(() => farm.shown(place)).toMatchObject({ 'Air/CO2/S1': 2480 })
    expect((await tried(NEW, same)).registers).toMatchObject([
      { value: 1900, verdict: 'good', beside: { value: 2480 } },
    ])
  })

  test('a register that the device does not have costs only itself', async () => {
    await peer.order({ refuse: { unit: NEW, table: 'holding', addresses: [13] } })
    expect(verdicts(await tried(NEW, MAP)).map(([, , verdict]) => verdict)).toEqual([
      'good',
      'refused',
      'none',
      'good',
      'good',
    ])
  })

  test('a device that does not answer, and what cannot be asked, say so', async () => {
    expect(await tried(NOBODY, MAP)).toMatchObject({ trouble: 'silent' })
    expect((await ask(NEW, MAP, 'yard')).json().data).toMatchObject([{ field: 'bus' }])
    expect((await ask(NEW, MAP.replace('Climate/Temp/S1', 'My/Own'))).json().data).toMatchObject([
      { field: 'text', message: expect.stringContaining('Line 9') },
    ])
  })

  test('only while the customer shares the farm, and with a line in its log', async () => {
    const asked = (await ask(NEW, MAP)).json().data
    const { path } = farm.offices.sharing
    const db = farm.services.store.scoped(SYSTEM)
    const looks = await db
      .select({ what: consentLog.what })
      .from(consentLog)
      .where(eq(consentLog.subjectPath, path))
    expect(looks).toEqual([{ what: 'readings' }])
    await db.update(office).set({ farmAccessUntil: null }).where(eq(office.path, path))
    expect(await gateways()).toEqual([])
    expect((await ask(NEW, MAP)).json().data).toMatchObject([{ field: 'gatewayId' }])
    const read = await engineer.ask(iotProducts.readTrial, {
      body: { gatewayId: place.gateway.id, trialId: asked.trialId, text: MAP },
    })
    expect(read.json().data).toMatchObject([{ field: 'gatewayId' }])
  })
})
