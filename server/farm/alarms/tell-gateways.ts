import { nodeMetric } from '#shared/node-birth.ts'
import type { ToldHouses } from '#shared/told-houses.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import { factsOf } from './rules/facts.ts'

interface Parts {
  directory: Pick<HouseDirectory, 'all'>
  devices: Pick<DeviceSide, 'latest' | 'commandNode'>
  /** ms since 1970 */
  now?: () => number
}

const HOUSES = 'Gateway/Houses'
/** How often gateways are looked at: one that was born is told at the next look. ms */
const LOOK_MS = 5_000
/** How often each is told again, if nothing changes: with it comes the time. ms */
const AGAIN_MS = 600_000

interface Told {
  what: string
  bornAt: number
  at: number
}

/**
 * Tells gateways that ask for it what lives in the houses of their controllers, so that they can judge by themselves while
 * the server cannot be reached; and with every message what time it is.
 */
export function createGatewayTelling({ directory, devices, now = Date.now }: Parts): () => void {
  const told = new Map<string, Told>()

  function tell(gatewayId: string, houses: readonly Served[]): void {
    const latest = devices.latest(gatewayId)
    if (latest?.declared?.has(HOUSES) !== true) return
    const at = now()
    const bornAt = latest.readings.get('Gateway/Buses')?.at ?? 0
    const known = houses.map(served => houseOf(served, devices, at))
    // The time of the message is no change.
    const what = JSON.stringify(known.map(house => ({ ...house, at: 0 })))
    const before = told.get(gatewayId)
    if (before?.what === what && before.bornAt === bornAt && at - before.at < AGAIN_MS) return
    if (devices.commandNode(gatewayId, [nodeMetric(at, HOUSES, JSON.stringify(known))]))
      told.set(gatewayId, { what, bornAt, at })
  }

  return () => {
    const behind = new Map<string, Served[]>()
    for (const house of directory.all())
      for (const { id, code, type, gatewayId } of house.devices)
        if (type === 'controller' && gatewayId !== null)
          behind.set(gatewayId, [...(behind.get(gatewayId) ?? []), { house, id, code }])
    for (const [gatewayId, houses] of behind) tell(gatewayId, houses)
  }
}

/** A house with the controller that serves it. */
interface Served {
  house: KnownHouse
  id: string
  code: string
}

function houseOf(
  { house, id, code }: Served,
  devices: Pick<DeviceSide, 'latest'>,
  at: number,
): ToldHouses[number] {
  const readings = devices.latest(id)?.readings
  const { ageDays } = factsOf(house, name => readings?.get(name)?.value, at)
  return { controller: code, type: house.type, ageDays, at }
}

/** Tells them from now on. */
export function startGatewayTelling(parts: Parts): { stop(): void } {
  const timer = setInterval(createGatewayTelling(parts), LOOK_MS)
  return { stop: () => clearInterval(timer) }
}
