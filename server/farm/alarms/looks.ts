import type { FastifyBaseLogger } from 'fastify'
import type { Store } from '../../platform/database/store.ts'
import type { ReportValues } from '../../platform/events.ts'
import { inRound, roundFailed } from '../../platform/rounds.ts'
import type { DeviceSide, LatestState } from '../../telemetry/device-side.ts'
import type { HouseDirectory, KnownHouse } from '../house-state/house-directory.ts'
import type { Judges } from './judges.ts'
import { writeCounts } from './kept-counts.ts'
import type { Watches } from './watches.ts'

/** Within so many ticks every device is looked at once: limits move with the day, and values may have stood for hours. */
const TICKS_A_ROUND = 30
/** What reports faster is looked at so often. ms */
const LOOK_EVERY_MS = 1_000
/** Devices looked at in one go: some milliseconds, so that no reading waits for it. */
const AT_ONCE = 100

interface Parts {
  store: Store
  directory: HouseDirectory
  devices: Pick<DeviceSide, 'latest' | 'stands'>
  judges: Judges
  watches: Watches
  log: FastifyBaseLogger
  /** The server's clock, ms since 1970. */
  now: () => number
  /** A clock that nobody sets, ms. */
  ticks: () => number
}

/**
 * When a device is looked at: on its reports, at most once a second, while time alone makes something due, when rules or
 * houses have changed, and once a minute anyway. What a device said stands while its node is alive; of one that is not, nothing
 * is judged.
 */
export function createLooks({ store, directory, devices, judges, watches, log, now, ticks }: Parts) {
  const alive = new Set<string>()
  const lookedAt = new Map<string, number>()
  /** Devices that reported soon after a look, with the time of the first such report. */
  const soon = new Map<string, number>()
  /** Devices whose turn it is. */
  const due = new Set<string>()
  let round: string[] = []
  let writing: Promise<void> | undefined

  function look(deviceId: string): void {
    const house = directory.houseOfDevice(deviceId)
    const latest = house && devices.latest(deviceId)
    if (!devices.stands(deviceId)) fellSilent(deviceId)
    else if (latest) judges.judge({ deviceId, house, latest, now: now() })
  }

  /** Its node is dead: nobody knows its values. */
  function fellSilent(deviceId: string): void {
    soon.delete(deviceId)
    lookedAt.delete(deviceId)
    if (alive.delete(deviceId)) watches.silence(deviceId)
  }

  /** Looks at a device that has reported meanwhile. */
  function lookSoon(deviceId: string, at: number): void {
    soon.delete(deviceId)
    lookedAt.set(deviceId, ticks())
    const house = directory.houseOfDevice(deviceId)
    const latest = house && devices.latest(deviceId)
    if (latest) judges.judge({ deviceId, house, latest, now: now(), report: { at, has: () => true } })
  }

  /** Takes some of what waits, oldest first; of what reports fast only what was last looked at a second ago. */
  function work(most = AT_ONCE): void {
    let left = most
    for (const [deviceId, at] of soon) {
      if (left <= 0) return
      if (ticks() - (lookedAt.get(deviceId) ?? 0) < LOOK_EVERY_MS) continue
      lookSoon(deviceId, at)
      left--
    }
    for (const deviceId of due) {
      if (left <= 0) return
      due.delete(deviceId)
      if (alive.has(deviceId)) look(deviceId)
      left--
    }
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
      const isSoon = ticks() - (lookedAt.get(deviceId) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY_MS
      if (isSoon) {
        if (!soon.has(deviceId)) soon.set(deviceId, at)
        return
      }
      lookedAt.set(deviceId, ticks())
      const hasMore = soon.delete(deviceId)
      const has = (metric: string) => hasMore || values.has(metric)
      judges.judge({ deviceId, house, latest, now: now(), report: { at, has } })
    },
    fellSilent,
    work,
    /** Looks at all that waits, whatever time it takes. */
    catchUp(): void {
      for (const [deviceId, at] of soon) lookSoon(deviceId, at)
      work(Infinity)
    },
    /** Rules, houses or flocks have changed. */
    lookAgain(): void {
      for (const deviceId of alive) due.add(deviceId)
    },
    /** Every two seconds: says whose turn it is, and stores what was counted. */
    tick(): void {
      if (round.length === 0) round = [...alive]
      const share = Math.ceil(alive.size / TICKS_A_ROUND)
      for (const deviceId of [...watches.takeMoving(), ...round.splice(0, share)]) due.add(deviceId)
      void keep()
    },
    keep,
  }
}
