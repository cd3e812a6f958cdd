import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DeviceFarm, deviceFarm, type Registered, SECRET } from '#server/telemetry/testing/farm.ts'
import { eventually } from './eventually.ts'
import { noPymodbus, startPeer } from './peer.ts'
import { gatewayWith } from './running.ts'

describe.skipIf(noPymodbus)(`the broker in the server${noPymodbus}`, () => {
  let farm: DeviceFarm
  beforeAll(async () => {
    farm = await deviceFarm()
  })
  afterAll(() => farm.close())
  const statusOf = async ({ id }: Registered) =>
    (await farm.rows<{ status: string }>('select status from device where id = $1', [id]))[0]?.status

  test('knows which lives and which does not: the gateway, and each controller behind it', async () => {
    const gateway = await farm.register('GW-modbus', 'gateway', farm.offices.sharing)
    const [one, other] = [
      await farm.register('HC-modbus-1', 'controller', farm.offices.sharing, gateway),
      await farm.register('HC-modbus-2', 'controller', farm.offices.sharing, gateway),
    ]
    let near = await startPeer([45], 'tcp', 0)
    const far = await startPeer([45], 'tcp', 0)
    for (const peer of [near, far]) await peer.set(45, 'input', 0, 1850, 2340, 5500)
    const { port } = near
    const running = gatewayWith({
      server: { url: farm.url, group: 'farm', gateway: gateway.code, secret: SECRET },
      buses: [near, far].map((peer, i) => ({
        name: `bus ${i + 1}`,
        tcp: { host: '127.0.0.1', port: peer.port },
      })),
      controllers: [one, other].map(({ code }, i) => ({
        code,
        units: [{ bus: `bus ${i + 1}`, map: 'seeed-s-co2-03' }],
      })),
    })
    const statuses = () => Promise.all([gateway, one, other].map(statusOf))
    try {
      running.start()
      await eventually(statuses).toEqual(['ONLINE', 'ONLINE', 'ONLINE'])
      await eventually(() => farm.devices.latest(one.id)?.readings.get('Air/CO2/S1')?.value).toBe(1850)
      await near.stop()
      await eventually(statuses).toEqual(['ONLINE', 'OFFLINE', 'ONLINE'])
      near = await startPeer([45], 'tcp', port)
      await near.set(45, 'input', 0, 2050, 2340, 5500)
      await eventually(() => farm.devices.latest(one.id)?.readings.get('Air/CO2/S1')?.value).toBe(2050)
      await eventually(statuses).toEqual(['ONLINE', 'ONLINE', 'ONLINE'])
      await running.kill()
      await eventually(statuses).toEqual(['OFFLINE', 'OFFLINE', 'OFFLINE'])
      running.start()
      await eventually(statuses).toEqual(['ONLINE', 'ONLINE', 'ONLINE'])
      // Asked for births, as after a gap, it is born again.
      const bornAt = async () =>
        (
          await farm.rows<{ at: number }>(
            'select extract(epoch from max(received_at))::float8 as at from device_birth where device_id = $1',
            [one.id],
          )
        )[0]?.at ?? 0
      await eventually(bornAt).toBeGreaterThan(0)
      const before = await bornAt()
      farm.devices.requestRebirth(gateway.id)
      await eventually(bornAt).toBeGreaterThan(before)
      await running.stop()
      await eventually(statuses).toEqual(['OFFLINE', 'OFFLINE', 'OFFLINE'])
      expect(await farm.rows('select reason, topic from quarantine')).toEqual([])
    } finally {
      await running.remove()
      await near.stop()
      await far.stop()
    }
  })
})
