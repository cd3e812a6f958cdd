import { afterAll, beforeAll, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import type { DemoFault } from '#shared/demo-faults.ts'
import { makeGateway } from '#simulator/gateway.ts'
import { hashSecret } from '../../telemetry/credentials.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { SECRET } from '../../telemetry/testing/farm.ts'
import { buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { settingsFarm } from '../settings/testing/settings-farm.ts'
import { type AlarmsAlone, startAlarmsAlone } from './testing/start-alone.ts'

let farm: Awaited<ReturnType<typeof settingsFarm>>
let engine: AlarmsAlone
beforeAll(async () => {
  farm = await settingsFarm()
  engine = await startAlarmsAlone(farm.services)
})
afterAll(async () => {
  await engine.stop()
  await farm.close()
})

test('a simulated controller that holds its alarms: over is not ended, until the reset at its panel', async () => {
  const { services, offices } = farm
  const node = await buildDevice(services, offices.sharing, { credentialHash: hashSecret(SECRET) })
  const device = await buildDevice(services, offices.sharing, { type: 'controller', gatewayId: node.id })
  const house = await buildHouse(services, offices.sharing, { deviceIds: [device.id], type: 'layer' })
  services.events.emit('registry', { deviceIds: [node.id, device.id] })
  await engine.rereadHouses()
  const gateway = makeGateway({
    fleet: { mqtt: { url: farm.mqttUrl }, group: 'farm', hostId: 'smart-farm' },
    spec: {
      code: node.code,
      secret: SECRET,
      devices: [
        {
          code: device.code,
          house: {
            name: 'House 1',
            type: 'layer',
            breed: 'hyline-brown',
            birds: 30_000,
            lengthM: 90,
            widthM: 14,
            heightM: 3.6,
            latitude: 36.7,
            longitude: 119.1,
            timeZone: 'Asia/Shanghai',
            placedOn: '2026-01-01',
            seed: 5,
            faults: 0,
          },
        },
      ],
    },
    startAt: Date.now(),
    warmUp: 60,
    keep: 10,
    buffer: 10,
    log: () => {},
  })
  gateway.node.start()
  const farmer = await farm.as({ office: offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  /** The inlet of the house, as the list of alarms has it. */
  const listed = async () => {
    const { items } = await farmer.call(alarms.list, { query: { houseId: house.id } })
    return items
      .filter(({ code }) => code === 'InletStuck')
      .map(({ condition, latchedAt }) => [condition, latchedAt !== null])
  }
  const live = (minutes: number) => gateway.tick(minutes * 60, Date.now())
  const plant = (fault: DemoFault, isPlanted: boolean) =>
    gateway.plant({ device: device.code, fault, number: 0, isPlanted })
  try {
    await eventually(() => gateway.node.isBorn()).toBe(true)
    plant('latch', true)
    plant('door', true)
    live(3)
    await eventually(listed).toEqual([['active', false]])
    plant('door', false)
    live(3)
    await eventually(listed).toEqual([['active', true]])
    // It comes back and is over again: still nobody has been at the panel.
    plant('door', true)
    live(3)
    await eventually(listed).toEqual([['active', false]])
    plant('door', false)
    live(3)
    await eventually(listed).toEqual([['active', true]])
    plant('latch', false)
    live(1)
    await eventually(listed).toEqual([['cleared', false]])
    // Its controller holds nothing any more.
    plant('door', true)
    live(3)
    await eventually(listed).toEqual([['active', false]])
    plant('door', false)
    live(3)
    await eventually(listed).toEqual([['cleared', false]])
  } finally {
    await gateway.stop()
  }
})
