import { and, eq, gte, isNotNull, notInArray, sql } from 'drizzle-orm'
import { apartCauses, judgedBy, noiseCauses } from '#shared/alarm-closing.ts'
import type { alarmRules, BetterRule } from '#shared/contracts/alarm-rules.ts'
import { isFlockFigure } from '#shared/rule-subjects.ts'
import { localText } from '#shared/zone-time.ts'
import {
  bestOf,
  type Compared,
  checkedOf,
  type JudgedAlarm,
  LATER_MS,
  milderThan,
} from '../../farm/alarms/better-rule.ts'
import { conditionOf, FARM_RULE } from '../../farm/alarms/farm-rules.ts'
import type { Raised, TriedRule } from '../../farm/alarms/rule-replay.ts'
import { placedHouses } from '../../farm/houses/placed-houses.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmRule } from '../../platform/database/tables/alarm-rules.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { DAYS, inLine, isNight, replayHouse } from './try-out.ts'

const MINUTE = 60_000
const DAY_MS = 86_400_000
/** Houses looked at: first those with real alarms, then those in which the rule rang most. */
const HOUSES = 12

type Row = typeof alarmRule.$inferSelect

/** Proposes a milder limit or delay for a rule from how people closed its alarms; nothing is stored. */
export async function betterRule(call: Call<typeof alarmRules.better>): Promise<BetterRule> {
  const { db, params, viewer } = call
  const [row] = await db.select().from(alarmRule).where(eq(alarmRule.id, params.id))
  if (!row) throw refuse.notFound()
  const { version, metric, limit, forMinutes } = row
  const nothing = {
    version,
    metric,
    limit,
    forMinutes,
    houses: 0,
    since: null,
    now: { alarms: 0, atNight: 0 },
    judged: { real: 0, noise: 0, unchecked: 0 },
    proposed: null,
  }
  if (isFlockFigure(metric)) return { ...nothing, reason: 'figure' }
  const judged = await judgedAlarms(db, row)
  const places = await ringingHouses(db, row)
  const real = judged.filter(({ isNoise }) => !isNoise).length
  const counts = { real, noise: judged.length - real, unchecked: real }
  if (counts.noise === 0) return { ...nothing, judged: counts, reason: 'judged' }
  for (const place of places) await noteLook(call, 'charts', [{ farmPath: place.farmPath, house: place }])
  return inLine(viewer.accountId, () => compare(db, row, { judged, places, nothing, counts }))
}

interface Material {
  judged: readonly (JudgedAlarm & { houseId: string })[]
  places: Awaited<ReturnType<typeof ringingHouses>>
  nothing: Omit<BetterRule, 'reason'>
  counts: BetterRule['judged']
}

async function compare(db: Db, row: Row, { judged, places, nothing, counts }: Material): Promise<BetterRule> {
  const { metric, direction, limit, forMinutes, level } = row
  const rule: TriedRule = {
    metric,
    direction,
    limit,
    condition: conditionOf(row),
    delayMs: forMinutes * MINUTE,
  }
  const milder = milderThan(rule)
  const compared: (Compared & { timeZone: string; since: number })[] = []
  for (const { id, timeZone } of places) {
    const found = await replayHouse(db, { id }, rule, milder)
    if (!found || found.since === null) continue
    const { since } = found
    const here = judged.filter(({ houseId, at }) => houseId === id && at >= since)
    compared.push({ judged: here, now: found.raised, tried: found.milder, timeZone, since })
  }
  const rungBy = (of: (each: Compared) => readonly Raised[]) => ({
    alarms: compared.reduce((sum, each) => sum + of(each).length, 0),
    atNight: compared.reduce(
      (sum, each) => sum + of(each).filter(({ at }) => isNight(localText(at, each.timeZone))).length,
      0,
    ),
  })
  const known = {
    ...nothing,
    houses: compared.length,
    judged: { ...counts, unchecked: counts.real - checkedOf(compared) },
    since: compared.length > 0 ? Math.max(...compared.map(({ since }) => since)) : null,
    now: rungBy(({ now }) => now),
  }
  if (compared.length === 0) return { ...known, reason: 'readings' }
  const best = bestOf(compared, LATER_MS[level])
  const form = best && milder[best.index]
  if (!best || !form) return { ...known, reason: 'none' }
  const { noiseGone, laterMs, index } = best
  return {
    ...known,
    proposed: {
      limit: form.limit,
      forMinutes: form.delayMs / MINUTE,
      ...rungBy(({ tried }) => tried[index] ?? []),
      noiseGone,
      laterMs,
    },
    reason: null,
  }
}

const lately = () => gte(alarm.raisedAt, new Date(Date.now() - DAYS * DAY_MS))
const ofRule = ({ id }: Row) => eq(alarm.rule, `${FARM_RULE}${id}`)

/** The rule's alarms of the last 30 days that people closed with a cause that says something of it. */
async function judgedAlarms(db: Db, row: Row): Promise<Material['judged']> {
  const { cause, houseIds, raisedAt, clearedAt } = alarm
  const rows = await db
    .select({ cause, houseIds, raisedAt, clearedAt })
    .from(alarm)
    .where(and(ofRule(row), lately(), isNotNull(cause)))
  return rows.flatMap(each => {
    const judgement = judgedBy(each.cause)
    const [houseId] = each.houseIds
    if (!houseId || judgement === null || judgement === 'apart') return []
    const until = each.clearedAt?.getTime() ?? Date.now()
    return [{ houseId, at: each.raisedAt.getTime(), until, isNoise: judgement === 'noise' }]
  })
}

/** The houses with most real alarms, and of those without the ones in which the rule rang most. */
async function ringingHouses(db: Db, row: Row) {
  const houseId = sql<string>`${alarm.houseIds}[1]`
  const most = await db
    .select({ id: houseId })
    .from(alarm)
    .where(and(ofRule(row), lately()))
    .groupBy(houseId)
    .orderBy(
      sql`(count(*) filter (where ${notInArray(alarm.cause, [...noiseCauses, ...apartCauses])})) desc`,
      sql`count(*) desc`,
      houseId,
    )
    .limit(HOUSES)
  return placedHouses(
    db,
    anyOf(
      house.id,
      most.map(({ id }) => id),
    ),
  )
}
