import type { Metric, MetricValue } from '#shared/sparkplug/types.ts'

/** Latest known value of a metric and the time of its sample, ms since 1970. */
export interface LatestReading {
  value: MetricValue
  at: number
}

/** A warning of the device itself that began or passed. */
export interface ToldWarning {
  metric: string
  value: boolean
  /** ms since 1970 */
  at: number
}

/** Latest known state of one device; numbers are kept after a death, the status says that they are old. */
export interface LatestState {
  readings: ReadonlyMap<string, LatestReading>
  /** By metric of an alarm the limit it last said it goes by, in the unit of what it is about. */
  limits?: ReadonlyMap<string, number>
  /** Server time of the last message, ms since 1970; null before the first. */
  lastMessageAt: number | null
  /** Observed seconds between two reports. */
  reportIntervalS: number
  /** How far its clock is ahead of the server's, ms. */
  clockAheadMs?: number
  /** What began or passed in the last minutes before the start, oldest first: nobody may have seen that before a kill. */
  toldBefore?: readonly ToldWarning[]
}

export type Reach = 'there' | 'away' | 'deaf'

/** What features ask of the part of the server that speaks to devices. */
export interface DeviceSide {
  /** Address devices connect to, as shown to a technician. */
  readonly mqttUrl: string
  /**
   * Whether messages can come, whether what came is being committed, and whether rollups are made of it in time.
   * `oldestMs`: how long the oldest message waits that is not acknowledged.
   */
  intake(): { broker: boolean; commits: boolean; rollups: boolean; oldestMs: number }
  latest(deviceId: string): LatestState | undefined
  /** Ends the gateway's connection at once; it must sign in again (disable, reset, delete). */
  disconnect(gatewayId: string): void
  /** Asks the gateway for births ("get latest status"). False when it is not connected. */
  requestRebirth(gatewayId: string): boolean
  /**
   * Whether a command would arrive: `away` while nothing is heard of it, or the latest values may be from before, its birth
   * being not seen yet or not committed; `deaf` when its gateway listens to none.
   */
  reach(deviceId: string): Reach
  /** Sends a DCMD, once and without knowing whether it arrives. */
  command(deviceId: string, metrics: Metric[]): void
}

declare module '../platform/services.ts' {
  interface Services {
    devices: DeviceSide
  }
}
