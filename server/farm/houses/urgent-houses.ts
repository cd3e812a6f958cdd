import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Round, type UrgentHouse, urgentReasons } from '#shared/contracts/workplace.ts'
import { customersNotShared } from '../../platform/database/consent.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { gravest, urgencyIn } from './house-urgency.ts'

type Asking = AnyCall & { db: Db; viewer: Viewer }

/** More than fits into a morning. */
const SHOWN = 30

const customer = alias(office, 'customer')

/** Houses whose flock loses many birds, by its alarm: dead and culled of the last recorded day, and the mean of the week before. */
const deaths = (db: Db) => {
  const isRecent = sql`${flockRecord.day} >= current_date - 9`
  const dying = db
    .select({ id: alarm.subjectId })
    .from(alarm)
    .where(and(eq(alarm.code, 'LossesHigh'), ne(alarm.condition, 'cleared')))
  const numbered = db
    .select({
      houseId: sql<string>`${flock.houseId}`.as('dead_house_id'),
      dead: sql<
        number | null
      >`case when num_nonnulls(${flockRecord.dead}, ${flockRecord.culled}) > 0 then coalesce(${flockRecord.dead}, 0) + coalesce(${flockRecord.culled}, 0) end`.as(
        'dead_count',
      ),
      place:
        sql<number>`row_number() over (partition by ${flockRecord.flockId} order by ${flockRecord.day} desc)`.as(
          'place',
        ),
    })
    .from(flockRecord)
    .innerJoin(flock, eq(flock.id, flockRecord.flockId))
    .where(and(isNull(flock.endedOn), isNull(flock.deletedAt), isRecent, inArray(flock.id, dying)))
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
    .as('deaths')
}

const urgency = urgencyIn(sql`n.state`, level => sql`gravest.level = ${level}`)
/** A house without a device cannot fall silent. */
const isServed = sql`exists (select from house_device d where d.house_id = h.id)`
const reasonOf = sql`case when urgency in ('emergency', 'alarm') or (urgency = 'offline' and ${isServed}) then urgency
  when dead_value is not null then 'dead' when urgency = 'watch' then urgency end`
const reasonPlace = sql`array_position(${sql.param([...urgentReasons])}::text[], reason)`
/** Among dying flocks the one that loses most birds, however long each has; else who has waited longest. */
const mostLost = sql`case when reason = 'dead' then value end desc nulls last`
const worstFirst = sql`${reasonPlace}, "isEmpty", ${mostLost}, since`

type Found = Row & { farmPath: string; watched: number; total: number } & Record<string, unknown>

/** Which houses to look at: all the viewer may see, or only those of others. */
type Whose = 'all' | 'others'

/** The worst of the houses that share, each with the total number; names are looked up for these alone. */
async function worstOf({ db, viewer, language }: Asking, whose: Whose): Promise<Found[]> {
  const isMeant = whose === 'all' ? sql`true` : sql`n.farm_path <> ${viewer.scope.farm}`
  const { rows } = await db.execute<Found>(sql`
    select shown.*, coalesce(${nameIn(language, customer)}, '') as customer from (
      select *, (count(*) over ())::int as watched, (count(reason) over ())::int as total from (
        select h.id, h.name, n.farm_path as "farmPath", ${reasonOf} as reason, n.flock_started_on is null as "isEmpty",
          case when urgency = 'offline' then n.state_since else coalesce(gravest.raised_at, n.state_since) end as since,
          case when n.state = 'offline' then n.state_since end as "offlineSince",
          gravest.id as "alarmId", gravest.code, gravest.level, gravest.value as "alarmValue", dead_value as value, dead_usual as usual
        from house h join house_now n on n.house_id = h.id left join ${gravest(db)} on stood_house_id = h.id left join ${deaths(db)} on dead_house_id = h.id
          cross join lateral (select ${urgency} as urgency) judged
        where h.deleted_at is null and ${isMeant}
      ) every order by ${worstFirst}, id limit ${SHOWN}
    ) shown left join office customer on customer.path = shown."farmPath" order by ${worstFirst}, shown.id`)
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
  offlineSince: string | null
  alarmId: string | null
  code: string | null
  level: NonNullable<UrgentHouse['alarm']>['level'] | null
  alarmValue: number | null
  value: number | null
  usual: number | null
}

function urgentHouse(row: Row & { reason: UrgentHouse['reason'] }): UrgentHouse {
  const { id, name, customer, reason, since, offlineSince, alarmId, code, level, alarmValue, value, usual } =
    row
  const isOfFlock = reason === 'dead' && value !== null && usual !== null
  return {
    id,
    name,
    customer,
    reason,
    alarm:
      alarmId === null || code === null || level === null
        ? null
        : { id: alarmId, code, level, value: alarmValue },
    since: since === null || isOfFlock ? null : new Date(since).toISOString(),
    offlineSince: offlineSince === null ? null : new Date(offlineSince).toISOString(),
    dead: isOfFlock ? { value, usual } : null,
  }
}
