import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { create } from 'zustand'
import type { Reading } from '#shared/contracts/houses.ts'
import type { CustomerStatus } from '#shared/customers.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import { MEAN } from '#shared/house-temperature.ts'
import { WATCHED_CUSTOMERS, WATCHED_HOUSES } from '#shared/limits.ts'
import { type Doubt, type Doubts, doubtOf, isLeftOut } from '#shared/probe-doubts.ts'
import type { ClientFrame } from '#shared/realtime.ts'
import { serverNow, useFromNow } from '../clock.ts'
import { type Freshness, freshnessOf } from './freshness.ts'
import { createLiveStore, keyOf, type LiveHouse, type LiveJob } from './store.ts'

/** Everything the screens show live. While the page is hidden nothing is drawn; values still merge, one per key. */
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
  // The same function for the same key: a new one would renew the subscription at every drawing.
  const subscribe = useCallback((listener: () => void) => live.subscribe(key, listener), [key])
  return useSyncExternalStore(subscribe, () => live.read(key))
}

/** The latest reading of a metric of a device: [value, time of the sample], undefined when none is known. */
export const useReading = (iotId: string | null, metric: string) =>
  useKey(keyOf.reading(iotId, metric)) as Reading | undefined

/** Why values of a device are not believed; undefined where all are. */
export const useDoubts = (iotId: string | null) => useKey(keyOf.doubts(iotId)) as Doubts | undefined

/** What is to be said about a shown value: that it is not believed, or from how many probes it is worked out. */
export type AboutReading = { doubt: Doubt } | { probes: number }

/** What is to be said about a value of a device as it is shown; null if it is told and believed. */
export function useAboutReading(iotId: string | null, metric: string): AboutReading | null {
  const doubt = doubtOf(useDoubts(iotId), metric)
  const probes = useKey(keyOf.workedOut(metric === MEAN ? iotId : null)) as number | undefined
  // What is worked out leaves out what is in doubt.
  if (probes !== undefined) return { probes }
  return doubt ? { doubt } : null
}

/** State of a house; undefined until a snapshot or a frame brings it. */
export const useLiveHouse = (houseId: string) => useKey(keyOf.house(houseId)) as LiveHouse | undefined

/** When a device was last heard, ms by the server's clock. */
export const useHeardAt = (iotId: string | null) => useKey(keyOf.heard(iotId)) as number | undefined

/** Status of a device if it changed since the page was opened, else undefined. */
export const useLiveStatus = (iotId: string) => useKey(keyOf.device(iotId)) as DeviceStatus | undefined

/** Progress of a job, undefined until the first report. */
export const useLiveJob = (jobId: string) => useKey(keyOf.job(jobId)) as LiveJob | undefined

/** Whether a watched customer is online; undefined until told, and while disconnected. */
export function useLiveCustomer(id: string): CustomerStatus | undefined {
  const connected = useConnection(connection => connection.connected)
  const told = useKey(keyOf.customer(id)) as CustomerStatus | undefined
  return connected ? told : undefined
}

/** Changes whenever a state arrives for any house in the viewer's scope. */
export const useHouseNews = () => useKey(keyOf.houses) as number | undefined

/** Unread messages as last reported by the socket, undefined before that. */
export const useLiveUnread = () => useKey(keyOf.unread) as number | undefined

/**
 * Whether a device's values still count as current. The component redraws only when that changes, not at every message: a
 * message makes them fresh at once, the clock makes them stale.
 */
export function useFreshness(iotId: string | null, intervalS: number): Freshness {
  const connected = useConnection(connection => connection.connected)
  const keys = useMemo(() => [keyOf.heard(iotId)], [iotId])
  const freshnessAt = (now: number) =>
    freshnessOf(live.read(keyOf.heard(iotId)) as number | undefined, intervalS, connected, now)
  useFromNow(freshnessAt)
  return useFromKeys(keys, () => freshnessAt(serverNow()))
}

type Watched = ClientFrame['watch']
type Shown = Map<symbol, readonly string[]>
type Listed = Exclude<keyof Watched, 'wall'>
const watching: Record<Listed, Shown> = { houses: new Map(), customers: new Map() }
let tellWatched: (watched: Watched) => void = () => undefined

/** Without duplicates, at most as many as one socket may watch. */
const some = (shown: Shown, most: number): string[] => [...new Set([...shown.values()].flat())].slice(0, most)

/** What the visible screens show. */
export const watched = (): Watched => ({
  houses: some(watching.houses, WATCHED_HOUSES),
  customers: some(watching.customers, WATCHED_CUSTOMERS),
  // A data screen has a socket of its own.
  wall: false,
})

/** Tells the socket when what is watched changes. */
export function onWatched(tell: (watched: Watched) => void): void {
  tellWatched = tell
}

function useWatching(what: Listed, ids: readonly string[]): void {
  const list = ids.join('\u0000')
  useEffect(() => {
    const me = Symbol()
    watching[what].set(me, list === '' ? [] : list.split('\u0000'))
    tellWatched(watched())
    return () => {
      watching[what].delete(me)
      tellWatched(watched())
    }
  }, [what, list])
}

/** Asks the server for live values of these houses while the component is on the screen. */
export const useWatch = (houseIds: readonly string[]): void => useWatching('houses', houseIds)

/** Asks the server whether these customers are online, while the component is on the screen. */
export const useWatchCustomers = (ids: readonly string[]): void => useWatching('customers', ids)

/** A value derived from several keys; the component redraws only when the result changes. */
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

/** The readings of a device as shown now. */
export const readingsOf =
  (iotId: string | null): ReadingOf =>
  metric =>
    live.read(keyOf.reading(iotId, metric)) as Reading | undefined

/** The same, without those that are in doubt: what means, spreads and colours are counted from. */
export const believedOf =
  (iotId: string | null): ReadingOf =>
  metric => {
    const doubt = (live.read(keyOf.doubts(iotId)) as Doubts | undefined)?.get(metric)
    // The mean is worked out without what is in doubt.
    const isMade = metric === MEAN && live.read(keyOf.workedOut(iotId)) !== undefined
    return doubt && isLeftOut(doubt) && !isMade ? undefined : readingsOf(iotId)(metric)
  }

/** A value counted from those readings of a device that are believed; see `useFromReadings`. */
export function useFromBelieved<T extends string | number | boolean | null>(
  iotId: string | null,
  metrics: readonly string[],
  read: (readingOf: ReadingOf) => T,
): T {
  const keys = useMemo(
    () => [keyOf.doubts(iotId), ...metrics.map(metric => keyOf.reading(iotId, metric))],
    [iotId, metrics],
  )
  return useFromKeys(keys, () => read(believedOf(iotId)))
}

/**
 * A value derived from several readings of a device. The component redraws only when the result changes, so return text,
 * numbers or booleans. `metrics` must stay the same array.
 */
export function useFromReadings<T extends string | number | boolean | null>(
  iotId: string | null,
  metrics: readonly string[],
  read: (readingOf: ReadingOf) => T,
): T {
  const keys = useMemo(() => metrics.map(metric => keyOf.reading(iotId, metric)), [iotId, metrics])
  return useFromKeys(keys, () => read(readingsOf(iotId)))
}
