import {
  and,
  count,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { PageQuery } from '#shared/endpoint.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import { type Wait, type Waiting, waitSteps, waits } from '#shared/tickets.ts'
import { isOfOffice, nameOfOthers } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ticketColumns } from '../../platform/database/tables/ticket-columns.ts'
import type { AnyCall } from '../../platform/http/call.ts'
import { listed as inUse } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'

export type TicketTable = PgTable & Record<keyof ReturnType<typeof ticketColumns>, PgColumn>
export type Asking = Pick<AnyCall, 'language'> & { db: Db; viewer: Viewer }
type Filter = Readonly<Record<string, unknown>> & {
  search?: string | undefined
  officeId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  wait?: Wait | undefined
  deleted?: 'recently' | undefined
}
type Query = z.output<typeof PageQuery> & Filter

export interface Ticket {
  id: string
  version: number
  standing: string
  isOwn: boolean
}

/** Tickets that stand together in a list. */
interface Part {
  where: SQL
  order: readonly SQL[]
  /** What stands before them; nothing before the first. */
  after?: SQL
}

/** What the lists of one kind of tickets show, and by what. */
export interface Listed {
  table: TicketTable
  /** Where a ticket stands: its state column, unless something else matters as well. */
  standing: PgColumn | SQL<string>
  /** Shown in addition to what every ticket has. */
  shown: Readonly<Record<string, PgColumn | SQL>>
  search: readonly (PgColumn | SQL)[]
  /** Sort columns in addition to those of every ticket. */
  sort?: Readonly<Record<string, SQLWrapper>>
  /** The order without a choice, before the most recently touched; by default the longest-waiting first. */
  usual?: readonly SQL[]
  /**
   * The same order in parts, one after the other, each of which an index gives: whoever looks at the first pages of very many
   * tickets does not wait for all to be sorted.
   */
  parts?: readonly Part[]
  /** Filters on one column each, by name. */
  filters?: Readonly<Record<string, PgColumn | SQL>>
  /** Grant of those who act for their whole farm; the others' own is only what they wrote. By default everybody does. */
  manages?: Grant
  /** When a ticket was deleted, of tickets that can be restored. */
  deletedAt?: PgColumn
}

/** Rows up to which the first of each part are looked up. */
const FIRST = 1_000
const customer = alias(office, 'customer')
/** Working hours at which the steps of waiting meet. */
const bounds = waitSteps.map(step => waits[step].below).filter(Number.isFinite)

const isWaiting = ({ waitsSince }: TicketTable) => isNotNull(waitsSince)
const hoursOf = ({ waitsSince }: TicketTable) => sql`worked_hours(${waitsSince}, (select provider_zone()))`
/** Index of its waiting step in `waitSteps`. */
const waitStepOf = (table: TicketTable) =>
  sql<number>`width_bucket(${hoursOf(table)}, ${sql.param(bounds)}::float[])`

const filtersOf = ({ filters, standing }: Listed): NonNullable<Listed['filters']> => ({
  ...filters,
  standing,
})

function matching(listed: Listed, { search, officeId, from, to, wait, deleted, ...query }: Filter) {
  const { table, deletedAt } = listed
  return and(
    deletedAt ? inUse(deletedAt, { deleted }) : undefined,
    search
      ? or(...[table.number, table.authorName, ...listed.search].map(one => ilike(one, anywhere(search))))
      : undefined,
    officeId ? isOfOffice(table.officePath, officeId) : undefined,
    from === undefined ? undefined : gte(table.madeAt, new Date(from)),
    to === undefined ? undefined : lt(table.madeAt, new Date(to)),
    wait === undefined ? undefined : and(isWaiting(table), eq(waitStepOf(table), waitSteps.indexOf(wait))),
    ...Object.entries(filtersOf(listed)).map(([name, column]) =>
      query[name] === undefined ? undefined : eq(column as SQLWrapper, query[name]),
    ),
  )
}

/** As they usually stand, or the longest-waiting first; then the most recently touched. */
function orderedBy({ table, standing, usual, sort: more }: Listed, sort: string | undefined): SQL[] {
  const { id, lastAt, madeAt, number, waitsSince } = table
  return sort
    ? orderOf(sort, { lastAt, madeAt, number, standing: sql`${standing}`, ...more }, '-lastAt', id)
    : [...(usual ?? [sql`${waitsSince} asc nulls last`]), sql`${lastAt} desc`, sql`${id} desc`]
}

const select = ({ table, standing, shown }: Listed, { db, viewer, language }: Asking, total = uncounted) =>
  db
    .select({
      id: table.id,
      version: table.version,
      number: table.number,
      author: table.authorName,
      authorId: table.authorId,
      farmPath: table.farmPath,
      madeAt: table.madeAt,
      lastAt: table.lastAt,
      standing: sql<string>`${standing}`,
      waitedHours: sql<number | null>`case when ${isWaiting(table)} then ${hoursOf(table)} end`,
      houseId: house.id,
      houseName: house.name,
      deviceId: device.id,
      deviceName: device.name,
      customer:
        viewer.kind === CUSTOMER
          ? nameOfOthers(viewer.scope, customer, language)
          : sql<string>`coalesce(${nameIn(language, customer)}, ${nameIn(language, office)})`,
      total,
      ...shown,
    })
    .from(table as PgTable)
    .innerJoin(office, eq(office.id, table.officeId))
    .leftJoin(customer, eq(customer.path, table.farmPath))
    .leftJoin(house, eq(house.id, table.houseId))
    .leftJoin(device, eq(device.id, table.deviceId))

