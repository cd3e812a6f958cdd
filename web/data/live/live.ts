import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { Reading } from '#shared/contracts/houses.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { WATCHED_HOUSES } from '#shared/limits.ts'
import { serverNow, useFromNow } from '../clock.ts'
import { type Freshness, freshnessOf } from './freshness.ts'
import { createLiveStore, keyOf, type LiveHouse, type LiveJob } from './store.ts'

/** Everything the screens show live. While the page is hidden nothing is drawn; values still merge, one a key. */
export const live = createLiveStore(flush => requestAnimationFrame(flush))

interface Connection {
  connected: boolean
  /** Counts connections, so that a screen reads its snapshot again after each. */
  times: number
  /** When the next try begins, ms by this device's clock; null while one is under way or none is needed. */
  nextTryAt: number | null
}
export const useConnection = create<Connection>(() => ({ connected: false, times: 0, nextTryAt: null }))

function useKey(key: string): unknown {
  // The same function for the same key: another one would end and renew the subscription at every drawing.
  const subscribe = useCallback((listener: () => void) => live.subscribe(key, listener), [key])
  return useSyncExternalStore(subscribe, () => live.read(key))
}

/** The latest reading of a metric in a house: [value, time of the sample], undefined when none is known. */
export const useReading = (houseId: string, metric: string) =>
  useKey(keyOf.reading(houseId, metric)) as Reading | undefined

/** State of a house; undefined until a snapshot or a frame told it. */
export const useLiveHouse = (houseId: string) => useKey(keyOf.house(houseId)) as LiveHouse | undefined

/** When the house's devices last spoke, ms by the server's clock. */
export const useHeardAt = (houseId: string) => useKey(keyOf.heard(houseId)) as number | undefined

/** Status of a device when it changed since the page was opened, else undefined. */
export const useLiveStatus = (iotId: string) => useKey(keyOf.device(iotId)) as DeviceStatus | undefined

/** How far a job is, undefined while nothing was told. */
export const useLiveJob = (jobId: string) => useKey(keyOf.job(jobId)) as LiveJob | undefined

/** Unread messages as the socket told it, undefined when it did not yet. */
export const useLiveUnread = () => useKey(keyOf.unread) as number | undefined

/**
 * Whether what a house shows still counts as news. The component is drawn again only when that changes: not at every
 * message, though one makes it news at once, and the clock makes it old.
 */
export function useFreshness(houseId: string, intervalS: number): Freshness {
  const connected = useConnection(connection => connection.connected)
  const keys = useMemo(() => [keyOf.heard(houseId)], [houseId])
  const freshnessAt = (now: number) =>
    freshnessOf(live.read(keyOf.heard(houseId)) as number | undefined, intervalS, connected, now)
  useFromNow(freshnessAt)
  return useFromKeys(keys, () => freshnessAt(serverNow()))
}

const watched = new Map<symbol, readonly string[]>()
let tellWatched: (houses: string[]) => void = () => undefined

/** The houses that visible screens show, each once, at most as many as one socket may watch. */
export const watchedHouses = (): string[] =>
  [...new Set([...watched.values()].flat())].slice(0, WATCHED_HOUSES)

/** The socket learns of changes in what is watched. */
export function onWatched(tell: (houses: string[]) => void): void {
  tellWatched = tell
}

/** Asks the server for the live values of these houses while the component is on the screen. */
export function useWatch(houseIds: readonly string[]): void {
  const list = houseIds.join('\u0000')
  useEffect(() => {
    const me = Symbol()
    watched.set(me, list === '' ? [] : list.split('\u0000'))
    tellWatched(watchedHouses())
    return () => {
      watched.delete(me)
      tellWatched(watchedHouses())
    }
  }, [list])
}

/** Something that follows from several keys; the component is drawn again only when the answer changes. */
export function useFromKeys<T extends string | number | boolean | null>(
  keys: readonly string[],
  read: () => T,
): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = keys.map(key => live.subscribe(key, listener))
      return () => {
        for (const end of ends) end()
      }
    },
    [keys],
  )
  return useSyncExternalStore(subscribe, read)
}

export type ReadingOf = (metric: string) => Reading | undefined

/** The readings of a house as they are shown now. */
export const readingsOf =
  (houseId: string): ReadingOf =>
  metric =>
    live.read(keyOf.reading(houseId, metric)) as Reading | undefined

/**
 * Something that follows from several readings of a house; the component is drawn again only when the answer changes,
 * so return text, numbers or booleans. `metrics` must stay the same array.
 */
export function useFromReadings<T extends string | number | boolean | null>(
  houseId: string,
  metrics: readonly string[],
  read: (readingOf: ReadingOf) => T,
): T {
  const keys = useMemo(() => metrics.map(metric => keyOf.reading(houseId, metric)), [houseId, metrics])
  return useFromKeys(keys, () => read(readingsOf(houseId)))
}

/** Which of the metrics read true in a house now. `metrics` must stay the same array. */
export function useTrueMetrics(houseId: string, metrics: readonly string[]): string[] {
  const bits = useFromReadings(houseId, metrics, readingOf =>
    metrics.map(metric => (readingOf(metric)?.[0] === true ? '1' : '0')).join(''),
  )
  return metrics.filter((_, i) => bits[i] === '1')
}
