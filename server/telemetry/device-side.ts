import type { Metric, MetricValue } from '#shared/sparkplug/types.ts'

/** Latest known value of a metric and the time of its sample, ms since 1970. */
export interface LatestReading {
  value: MetricValue
  at: number
}

/** A warning that the device itself raised or cleared. */
export interface ToldWarning {
  metric: string
  value: boolean
  /** ms since 1970 */
  at: number
}

/** Latest known state of one device; numbers are kept after a death, and the status says that they are old. */
export interface LatestState {
  readings: ReadonlyMap<string, LatestReading>
  /** The metrics of its last birth; absent when none is known. */
  declared?: Pick<ReadonlySet<string>, 'has'>
  /** By alarm metric: the limit the device last reported for it, in the unit of the measured value. */
  limits?: ReadonlyMap<string, number>
  /** Server time of the last message, ms since 1970; null before the first. */
  lastMessageAt: number | null
  /**
   * Server time until when the device is known to have been alive, even if it had nothing to say; now, while its values
   * stand. Without it only its messages count. ms since 1970
   */
  aliveAt?: number | null
  /** Observed seconds between two reports. */
  reportIntervalS: number
  /** How far its clock is ahead of the server's, ms. */
  clockAheadMs?: number
  /** Two programs use its gateway's credential at the same time. */
  isUsedTwice?: boolean
  /** Warnings raised or cleared in the last minutes before the start, oldest first: a kill may have hidden them. */
  toldBefore?: readonly ToldWarning[]
}

/** Until when a device is known to have been alive; null when nothing is known of it. */
export const aliveAtOf = (latest: LatestState | undefined): number | null =>
  latest?.aliveAt ?? latest?.lastMessageAt ?? null

export type Reach = 'there' | 'away' | 'deaf'

/** What features may ask of the device side of the server. */
export interface DeviceSide {
  /** Address that devices connect to, as shown to a technician. */
  readonly mqttUrl: string
  /**
   * Whether messages can arrive, whether they are being committed, and whether rollups keep up.
   * `behind`: how many partitions of nodes still deliver what waited at an outside broker. `oldestMs`: how long the oldest
   * unacknowledged message has waited.
   */
  intake(): { broker: boolean; commits: boolean; rollups: boolean; behind: number; oldestMs: number }
  latest(deviceId: string): LatestState | undefined
  /**
   * Whether the last values still hold, however old they are: the device is born, and its node is connected and answers
   * when asked. A device that has nothing new to report stays silent.
   */
  stands(deviceId: string): boolean
  /** Ends the gateway's connection at once; it must sign in again (disable, reset, delete). */
  disconnect(gatewayId: string): void
  /** Asks the gateway for births ("get latest status"). False when it is not connected. */
  requestRebirth(gatewayId: string): boolean
  /**
   * Whether a command would arrive: `away` while the device is silent, or while its birth is not seen or not committed yet,
   * so that the latest values may be old; `deaf` when its gateway does not subscribe to commands.
   */
  reach(deviceId: string): Reach
  /** Sends a DCMD once, without knowing whether it arrives. */
  command(deviceId: string, metrics: Metric[]): void
  /** Sends a gateway an NCMD once. False when it is not connected. */
  commandNode(gatewayId: string, metrics: Metric[]): boolean
}

declare module '../platform/services.ts' {
  interface Services {
    devices: DeviceSide
  }
}
