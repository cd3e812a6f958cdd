import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import { readQuarters } from '../../telemetry/history.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import type { WaterHour } from './rules/water-hour.ts'
import { BIRDS, lastQuarter, neededFrom, neededTo, WATER_METRICS, waterHour } from './water-hours.ts'

/** Houses read in one statement. */
const AT_ONCE = 100
/** After a failure it is tried again so often. ms */
const AGAIN_MS = 60_000

/** What houses drank in the last hour, beside the same hour of the days before. */
export interface WaterWatch {
  /** Of a house by its main controller; null for any other device, and where it is not known; undefined until all are read. */
  of(house: KnownHouse, deviceId: string): WaterHour | null | undefined
  /** Reads all houses once a quarter of an hour. */
  sweep(): void
  /** Resolves when what was begun is read. */
  settled(): Promise<void>
}

interface Parts {
  store: Store
  directory: Pick<HouseDirectory, 'all'>
  devices: { latest(deviceId: string): LatestState | undefined }
  log: FastifyBaseLogger
  /** The server's clock, ms since 1970. */
  now: () => number
  /** The hours are known anew. */
  changed: () => void
}

const mainOf = ({ devices }: KnownHouse): string | undefined =>
  devices.find(({ type, isMain }) => type === 'controller' && isMain)?.id

export function createWaterWatch({ store, directory, devices, log, now, changed }: Parts): WaterWatch {
  const db = store.scoped(SYSTEM)
  let hours: ReadonlyMap<string, WaterHour> | undefined
  let readUntil: number | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  let work = Promise.resolve()
  let isWorking = false

  function hasBirds(house: KnownHouse): boolean {
    const main = mainOf(house)
    if (main === undefined) return false
    return house.flockStartedOn !== null || Number(devices.latest(main)?.readings.get(BIRDS)?.value ?? 0) > 0
  }

  async function read(until: number): Promise<void> {
    const houses = [...directory.all()].filter(hasBirds)
    const found = new Map<string, WaterHour>()
    for (let i = 0; i < houses.length; i += AT_ONCE) {
      const some = houses.slice(i, i + AT_ONCE)
      const asked = { metrics: WATER_METRICS, from: neededFrom(until), to: neededTo(until) }
      const charts = await readQuarters(
        db,
        some.map(({ id }) => id),
        asked,
      )
      for (const house of some) {
        const chart = charts.get(house.id)
        const hour = chart && waterHour(chart, house, until)
        if (hour) found.set(house.id, hour)
        await nextTurn()
      }
    }
    hours = found
    readUntil = until
    changed()
  }

  return {
    of(house, deviceId) {
      if (mainOf(house) !== deviceId) return null
      return hours && (hours.get(house.id) ?? null)
    },
    sweep() {
      const until = lastQuarter(now())
      if (isWorking || until === readUntil || Math.abs(now() - failedAt) < AGAIN_MS) return
      isWorking = true
      work = inRound('waterHours', () => read(until))
        .catch(error => {
          failedAt = now()
          roundFailed(log, 'waterHours', error)
        })
        .finally(() => {
          isWorking = false
        })
    },
    settled: () => work,
  }
}
