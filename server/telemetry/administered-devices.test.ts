import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { answerRebirths } from './testing/answer-rebirths.ts'
import { eventually } from './testing/eventually.ts'
import { TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm, reportsOf, statusOf, quarantineOf } = peers

describe('a controller', () => {
  test('that is disabled behind its gateway is refused, and its neighbour is not', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const neighbour = await peers.farm.register(
      `${controller.code}-neighbour`,
      'controller',
      peers.farm.offices.sharing,
      gateway,
    )
    await peers.farm.store
      .scoped(SYSTEM)
      .update(device)
      .set({ status: 'DISABLE' })
      .where(eq(device.id, controller.id))
    peers.farm.events.emit('registry', { deviceIds: [controller.id] })
    await eventually(
      () => peers.farm.statuses.findLast(({ deviceId }) => deviceId === controller.id)?.to,
    ).toBe('DISABLE')
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }])
    await peer.deviceBirth(neighbour.code, [{ ...TEMPERATURE, value: 21 }])
    expect(await reportsOf(controller)).toEqual([])
    expect(await reportsOf(neighbour)).toHaveLength(1)
    await eventually(() => quarantineOf(gateway)).toMatchObject([{ reason: 'the device is disabled' }])
    await peer.end()
  })

  test('that is enabled again behind its connected gateway comes online without anybody going there', async () => {
    const { controller, peer } = await bornFarm()
    answerRebirths(peer, controller.code)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    const set = async (status: 'DISABLE' | 'OFFLINE') => {
      await peers.farm.store.scoped(SYSTEM).update(device).set({ status }).where(eq(device.id, controller.id))
      peers.farm.events.emit('registry', { deviceIds: [controller.id] })
      await eventually(
        () => peers.farm.statuses.findLast(({ deviceId }) => deviceId === controller.id)?.to,
      ).toBe(status)
    }
    await set('DISABLE')
    await set('OFFLINE')
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 21 }])
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await peer.end()
  })

  test('that is restored behind its connected gateway comes online without anybody going there', async () => {
    const { controller, peer } = await bornFarm()
    answerRebirths(peer, controller.code)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    const set = async (columns: Partial<typeof device.$inferInsert>) => {
      await peers.farm.store.scoped(SYSTEM).update(device).set(columns).where(eq(device.id, controller.id))
      peers.farm.events.emit('registry', { deviceIds: [controller.id] })
    }
    await set({ deletedAt: new Date() })
    await eventually(() => peers.farm.devices.silentSince(controller.id)).toBe(null)
    await set({ deletedAt: null, status: 'OFFLINE' })
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await peer.end()
  })

  test('that is given to another customer leaves everything it knew behind', async () => {
    const { controller, peer } = await bornFarm()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }])
    expect(peers.farm.devices.silentSince(controller.id)).toBeGreaterThan(Date.now() - 10_000)
    const { id, path } = peers.farm.offices.closed
    await peers.farm.store
      .scoped(SYSTEM)
      .update(device)
      .set({ officeId: id, officePath: path })
      .where(eq(device.id, controller.id))
    peers.farm.events.emit('registry', { deviceIds: [controller.id] })
    await eventually(() => peers.farm.devices.latest(controller.id)?.readings.size).toBe(0)
    await peer.end()
    await peers.farm.restart()
    expect(peers.farm.devices.latest(controller.id)?.readings.size).toBe(0)
  })
})
