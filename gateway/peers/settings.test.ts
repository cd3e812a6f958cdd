import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { change, lastOf } from '#server/farm/settings/testing/settings-farm.ts'
import { noMosquitto } from '#server/telemetry/testing/mosquitto.ts'
import { settings } from '#shared/contracts/settings.ts'
import { eventually } from './eventually.ts'
import { type GatewayFarm, gatewayFarm, type Place } from './farm.ts'
import { type ModbusPeer, noPymodbus, startPeer } from './peer.ts'
import type { RunningGateway } from './running.ts'

const OFFSET = 'Settings/Temp/TargetOffset'
const NIGHT = 'Settings/Temp/NightSetback'
const [UNIT, OFFSET_AT, NIGHT_AT] = [10, 100, 101]
/** A register's negative number. */
const signed = (value: number) => (value + 0x1_0000) % 0x1_0000

describe.skipIf(noPymodbus || noMosquitto)(
  `settings of a climate computer${noPymodbus}${noMosquitto}`,
  () => {
    let farm: GatewayFarm
    let peer: ModbusPeer
    let place: Place
    let gateway: RunningGateway
    beforeAll(async () => {
      farm = await gatewayFarm()
    })
    beforeEach(async () => {
      peer = await startPeer([UNIT], 'tcp', 0)
      await peer.set(UNIT, 'input', 0, 215, 214, 216, 80, 210, 62, 1900, 85, 18)
      await peer.set(UNIT, 'discrete', 3, 0)
      await peer.set(UNIT, 'holding', OFFSET_AT, 0, 0, 50, 55, 60, 500, 2100)
      place = await farm.place()
      gateway = farm.run(configOf(peer.port))
      await eventually(() => shown(OFFSET)).toBe(0)
    })
    afterEach(async () => {
      await gateway.remove()
      await peer.stop()
    })
    afterAll(() => farm.close())

    const configOf = (port: number) => ({
      server: place.server,
      buses: [{ name: 'house', tcp: { host: '127.0.0.1', port } }],
      controllers: [{ code: place.device.code, units: [{ bus: 'house', map: 'example-climate-computer' }] }],
    })
    const shown = async (name: string) => (await farm.shown(place))[name]
    const send = (wanted: object, before: object, more: object = {}) =>
      farm.owner.call(settings.send, change(place.house, wanted as never, before as never, more))
    const last = () => lastOf(farm.owner, place.house)
    const holds = (at: number) => peer.get(UNIT, 'holding', at).then(([word]) => word)

    test('are changed from the screen, read back from the controller, and only then shown as done', async () => {
      await send({ [OFFSET]: -1.5, [NIGHT]: -2 }, { [OFFSET]: 0, [NIGHT]: 0 })
      await eventually(async () => (await last())?.state).toBe('synced')
      expect(await holds(OFFSET_AT)).toBe(signed(-15))
      expect(await holds(NIGHT_AT)).toBe(signed(-20))
      expect(await shown(OFFSET)).toBe(-1.5)
    })

    test('that are set at the panel are shown, with a new version, and a change over the old ones is refused', async () => {
      const version = Number(await shown('Settings/Version'))
      await peer.set(UNIT, 'holding', OFFSET_AT, 10)
      await eventually(() => shown(OFFSET)).toBe(1)
      expect(Number(await shown('Settings/Version'))).toBeGreaterThan(version)
    })

    test('that the controller cuts to its own range are not called done, and are as they were', async () => {
      await peer.order({ clamp: { unit: UNIT, address: OFFSET_AT, low: 0, high: 10 } })
      await send({ [OFFSET]: 2 }, { [OFFSET]: 0 })
      await eventually(async () => (await last())?.state).toBe('failed')
      expect(await holds(OFFSET_AT)).toBe(0)
      expect(await shown(OFFSET)).toBe(0)
    })

    test('that it says yes to and does not take are told as not taken', async () => {
      await peer.order({ ignore: { unit: UNIT, is: true } })
      await send({ [OFFSET]: 2 }, { [OFFSET]: 0 })
      await eventually(async () => (await last())?.state).toBe('failed')
      expect(await shown('Command/Result')).toBe(8)
    })

    test('are refused while somebody works at the panel, and nothing is written', async () => {
      await peer.set(UNIT, 'discrete', 4, 1)
      await send({ [OFFSET]: 1 }, { [OFFSET]: 0 })
      await eventually(async () => (await last())?.state).toBe('failed')
      expect(await shown('Command/Result')).toBe(2)
      expect(peer.wrote).toEqual([])
    })

    test('beyond what the controller takes are refused before anything is written', async () => {
      // The map says -3 to 3, the signal model -5 to 5.
      await send({ [OFFSET]: 4 }, { [OFFSET]: 0 }, { isConfirmed: true, reason: 'a test' })
      await eventually(async () => (await last())?.state).toBe('failed')
      expect(await shown('Command/Result')).toBe(1)
      expect(peer.wrote).toEqual([])
    })

    test('of a temporary change return without the server, over a cut of power of the gateway', async () => {
      const until = Date.now() + 65_000
      await send({ [OFFSET]: 1 }, { [OFFSET]: 0 }, { returnsAt: new Date(until).toISOString() })
      await eventually(async () => (await last())?.state).toBe('synced')
      expect(await holds(OFFSET_AT)).toBe(10)
      await gateway.kill()
      await farm.broker.stop()
      gateway.start()
      await expect.poll(() => holds(OFFSET_AT), { timeout: 110_000, interval: 200 }).toBe(0)
      expect(Date.now()).toBeGreaterThanOrEqual(until)
      await farm.broker.start()
      await eventually(() => shown(OFFSET)).toBe(0)
      expect(await shown('Command/Returns')).toBe('[]')
    }, 200_000)

    test('whose writing is cut off by a kill are ended at the next start, once', async () => {
      // It is killed the moment the first register of three is written.
      await send({ [OFFSET]: 1, [NIGHT]: -1 }, { [OFFSET]: 0, [NIGHT]: 0 })
      await expect.poll(() => peer.wrote.length, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0)
      await gateway.kill()
      gateway.start()
      await eventually(() => holds(NIGHT_AT)).toBe(signed(-10))
      await eventually(() => shown(NIGHT)).toBe(-1)
      await eventually(async () => (await last())?.state).toBe('synced')
      const written = peer.wrote.filter(({ address }) => address === OFFSET_AT)
      expect(written).toHaveLength(1)
    })

    test('are whole after a kill at any step of their writing', async () => {
      const names = [OFFSET, NIGHT, 'Settings/Humid/On', 'Settings/Alarm/Delay']
      let now: number[] = [0, 0, 50, 60]
      for (let step = 1; step <= 3; step++) {
        const next = step % 2 === 1 ? [1, -1, 55, 90] : [-1, -2, 45, 30]
        const document = (values: number[]) =>
          Object.fromEntries(names.slice(0, 2).map((name, i) => [name, values[i]]))
        const before = peer.wrote.length
        await send(document(next), document(now))
        // The first step is before any write, the others follow the first and the second.
        if (step > 1)
          await expect
            .poll(() => peer.wrote.length - before, { timeout: 60_000, interval: 1 })
            .toBeGreaterThanOrEqual(step - 1)
        await gateway.kill()
        gateway.start()
        await eventually(async () => (await last())?.state).toBe('synced')
        expect(await shown(OFFSET)).toBe(next[0])
        expect(await shown(NIGHT)).toBe(next[1])
        expect(await holds(OFFSET_AT)).toBe(signed((next[0] ?? 0) * 10))
        expect(await holds(NIGHT_AT)).toBe(signed((next[1] ?? 0) * 10))
        now = next
      }
    })

    test('keep units and codes of every kind', async () => {
      expect(await farm.shown(place)).toMatchObject({
        'Settings/Humid/On': 50,
        'Settings/Alarm/Delay': 60,
        'Settings/Light/D1/P01/On': '05:00',
        'Power/MainsOk': true,
        'Alarm/HighTemp': false,
        'Climate/Temp/Avg': 21.5,
      })
    })
  },
)
