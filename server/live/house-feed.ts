import type { WebSocket } from 'ws'
import { WebSocket as Socket } from 'ws'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { KnownHouse } from '../farm/house-state/house-directory.ts'
import { isSetting, type WireReadings, wireValue } from '../telemetry/wire-readings.ts'
import { dataFrame } from './frames.ts'

/** Changes of one house are sent at most four times a second. */
const INTERVAL_MS = 250
/** A browser with this much unread is dropped, not waited for; it reconnects and takes a snapshot. */
const MAX_UNREAD_BYTES = 1_000_000

/** Sends if the socket is open; closes it if its reader is too slow. */
export function send(socket: WebSocket, text: string): void {
  if (socket.readyState !== Socket.OPEN) return
  if (socket.bufferedAmount > MAX_UNREAD_BYTES) {
    socket.terminate()
    return
  }
  socket.send(text)
}

/**
 * The watchers of one house and the changes they have not been sent yet. The first change leaves at once, those of the next
 * 250 ms together; each frame is serialised once for all watchers.
 */
export class HouseFeed {
  readonly watchers = new Set<WebSocket>()
  readonly #houseId: string
  #devices: KnownHouse['devices']
  #pending = new Map<string, WireReadings>()
  #timer: NodeJS.Timeout | undefined
  #lastSent = 0

  constructor(houseId: string, devices: KnownHouse['devices']) {
    this.#houseId = houseId
    this.#devices = devices
  }

  /** Records which devices serve the house now; returns the new ones. */
  joinedBy(devices: KnownHouse['devices']): KnownHouse['devices'] {
    const before = new Set(this.#devices.map(({ id }) => id))
    this.#devices = devices
    return devices.filter(({ id }) => !before.has(id))
  }

  add(deviceId: string, at: number, values: ReadonlyMap<string, MetricValue>): void {
    const known = this.#pending.get(deviceId) ?? {}
    for (const [metric, value] of values) {
      const plain = isSetting(metric) ? undefined : wireValue(value)
      const earlier = known[metric]
      if (plain !== undefined && (earlier === undefined || earlier[1] <= at)) known[metric] = [plain, at]
    }
    this.#pending.set(deviceId, known)
    if (this.#timer) return
    const wait = this.#lastSent + INTERVAL_MS - Date.now()
    if (wait <= 0) this.#flush()
    else this.#timer = setTimeout(() => this.#flush(), wait)
  }

  #flush(): void {
    this.#timer = undefined
    this.#lastSent = Date.now()
    for (const [deviceId, values] of this.#pending) {
      const text = dataFrame(this.#houseId, deviceId, this.#lastSent, values)
      for (const socket of this.watchers) send(socket, text)
    }
    this.#pending.clear()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.watchers.clear()
  }
}
