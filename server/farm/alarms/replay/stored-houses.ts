import { and, eq, isNull } from 'drizzle-orm'
import type { Chart } from '#shared/contracts/houses.ts'
import { alarmByMetric, metricByName, metrics } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { dateIn } from '#shared/zone-time.ts'
import type { Db } from '../../../platform/database/store.ts'
import { alarmRule } from '../../../platform/database/tables/alarm-rules.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'
import { StartError } from '../../../platform/start-error.ts'
import { readReports } from '../../../telemetry/history.ts'
import { placedHouses } from '../../houses/placed-houses.ts'
import { conditionOf, type FarmRule } from '../farm-rules.ts'
import { platformRules } from '../rules/platform-rules.ts'
import { playReports, type ReportedHouse } from './play-reports.ts'
import type { PlayedHouse } from './replay-figures.ts'

const DAY = 86_400_000
/** Reports of a house a day: one each second. */
const MOST_A_DAY = 86_400 + 1
/** The database takes no more in one question. */
const AT_ONCE = 30
const inputs = [
  ...new Set([
    ...metrics.map(({ name }) => name),
    ...alarmByMetric.keys(),
    ...platformRules.flatMap(rule => rule.inputs),
    ...Array.from({ length: 16 }, (_, i) => `Settings/IO/DI${i + 1}/Function`),
  ]),
]

/** A value as it came: switches are stored as numbers. */
const asTold = (metric: string, value: number): MetricValue =>
  alarmByMetric.has(metric) || metricByName.get(metric)?.unit === 'bool' ? value !== 0 : value

/** Houses that exist now, by name. */
export const storedHouses = (db: Db, name: string | undefined) =>
  placedHouses(
    db,
    and(isNull(house.deletedAt), name === undefined ? undefined : eq(house.name, name)),
  ).orderBy(house.name, house.id)
export type StoredHouse = Awaited<ReturnType<typeof storedHouses>>[number]

/** The farms' own rules that are in use. */
export const storedRules = async (db: Db): Promise<FarmRule[]> =>
  (await db.select().from(alarmRule).where(eq(alarmRule.status, 'on'))).map(row => ({
    ...row,
    condition: conditionOf(row),
  }))

/** Plays what a house reported in a period, ms since 1970, flock by flock. Null where it reported nothing. */
export async function playStored(
  db: Db,
  stored: StoredHouse,
  rules: readonly FarmRule[],
  [from, until]: readonly [number, number],
): Promise<PlayedHouse | null> {
  const reports = await storedReports(db, stored.id, [from, until])
  const [first, last] = [reports[0]?.at, reports.at(-1)?.at]
  if (first === undefined || last === undefined) return null
  const { name, type, timeZone, officePath } = stored
  const flocks = await db.select().from(flock).where(eq(flock.houseId, stored.id))
  const own = rules.filter(
    rule => officePath.startsWith(rule.officePath) && (rule.houseId === null || rule.houseId === stored.id),
  )
  const flockAt = (at: number) => {
    const day = dateIn(timeZone, at)
    return flocks.find(({ placedOn, endedOn }) => placedOn <= day && (endedOn === null || day <= endedOn))
  }
  // Reports come in order: each flock's stay together.
  const stretches = [...Map.groupBy(reports, ({ at }) => flockAt(at))]
  const played = stretches.map(([birds, part]) =>
    playReports(
      {
        name,
        type,
        timeZone,
        placedOn: birds?.placedOn ?? null,
        hatchedOn: birds?.hatchedOn ?? null,
        reports: part,
      },
      own,
    ),
  )
  return {
    name,
    timeZone,
    from: first,
    until: last,
    unjudged: (played[0]?.unjudged ?? []).filter(code =>
      played.every(({ unjudged }) => unjudged.includes(code)),
    ),
    alarms: played.flatMap(({ alarms }) => alarms).sort((a, b) => a.raisedAt - b.raisedAt),
  }
}

/** Every report of a house in a period, oldest first; read day by day, and some metrics at a time. */
async function storedReports(db: Db, houseId: string, [from, until]: readonly [number, number]) {
  const reports: ReportedHouse['reports'][number][] = []
  for (let start = from; start < until; start += DAY) {
    const ofDay = new Map<number, Map<string, MetricValue>>()
    for (let first = 0; first < inputs.length; first += AT_ONCE) {
      const asked = {
        metrics: inputs.slice(first, first + AT_ONCE),
        from: start,
        to: Math.min(until, start + DAY),
      }
      const chart = await readReports(db, { houseId }, asked, MOST_A_DAY, async () => {})
      if (chart === 'tooMany')
        throw new StartError(`The house sent more than ${MOST_A_DAY} reports in one day`)
      addReports(ofDay, chart)
    }
    for (const [at, values] of [...ofDay].sort(([one], [other]) => one - other)) reports.push({ at, values })
  }
  return reports
}

function addReports(ofDay: Map<number, Map<string, MetricValue>>, chart: Chart | null): void {
  for (const [i, at] of chart?.at.entries() ?? [])
    for (const { metric, mean } of chart?.series ?? []) {
      const value = mean[i]
      // A gap is marked by a point without values.
      if (value === null || value === undefined) continue
      const values = ofDay.get(at) ?? new Map<string, MetricValue>()
      ofDay.set(at, values.set(metric, asTold(metric, value)))
    }
}
