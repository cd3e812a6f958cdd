import { metricOfAlarm } from '#shared/alarms.ts'
import { alarmOf } from '#shared/house-state.ts'
import type { EventMap } from '../../platform/events.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import type { AlarmBook } from './alarm-book.ts'
import type { PastAlarms } from './past-alarms.ts'
import { controllerFigures } from './temperature-watch.ts'

const ALARM = 'Alarm/'

/** What controllers themselves warn of. */
export interface ControllerAlarms {
  /** A report of a device. */
  hear(report: EventMap['report'][0], house: KnownHouse, latest: LatestState | undefined): void
  /** What the latest state of a device says that nobody recorded. */
  lookAt(deviceId: string, house: KnownHouse, latest: LatestState | undefined): void
}

export function createControllerAlarms(book: AlarmBook, past: PastAlarms): ControllerAlarms {
  /** What the controller itself says, live; or what was known of it when it was looked at, `at` a time of before. */
  function note(
    deviceId: string,
    { house, latest }: { house: KnownHouse; latest: LatestState | undefined },
    { metric, value, at, isLive }: { metric: string; value: boolean; at: number; isLive: boolean },
  ) {
    const named = alarmOf(metric)
    if (!named) return
    const watched = { subjectId: deviceId, rule: named.code }
    const stands = book.find(watched)
    if (!value) {
      past.ended(watched, at)
      if (stands && (isLive || at >= stands.raisedAt)) book.clear(stands, at)
      return
    }
    if (stands) return
    const shown = latest?.readings.get(metricOfAlarm(named.code) ?? '')
    const { limit = null, target = null } = latest ? controllerFigures(named.code, house, latest, at) : {}
    book.raise({
      ...watched,
      ...named,
      source: 'controller',
      houseIds: [house.id],
      at,
      since: null,
      limit,
      target,
      value: numberOf(shown?.value),
      officePath: house.officePath,
      farmPath: house.farmPath,
    })
  }

  return {
    hear({ deviceId, at, historical, values }, house, latest) {
      for (const metric of values.named?.(ALARM) ?? values.keys()) {
        const value = metric.startsWith(ALARM) ? values.get(metric) : undefined
        if (typeof value !== 'boolean') continue
        const newest = latest?.readings.get(metric)
        if (!historical && (!newest || newest.at <= at))
          note(deviceId, { house, latest }, { metric, value, at, isLive: true })
        else past.note(deviceId, house, { metric, value, at, end: endOf(newest, at) })
      }
    },
    lookAt(deviceId, house, latest) {
      // Before a kill it may have begun and passed without anybody having written it down.
      for (const { metric, value, at } of latest?.toldBefore ?? [])
        if (latest?.readings.get(metric)?.value === false)
          past.note(deviceId, house, { metric, value, at, end: endOf(latest.readings.get(metric), at) })
      for (const [metric, { value, at }] of latest?.readings ?? [])
        if (typeof value === 'boolean' && metric.startsWith(ALARM))
          note(deviceId, { house, latest }, { metric, value, at, isLive: false })
    },
  }
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** By when an alarm of the past had passed, as far as the newest value tells: it says otherwise, or is an alarm anew. */
const endOf = (newest: { at: number } | undefined, at: number): number | null =>
  newest && newest.at > at ? newest.at : null
