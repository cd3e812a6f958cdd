import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { type RestoredState, restoreStates } from './restore-latest.ts'
import { eventually } from './testing/eventually.ts'
import { connectPeer, TEMPERATURE, WATER } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm, reportsOf, statusOf } = peers

describe('a restart of the server', () => {
  test('forgets no value and no alias, and keeps devices online until they have had time to be born', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(
      controller.code,
      [
        { ...TEMPERATURE, value: 26 },
        { ...WATER, value: 5e9 },
      ],
      at,
    )
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await peers.farm.restart(3_000)
    expect(await statusOf(controller)).toBe('ONLINE')
    expect(peers.farm.devices.latest(controller.id)?.readings.get(WATER.name)).toEqual({ value: 5e9, at })

    const again = await connectPeer(peers.farm.url, { code: gateway.code })
    await again.data(controller.code, [{ ...TEMPERATURE, value: 27 }], at + 1_000)
    expect((await reportsOf(controller)).map(report => report.values[0])).toEqual([26, 27])
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    expect(peers.farm.statuses.findLast(status => status.deviceId === controller.id)?.reason).toBe('no-birth')
    await again.end()
  })

  test('finds the same, however many devices it reads at a time', async () => {
    const born = [await bornFarm(), await bornFarm(), await bornFarm()]
    const at = Date.now()
    for (const [i, { controller, peer }] of born.entries())
      await peer.data(
        controller.code,
        [
          { ...TEMPERATURE, value: 20.1 + i },
          { ...WATER, value: 123_456_789.25 + i },
        ],
        at,
      )
    // A stop saves what is known; anything later is read from the reports.
    await peers.farm.restart()
    const pool = peers.farm.store.ingest
    const restored = async (atOnce?: number) => {
      const states = new Map<string, RestoredState>()
      await restoreStates(pool, (id, state) => states.set(id, state), atOnce)
      return states
    }
    const all = await restored()
    expect(await restored(1)).toEqual(all)
    for (const [i, { controller }] of born.entries()) {
      const readings = all.get(controller.id)?.readings
      expect(readings?.get(TEMPERATURE.name)).toEqual({ value: 20.1 + i, at })
      expect(readings?.get(WATER.name)).toEqual({ value: 123_456_789.25 + i, at })
    }
  })

  test('saves the bird count where the list of houses reads it, and finds it again', async () => {
    const birds = { name: 'Bird/Count', alias: 8, datatype: DataType.Int32 }
    const { controller, peer } = await bornFarm(false)
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code, [{ ...birds, value: 30_000 }])
    const at = Date.now()
    await peer.data(controller.code, [{ ...birds, value: 29_998 }], at)
    await peers.farm.restart()
    const saved = await peers.farm.rows<{ counted: unknown }>(
      `select "values" #> '{Bird/Count,0}' as counted from device_state where device_id = $1`,
      [controller.id],
    )
    expect(saved).toEqual([{ counted: 29_998 }])
    expect(peers.farm.devices.latest(controller.id)?.readings.get(birds.name)).toEqual({ value: 29_998, at })
  })

  test('tells what a device warned of in the last minutes, even if it has cleared', async () => {
    const power = { name: 'Alarm/PowerFail', alias: 9, datatype: DataType.Boolean }
    const { controller, peer } = await bornFarm(false)
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code, [
      { ...TEMPERATURE, value: 21 },
      { ...power, value: false },
    ])
    const at = Date.now()
    await peer.data(controller.code, [{ ...power, value: true }], at)
    await peer.data(controller.code, [{ ...power, value: true }], at + 1)
    await peer.data(controller.code, [{ ...power, value: false }], at + 2)
    await peers.farm.restart()
    const state = peers.farm.devices.latest(controller.id)
    expect(state?.toldBefore).toEqual([
      { metric: power.name, value: true, at },
      { metric: power.name, value: false, at: at + 2 },
    ])
    expect(state?.readings.get(power.name)?.value).toBe(false)
  })

  test('that is disabled while the database is away is cut off when it is back', async () => {
    const { gateway, peer } = await bornFarm()
    await peers.farm.store
      .scoped(SYSTEM)
      .update(device)
      .set({ status: 'DISABLE' })
      .where(eq(device.id, gateway.id))
    await peers.farm.owner.query('revoke select on device from smart_farm_ingest')
    peers.farm.events.emit('registry', { deviceIds: [gateway.id] })
    await expect(peers.farm.rows('select 1 from device')).rejects.toThrow('permission denied')
    await peers.farm.owner.query('grant select on device to smart_farm_ingest')
    await peer.closed
    await eventually(() => peers.farm.statuses.findLast(({ deviceId }) => deviceId === gateway.id)?.to).toBe(
      'DISABLE',
    )
  })

  test('what cannot be committed is not acknowledged, shows in the health, and is stored when it can be', async () => {
    const { controller, peer } = await bornFarm()
    expect(peers.farm.devices.intake()).toMatchObject({ broker: true, commits: true })
    await peers.farm.owner.query('revoke insert on report from smart_farm_ingest')
    const acknowledged = peer.data(controller.code, [{ ...TEMPERATURE, value: 28 }])
    await eventually(() => peers.farm.devices.intake()).toMatchObject({ broker: true, commits: false })
    await eventually(() => peers.farm.devices.intake().oldestMs > 0).toBe(true)
    expect(await reportsOf(controller)).toEqual([])
    await peers.farm.owner.query('grant insert on report to smart_farm_ingest')
    await acknowledged
    expect((await reportsOf(controller)).map(report => report.values[0])).toEqual([28])
    expect(peers.farm.devices.intake()).toMatchObject({ broker: true, commits: true, oldestMs: 0 })
  })

  test('says goodbye with the time of its end, not of its beginning', async () => {
    const { peer } = await bornFarm()
    const begun = Date.now()
    await peers.farm.restart()
    const states = peer.received
      .filter(({ topic }) => topic === 'spBv1.0/STATE/smart-farm')
      .map(({ payload }): { online: boolean; timestamp: number } => JSON.parse(payload.toString()))
    const death = states.find(({ online }) => !online)
    expect(death?.timestamp).toBeGreaterThanOrEqual(begun)
    await peer.end()
  })
})
