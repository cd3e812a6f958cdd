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
  /** Metrics beginning so that the sample may have a value of: quick, while walking all values is not. */
  named?(prefix: string): readonly string[]
}

export interface ToldAlarm extends ActiveAlarm {
  source: AlarmSource
  houseIds: readonly string[]
  /** ms since 1970 */
  raisedAt: number
}

/** What happened, told once to whoever listens; emitted after it is stored. Times in ms since 1970. */
export interface EventMap {
  /** One sample of a device, committed. `historical` ones change no latest state and raise no alarm. */
  report: [{ deviceId: string; at: number; historical: boolean; values: ReportValues }]
  /** A device was born, died, was disconnected, disabled, enabled. */
  status: [{ deviceId: string; from: DeviceStatus; to: DeviceStatus; at: number; reason: string | null }]
  /** A house changed between normal, alarm and offline, or the alarms active in it did; worst alarm first. */
  house: [
    { houseId: string; state: HouseStateName; since: number; alarms: (ActiveAlarm & { since: number })[] },
  ]
  /** An alarm was raised, came back, grew worse or was cleared; or people did something about it. */
  alarm: [{ alarmId: string; change: 'raised' | 'escalated' | 'cleared' | 'handled'; alarm: ToldAlarm }]
  /** Accounts have messages they had not, or have read some. */
  notice: [{ accountIds: string[] }]
  /** A change of settings of a controller moved on, or the controller told other settings (`told`). */
  setting: [{ deviceId: string; state: ChangeState | 'told' }]
  /** Somebody did or wrote something about a record of a module, in whatever process; `place` is of its office. */
  record: [{ module: string; id: string; place: Place }]
  /** Controllers on which a change for a while holds though it should have been taken back. */
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
  /** The registry changed (device, house, binding, office): caches keyed by these ids are read again. */
  registry: [{ deviceIds: string[] }]
  /** A branch of the tree stands elsewhere: its former path and its new one, which other offices see. */
  moved: [{ paths: string[] }]
  /** Rights, offices or accounts changed: sessions and open sockets of these accounts are checked again. */
  access: [{ accountIds: string[] | 'all' }]
}

export type Events = EventEmitter<EventMap>
export const createEvents = (): Events => new EventEmitter<EventMap>()