function itemOf<Item extends Ticket>(
  { viewer }: Asking,
  { manages }: Listed,
  found: Awaited<ReturnType<typeof select>>[number],
): Item {
  const { authorId, farmPath, houseId, houseName, deviceId, deviceName, ...row } = found
  const isManaging = manages === undefined || viewer.grants.has(manages)
  const said = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return {
    ...Object.fromEntries(said),
    isOwn:
      authorId === viewer.accountId || (farmPath !== null && farmPath === viewer.scope.farm && isManaging),
    house: houseId === null ? null : { id: houseId, name: houseName },
    device: deviceId === null ? null : { id: deviceId, name: deviceName },
  }
}

/** What is read of tickets of one kind: for both sides, rows from the scope. */
export function ticketLists<Item extends Ticket>(listed: Listed) {
  const { table } = listed

  /**
   * The ids of a page from parts that an index gives in order, each beginning where those before it end; undefined where all
   * have to be sorted anyway. On the first pages the first of each part do: nothing is counted.
   */
  function inParts({ db, query }: { db: Db; query: Query }, condition: SQL | undefined): SQL | undefined {
    if (!listed.parts || query.sort || query.search) return undefined
    const from = skipped(query)
    const to = from + query.size
    const pieces = listed.parts.map(({ where, order, after }) => {
      const ids = db
        .select({ id: table.id })
        .from(table as PgTable)
        .where(and(condition, where))
        .orderBy(...order, sql`${table.lastAt} desc`, sql`${table.id} desc`)
      if (to <= FIRST) return sql`(${ids} limit ${to})`
      const passed = after ? db.$count(table as PgTable, and(condition, after)) : sql`0`
      // What a part has too many of stands behind what those before it have, and is cut off with the page.
      return sql`(${ids} limit ${query.size} offset greatest(0, ${from}::int - ${passed}))`
    })
    // As an array: looked up once, whatever the planner believes of how many there are.
    return sql`${table.id} = any(array(${sql.join(pieces, sql` union all `)}))`
  }

  async function list(call: Asking & { query: Query }) {
    const condition = matching(listed, call.query)
    const total = call.db.$count(table as PgTable, condition)
    const order = orderedBy(listed, call.query.sort)
    const parts = inParts(call, condition)
    const isCut = parts !== undefined && skipped(call.query) + call.query.size > FIRST
    // The page's rows first: otherwise what is shown of them would be looked up for all.
    const page = call.db
      .select({ id: sql<string>`${table.id}`.as('page_id') })
      .from(table as PgTable)
      .where(and(condition, parts))
      .orderBy(...order)
      .limit(call.query.size)
      .offset(isCut ? 0 : skipped(call.query))
      .as('page')
    const rows = await select(listed, call, total)
      .innerJoin(page, eq(page.id, table.id))
      .orderBy(...order)
    return { total: await totalOf(rows, total), items: rows.map(row => itemOf<Item>(call, listed, row)) }
  }

  /** Counts by the values of one filter. */
  const counts = ({ db, query: { by, ...filter } }: Asking & { query: Filter & { by: string } }) =>
    countedBy(db, table, filtersOf(listed)[by] as PgColumn, matching(listed, filter))

  /** How many wait, by how long; the database counts each one's hours once. */
  async function waiting(call: Asking): Promise<Waiting> {
    const waited = call.db
      .select({ step: waitStepOf(table).as('step') })
      .from(table as PgTable)
      .where(isWaiting(table))
      .as('waited')
    const [counts, [oldest]] = await Promise.all([
      call.db.select({ step: waited.step, count: count() }).from(waited).groupBy(waited.step),
      select(listed, call).where(isWaiting(table)).orderBy(table.waitsSince, table.id).limit(1),
    ])
    const steps = waitSteps.map(
      (name, i) => [name, counts.find(each => each.step === i)?.count ?? 0] as const,
    )
    const { id, number, customer, waitedHours } = oldest ?? {}
    return {
      steps: Object.fromEntries(steps) as Waiting['steps'],
      oldest:
        oldest === undefined
          ? null
          : { id: String(id), number: String(number), customer: customer ?? null, hours: waitedHours ?? 0 },
    }
  }

  /** Those in use; with `too`, deleted ones as well. */
  const byId = async (call: Asking, ids: readonly string[], deleted?: 'too'): Promise<Item[]> => {
    const isShown = listed.deletedAt && !deleted ? isNull(listed.deletedAt) : undefined
    const rows = await select(listed, call).where(and(inArray(table.id, [...ids]), isShown))
    return rows.map(row => itemOf<Item>(call, listed, row))
  }

  async function ids({ db }: Asking, { sort, ...filter }: Filter & { sort?: string }): Promise<string[]> {
    const rows = await db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(matching(listed, filter))
      .orderBy(...orderedBy(listed, sort))
    return rows.map(({ id }) => String(id))
  }

  /** The ticket, or a refusal if it is out of the viewer's scope. */
  async function find(call: Asking, id: string, deleted?: 'too'): Promise<Item> {
    const [item] = await byId(call, [id], deleted)
    if (!item) throw refuse.notFound()
    return item
  }

  return { list, counts, waiting, ids, byId, find }
}
