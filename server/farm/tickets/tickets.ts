import {
  and,
  count,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  lt,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias, type PgColumn, type PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Choices } from '#shared/choices.ts'
import type { MessageType } from '#shared/contracts/notices.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import { CUSTOMER, type Grant } from '#shared/permissions.ts'
import { isOpenTo, type Steps } from '#shared/states.ts'
import { type Text, text } from '#shared/text.ts'
import { type ticketShape, type Wait, type Waiting, waitSteps, waits } from '#shared/tickets.ts'
import type { Telling } from '../../people/notices/tell-screens.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import { newId } from '../../platform/database/ids.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ticketColumns } from '../../platform/database/tables/tickets.ts'
import type { AnyCall, ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { anywhere, countedBy, orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import type { ExportColumn } from '../../platform/jobs/sheet-parts.ts'
import type { RecordTable } from '../../platform/records/definition.ts'
import { addEntry } from '../../platform/records/entries.ts'
import { type NumberPrefix, nextNumber } from '../../platform/records/numbers.ts'
import { changeRows, openRow } from '../../platform/records/rows.ts'
import { tellOtherSide } from './tell-sides.ts'
import { ticketPlace } from './ticket-place.ts'

export type TicketTable = PgTable & Record<keyof ReturnType<typeof ticketColumns>, PgColumn>
type Columns = Readonly<Record<string, unknown>>
export type Asking = Pick<AnyCall, 'language'> & { db: Db; viewer: Viewer }
type Filter = Readonly<Record<string, unknown>> & {
  search?: string | undefined
  officeId?: string | undefined
  from?: number | undefined
  to?: number | undefined
  wait?: Wait | undefined
}
type Query = z.output<typeof PageQuery> & Filter
/** A call, or a job that writes the rows of a file. */
type Making = Asking & Telling & Pick<ChangingCall, 'about'>
type Taking = Making &
  Pick<ChangingCall, 'before'> & { params: { id: string }; body: { version?: number | undefined } }

export interface Ticket {
  id: string
  version: number
  standing: string
  isOwn: boolean
}

interface Definition<S extends Steps<string>> {
  /** Its name in the operation history; messages use the business type. */
  module: string
  businessType: string
  table: TicketTable
  prefix: NumberPrefix
  steps: S
  /** Where a ticket stands: its state column, unless something else matters as well. */
  standing: PgColumn | SQL<string>
  /** The name of the state column, and the state in which a ticket waits for the provider. */
  state: string
  waiting: string
  /** Shown in addition to what every ticket has. */
  shown: Readonly<Record<string, PgColumn | SQL>>
  search: readonly (PgColumn | SQL)[]
  /** Sort columns in addition to those of every ticket. */
  sort?: Readonly<Record<string, SQLWrapper>>
  /** Filters on one column each, by name. */
  filters?: Readonly<Record<string, PgColumn | SQL>>
  /** Grants of the staff who look after them. */
  staff: readonly Grant[]
  /** What the project manager is told about a new one. */
  tells: Text
  /** Grants of the customer's people who are told what staff do, besides those who wrote. */
  clients?: readonly Grant[]
  /** Message type of what they are told; by default one that wants an answer. */
  clientType?: MessageType
}

interface Taken {
  /** Columns that the step also sets. */
  changes?: Columns
  /** Text for the timeline. */
  written?: string | null | undefined
  pictures?: readonly string[]
  papers?: readonly string[]
  /** Name in the timeline, if not that of the step, and when it happened. */
  entry?: string
  at?: Date | undefined
  /** Where it stands afterwards depends on something other than the state. */
  keepsState?: boolean
}

const customer = alias(office, 'customer')
/** Working hours at which the steps of waiting meet. */
const bounds = waitSteps.map(step => waits[step].below).filter(Number.isFinite)
const isNotNow = text('当前状态不能执行此操作', 'Not possible in its current status')

/**
 * Tickets of one kind: requests by a customer to the provider, with a number, a state, a waiting time, and a timeline that
 * both sides write to. Lists, counts and details are for both; rights come from the contract, rows from the scope.
 */
export function tickets<Item extends Ticket, const S extends Steps<string>>(definition: Definition<S>) {
  const { module, table, steps, standing, shown, search, filters = {} } = definition
  const byFilter: typeof filters = { ...filters, standing }
  const isWaiting = isNotNull(table.waitsSince)
  const hours = sql`worked_hours(${table.waitsSince}, (select provider_zone()))`
  /** Index of its waiting step in `waitSteps`. */
  const waitStep = sql<number>`width_bucket(${hours}, ${sql.param(bounds)}::float[])`

  const matching = ({ search: asked, officeId, from, to, wait, ...query }: Filter) =>
    and(
      asked
        ? or(...[table.number, table.authorName, ...search].map(one => ilike(one, anywhere(asked))))
        : undefined,
      officeId ? isOfOffice(table.officePath, officeId) : undefined,
      from === undefined ? undefined : gte(table.madeAt, new Date(from)),
      to === undefined ? undefined : lt(table.madeAt, new Date(to)),
      wait === undefined ? undefined : and(isWaiting, eq(waitStep, waitSteps.indexOf(wait))),
      ...Object.entries(byFilter).map(([name, column]) =>
        query[name] === undefined ? undefined : eq(column as SQLWrapper, query[name]),
      ),
    )

  const select = ({ db, viewer, language }: Asking, total = uncounted) =>
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
        waitedHours: sql<number | null>`case when ${isWaiting} then ${hours} end`,
        houseId: house.id,
        houseName: house.name,
        deviceId: device.id,
        deviceName: device.name,
        customer:
          viewer.kind === CUSTOMER
            ? sql<null>`null`
            : sql<string>`coalesce(${nameIn(language, customer)}, ${nameIn(language, office)})`,
        total,
        ...shown,
      })
      .from(table as PgTable)
      .innerJoin(office, eq(office.id, table.officeId))
      .leftJoin(customer, eq(customer.path, table.farmPath))
      .leftJoin(house, eq(house.id, table.houseId))
      .leftJoin(device, eq(device.id, table.deviceId))
  type Found = Awaited<ReturnType<typeof select>>[number]

  const itemOf = ({ viewer }: Asking, found: Found): Item => {
    const { authorId, farmPath, houseId, houseName, deviceId, deviceName, ...row } = found
    const said = Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.toISOString() : value,
    ])
    return {
      ...Object.fromEntries(said),
      isOwn: authorId === viewer.accountId || (farmPath !== null && farmPath === viewer.scope.farm),
      house: houseId === null ? null : { id: houseId, name: houseName },
      device: deviceId === null ? null : { id: deviceId, name: deviceName },
    }
  }

  const sortable = {
    lastAt: table.lastAt,
    madeAt: table.madeAt,
    number: table.number,
    standing: sql`${standing}`,
    ...definition.sort,
  }
  /** The longest-waiting first, then the most recently touched. */
  const ordered = (sort: string | undefined) =>
    sort
      ? orderOf(sort, sortable, '-lastAt', table.id)
      : [sql`${table.waitsSince} asc nulls last`, sql`${table.lastAt} desc`, sql`${table.id} desc`]

  async function list(call: Asking & { query: Query }) {
    const condition = matching(call.query)
    const total = call.db.$count(table as PgTable, condition)
    const order = ordered(call.query.sort)
    // The page's rows first: otherwise what is shown of them would be looked up for all.
    const page = call.db
      .select({ id: sql<string>`${table.id}`.as('page_id') })
      .from(table as PgTable)
      .where(condition)
      .orderBy(...order)
      .limit(call.query.size)
      .offset(skipped(call.query))
      .as('page')
    const rows = await select(call, total)
      .innerJoin(page, eq(page.id, table.id))
      .orderBy(...order)
    return { total: await totalOf(rows, total), items: rows.map(row => itemOf(call, row)) }
  }

  /** Counts by the values of one filter. */
  const counts = ({ db, query: { by, ...filter } }: Asking & { query: Filter & { by: string } }) =>
    countedBy(db, table, byFilter[by] as PgColumn, matching(filter))

  /** How many wait, by how long; the database counts each one's hours once. */
  async function waiting(call: Asking): Promise<Waiting> {
    const waited = call.db
      .select({ step: waitStep.as('step') })
      .from(table as PgTable)
      .where(isWaiting)
      .as('waited')
    const [counts, [oldest]] = await Promise.all([
      call.db.select({ step: waited.step, count: count() }).from(waited).groupBy(waited.step),
      select(call).where(isWaiting).orderBy(table.waitsSince, table.id).limit(1),
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

  const byId = async (call: Asking, ids: readonly string[]): Promise<Item[]> =>
    (await select(call).where(inArray(table.id, [...ids]))).map(row => itemOf(call, row))

  async function ids({ db }: Asking, { sort, ...filter }: Filter & { sort?: string }): Promise<string[]> {
    const rows = await db
      .select({ id: table.id })
      .from(table as PgTable)
      .where(matching(filter))
      .orderBy(...ordered(sort))
    return rows.map(({ id }) => String(id))
  }

  /** The ticket, or a refusal if it is out of the viewer's scope. */
  async function find(call: Asking, id: string): Promise<Item> {
    const [item] = await byId(call, [id])
    if (!item) throw refuse.notFound()
    return item
  }

  async function tellOf(call: Asking & Telling, id: string, says: Text): Promise<void> {
    const { number, officePath, farmPath } = table
    const [row] = await call.db
      .select({ number, officePath, farmPath })
      .from(table as PgTable)
      .where(eq(table.id, id))
    const record = { ...(row as { number: string; officePath: string; farmPath: string | null }), id }
    const { businessType, staff, clients = [], clientType = 'to_do' } = definition
    await tellOtherSide(call, { module, businessType, record, says, staff, clients, clientType })
  }

  /** Creates a ticket from the input, with the next number, and tells the project manager. */
  async function create(
    call: Making,
    place: Parameters<typeof ticketPlace>[2],
    typed: Columns,
    pictures: readonly string[] = [],
  ): Promise<Item> {
    const { db, viewer, about } = call
    const id = newId()
    const where = await ticketPlace(db, viewer, place)
    await db.insert(table as PgTable).values({
      ...typed,
      ...where,
      id,
      number: await nextNumber(db, definition.prefix),
      authorId: viewer.accountId,
      authorName: viewer.actualName,
      waitsSince: new Date(),
    })
    about(where.officePath)
    await addEntry(call, { module, recordId: id, officePath: where.officePath, step: 'create', pictures })
    await tellOf(call, id, definition.tells)
    return find(call, id)
  }

  /** Opens a ticket, see {@link openRow}. */
  async function open(call: Taking): Promise<{ item: Item; officePath: string }> {
    const { row, officePath } = await openRow(call, table, () => find(call, call.params.id))
    return { item: row, officePath }
  }

  /** Takes a step of the table on the ticket. */
  async function take<K extends keyof S & string>(
    call: Taking,
    name: K,
    { changes = {}, written, keepsState = false, entry = name, ...more }: Taken = {},
  ): Promise<Item> {
    const { item, officePath } = await open(call)
    const step = steps[name] as Steps<string>[string]
    if (!isOpenTo(step, item, call.viewer.kind))
      throw refuse.conflict({ yours: name, current: item }, isNotNow)
    const moves = !keepsState && step.to !== undefined && step.to !== item.standing
    await changeRows(call.db, table as RecordTable, eq(table.id, item.id), {
      ...(moves && {
        [definition.state]: step.to,
        waitsSince: step.to === definition.waiting ? new Date() : null,
      }),
      ...changes,
      lastAt: new Date(),
    })
    await addEntry(call, {
      module,
      recordId: item.id,
      officePath,
      step: entry,
      text: written,
      ...more,
    })
    if (step.tells) await tellOf(call, item.id, step.tells)
    return find(call, item.id)
  }

  return { list, counts, waiting, ids, byId, find, create, open, take }
}

/** The Excel columns that all lists of tickets share. */
export const ticketSheetColumns = (
  standings: Choices,
): ExportColumn<z.infer<z.ZodObject<typeof ticketShape>>>[] => [
  { field: 'number', label: text('编号', 'Number'), kind: 'text', width: 20 },
  { field: 'customer', label: text('客户', 'Customer'), kind: 'text', width: 28, isOthers: true },
  { field: 'standing', label: text('状态', 'Status'), kind: 'text', words: standings },
  { field: 'house', label: text('鸡舍', 'House'), kind: 'text', value: ({ house }) => house?.name ?? null },
  {
    field: 'device',
    label: text('设备', 'Device'),
    kind: 'text',
    value: ({ device }) => device?.name ?? null,
  },
  { field: 'author', label: text('提交人', 'Asked by'), kind: 'text' },
  { field: 'madeAt', label: text('提交时间', 'Asked at'), kind: 'instant' },
]
