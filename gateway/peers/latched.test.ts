import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AlarmsAlone, startAlarmsAlone } from '#server/farm/alarms/testing/start-alone.ts'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { alarms } from '#shared/contracts/alarms.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm } from './farm.ts'
import { type ModbusPeer, noPymodbus, startPeer } from './peer.ts'

const UNIT = 10
/** Discrete inputs of the example: that it is too hot, and that this is held. */
const [HOT, HELD] = [0, 5]

describe.skipIf(noPymodbus || noMosquitto)(
  `an alarm that a controller behind Modbus holds${noPymodbus}${noMosquitto}`,
  () => {
    let farm: GatewayFarm
    let peer: ModbusPeer
    let engine: AlarmsAlone
    beforeAll(async () => {
      farm = await gatewayFarm()
      peer = await startPeer([UNIT], 'tcp', 0)
      engine = await startAlarmsAlone(farm.services)
    })
    afterAll(async () => {
      await engine.stop()
      await peer.stop()
      await farm.close()
    })

    test('stands after its trouble is over, as held, until it is reset at the panel', async () => {
      await peer.set(UNIT, 'input', 0, 215, 215, 215, 100, 210, 60, 1500, 50, 20)
      const place = await farm.place()
      await engine.rereadHouses()
      farm.run({
        server: place.server,
        buses: [{ name: 'house', tcp: { host: '127.0.0.1', port: peer.port } }],
        controllers: [
          { code: place.device.code, units: [{ bus: 'house', map: 'example-climate-computer' }] },
        ],
      })
      await eventually(() => farm.shown(place)).toMatchObject({ 'Climate/Temp/Avg': 21.5 })
      const farmer = await farm.as({
        office: farm.offices.sharing,
        kind: 2,
        grants: ['house_alarm:query'],
      })
      const listed = async () => {
        const { items } = await farmer.call(alarms.list, { query: { houseId: place.house.id } })
        return items.map(({ code, condition, latchedAt }) => [code, condition, latchedAt !== null])
      }
      await peer.set(UNIT, 'discrete', HOT, 1)
      await peer.set(UNIT, 'discrete', HELD, 1)
      await eventually(listed).toEqual([['HighTemp', 'active', false]])
      await peer.set(UNIT, 'discrete', HOT, 0)
      await eventually(listed).toEqual([['HighTemp', 'active', true]])
      await peer.set(UNIT, 'discrete', HELD, 0)
      await eventually(listed).toEqual([['HighTemp', 'cleared', false]])
      expect(await farm.query('select reason, topic from quarantine')).toEqual([])
    })
  },
)
