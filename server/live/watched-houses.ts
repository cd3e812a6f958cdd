import type { WebSocket } from 'ws'
import type { Farm } from '../farm/house-state/farm.ts'
import type { KnownHouse } from '../farm/house-state/house-directory.ts'
import type { EventMap } from '../platform/events.ts'
import { noteLook } from '../platform/http/viewing.ts'
import type { Services } from '../platform/services.ts'
import { type Client, maySeeFarm } from './clients.ts'
import { knownDataFrame, warningFrame } from './frames.ts'
import { HouseFeed, send } from './house-feed.ts'

/** The houses that open pages show: first what is known of them, then what their devices report. */
export interface WatchedHouses {
  /** The houses the client shows from now on, as far as it may see them. */
  watch(client: Client, houseIds: readonly string[]): void
  /** Removes what the client may no longer see; returns those houses. */
  leaveUnseen(client: Client): string[]
  /** Tells watchers what is known of a device that now serves their house. */
  tellJoined(): void
  forget(client: Client): void
  stop(): void
}

export function watchHouses(
  { store, events, devices }: Services,
  { directory, states }: Farm,
  onError: (error: unknown) => void,
): WatchedHouses {
  const feeds = new Map<string, HouseFeed>()

  const leave = (client: Client, houseId: string) => {
    client.watched.delete(houseId)
    const feed = feeds.get(houseId)
    feed?.watchers.delete(client.socket)
    if (feed?.watchers.size !== 0) return
    feed.stop()
    feeds.delete(houseId)
  }

  const enter = (client: Client, house: KnownHouse) => {
    const feed = feeds.get(house.id) ?? new HouseFeed(house.id, house.devices)
    feeds.set(house.id, feed)
    for (const { id } of house.devices) tellKnown(client.socket, house.id, id)
    const now = states.of(house.id)
    if (now) send(client.socket, warningFrame(house.id, now))
    client.watched.add(house.id)
    feed.watchers.add(client.socket)
  }
  const tellKnown = (socket: WebSocket, houseId: string, deviceId: string) =>
    send(socket, knownDataFrame(houseId, deviceId, devices))

  const onReport = ({ deviceId, at, historical, values }: EventMap['report'][0]) => {
    if (historical || feeds.size === 0) return
    const house = directory.houseOfDevice(deviceId)
    if (house) feeds.get(house.id)?.add(deviceId, at, values)
  }
  events.on('report', onReport)

  return {
    watch(client, houseIds) {
      const wanted = new Set(houseIds)
      for (const houseId of client.watched) if (!wanted.has(houseId)) leave(client, houseId)
      for (const houseId of wanted) {
        const house = directory.house(houseId)
        if (!house || client.watched.has(houseId) || !maySeeFarm(client.viewer, house)) continue
        enter(client, house)
        const { viewer, ip } = client
        const looking = { db: store.scoped(viewer.scope), viewer, ip }
        noteLook(looking, 'readings', [{ farmPath: house.farmPath, house }]).catch(onError)
      }
    },
    leaveUnseen(client) {
      const lost = [...client.watched].filter(houseId => {
        const house = directory.house(houseId)
        return !house || !maySeeFarm(client.viewer, house)
      })
      for (const houseId of lost) leave(client, houseId)
      return lost
    },
    tellJoined() {
      for (const [houseId, feed] of feeds)
        for (const { id } of feed.joinedBy(directory.house(houseId)?.devices ?? []))
          for (const socket of feed.watchers) tellKnown(socket, houseId, id)
    },
    forget(client) {
      for (const houseId of Array.from(client.watched)) leave(client, houseId)
    },
    stop() {
      events.off('report', onReport)
      for (const feed of feeds.values()) feed.stop()
    },
  }
}
