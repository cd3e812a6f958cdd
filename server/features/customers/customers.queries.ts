import { and, desc, eq, getTableColumns, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Customer } from '#shared/contracts/customers.ts'
import { approvals, type Stage } from '#shared/customers.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import { STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { maintenanceIn } from '../../people/customers/maintenance-words.ts'
import { statusOf } from '../../people/customers/status.ts'
import { type Db, type Store, SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { deletionsOf, listed } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'
import { orderOf, skipped, totalOf, uncounted } from '../../platform/http/lists.ts'
import { type Filter, matching } from './customer-filters.ts'

/** Who asks, and how. `store` is for the names of the provider's departments, which agents do not see themselves. */
export interface Asking {
  db: Db
  store: Store
  viewer: Viewer
  language: Language
}

const parent = alias(office, 'parent')
type Named = typeof office | typeof parent | typeof customer

/** A name in the reader's language, or in the other one if that is missing. */
export const nameOf = ({ chineseName, englishName }: Named, language: Language): SQL<string> =>
  language === 'zh-CN'
    ? sql<string>`coalesce(nullif(${chineseName}, ''), ${englishName})`
    : sql<string>`coalesce(nullif(${englishName}, ''), ${chineseName})`

/** Rows in the subtree of a customer that are not deleted; each of these tables has an index that begins with its path. */
const below = (table: typeof house | typeof account | typeof device) =>
  sql<number>`(select count(*)::int from ${table} where ${table.deletedAt} is null
    and ${table.officePath} >= ${customer.officePath}
    and ${table.officePath} < left(${customer.officePath}, -1) || '/')`

const whileFuture = (until: typeof customer.farmAccessUntil) =>
  sql<string | null>`case when ${until} > now() then ${until} end`.mapWith(customer.farmAccessUntil)

export const customersWhere = (db: Db, language: Language, condition: SQL | undefined, total = uncounted) =>
  db
    .select({
      row: getTableColumns(customer),
      timeZone: office.timeZone,
      placementDay: office.placementDay,
      farmAccessUntil: whileFuture(customer.farmAccessUntil),
      remoteControlUntil: whileFuture(customer.remoteControlUntil),
      status: statusOf,
      name: nameOf(customer, language),
      nextMaintenance: maintenanceIn(language),
      agentId: sql<string | null>`case when ${parent.kind} <> 'provider' then ${parent.id} end`,
      agentName: sql<
        string | null
      >`case when ${parent.kind} <> 'provider' then ${nameOf(parent, language)} end`,
      houses: below(house),
      users: below(account),
      devices: below(device),
      total,
    })
    .from(customer)
    .innerJoin(office, eq(office.id, customer.officeId))
    .leftJoin(parent, eq(parent.id, office.parentId))
    .where(condition)

export type FoundCustomer = Awaited<ReturnType<typeof customersWhere>>[number]

/**
 * The departments that look after these customers, and their heads. Everybody who sees the customer may know their names.
 */
async function managersOf({ db, store, viewer, language }: Asking, found: readonly FoundCustomer[]) {
  const ids = [...new Set(found.flatMap(({ row }) => row.managerOfficeId ?? []))]
  if (ids.length === 0) return new Map<string, { department: string; head: string | null }>()
  const rows = await (viewer.kind === STAFF ? db : store.scoped(SYSTEM))
    .select({ id: office.id, department: nameOf(office, language), head: account.actualName })
    .from(office)
    .leftJoin(account, and(eq(account.id, office.headId), isNull(account.deletedAt)))
    .where(inArray(office.id, ids))
  return new Map(rows.map(({ id, ...manager }) => [id, manager]))
}

/** The customers as the API shows them. */
export async function shownCustomers(asking: Asking, found: readonly FoundCustomer[]): Promise<Customer[]> {
  const managers = await managersOf(asking, found)
  return found.map(({ row, farmAccessUntil, remoteControlUntil, total: _, ...rest }) => {
    const {
      officeId,
      officePath,
      disabledAt,
      deletedAt,
      lastActiveAt,
      createdAt,
      managerOfficeId,
      ...fields
    } = row
    return {
      ...fields,
      ...rest,
      id: officeId,
      managerOfficeId,
      afterSaleServiceDepartmentName: managers.get(managerOfficeId ?? '')?.department ?? null,
      managerName: managers.get(managerOfficeId ?? '')?.head ?? null,
      lastActiveAt: lastActiveAt?.toISOString() ?? null,
      farmAccessUntil: farmAccessUntil?.toISOString() ?? null,
      remoteControlUntil: remoteControlUntil?.toISOString() ?? null,
      createdAt: createdAt.toISOString(),
      deleted: undefined,
    }
  })
}

/** Names, days and creation have an index each; sorted by anything else the first page of 100,000 takes less than 100 ms. */
const sortable = (language: Language) => ({
  name: nameOf(customer, language),
  status: statusOf,
  // Waiting ones first.
  approval: sql`array_position(${sql.param([...approvals])}::text[], ${customer.approval})`,
  place: sql`concat_ws(' ', ${customer.country}, ${customer.city})`,
  contact: customer.contact,
  phone: customer.phone,
  email: sql`lower(${customer.email})`,
  contractEndsOn: customer.contractEndsOn,
  trialEndsOn: customer.trialEndsOn,
  agentEndsOn: customer.agentEndsOn,
  nextMaintenanceOn: customer.nextMaintenanceOn,
  lastActiveAt: sql`coalesce(${customer.lastActiveAt}, '-infinity')`,
  createdAt: customer.createdAt,
  deletedAt: customer.deletedAt,
})

export type Sorted = { sort?: string | undefined }

export const conditionOf = (stage: Stage, filter: Filter, viewer: Viewer): SQL | undefined =>
  and(eq(customer.stage, stage), listed(customer.deletedAt, filter), matching(stage, filter, viewer))

/** Formal ones by the end of their contract; trials waiting for a decision first, then newest first. */
function orderFor(stage: Stage, { sort, deleted }: Filter & Sorted, language: Language): SQL[] {
  if (stage === 'trial' && !sort && !deleted)
    return [sql`(${customer.approval} = 'pending')`, customer.createdAt, customer.officeId].map(column =>
      desc(column),
    )
  return orderOf(sort, sortable(language), deleted ? '-deletedAt' : 'contractEndsOn', customer.officeId)
}

/** The customers under these filters, in the order of the list. */
const idsIn = ({ db, viewer, language }: Asking, stage: Stage, query: Filter & Sorted) =>
  db
    .select({ id: customer.officeId })
    .from(customer)
    .where(conditionOf(stage, query, viewer))
    .orderBy(...orderFor(stage, query, language))

/** Ids of the customers under these filters, in the order of the list. */
export async function customerIds(asking: Asking, stage: Stage, query: Filter & Sorted): Promise<string[]> {
  const rows = await idsIn(asking, stage, query)
  return rows.map(({ id }) => id)
}

/** The customers of these ids as the API shows them, in no order. */
export const customersById = async (asking: Asking, ids: readonly string[]) =>
  shownCustomers(
    asking,
    await customersWhere(asking.db, asking.language, inArray(customer.officeId, [...ids])),
  )

type List = z.output<typeof PageQuery> & Filter

/** One page of a list. */
export async function listCustomers(asking: Asking, stage: Stage, query: List) {
  const { db, viewer, language } = asking
  const total = db.$count(customer, conditionOf(stage, query, viewer))
  // The page's rows are found first, so that nothing is counted for the pages before.
  const shownIds = idsIn(asking, stage, query).limit(query.size).offset(skipped(query))
  const rows = await customersWhere(db, language, inArray(customer.officeId, shownIds), total).orderBy(
    ...orderFor(stage, query, language),
  )
  const gone = rows.map(({ row }) => ({ ...row, id: row.officeId }))
  const deletions = await deletionsOf(db, moduleOf[stage], gone)
  const shown = await shownCustomers(asking, rows)
  const items = shown.map(row => ({ ...row, deleted: deletions.get(row.id) }))
  return { total: await totalOf(rows, total), items }
}

/** Names of the lists in the operation history. */
export const moduleOf = { formal: 'customers', trial: 'trial-customers' } as const

/** The customer of a list, even a deleted one; refused when it is not in the viewer's scope. */
export async function findKeptCustomer(
  { db, language }: Pick<Asking, 'db' | 'language'>,
  stage: Stage,
  id: string,
): Promise<FoundCustomer> {
  const of = and(eq(customer.officeId, id), eq(customer.stage, stage))
  const [found] = await customersWhere(db, language, of)
  if (!found) throw refuse.notFound()
  return found
}

/** The customer of a list, or a refusal when it is not in the viewer's scope. */
export async function findCustomer(
  asking: Pick<Asking, 'db' | 'language'>,
  stage: Stage,
  id: string,
): Promise<FoundCustomer> {
  const found = await findKeptCustomer(asking, stage, id)
  if (found.row.deletedAt !== null) throw refuse.notFound()
  return found
}

/** The customer as the API shows it. */
export async function shownCustomer(asking: Asking, found: FoundCustomer): Promise<Customer> {
  const [shown] = await shownCustomers(asking, [found])
  if (!shown) throw refuse.notFound()
  return shown
}
