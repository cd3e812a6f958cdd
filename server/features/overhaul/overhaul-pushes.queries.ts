import { and, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { OverhaulPush, overhaulPushes } from '#shared/contracts/overhaul-pushes.ts'
import { STAFF } from '#shared/permissions.ts'
import { caresFor } from '../../people/customers/people.ts'
import { isOfFarm, isOfOffice } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { overhaulPush, overhaulPushRun } from '../../platform/database/tables/overhaul.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { missedIn } from './reached.ts'

type Asking = Pick<AnyCall, 'language'> & { db: Db }
type Query = z.output<typeof overhaulPushes.list.query>
type Counting = z.output<typeof overhaulPushes.counts.query>

/** The moment of a day at a reminder's time, in its customer's zone. */
export const momentOf = (day: SQL | typeof overhaulPush.nextOn): SQL<Date> =>
  sql<Date>`((${day} + ${overhaulPush.clock}) at time zone ${office.timeZone})`

const nextAt = sql<
  string | null
>`to_char(${momentOf(overhaulPush.nextOn)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
/** A column of the last push of a reminder. */
const ofLast = <T>(column: string | SQL) =>
  sql<T | null>`(select ${typeof column === 'string' ? sql.raw(column) : column} from ${overhaulPushRun} run
    where run.push_id = ${overhaulPush}.id order by run.due_at desc limit 1)`
const receivers = sql<
  OverhaulPush['receivers']
>`(select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.actual_name)
  order by a.actual_name), '[]') from ${account} a where a.id = any(${overhaulPush}.receiver_ids) and a.deleted_at is null)`

const { chineseText, englishText, state, type, mode } = overhaulPush

const matching = ({ search, officeId, ...query }: Omit<Partial<Query>, 'page' | 'size' | 'sort'>) =>
  and(
    search ? or(ilike(chineseText, anywhere(search)), ilike(englishText, anywhere(search))) : undefined,
    officeId ? isOfOffice(overhaulPush.officePath, officeId) : undefined,
    query.state ? eq(state, query.state) : undefined,
    query.type ? eq(type, query.type) : undefined,
    query.mode ? eq(mode, query.mode) : undefined,
  )

const select = ({ db, language }: Asking, total: SQL | Promise<number> = uncounted) =>
  db
    .select({
      id: overhaulPush.id,
      version: overhaulPush.version,
      officeId: overhaulPush.officeId,
      customer: nameIn(language, office),
      timeZone: office.timeZone,
      chineseText,
      englishText,
      type,
      mode,
      state,
      firstOn: overhaulPush.firstOn,
      clock: sql<string>`to_char(${overhaulPush.clock}, 'HH24:MI')`,
      everyDays: overhaulPush.everyDays,
      receiverIds: overhaulPush.receiverIds,
      receivers,
      nextAt,
      lastAt: ofLast<string>(`to_char(run.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`),
      failure: ofLast<OverhaulPush['failure']>('run.failure'),
      told: ofLast<number>('run.told'),
      missed: sql<number>`coalesce(${ofLast<number>(missedIn(sql`run`))}, 0)`,
      total: total as SQL<number>,
    })
    .from(overhaulPush)
    .innerJoin(office, eq(office.id, overhaulPush.officeId))
type Found = Awaited<ReturnType<typeof select>>[number]

const shown = ({ total: _, ...row }: Found): OverhaulPush => row

const sortable = { nextAt, state, type, mode, firstOn: overhaulPush.firstOn }

/** Reminders, next to be pushed first. */
export async function listPushes(call: Asking & { query: Query }) {
  const { page, size, sort, ...filter } = call.query
  const condition = matching(filter)
  const total = call.db.$count(overhaulPush, condition)
  const rows = await select(call, total)
    .where(condition)
    .orderBy(...orderOf(sort, sortable, 'nextAt', overhaulPush.id))
    .limit(size)
    .offset(skipped({ page, size }))
  return { total: await totalOf(rows, total), items: rows.map(shown) }
}

export const countPushes = ({ db, query: { by: _, ...filter } }: Asking & { query: Counting }) =>
  countedBy(db, overhaulPush, state, matching(filter))

/** The reminder; refused when it is out of the viewer's scope. */
export async function findPush(call: Asking, id: string): Promise<OverhaulPush> {
  const [found] = await select(call).where(eq(overhaulPush.id, id))
  if (!found) throw refuse.notFound()
  return shown(found)
}

/** How many of these people the viewer sees and a reminder to this customer may name. */
export const concerned = async (db: Db, officePath: string, ids: readonly string[]): Promise<number> =>
  db.$count(account, and(inArray(account.id, [...ids]), isNull(account.deletedAt), concerns(officePath)))

/** Whether an account is one of a customer's people, of an office above it, or of the provider's staff who look after it. */
export const concerns = (officePath: string): SQL => sql`(${isOfFarm(account.officeId, officePath)}
  or starts_with(${officePath}, ${account.officePath})
  or (${account.kind} = ${STAFF} and ${caresFor(sql`(select care_path from office where path = ${officePath})`)}))`
