import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { noMosquitto } from './testing/mosquitto.ts'
import { outsideFarm, upTo } from './testing/outside-farm.ts'
import { TEMPERATURE } from './testing/peer.ts'

describe.skipIf(noMosquitto)(`an outside broker${noMosquitto}`, () => {
  const outside = outsideFarm()
  const { connect, bornFarm, bear, statusOf, storedOf, eventsOf, sendAll } = outside

  test('brings births, then readings that are stored and shown, then the death', async () => {
    const { gateway, controller, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 21.5 }], at)
    await eventually(() => storedOf(controller)).toEqual([21.5])
    await eventually(() =>
      outside.farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name),
    ).toMatchObject({
      value: 21.5,
      at,
    })
    expect(
      outside.farm.heard.filter(({ deviceId }) => deviceId === controller.id && deviceId).length,
    ).toBeGreaterThan(0)
    expect(outside.farm.devices.requestRebirth(gateway.id)).toBe(true)
    await eventually(peer.rebirthsAsked).toBeGreaterThan(0)

    peer.cut()
    await eventually(() => Promise.all([statusOf(gateway), statusOf(controller)])).toEqual([
      'OFFLINE',
      'OFFLINE',
    ])
    await eventually(() => eventsOf(gateway)).toEqual(['nbirth', 'ndeath'])
  })

  test('has its address shown without the credentials of the server', () => {
    expect(outside.farm.devices.mqttUrl).toBe(outside.broker.url)
  })

  test('keeps what is sent while the server is away; nothing is lost or stored twice', async () => {
    const { controller, peer } = await bornFarm()
    await outside.farm.stop()
    await sendAll(peer, controller, upTo(300))
    await outside.farm.start()
    await eventually(() => storedOf(controller)).toEqual(upTo(300))
    await eventually(peer.rebirthsAsked).toBeGreaterThan(0)
  })

  test('brings a node unknown to the server as soon as it is registered', async () => {
    const code = 'GW-out-later'
    const peer = await connect({ id: '', serial: 0, code })
    await bear(peer, { code: 'HC-out-later' })
    const gateway = await outside.farm.register(code, 'gateway', outside.farm.offices.sharing)
    const controller = await outside.farm.register(
      'HC-out-later',
      'controller',
      outside.farm.offices.sharing,
      gateway,
    )
    await eventually(() => statusOf(controller)).toBe('ONLINE')
  })

  test('takes no birth that the broker had kept for whoever comes later: it belongs to no time', async () => {
    const code = 'GW-out-kept'
    const peer = await connect({ id: '', serial: 0, code })
    const keep = (type: string, seq: number, metrics: Metric[], device = '') =>
      peer.client.publishAsync(
        `spBv1.0/farm/${type}/${code}${device}`,
        Buffer.from(encodePayload({ timestamp: Date.now(), seq, metrics })),
        { qos: 1, retain: true },
      )
    await keep('NBIRTH', 0, [{ name: 'bdSeq', datatype: DataType.Int64, value: 0n }])
    await keep('DBIRTH', 1, [{ ...TEMPERATURE, value: 99 }], '/HC-out-kept')
    const { sharing } = outside.farm.offices
    const gateway = await outside.farm.register(code, 'gateway', sharing)
    const controller = await outside.farm.register('HC-out-kept', 'controller', sharing, gateway)
    // Asked for births, it gives none; what another says meanwhile is stored.
    await eventually(peer.rebirthsAsked).toBeGreaterThan(0)
    const { peer: other, controller: known } = await bornFarm()
    await other.data(known.code, [{ ...TEMPERATURE, value: 20 }])
    await eventually(() => storedOf(known)).toEqual([20])
    expect(await storedOf(controller)).toEqual([])
    expect(await Promise.all([statusOf(gateway), statusOf(controller)])).not.toContain('ONLINE')
  })

  test('may be killed: the server reconnects, and nodes go on', async () => {
    const { gateway, controller } = await bornFarm()
    const killedAt = Date.now()
    await outside.broker.stop('SIGKILL')
    await eventually(() => outside.farm.devices.intake()).toMatchObject({ broker: false, commits: true })
    await outside.broker.start()
    const peer = await connect(gateway)
    const states = () =>
      peer.received
        .filter(({ topic }) => topic.includes('/STATE/'))
        .map(({ payload }) => JSON.parse(String(payload)))
    await eventually(() => states().some(({ online, timestamp }) => online && timestamp > killedAt)).toBe(
      true,
    )
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code)
    await sendAll(peer, controller, upTo(20))
    await eventually(() => storedOf(controller)).toEqual(upTo(20))
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    expect(outside.farm.devices.intake()).toMatchObject({ broker: true, commits: true })
  })

  test('refuses a gateway that is disabled and everything behind it, until it is enabled', async () => {
    const { gateway, controller, peer } = await bornFarm()
    const set = async (status: 'DISABLE' | 'OFFLINE') => {
      await outside.farm.store.scoped(SYSTEM).update(device).set({ status }).where(eq(device.id, gateway.id))
      outside.farm.events.emit('registry', { deviceIds: [gateway.id] })
    }
    await set('DISABLE')
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    await peer.deviceBirth(controller.code)
    await sendAll(peer, controller, upTo(3))
    const refused = (type: string) => () =>
      outside.farm.rows('select 1 from quarantine where device_id = $1 and reason = $2 and topic like $3', [
        gateway.id,
        'the gateway is disabled',
        `%/${type}/%`,
      ])
    await eventually(refused('DDATA')).toHaveLength(3)
    // More than one when the server asked for births shortly before and the gateway sends them.
    expect(await refused('DBIRTH')()).not.toHaveLength(0)
    expect(await storedOf(controller)).toEqual([])
    expect(await statusOf(controller)).toBe('OFFLINE')

    await set('OFFLINE')
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await sendAll(peer, controller, [4])
    await eventually(() => storedOf(controller)).toEqual([4])
  })
})
