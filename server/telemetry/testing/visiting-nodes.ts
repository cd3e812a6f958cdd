import { expect } from 'vitest'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './eventually.ts'
import type { DeviceFarm, Registered } from './farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from './peer.ts'

export const MINUTE = 60_000
/** How a node leaves after a report. */
export const ways = ['closes', 'dies and closes', 'is cut off', 'vanishes'] as const
export type Way = (typeof ways)[number]
/** What it brings. */
export const burdens = ['births', 'data'] as const
export type Burden = (typeof burdens)[number]

/** A node that connects for every report. */
export interface Visiting {
  gateway: Registered
  controller: Registered
  everyMs: number
  way: Way
  burden: Burden
  /** When its reports came, ms since 1970. */
  reports: number[]
  left: Peer[]
}

/** Lets nodes report; behind an outside broker, `knowsConnections` is false: the server does not see them leave. */
export function visiting(farm: () => DeviceFarm, url: () => string, knowsConnections: boolean) {
  let number = 0

  async function register(): Promise<Pick<Visiting, 'gateway' | 'controller'>> {
    number++
    const { sharing } = farm().offices
    const gateway = await farm().register(`GW-visit-${number}`, 'gateway', sharing)
    const controller = await farm().register(`HC-visit-${number}`, 'controller', sharing, gateway)
    return { gateway, controller }
  }

  /** One that brings data bears itself only once. */
  async function speak(peer: Peer, { controller, burden, reports }: Visiting): Promise<void> {
    const value = 20 + reports.length / 10
    if (burden === 'births' || reports.length === 0) {
      await peer.nodeBirth()
      await peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value }])
    } else await peer.data(controller.code, [{ name: TEMPERATURE.name, datatype: DataType.Float, value }])
  }

  async function leave(peer: Peer, { gateway, way, left, reports }: Visiting): Promise<void> {
    if (way === 'vanishes') {
      left.push(peer)
      return
    }
    if (way === 'dies and closes') {
      const value = BigInt(reports.length - 1)
      const bdSeq = { name: 'bdSeq', datatype: DataType.Int64, value }
      await peer.send('NDEATH', { timestamp: Date.now(), metrics: [bdSeq] })
    }
    if (way === 'is cut off') peer.cut()
    else await peer.end()
    await peer.closed
    if (knowsConnections) await eventually(() => farm().devices.requestRebirth(gateway.id)).toBe(false)
  }

  return {
    register,
    async report(node: Visiting): Promise<void> {
      const { gateway, controller, reports } = node
      const before = Date.now()
      const peer = await connectPeer(url(), { code: gateway.code, bdSeq: reports.length, keepalive: 0 })
      await speak(peer, node)
      await eventually(() => farm().devices.silentSince(controller.id) ?? 0).toBeGreaterThanOrEqual(before)
      reports.push(farm().devices.silentSince(controller.id) ?? 0)
      await leave(peer, node)
    },
    statusOf: async ({ id }: Registered) =>
      (
        await farm().rows<{ status: string; reason: string }>(
          'select status, status_reason as reason from device where id = $1',
          [id],
        )
      )[0],
    eventsOf: async ({ id }: Registered) =>
      (
        await farm().rows<{ event: string }>(
          'select event from device_connection where device_id = $1 order by id',
          [id],
        )
      ).map(({ event }) => event),
    /** When it went offline since its fourth report, ms since 1970. */
    ends: ({ controller, reports }: Visiting) =>
      farm()
        .statuses.filter(
          ({ deviceId, to, at }) => deviceId === controller.id && to === 'OFFLINE' && at > (reports[3] ?? 0),
        )
        .map(({ at }) => at),
    /** It holds what it said, as of now. */
    async expectToStand({ controller, reports, way, burden, everyMs }: Visiting): Promise<void> {
      const label = `${controller.code}: ${burden}, ${way}, ${everyMs / MINUTE} min`
      const { devices } = farm()
      expect(devices.stands(controller.id), label).toBe(true)
      expect(Date.now() - (devices.latest(controller.id)?.aliveAt ?? 0), label).toBeLessThan(1_000)
      // What was just said is known once it is stored.
      const value = () => Number(devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value)
      await expect
        .poll(value, { message: label, timeout: 20_000 })
        .toBeCloseTo(20 + (reports.length - 1) / 10, 3)
    },
    async forget({ left }: Visiting): Promise<void> {
      for (const peer of left) await peer.client.endAsync(true)
    },
  }
}
