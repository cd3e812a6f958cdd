import type { WebSocket } from 'ws'
import { mostInAQuarter } from '#shared/meter-limits.ts'
import { doubtOf, doubtsAmong } from '#shared/probe-doubts.ts'
import type { FrameData } from '#shared/realtime.ts'
import { dateIn, instantOf } from '#shared/zone-time.ts'
import type { Farm } from '../farm/house-state/farm.ts'
import type { KnownHouse } from '../farm/house-state/house-directory.ts'
import { isInScope } from '../platform/database/scope.ts'
import type { EventMap } from '../platform/events.ts'
import type { Viewer } from '../platform/http/identify.ts'
import type { Services } from '../platform/services.ts'
import { frame } from './frames.ts'
import { send } from './house-feed.ts'

/** How often wall displays are told what has changed, only while there is one. ms */
const TELL_MS = 1_000

/** Counters of the day that walls sum up. */
const counters = { eggs: 'Egg/Today', feed: 'Feed/Today', water: 'Water/Today' } as const
type Counter = keyof typeof counters
const named = Object.entries(counters) as [Counter, string][]
/** What a device counted, and when. ms since 1970 */
interface Count {
  value: number
  at: number
}
type Counted = Partial<Record<Counter, Count>>
const QUARTER_MS = 900_000

/** No house takes so much in that time: a glitch, or a meter that will be in doubt. */
const isTooMuch = (counter: Counter, before: Count | undefined, { value, at }: Count): boolean =>
  before !== undefined &&
  value - before.value > mostInAQuarter(counter, null) * Math.max(1, (at - before.at) / QUARTER_MS)

interface Watcher {
  socket: WebSocket
  viewer: Viewer
}
type Sums = Omit<Extract<FrameData, { dataType: 'WALL' }>, 'dataType' | 'news'>

/** Whether a wall shows the house: as for its other figures, the farm must be the viewer's own or shared. */
function isOnWall({ grants, scope }: Viewer, house: KnownHouse, now: number): boolean {
  if (!grants.has('retech_datav:query') || !isInScope(scope, { ...house, path: house.officePath }))
    return false
  return scope.farm === house.farmPath || scope.farm === '*' || house.sharedUntil > now
}

/**
 * Sends walls the sums that change with every report, and tells them when something else they show has changed, which they
 * then fetch. While there is no wall, nothing is counted.
 */
export function watchWalls(
  { events, devices }: Pick<Services, 'events' | 'devices'>,
  { directory, states }: Farm,
) {
  /** Each wall with what it was last told. */
  const walls = new Map<Watcher, string>()
  const counted = new Map<string, Counted>()
  let news = 0

  const note = (deviceId: string, metric: Counter, value: unknown, at: number) => {
    const amount = typeof value === 'bigint' ? Number(value) : value
    if (typeof amount !== 'number' || !Number.isFinite(amount)) return
    const known = counted.get(deviceId) ?? {}
    counted.set(deviceId, known)
    const count = { value: amount, at }
    if ((known[metric]?.at ?? 0) <= at && !isTooMuch(metric, known[metric], count)) known[metric] = count
  }
  const onReport = ({ deviceId, at, historical, values }: EventMap['report'][0]) => {
    if (historical) return
    for (const [counter, metric] of named) note(deviceId, counter, values.get(metric), at)
  }
  const onNews = () => {
    news += 1
  }

  /** `midnights`: start of the day by zone, cached for one round. */
  function sumFor(viewer: Viewer, now: number, midnights: Map<string, number>): Sums {
    const sums: Sums = {
      eggs: 0,
      feed: 0,
      water: 0,
      leftOut: { eggs: 0, feed: 0, water: 0 },
      reporting: 0,
    }
    for (const house of directory.all()) {
      if (!isOnWall(viewer, house, now)) continue
      const known = states.of(house.id)
      if (known?.state !== 'offline') sums.reporting += 1
      const midnight =
        midnights.get(house.timeZone) ?? instantOf(`${dateIn(house.timeZone, now)}T00:00`, house.timeZone)
      midnights.set(house.timeZone, midnight)
      const doubts = doubtsAmong(known?.alarms ?? [])
      for (const [counter, metric] of named) {
        const teller = tellerOf(house, counter)
        if (teller && doubtOf(doubts.get(teller.id), metric)) sums.leftOut[counter] += 1
        else if (teller && teller.at >= midnight) sums[counter] += teller.value
      }
    }
    return sums
  }
  /** The first device that counts it, the main controller before others. */
  function tellerOf(
    { devices: serving }: KnownHouse,
    counter: Counter,
  ): (Count & { id: string }) | undefined {
    let found: (Count & { id: string }) | undefined
    for (const { id, isMain } of serving) {
      const here = counted.get(id)?.[counter]
      if (here && (isMain || !found)) found = { ...here, id }
    }
    return found
  }

  function tellAll(): void {
    const [now, midnights, known] = [Date.now(), new Map<string, number>(), new Map<string, Sums>()]
    for (const [wall, before] of walls) {
      const { scope, grants } = wall.viewer
      const key = JSON.stringify([scope, grants.has('retech_datav:query')])
      const sums = known.get(key) ?? sumFor(wall.viewer, now, midnights)
      known.set(key, sums)
      const text = frame({ dataType: 'WALL', ...sums, news })
      if (text === before) continue
      walls.set(wall, text)
      send(wall.socket, text)
    }
  }

  let timer: NodeJS.Timeout | undefined
  function begin(): void {
    events.on('report', onReport)
    for (const house of directory.all())
      for (const { id } of house.devices) {
        const readings = devices.latest(id)?.readings
        for (const [counter, metric] of named) {
          const reading = readings?.get(metric)
          if (reading) note(id, counter, reading.value, reading.at)
        }
      }
    timer = setInterval(tellAll, TELL_MS)
  }
  function end(): void {
    events.off('report', onReport)
    clearInterval(timer)
    timer = undefined
    counted.clear()
  }
  events.on('house', onNews)
  events.on('alarm', onNews)
  const stopHearing = directory.onChange(onNews)
  directory.onConsents(onNews)

  const forget = (wall: Watcher) => {
    if (walls.delete(wall) && walls.size === 0) end()
  }
  return {
    watch(wall: Watcher, isWall: boolean): void {
      if (!isWall) {
        forget(wall)
        return
      }
      if (walls.size === 0) begin()
      if (!walls.has(wall)) walls.set(wall, '')
      tellAll()
    },
    forget,
    stop(): void {
      walls.clear()
      end()
      events.off('house', onNews)
      events.off('alarm', onNews)
      stopHearing()
    },
  }
}
