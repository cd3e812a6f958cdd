import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Round, type UrgentHouse, urgentReasons } from '#shared/contracts/workplace.ts'
import { DEAD_FROM, DEAD_TIMES } from '#shared/flock-figures/exceptions.ts'
import { customersNotShared } from '../../platform/database/consent.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { gravityOf } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'

type Asking = AnyCall & { db: Db; viewer: Viewer }

/** More than fits into a morning. */
const SHOWN = 30

const customer = alias(office, 'customer')

/** The gravest active alarm in each house. */
const gravest = (db: Db) => {
  // Selected, not joined: for a join on array elements the planner expects one row, and scans everything for each house.
  const stood = db
    .select({
      houseId: sql<string>`unnest(${alarm.houseIds})`.as('stood_in'),
      id: alarm.id,
      code: alarm.code,
      level: alarm.level,
      raisedAt: alarm.raisedAt,
    })
    .from(alarm)
    .where(ne(alarm.condition, 'cleared'))
    .as('stood')
  return db
    .selectDistinctOn([stood.houseId], {
      houseId: sql<string>`${stood.houseId}`.as('stood_house_id'),
      alarmId: stood.id,
      code: stood.code,
      level: stood.level,
      raisedAt: stood.raisedAt,
    })
    .from(stood)
    .orderBy(stood.houseId, sql`${gravityOf(stood.level)} desc`, stood.raisedAt)
    .as('gravest')
}

/**
 * Houses where far more birds died on the last recorded day than in the mean of the week before. For a flock with few deaths
 * every day nothing else is read.
 */
const deaths = (db: Db) => {
  const isRecent = sql`${flockRecord.day} >= current_date - 9`
  const manyDied = db
    .select({ id: flockRecord.flockId })
    .from(flockRecord)
    .where(and(isRecent, sql`${flockRecord.dead} >= ${sql.raw(String(DEAD_FROM))}`))
  const numbered = db
    .select({
      houseId: sql<string>`${flock.houseId}`.as('dead_house_id'),
      dead: sql<number | null>`${flockRecord.dead}`.as('dead_count'),
      place:
        sql<number>`row_number() over (partition by ${flockRecord.flockId} order by ${flockRecord.day} desc)`.as(
          'place',
        ),
    })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .where(and(isNull(flock.endedOn), isNull(flock.deletedAt), isRecent, inArray(flock.id, manyDied)))
    .as('numbered')
  const last = sql`max(${numbered.dead}) filter (where ${numbered.place} = 1)`
  const mean = sql`avg(${numbered.dead}) filter (where ${numbered.place} between 2 and 8)`
  return db
    .select({
      houseId: numbered.houseId,
      value: sql<number>`${last}`.as('dead_value'),
      usual: sql<number>`(${mean})::float`.as('dead_usual'),
    })
    .from(numbered)
    .groupBy(numbered.houseId)
    .having(sql`${last} >= ${DEAD_FROM} and ${last} >= ${DEAD_TIMES} * ${mean}`)
    .as('deaths')
}

const reasonOf = sql`case
  when n.state = 'alarm' then case when gravest.level = 'emergency' then 'emergency' else 'alarm' end
  when n.state = 'offline' then 'offline' when dead_value is not null then 'dead'
  when gravest.level = 'warning' then 'watch' end`
const worstFirst = sql`array_position(${sql.param([...urgentReasons])}::text[], reason), since, id`

type Found = Row & { farmPath: string; watched: number; total: number } & Record<string, unknown>

/** Which houses to look at: all the viewer may see, or only those of others. */
type Whose = 'all' | 'others'

/** The worst of the houses that share, each with the total number; names are looked up for these alone. */
async function worstOf({ db, viewer, language }: Asking, whose: Whose): Promise<Found[]> {
  const isMeant = whose === 'all' ? sql`true` : sql`n.farm_path <> ${viewer.scope.farm}`
  const { rows } = await db.execute<Found>(sql`
    select shown.*, coalesce(${nameIn(language, customer)}, '') as customer from (
      select *, (count(*) over ())::int as watched, (count(reason) over ())::int as total from (
        select h.id, h.name, n.farm_path as "farmPath", ${reasonOf} as reason, coalesce(gravest.raised_at, n.state_since) as since,
          gravest.id as "alarmId", gravest.code, gravest.level, dead_value as value, dead_usual as usual
        from house h join house_now n on n.house_id = h.id left join ${gravest(db)} on stood_house_id = h.id left join ${deaths(db)} on dead_house_id = h.id
        where h.deleted_at is null and ${isMeant}
      ) every order by ${worstFirst} limit ${SHOWN}
    ) shown left join office customer on customer.path = shown."farmPath" order by array_position(${sql.param([...urgentReasons])}::text[], shown.reason), since, shown.id`)
  return rows
}

/** Houses where something is wrong at the farms that share, worst first. */
export async function urgentHouses(call: Asking, whose: Whose = 'all'): Promise<Round> {
  const { db, viewer } = call
  const [rows, notShared] = await Promise.all([worstOf(call, whose), customersNotShared(db, viewer.scope)])
  const shown = rows.flatMap(row => (row.reason === null ? [] : [{ ...row, reason: row.reason }]))
  await noteLook(
    call,
    'overview',
    shown.map(({ farmPath }) => ({ farmPath })),
  )
  return {
    houses: shown.map(urgentHouse),
    total: rows[0]?.total ?? 0,
    watched: rows[0]?.watched ?? 0,
    notShared,
  }
}

interface Row {
  id: string
  name: string
  customer: string
  reason: UrgentHouse['reason'] | null
  since: string | null
  alarmId: string | null
  code: string | null
  level: NonNullable<UrgentHouse['alarm']>['level'] | null
  value: number | null
  usual: number | null
}

function urgentHouse(row: Row & { reason: UrgentHouse['reason'] }): UrgentHouse {
  const { id, name, customer, reason, since, alarmId, code, level, value, usual } = row
  const isOfFlock = reason === 'dead' && value !== null && usual !== null
  return {
    id,
    name,
    customer,
    reason,
    alarm: alarmId === null || code === null || level === null ? null : { id: alarmId, code, level },
    since: since === null || isOfFlock ? null : new Date(since).toISOString(),
    dead: isOfFlock ? { value, usual } : null,
  }
}
