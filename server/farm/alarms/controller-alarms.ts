import { metricOfAlarm } from '#shared/alarms.ts'
import { alarmOf } from '#shared/house-state.ts'
import { alarmOfLatch, alarmSaid, LATCHED } from '#shared/signals.ts'
import type { EventMap } from '../../platform/events.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import type { KnownHouse } from '../house-state/house-directory.ts'
import type { AlarmBook, Standing } from './alarm-book.ts'
import { controllerFigures, pastFigures } from './controller-limits.ts'
import type { PastAlarms } from './past-alarms.ts'

const ALARM = 'Alarm/'
const isLatch = (metric: string) => metric.startsWith(LATCHED)

/** The value of a metric, as newly said or as it stood. */
type Told = (metric: string) => unknown

/** The warnings of the controllers themselves. */
export interface ControllerAlarms {
  /** Takes a report of a device. */
  hear(report: EventMap['report'][0], house: KnownHouse, latest: LatestState | undefined): void
  /** The controller's new birth no longer declares these metrics: their alarms are over for all anybody will hear. */
  undeclared(deviceId: string, metrics: readonly string[], at: number): void
  /** Records what a device's latest state says and nobody has recorded. */
  lookAt(deviceId: string, house: KnownHouse, latest: LatestState | undefined): void
  /**
   * Ends an alarm whose metric its device's latest state neither has nor declares: a birth has ceased to, and nobody has
   * recorded that. A device of which nothing is known keeps its alarms.
   */
  endUndeclared(about: Standing, latest: LatestState | undefined, at: number): void
}

export function createControllerAlarms(book: AlarmBook, past: PastAlarms): ControllerAlarms {
  /** Notes what the controller says live, or what its latest state says, where `at` lies in the past. */
  function note(
    deviceId: string,
    { house, latest }: { house: KnownHouse; latest: LatestState | undefined },
    { metric, at, isLive, told }: { metric: string; at: number; isLive: boolean; told: Told },
  ) {
    const named = alarmOf(alarmOfLatch(metric))
    if (!named) return
    const watched = { subjectId: deviceId, rule: named.code }
    const stands = book.find(watched)
    const { isActive, isLatched } = alarmSaid(named.code, told)
    if (!isActive && !isLatched) {
      past.ended(watched, at)
      if (stands && (isLive || at >= stands.raisedAt)) book.clear(stands, at)
      return
    }
    if (stands && isLatched === (stands.isLatched ?? false)) return
    if (stands && isLatched) return book.latch(stands, at)
    const shown = latest?.readings.get(metricOfAlarm(named.code) ?? '')
    const { limit = null, target = null } = latest ? controllerFigures(named.code, house, latest, at) : {}
    book.raise({
      ...watched,
      ...named,
      source: 'controller',
      houseIds: [house.id],
      at,
      isLatched,
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
      const told = (metric: string) => values.get(metric) ?? latest?.readings.get(metric)?.value
      for (const metric of values.named?.(LATCHED) ?? [...values.keys()].filter(isLatch)) {
        const newest = latest?.readings.get(metric)
        // What was held in the past is over or still told.
        if (!historical && (!newest || newest.at <= at))
          note(deviceId, { house, latest }, { metric, at, isLive: true, told })
      }
      for (const metric of values.named?.(ALARM) ?? values.keys()) {
        const value = metric.startsWith(ALARM) ? values.get(metric) : undefined
        if (typeof value !== 'boolean') continue
        const newest = latest?.readings.get(metric)
        if (!historical && (!newest || newest.at <= at))
          note(deviceId, { house, latest }, { metric, at, isLive: true, told })
        else {
          const code = alarmOf(metric)?.code ?? ''
          const figures = pastFigures(code, house, { latest, values, at })
          past.note(deviceId, house, { metric, value, at, end: endOf(newest, at), figures })
        }
      }
    },
    undeclared(deviceId, metrics, at) {
      for (const metric of metrics) {
        const rule = alarmOf(alarmOfLatch(metric))?.code ?? ''
        const stands = book.find({ subjectId: deviceId, rule })
        if (stands && isLatch(metric) === (stands.isLatched ?? false)) book.clear(stands, at, 'gone')
      }
    },
    lookAt(deviceId, house, latest) {
      // It may have begun and cleared before a kill without anybody having recorded it.
      for (const { metric, value, at } of latest?.toldBefore ?? [])
        if (latest?.readings.get(metric)?.value === false)
          past.note(deviceId, house, { metric, value, at, end: endOf(latest.readings.get(metric), at) })
      const told = (metric: string) => latest?.readings.get(metric)?.value
      for (const [metric, { value, at }] of latest?.readings ?? [])
        if (typeof value === 'boolean' && (metric.startsWith(ALARM) || isLatch(metric)))
          note(deviceId, { house, latest }, { metric, at, isLive: false, told })
    },
    endUndeclared(about, latest, at) {
      const metric = `${about.isLatched ? LATCHED : ALARM}${about.code}`
      if (about.source !== 'controller' || !latest) return
      if (!latest.readings.has(metric) && !latest.declared?.has(metric)) book.clear(about, at, 'gone')
    },
  }
}

const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

/** By when a past alarm had cleared, judged by a newer value: that is either false or a new alarm. */
const endOf = (newest: { at: number } | undefined, at: number): number | null =>
  newest && newest.at > at ? newest.at : null
