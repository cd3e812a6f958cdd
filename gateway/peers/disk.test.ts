import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm } from './farm.ts'
import { freePort, type ModbusPeer, noPymodbus, startPeer } from './peer.ts'

const CO2 = 'Air/CO2/S1'
const [SENSOR, BOARD] = [45, 30]
const base = mkdtempSync(join(tmpdir(), 'smart-farm-small-'))
const disk = join(base, 'disk')
mkdirSync(disk)
const canMount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=400k', 'none', disk]).status === 0
const noMount = canMount ? '' : ' (nothing may be mounted here)'

describe.skipIf(noPymodbus || noMosquitto || noMount)(
  `a gateway whose disk is full${noPymodbus}${noMosquitto}${noMount}`,
  () => {
    let farm: GatewayFarm
    let peer: ModbusPeer
    beforeAll(async () => {
      farm = await gatewayFarm()
      peer = await startPeer([SENSOR, BOARD], 'tcp', 0)
    })
    afterAll(async () => {
      await peer.stop()
      await farm.close()
      spawnSync('umount', ['-l', disk])
      rmSync(base, { recursive: true })
    })

    test('starts, goes on reading and sending, says so, loses nothing of an outage, and writes again when there is room', async () => {
      const filler = join(disk, 'log of something else')
      const measure = (value: number) => peer.set(SENSOR, 'input', 0, value)
      await peer.set(SENSOR, 'input', 0, 900, 2340, 5500)
      const place = await farm.place()
      const gatewayId = place.gateway.id
      const told = () =>
        farm.services.devices.latest(gatewayId)?.readings.get('Gateway/Storage Failed')?.value
      const from = Date.now()
      const port = await freePort()
      const gateway = farm.run({
        server: place.server,
        storage: { folder: join(disk, 'memory') },
        buses: [{ name: 'yard', tcp: { host: '127.0.0.1', port: peer.port } }],
        controllers: [{ code: place.device.code, units: [{ bus: 'yard', map: 'seeed-s-co2-03' }] }],
        local: { port, host: '127.0.0.1' },
      })
      /** The page of the gateway itself: what it has read, also while no server can be reached. */
      const page = () =>
        fetch(`http://127.0.0.1:${port}`).then(
          answer => answer.text(),
          () => '',
        )
      await eventually(async () => (await farm.shown(place))[CO2]).toBe(900)
      expect(told()).toBe(false)
      const { bavail, bsize } = statfsSync(disk)
      writeFileSync(filler, Buffer.alloc((bavail - 1) * bsize))
      // Something is measured until the last block is full.
      let value = 1_000
      await eventually(async () => {
        value = value === 1_000 ? 1_100 : 1_000
        await measure(value)
        return told()
      }).toBe(true)
      await measure(1_200)
      await eventually(async () => (await farm.shown(place))[CO2]).toBe(1_200)
      // Also from its start on.
      await gateway.kill()
      gateway.start()
      await measure(1_300)
      await eventually(async () => (await farm.shown(place))[CO2]).toBe(1_300)
      await farm.broker.stop()
      const seen = [1_400, 1_500, 1_600]
      for (const next of seen) {
        await measure(next)
        await eventually(page).toContain(next.toLocaleString('en'))
      }
      await farm.broker.start()
      await eventually(async () => (await farm.charted(place, CO2, from)).map(([, each]) => each)).toEqual(
        expect.arrayContaining([1_200, 1_300, ...seen]),
      )
      rmSync(filler)
      await eventually(told).toBe(false)
      expect(gateway.said()).not.toMatch(/Error: ENOSPC/)
    }, 200_000)
  },
)
