import { eq } from 'drizzle-orm'
import mqtt from 'mqtt'
import { describe, expect, test } from 'vitest'
import { openStore, SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { createEvents } from '#server/platform/events.ts'
import { partitionOf } from './partitions/partition-of.ts'
import { eventually } from './testing/eventually.ts'
import { noMosquitto } from './testing/mosquitto.ts'
import { outsideFarm, upTo } from './testing/outside-farm.ts'
import { TEMPERATURE } from './testing/peer.ts'

describe.skipIf(noMosquitto)(`an outside broker with two processes of the server${noMosquitto}`, () => {
  const outside = outsideFarm()
  const { bornFarm, statusOf, storedOf, eventsOf, sendAll } = outside

  /** A second process that counts its group commits. */
  async function second() {
    const store = openStore(outside.farm.urls)
    const query = store.ingest.query.bind(store.ingest)
    let commits = 0
    Object.assign(store.ingest, {
      query: (...words: Parameters<typeof query>) => {
        const [first] = words as unknown[]
        if (typeof first === 'object' && first !== null && 'name' in first && first.name === 'store-reports')
          commits++
        return query(...words)
      },
    })
    const events = createEvents()
    const told: string[] = []
    events.on('status', ({ deviceId, to }) => to === 'DISABLE' && told.push(deviceId))
    const devices = await outside.farm.startAnother({ mqttClientId: 'smart-farm-2' }, store, events)
    return {
      devices,
      heard: () => told,
      commits: () => commits,
      async stop() {
        await devices.stop()
        await store.close()
      },
    }
  }

  /** How many partitions each process holds. */
  const holders = async () =>
    (
      await outside.farm.rows<{ holder: string; n: number }>(
        'select holder, count(*)::int as n from node_partition where holder is not null group by 1 order by 1',
      )
    ).map(({ holder, n }) => `${holder} ${n}`)

  test('each stores for its nodes, both know the present, and history records each event once', async () => {
    const other = await second()
    await eventually(holders).toEqual(['smart-farm 8', 'smart-farm-2 8'])
    const both = [outside.farm.devices, other.devices]
    // Enough for both to have some.
    const nodes = await Promise.all(Array.from({ length: 12 }, () => bornFarm()))
    expect(new Set(nodes.map(({ gateway }) => partitionOf(gateway.code) % 2)).size).toBe(2)
    for (const { gateway, controller, peer } of nodes) {
      const told = (devices: (typeof both)[number]) =>
        devices.latest(controller.id)?.readings.get(TEMPERATURE.name)
      // Births that came before a process knew the node are lost on it: it asks for them when it hears data.
      await eventually(async () => {
        await peer.data(controller.code, [{ ...TEMPERATURE, value: 0 }])
        return both.every(devices => told(devices) !== undefined)
      }).toBe(true)
      const asked = peer.rebirthsAsked()
      await sendAll(peer, controller, upTo(50), Date.now() + 1)
      await eventually(async () => (await storedOf(controller)).filter(value => value > 0)).toEqual(upTo(50))
      for (const devices of both) await eventually(() => told(devices)).toMatchObject({ value: 50 })
      expect(peer.rebirthsAsked()).toBe(asked)
      peer.cut()
      await eventually(() => statusOf(gateway)).toBe('OFFLINE')
      await eventually(() => eventsOf(gateway)).toEqual(['nbirth', 'ndeath'])
    }
    expect(other.commits()).toBeGreaterThan(0)
    await other.stop()
    await eventually(holders).toEqual(['smart-farm 16'])
  })

  test('what one hears of the registry, the other hears too', async () => {
    const other = await second()
    const { controller, peer } = await bornFarm()
    await outside.farm.store
      .scoped(SYSTEM)
      .update(device)
      .set({ status: 'DISABLE' })
      .where(eq(device.id, controller.id))
    outside.farm.events.emit('registry', { deviceIds: [controller.id] })
    // Of this device: what its gateway's birth says may come after.
    const last = () => outside.farm.statuses.findLast(({ deviceId }) => deviceId === controller.id)
    await eventually(last).toMatchObject({ to: 'DISABLE' })
    await eventually(() => other.heard()).toContain(controller.id)
    await sendAll(peer, controller, upTo(50))
    const refused = () =>
      outside.farm.rows(`select 1 from quarantine where reason = $1 and topic like '%/DDATA/%'`, [
        'the device is disabled',
      ])
    await eventually(refused).toHaveLength(50)
    expect(await storedOf(controller)).toEqual([])
    await other.stop()
  })

  test('the remaining one says that the host is online after the other has gone', async () => {
    const ears = await mqtt.connectAsync(outside.broker.url)
    const states: { online: boolean; timestamp: number }[] = []
    ears.on('message', (_topic, payload) => states.push(JSON.parse(String(payload))))
    await ears.subscribeAsync('spBv1.0/STATE/smart-farm', { qos: 1 })
    const other = await second()
    await eventually(() => states.at(-1)?.online).toBe(true)
    const newest = states.at(-1)?.timestamp ?? 0
    await other.stop()
    await eventually(() => (states.at(-1)?.online ? states.at(-1)?.timestamp : 0)).toBeGreaterThan(newest)

    await ears.publishAsync('spBv1.0/STATE/smart-farm', '{"online":false,"timestamp":1}', {
      qos: 1,
      retain: true,
    })
    await eventually(() => states.at(-1)?.online).toBe(true)
    await ears.endAsync()
  })
})
