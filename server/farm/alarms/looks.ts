import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../platform/database/store.ts'
import type { ReportValues } from '../../platform/events.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import type { Judges } from './judges.ts'
import { writeCounts } from './kept-counts.ts'
import type { Watches } from './watches.ts'

/** Within so many ticks every device is looked at once: limits move with the day, and values may have stood for hours. */
const TICKS_A_ROUND = 30
/** Devices per tick that wait for a look, so that a tick stays short. */
const MOST_WAITING = 400

interface Parts {
  store: Store
  directory: HouseDirectory
  devices: { latest(deviceId: string): LatestState | undefined }
  judges: Judges
  watches: Watches
  log: FastifyBaseLogger
  now: () => number
}

/**
 * When a device is looked at: on each of its reports, while time alone makes something due, when rules or houses have changed,
 * and once a minute anyway. What a device said stands while its node is alive; of one that is not, nothing is judged.
 */
export function createLooks({ store, directory, devices, judges, watches, log, now }: Parts) {
  const alive = new Set<string>()
  let waiting: string[] = []
  let round: string[] = []
  let writing: Promise<void> | undefined

  function look(deviceId: string): void {
    const house = alive.has(deviceId) ? directory.houseOfDevice(deviceId) : undefined
    const latest = house && devices.latest(deviceId)
    if (latest) judges.judge({ deviceId, house, latest, now: now() })
  }

  /** Stores what was counted, so that a restart goes on from there. */
  function keep(): Promise<void> {
    writing ??= write().finally(() => {
      writing = undefined
    })
    return writing
  }
  async function write(): Promise<void> {
    const changes = watches.takeChanges(now())
    if (changes.length === 0) return
    await inRound('watches', () => writeCounts(store, changes)).catch(error => {
      watches.putBack(changes)
      roundFailed(log, 'watches', error)
    })
  }

  return {
    heard(
      deviceId: string,
      {
        house,
        latest,
        at,
        values,
      }: { house: KnownHouse; latest: LatestState; at: number; values: ReportValues },
    ): void {
      alive.add(deviceId)
      judges.judge({ deviceId, house, latest, now: now(), report: { at, has: metric => values.has(metric) } })
    },
    /** Its node is dead: nobody knows its values. */
    fellSilent(deviceId: string): void {
      if (alive.delete(deviceId)) watches.silence(deviceId)
    },
    /** Rules, houses or flocks have changed. */
    lookAgain(): void {
      waiting = [...alive]
    },
    tick(): void {
      if (round.length === 0) round = [...alive]
      const share = Math.ceil(alive.size / TICKS_A_ROUND)
      const due = new Set([
        ...watches.takeMoving(),
        ...waiting.splice(0, MOST_WAITING),
        ...round.splice(0, share),
      ])
      for (const deviceId of due) look(deviceId)
      void keep()
    },
    keep,
  }
}
