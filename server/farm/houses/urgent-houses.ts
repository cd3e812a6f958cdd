import { sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Round, type UrgentHouse, urgentReasons } from '#shared/contracts/workplace.ts'
import { customersNotShared } from '../../platform/database/consent.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { gravest, isQuickIn, urgencyIn } from './house-urgency.ts'

type Asking = AnyCall & { db: Db; viewer: Viewer }

/** More than fits into a morning. */
const SHOWN = 30

const customer = alias(office, 'customer')

/**
 * Houses whose flock loses many birds, by its alarm with its figures; dead and culled of the last recorded day that is over,
 * or of today where it is more already, and the mean of the week before.
 */
const losses = sql`(
  select f.house_id as loss_house_id, a.level as loss_level, a.value as loss_value, a."limit" as loss_limit,
    told.value as dead_value, told.usual as dead_usual
  from ${alarm} a join ${flock} f on f.id = a.subject_id join ${house} home on home.id = f.house_id
    left join ${office} its on its.id = home.office_id
    cross join lateral (
      select max(dead) filter (where is_so_far or place = 1) as value,
        (avg(dead) filter (where not is_so_far and place between 2 and 8))::float as usual
      from (
        select coalesce(r.dead, 0) + coalesce(r.culled, 0) as dead, judged.is_so_far,
          row_number() over (partition by judged.is_so_far order by r.day desc) as place
        from ${flockRecord} r cross join lateral (
          select r.day >= (now() at time zone coalesce(home.time_zone, its.time_zone, 'UTC'))::date as is_so_far
        ) judged
        where r.flock_id = f.id and r.day >= current_date - 9 and num_nonnulls(r.dead, r.culled) > 0
      ) counted
    ) told
  where a.code = 'LossesHigh' and a.condition <> 'cleared' and f.ended_on is null and f.deleted_at is null
) losses`

const urgency = urgencyIn(sql`n.state`, level => sql`gravest.level = ${level}`)
/** A house without a device cannot fall silent. */
const isServed = sql`exists (select from house_device d where d.house_id = h.id)`
const reasonOf = sql`case when urgency in ('emergency', 'alarm') or (urgency = 'offline' and ${isServed}) then urgency
  when dead_value is not null then 'dead' when urgency = 'watch' then urgency end`
const reasonPlace = sql`array_position(${sql.param([...urgentReasons])}::text[], reason)`
/** What is critical and kills within minutes stands before counted deaths. */
const quickest = sql`(reason = 'alarm' and "isQuick") is true desc`
/** Among dying flocks the one that loses most birds, however long each has; else who has waited longest. */
const mostLost = sql`case when reason = 'dead' or (reason = 'alarm' and "lossLevel" in ('critical', 'emergency')) then lost end desc nulls last`
const worstFirst = sql`${reasonPlace}, "isEmpty", ${quickest}, ${mostLost}, since`

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
          gravest.id as "alarmId", gravest.code, gravest.level, gravest.value as "alarmValue", dead_value as value, dead_usual as usual,
          ${isQuickIn(sql`gravest.code`)} as "isQuick", loss_level as "lossLevel", loss_value as "lossValue", loss_limit as "lossLimit",
          coalesce(dead_value, n.flock_count * loss_value / 100) as lost
        from house h join house_now n on n.house_id = h.id left join ${gravest(db)} on stood_house_id = h.id left join ${losses} on loss_house_id = h.id
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
  lossValue: number | null
  lossLimit: number | null
}

function urgentHouse(row: Row & { reason: UrgentHouse['reason'] }): UrgentHouse {
  const { id, name, customer, reason, since, offlineSince, alarmId, code, level, alarmValue, value, usual } =
    row
  const { lossValue, lossLimit } = row
  const isLoss = reason === 'dead' || (reason === 'alarm' && code === 'LossesHigh')
  const dead = isLoss && value !== null && usual !== null ? { value, usual } : null
  return {
    id,
    name,
    customer,
    reason,
    alarm:
      alarmId === null || code === null || level === null
        ? null
        : { id: alarmId, code, level, value: alarmValue },
    since: since === null || (reason === 'dead' && dead) ? null : new Date(since).toISOString(),
    offlineSince: offlineSince === null ? null : new Date(offlineSince).toISOString(),
    dead,
    loss: lossValue === null || lossLimit === null ? null : { value: lossValue, limit: lossLimit },
  }
}
