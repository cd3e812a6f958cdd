import { EventEmitter } from 'node:events'
import type { AlarmSource } from '#shared/alarms.ts'
import type { JobState } from '#shared/contracts/jobs.ts'
import type { DeviceStatus } from '#shared/devices.ts'
import type { ActiveAlarm, HouseStateName } from '#shared/house-state.ts'
import type { ChangeState } from '#shared/setting-changes.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { Place } from './database/scope.ts'

/** The values of one sample by metric. */
export interface ReportValues extends ReadonlyMap<string, MetricValue> {
  /** Names of the metrics with this prefix that the sample may have a value for; faster than walking all values. */
  named?(prefix: string): readonly string[]
}

export interface ToldAlarm extends ActiveAlarm {
  source: AlarmSource
  houseIds: readonly string[]
  /** ms since 1970 */
  raisedAt: number
}

/** What happened, emitted after it is stored. Times in ms since 1970. */
export interface EventMap {
  /**
   * One committed sample of a device. `historical` samples change no latest state and raise no alarm. `ofBirth`: it says what is so,
   * which may have been so for long.
   */
  report: [{ deviceId: string; at: number; historical: boolean; ofBirth?: boolean; values: ReportValues }]
  /**
   * A device was born without metrics that an earlier birth declared: nothing is known of them any more, and its alarms
   * among them will never be told cleared.
   */
  undeclared: [{ deviceId: string; metrics: string[]; at: number }]
  /** A device was born, died, was disconnected, disabled or enabled. */
  status: [{ deviceId: string; from: DeviceStatus; to: DeviceStatus; at: number; reason: string | null }]
  /** A house changed between normal, alarm and offline, or its active alarms changed; worst alarm first. */
  house: [
    { houseId: string; state: HouseStateName; since: number; alarms: (ActiveAlarm & { since: number })[] },
  ]
  /** An alarm was raised, escalated, held by its controller or cleared, or people handled it. */
  alarm: [
    {
      alarmId: string
      change: 'raised' | 'escalated' | 'latched' | 'relapsed' | 'cleared' | 'handled'
      alarm: ToldAlarm
    },
  ]
  /** Accounts have new messages, or have read some. */
  notice: [{ accountIds: string[] }]
  /** A settings change of a controller moved on, or the controller reported other settings (`told`). */
  setting: [{ deviceId: string; state: ChangeState | 'told' }]
  /** Somebody did or wrote something about a module's record, in any process; `place` is that of its office. */
  record: [{ module: string; id: string; place: Place }]
  /** Controllers on which a temporary change still holds though it should have been reverted. */
  overdueReturn: [{ deviceIds: readonly string[] }]
  /** Jobs of an account moved on. */
  job: [
    {
      accountId: string
      /** The API token that began it; null for a person. */
      programId: string | null
      jobId: string
      state: JobState
      done: number
      total: number | null
    },
  ]
  /** The registry changed (device, house, binding, office): caches keyed by these ids must be read again. */
  registry: [{ deviceIds: string[] }]
  /** A branch of the tree moved: its former path and its new one, which other offices see. */
  moved: [{ paths: string[] }]
  /** Rights, offices or accounts changed: sessions and open sockets of these accounts are rechecked. */
  access: [{ accountIds: string[] | 'all' }]
}

export type Events = EventEmitter<EventMap>
export const createEvents = (): Events => new EventEmitter<EventMap>()
