import { and, asc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Belongings } from '#shared/contracts/customer-records.ts'
import type { Language } from '#shared/text.ts'
import { hasBirds } from '../../platform/database/has-birds.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house, houseNow } from '../../platform/database/tables/farms.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { FoundCustomer } from './customers.queries.ts'

/** Rows shown in a drawer; the lists of houses, users and devices have the rest. */
const SHOWN = 200

/** Rows of the customer's subtree. */
const inside = (column: PgColumn, { row }: FoundCustomer): SQL | undefined =>
  and(gte(column, row.officePath), sql`${column} < left(${row.officePath}, -1) || '/'`)

/** Houses, users and devices of the customer. */
export async function belongingsOf(db: Db, found: FoundCustomer, language: Language): Promise<Belongings> {
  const [name, other] =
    language === 'zh-CN' ? ['r.chinese_name', 'r.english_name'] : ['r.english_name', 'r.chinese_name']
  // With the table's name: a bare column would belong to the inner query.
  const roleNames = sql<string>`coalesce((
    select string_agg(coalesce(nullif(${sql.raw(name)}, ''), ${sql.raw(other)}), ', ' order by r.id)
    from account_role ar join role r on r.id = ar.role_id where ar.account_id = ${account}.id), '')`
  const [houses, users, devices] = await Promise.all([
    db
      .select({ id: house.id, name: house.name, type: house.type, birds: houseNow.flockCount })
      .from(house)
      .leftJoin(houseNow, eq(houseNow.houseId, house.id))
      .where(and(isNull(house.deletedAt), inside(house.officePath, found)))
      .orderBy(house.name, house.id)
      .limit(SHOWN),
    db
      .select({
        id: account.id,
        username: account.username,
        actualName: account.actualName,
        email: account.email,
        lastActiveAt: account.lastActiveAt,
        roles: roleNames,
        isDisabled: sql<boolean>`${account.disabledAt} is not null`,
      })
      .from(account)
      .where(and(isNull(account.deletedAt), inside(account.officePath, found)))
      .orderBy(account.createdAt, account.id)
      .limit(SHOWN),
    db
      .select({
        id: device.id,
        code: device.code,
        name: device.name,
        type: device.type,
        status: device.status,
      })
      .from(device)
      .where(and(isNull(device.deletedAt), inside(device.officePath, found)))
      .orderBy(device.code, device.id)
      .limit(SHOWN),
  ])
  return {
    houses,
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
        hasBirds,
        gte(house.officePath, officePath),
        sql`${house.officePath} < left(${officePath}, -1) || '/'`,
      ),
    )
    .orderBy(asc(house.name))
  return rows.map(({ name }) => name)
}
