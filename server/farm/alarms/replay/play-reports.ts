import type { HouseType } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { FarmRule } from '../farm-rules.ts'
import { createHouseReplay } from './house-replay.ts'
import { medianOf, type Onset, type PlayedHouse } from './replay-figures.ts'

/** Reports of a house, oldest first. Times in ms since 1970. */
export interface ReportedHouse {
  name: string
  type: HouseType
  placedOn: string | null
  hatchedOn: string | null
  timeZone: string
  reports: readonly { at: number; values: ReadonlyMap<string, MetricValue> }[]
  faults?: readonly Onset[]
}

/** A house that misses three reports is silent, but none sooner than this. ms */
const SILENT = { reports: 3, least: 180_000 }

/**
 * Plays stored or foreign reports of a house. What comes beyond its silence, `silentAfterMs`, is by default three times as far
 * apart as usual: nobody knows how its gateway was.
 */
export function playReports(
  house: ReportedHouse,
  rules: readonly FarmRule[] = [],
  silentAfterMs?: number,
): PlayedHouse {
  const { name, timeZone, reports, faults = [] } = house
  const from = reports[0]?.at ?? 0
  const until = reports.at(-1)?.at ?? from
  const apart = distanceOf(reports)
  const replay = createHouseReplay({
    house,
    rules: rules.filter(({ houseType }) => houseType === null || houseType === house.type),
    from,
    reportIntervalS: apart / 1_000,
    silentAfterMs: silentAfterMs ?? Math.max(SILENT.least, SILENT.reports * apart),
  })
  for (const { at, values } of reports) replay.hear(at, values)
  return { name, timeZone, from, until, alarms: replay.alarms(), unjudged: replay.unjudged(), faults }
}

/** How far apart reports usually are: sensors may each have a beat of their own, and the fastest says that the house lives. ms */
function distanceOf(reports: ReportedHouse['reports']): number {
  const times = new Map<string, number[]>()
  for (const { at, values } of reports)
    for (const metric of values.keys()) {
      const known = times.get(metric)
      if (known) known.push(at)
      else times.set(metric, [at])
    }
  const medians = [...times.values()].flatMap(of => {
    const median = medianOf(of.slice(1).map((at, i) => at - (of[i] ?? at)))
    return median === null ? [] : [median]
  })
  return medians.length > 0 ? Math.min(...medians) : 60_000
}
