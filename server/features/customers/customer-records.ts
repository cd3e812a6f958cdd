import { and, asc, count, desc, eq, gte, ilike, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Belongings, CustomerChange } from '#shared/contracts/customers.ts'
import type { Changer } from '#shared/customers.ts'
import type { PageQuery } from '#shared/endpoint.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../../database/store.ts'
import { customerChange } from '../../database/tables/customers.ts'
import { device, house } from '../../database/tables/farms.ts'
import { account } from '../../database/tables/offices.ts'
import { anywhere, skipped } from '../../http/lists.ts'
import type { FoundCustomer } from './customers.queries.ts'

/** What one looks through in a drawer; more is in the lists of houses, users and devices. */
const SHOWN = 200

/** Rows of the customer's subtree. */
const inside = (column: PgColumn, { row }: FoundCustomer): SQL | undefined =>
  and(gte(column, row.officePath), sql`${column} < left(${row.officePath}, -1) || '/'`)

/** Houses, users and devices of the customer. */
export async function belongingsOf(db: Db, found: FoundCustomer, language: Language): Promise<Belongings> {
  const roleNames = sql<string>`coalesce((
    select string_agg(${sql.raw(language === 'zh-CN' ? 'r.chinese_name' : 'r.english_name')}, ', ' order by r.id)
    from account_role ar join role r on r.id = ar.role_id where ar.account_id = ${account.id}), '')`
  const [houses, users, devices] = await Promise.all([
    db
      .select({ id: house.id, name: house.name, type: house.type, birds: house.flockCount })
      .from(house)
      .where(and(isNull(house.deletedAt), inside(house.officePath, found)))
      .orderBy(house.name, house.id)
      .limit(SHOWN),
    db
      .select({
        ...{ id: account.id, username: account.username, actualName: account.actualName },
        ...{ email: account.email, lastActiveAt: account.lastActiveAt, roles: roleNames },
        isDisabled: sql<boolean>`${account.disabledAt} is not null`,
      })
      .from(account)
      .where(and(isNull(account.deletedAt), inside(account.officePath, found)))
      .orderBy(account.createdAt, account.id)
      .limit(SHOWN),
    db
      .select({
        ...{ id: device.id, code: device.code, name: device.name },
        ...{ type: device.type, status: device.status },
      })
      .from(device)
      .where(and(isNull(device.deletedAt), inside(device.officePath, found)))
      .orderBy(device.code, device.id)
      .limit(SHOWN),
  ])
  return {
    // How many birds are in a house is farm data: it is said where the customer shares it.
    houses: houses.map(({ birds, ...house }) => ({
      ...house,
      birds: found.farmAccessUntil === null ? null : birds,
    })),
    users: users.map(user => ({ ...user, lastActiveAt: user.lastActiveAt?.toISOString() ?? null })),
    devices,
  }
}

/** Names of houses with birds, of all that belong to the customer. */
export async function birdHousesOf(db: Db, officePath: string): Promise<string[]> {
  const rows = await db
    .select({ name: house.name })
    .from(house)
    .where(
      and(
        isNull(house.deletedAt),
        gte(house.flockCount, 1),
        gte(house.officePath, officePath),
        sql`${house.officePath} < left(${officePath}, -1) || '/'`,
      ),
    )
    .orderBy(asc(house.name))
  return rows.map(({ name }) => name)
}

type Asked = z.output<typeof PageQuery> & { search?: string | undefined; by?: Changer | undefined }
type Log = {
  total: number
  items: CustomerChange[]
  counts: Partial<Record<Changer, number>>
}

/** A page of the customer's update log, newest first, and how many rows each kind of actor has. */
export async function listChanges(
  db: Db,
  { row }: FoundCustomer,
  query: Asked,
  language: Language,
): Promise<Log> {
  const { id, at, item, before, after, by, actorName, actorRole, officePath } = customerChange
  const text = query.search && anywhere(query.search)
  const of = and(
    eq(officePath, row.officePath),
    text
      ? or(
          ...[actorName, item].map(column => ilike(column, text)),
          ...[before, after].map(value => ilike(sql`${value} #>> '{}'`, text)),
        )
      : undefined,
  )
  const [rows, groups] = await Promise.all([
    db
      .select({ id, at, item, before, after, by, actorName, actorRole })
      .from(customerChange)
      .where(and(of, query.by && eq(by, query.by)))
      .orderBy(desc(at), desc(id))
      .limit(query.size)
      .offset(skipped(query)),
    db.select({ by, rows: count() }).from(customerChange).where(of).groupBy(by),
  ])
  const counts: Log['counts'] = Object.fromEntries(groups.map(({ by, rows }) => [by, rows]))
  const total = groups.reduce((sum, group) => sum + (query.by && group.by !== query.by ? 0 : group.rows), 0)
  return {
    ...{ total, counts },
    items: rows.map(change => ({
      ...change,
      ...{ id: String(change.id), at: change.at.toISOString() },
      actorRole: change.actorRole?.[language] ?? null,
    })),
  }
}
