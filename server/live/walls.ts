import type { WebSocket } from 'ws'
import type { Farm } from '../farm/house-state/farm.ts'
import type { EventMap } from '../platform/events.ts'
import type { Viewer } from '../platform/http/identify.ts'
import type { Services } from '../platform/services.ts'
import { createDayCounts, dayCounters } from './day-counts.ts'
import { frame } from './frames.ts'
import { send } from './house-feed.ts'
import { createSumming, type WallOf } from './wall-sums.ts'

/** How often wall displays are told what has changed, only while there is one. ms */
const TELL_MS = 1_000

interface Watcher {
  socket: WebSocket
  viewer: Viewer
}
interface Told {
  of: WallOf
  text: string
}

/**
 * Sends walls the sums that change with every report, and tells them when something else they show has changed, which they
 * then fetch. While there is no wall, nothing is counted.
 */
export function watchWalls({ events, devices }: Pick<Services, 'events' | 'devices'>, farm: Farm) {
  const { directory } = farm
  /** Each wall with what it was last told. */
  const walls = new Map<Watcher, Told>()
  const counts = createDayCounts()
  let news = 0

  const onReport = ({ deviceId, at, historical, values }: EventMap['report'][0]) => {
    if (historical) return
    for (const [counter, metric] of dayCounters) counts.note(deviceId, counter, values.get(metric), at)
  }
  const onNews = () => {
    news += 1
  }

  function tellAll(): void {
    const summing = createSumming(farm, counts, Date.now())
    for (const [wall, { of, text: before }] of walls) {
      const text = frame({ dataType: 'WALL', ...summing.sumsOf(wall.viewer, of), news })
      if (text === before) continue
      walls.set(wall, { of, text })
      send(wall.socket, text)
    }
  }

  let timer: NodeJS.Timeout | undefined
  function begin(): void {
    events.on('report', onReport)
    for (const house of directory.all())
      for (const { id } of house.devices) {
        const readings = devices.latest(id)?.readings
        for (const [counter, metric] of dayCounters) {
          const reading = readings?.get(metric)
          if (reading) counts.note(id, counter, reading.value, reading.at)
        }
      }
    timer = setInterval(tellAll, TELL_MS)
  }
  function end(): void {
    events.off('report', onReport)
    clearInterval(timer)
    timer = undefined
    counts.forgetAll()
  }
  events.on('house', onNews)
  events.on('alarm', onNews)
  const stopHearing = directory.onChange(onNews)
  directory.onConsents(onNews)

  const forget = (wall: Watcher) => {
    if (walls.delete(wall) && walls.size === 0) end()
  }
  return {
    watch(wall: Watcher, of: WallOf | false): void {
      if (!of) {
        forget(wall)
        return
      }
      if (walls.size === 0) begin()
      if (walls.get(wall)?.of !== of) walls.set(wall, { of, text: '' })
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
