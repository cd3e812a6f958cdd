import { and, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Round, type UrgentHouse, urgentReasons } from '#shared/contracts/workplace.ts'
import { DEAD_FROM, DEAD_TIMES } from '#shared/flock-figures/exceptions.ts'
import { customersNotShared, isSharedWith } from '../../platform/database/consent.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { gravityOf } from '../../platform/http/lists.ts'
import { noteLook } from '../../platform/http/viewing.ts'

type Asking = AnyCall & { db: Db; viewer: Viewer }

/** More than a morning has time for. */
const SHOWN = 30

const customer = alias(office, 'customer')

/** The gravest alarm that stands in each house. */
const gravest = (db: Db) => {
  // Selected, not joined: of a join with what an array holds the planner expects one row, and looks through all for each house.
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

/** What died on the last day told of the flock in each house, and in the mean of the week before it. */
const deaths = (db: Db) => {
  const isRecent = sql`${flockRecord.day} >= current_date - 9`
  // Of the others nothing has to be put in order.
  const manyDied = db
    .select({ id: flockRecord.flockId })
    .from(flockRecord)
    .where(and(isRecent, gte(flockRecord.dead, DEAD_FROM)))
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
  return db
    .select({
      houseId: numbered.houseId,
      value: sql<number | null>`max(${numbered.dead}) filter (where ${numbered.place} = 1)`.as('dead_value'),
      usual: sql<
        number | null
      >`(avg(${numbered.dead}) filter (where ${numbered.place} between 2 and 8))::float`.as('dead_usual'),
    })
    .from(numbered)
    .groupBy(numbered.houseId)
    .as('deaths')
}

/** Where something is wrong at the farms that share, worst first. */
export async function roundOf(call: Asking): Promise<Round> {
  const { db, viewer, language } = call
  const [stood, died] = [gravest(db), deaths(db)]
  const isDying = sql`${died.value} >= ${DEAD_FROM} and ${died.value} >= ${DEAD_TIMES} * ${died.usual}`
  const reason = sql<UrgentHouse['reason'] | null>`case
    when ${house.state} = 'alarm' then case when ${stood.level} = 'emergency' then 'emergency' else 'alarm' end
    when ${house.state} = 'offline' then 'offline' when ${isDying} then 'dead'
    when ${stood.level} = 'warning' then 'watch' end`
  const since = sql<string | null>`coalesce(${stood.raisedAt}, ${house.stateSince})`
  const [rows, notShared] = await Promise.all([
    db
      .select({
        id: house.id,
        name: house.name,
        farmPath: office.farmPath,
        customer: sql<string>`coalesce(${nameIn(language, customer)}, '')`,
        reason,
        since,
        alarmId: stood.alarmId,
        code: stood.code,
        level: stood.level,
        value: died.value,
        usual: died.usual,
        watched: sql<number>`(count(*) over ())::int`,
        total: sql<number>`(count(${reason}) over ())::int`,
      })
      .from(house)
      .innerJoin(office, eq(office.id, house.officeId))
      .leftJoin(customer, eq(customer.path, office.farmPath))
      .leftJoin(stood, eq(stood.houseId, house.id))
      .leftJoin(died, eq(died.houseId, house.id))
      .where(and(isNull(house.deletedAt), isSharedWith(viewer.scope, customer)))
      .orderBy(sql`array_position(${sql.param([...urgentReasons])}::text[], ${reason})`, since, house.id)
      .limit(SHOWN),
    customersNotShared(db, viewer.scope),
  ])
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
  reason: UrgentHouse['reason']
  since: string | null
  alarmId: string | null
  code: string | null
  level: NonNullable<UrgentHouse['alarm']>['level'] | null
  value: number | null
  usual: number | null
}

function urgentHouse(row: Row): UrgentHouse {
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
