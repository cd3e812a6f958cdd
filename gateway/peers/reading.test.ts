import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm } from './farm.ts'
import { type ModbusPeer, noPymodbus, startPeer } from './peer.ts'

/** The words of a 32-bit number, high first. */
const float = (value: number): [high: number, low: number] => {
  const view = new DataView(new ArrayBuffer(4))
  view.setFloat32(0, value)
  return [view.getUint16(0), view.getUint16(2)]
}

describe.skipIf(noPymodbus || noMosquitto)(`sensors on Modbus TCP${noPymodbus}${noMosquitto}`, () => {
  let farm: GatewayFarm
  let peer: ModbusPeer
  beforeAll(async () => {
    farm = await gatewayFarm()
  })
  afterEach(() => peer.stop())
  afterAll(() => farm.close())

  const bus = () => ({ name: 'yard', tcp: { host: '127.0.0.1', port: peer.port } })

  test('are on the screen of their house a few seconds after they were measured, and change there', async () => {
    peer = await startPeer([15, 45, 1], 'tcp', 0)
    await peer.set(15, 'holding', 0x2000, ...float(12.5))
    await peer.set(15, 'holding', 0x2004, 2340, 0, 6150)
    await peer.set(45, 'input', 0, 1850, 65_536 - 150, 5500)
    await peer.set(1, 'holding', 0x0000, 0x4240)
    await peer.set(1, 'holding', 0x0010, 0x000f)
    const place = await farm.place()
    const unit = (map: string) => ({ bus: 'yard', map })
    farm.run({
      server: place.server,
      buses: [bus()],
      controllers: [
        { code: place.device.code, units: ['seeed-s-nh3-01', 'seeed-s-co2-03', 'nyk-es810'].map(unit) },
      ],
    })
    await eventually(() => farm.shown(place)).toMatchObject({
      'Air/NH3/S1': 12.5,
      'Air/CO2/S1': 1850,
      'NH3 sensor S1/Temperature': 23.4,
      'CO2 sensor S1/Temperature': -1.5,
      'Water/Meter1/Total': 1_000_000,
    })
    // Its values are shown before its state is written.
    await eventually(() => farm.status(place)).toBe('ONLINE')
    // Nothing of what it said was not understood.
    expect(await farm.query('select reason, topic from quarantine')).toEqual([])

    await peer.set(45, 'input', 0, 2450)
    await eventually(async () => (await farm.shown(place))['Air/CO2/S1']).toBe(2450)
  })
})
