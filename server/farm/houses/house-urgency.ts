import { ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isWorse, silences } from '#shared/alarms.ts'
import type { HouseStateName } from '#shared/house-state.ts'
import { quickCodes, type Urgency, urgencies, urgencyOf } from '#shared/house-urgency.ts'
import { type Severity, severities } from '#shared/signals.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { gravityOf } from '../../platform/http/lists.ts'
import { standingAlarms } from '../alarms/alarm-record.ts'

const states = ['normal', 'alarm', 'offline'] as const satisfies readonly HouseStateName[]
const word = (text: string): SQL => sql.raw(`'${text}'`)
const spaced = (parts: SQL[]): SQL => sql.join(parts, sql` `)

/** `urgencyOf` in SQL. `isAt`: whether the house has an active alarm of this level; asked from the gravest on. */
export function urgencyIn(state: SQLWrapper, isAt: (level: Severity) => SQL): SQL<Urgency> {
  const byState = (worst: Severity | null) =>
    sql`case ${state} ${spaced(states.map(each => sql`when ${word(each)} then ${word(urgencyOf(each, worst))}`))} end`
  const byLevel = severities.toReversed().map(level => sql`when ${isAt(level)} then ${byState(level)}`)
  return sql<Urgency>`case ${spaced(byLevel)} else ${byState(null)} end`
}

/** The same of a house in a query that has no alarms. */
export const urgencyOfHouse = (state: SQLWrapper, houseId: SQLWrapper): SQL<Urgency> =>
  urgencyIn(
    state,
    level => sql`${houseId} in (select unnest(stood.house_ids) from ${alarm} stood
      where stood.condition <> 'cleared' and stood.level = ${word(level)})`,
  )

/** `placeOf` in SQL: by urgency; among equals, houses with a flock before empty ones. */
export const placeIn = (urgency: SQL, flockStartedOn: SQLWrapper): SQL<number> =>
  sql<number>`(2 * array_position(array[${sql.join(urgencies.map(word), sql`, `)}], ${urgency}) - 2 + (${flockStartedOn} is null)::int)`

/** `isQuick` of a critical alarm in SQL. */
export const isQuickIn = (code: SQLWrapper): SQL<boolean> =>
  sql<boolean>`${code} in (${sql.join(quickCodes.map(word), sql`, `)})`

/** The gravest active alarm in each house; among equals what kills within minutes, and the silence after everything else. */
export const gravest = (db: Db) => {
  // Selected, not joined: for a join on array elements the planner expects one row, and scans everything for each house.
  const stood = db
    .select({
      houseId: sql<string>`unnest(${alarm.houseIds})`.as('stood_in'),
      id: alarm.id,
      code: alarm.code,
      level: alarm.level,
      value: alarm.value,
      raisedAt: alarm.raisedAt,
    })
    .from(alarm)
    .where(ne(alarm.condition, 'cleared'))
    .as('stood')
  const isSilence = sql`${stood.code} in (${sql.join(silences.map(word), sql`, `)})`
  return db
    .selectDistinctOn([stood.houseId], {
      houseId: sql<string>`${stood.houseId}`.as('stood_house_id'),
      alarmId: stood.id,
      code: stood.code,
      level: stood.level,
      value: stood.value,
      raisedAt: stood.raisedAt,
    })
    .from(stood)
    .orderBy(
      stood.houseId,
      sql`${gravityOf(stood.level)} desc`,
      isSilence,
      sql`${isQuickIn(stood.code)} desc`,
      stood.raisedAt,
    )
    .as('gravest')
}

/** Level of the worst active alarm in each of these houses, where it is more than an information. */
export async function worstLevels(db: Db, houseIds: readonly string[]): Promise<Map<string, Severity>> {
  if (houseIds.length === 0) return new Map()
  const worst = new Map<string, Severity>()
  for (const { houseIds: stoodIn, level } of await standingAlarms(db, houseIds))
    for (const id of stoodIn) if (isWorse(level, worst.get(id) ?? 'info')) worst.set(id, level)
  return worst
}
