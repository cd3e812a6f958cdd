import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { change, lastOf } from '#server/farm/settings/testing/settings-farm.ts'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { settings } from '#shared/contracts/settings.ts'
import { buildHouse, SPRING } from '#simulator/testing/house.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm } from './farm.ts'
import { type ModbusPeer, noPymodbus, startPeer } from './peer.ts'

const OFFSET = 'Settings/Temp/TargetOffset'
const UNIT = 10
const unsigned = (value: number) => (Math.round(value) + 0x1_0000) % 0x1_0000

describe.skipIf(noPymodbus || noMosquitto)(
  `a house with birds behind Modbus${noPymodbus}${noMosquitto}`,
  () => {
    let farm: GatewayFarm
    let peer: ModbusPeer
    beforeAll(async () => {
      farm = await gatewayFarm()
      peer = await startPeer([UNIT], 'tcp', 0)
    })
    afterAll(async () => {
      await peer.stop()
      await farm.close()
    })

    test('is warmer after its target was raised on the screen, and the screen shows it', async () => {
      // The controller's own program and the physics of house and birds; only the registers are between them and us.
      const house = buildHouse('broiler', SPRING)
      house.changeSettings({ [OFFSET]: 0 })
      const show = () =>
        peer.set(
          UNIT,
          'input',
          0,
          unsigned(house.air.temperature * 10),
          0x8000,
          0x8000,
          unsigned(house.weather.temperature * 10),
          unsigned(house.controller.target * 10),
          60,
          1500,
          50,
          20,
        )
      const live = async (minutes: number) => {
        for (let i = 0; i < minutes * 6; i++) house.step(10)
        await show()
      }
      await live(120)
      await peer.set(UNIT, 'holding', 100, 0, 0, 50, 55, 60, 500, 2100)
      const place = await farm.place()
      farm.run({
        server: place.server,
        buses: [{ name: 'house', tcp: { host: '127.0.0.1', port: peer.port } }],
        controllers: [
          { code: place.device.code, units: [{ bus: 'house', map: 'example-climate-computer' }] },
        ],
      })
      const target = Math.round(house.controller.target * 10) / 10
      await eventually(() => farm.shown(place)).toMatchObject({
        'Climate/Temp/Target': target,
        'Climate/Temp/S1': null,
        [OFFSET]: 0,
      })

      await farm.owner.call(settings.send, change(place.house, { [OFFSET]: 2 }, { [OFFSET]: 0 }))
      await eventually(async () => (await lastOf(farm.owner, place.house))?.state).toBe('synced')
      const written = peer.wrote.findLast(({ address }) => address === 100)?.values[0] ?? 0
      expect(house.changeSettings({ [OFFSET]: written / 10 })).toEqual([])
      const before = house.air.temperature
      await live(180)
      expect(house.air.temperature).toBeGreaterThan(before + 1)
      await eventually(async () => {
        const { 'Climate/Temp/Avg': air, 'Climate/Temp/Target': wanted } = await farm.shown(place)
        return { air, wanted }
      }).toEqual({
        air: Math.round(house.air.temperature * 10) / 10,
        wanted: Math.round(house.controller.target * 10) / 10,
      })
    })
  },
)
