import { and, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import {
  type LoginEntry,
  type LoginFilter,
  type loginHistory,
  loginOperations,
} from '#shared/contracts/login-history.ts'
import { channels } from '#shared/contracts/session.ts'
import { bothNames, type Language } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { loginLog as log } from '../../platform/database/tables/histories.ts'
import { account, office } from '../../platform/database/tables/offices.ts'
import { anywhere, boundedCount, boundedPageOf, newestFirst, sinceDays } from '../../platform/http/lists.ts'

type Filter = z.output<typeof LoginFilter>
type List = z.output<typeof loginHistory.list.query>

/** Whether a text can be part of a network address; for any other text only users' names are searched. */
const isOfAddress = (search: string) => /^[0-9a-f:.]*[0-9:.][0-9a-f:.]*$/i.test(search)

const filtered = (db: Db, { period, operation, platform, officeId, search }: Filter) =>
  and(
    sinceDays(log.at, period),
    operation && eq(log.operation, operation),
    platform && eq(log.platform, platform),
    officeId === undefined
      ? undefined
      : sql`starts_with(${log.officePath}, (select path from office where id = ${officeId}))`,
    search
      ? or(
          inArray(
            log.accountId,
            db
              .select({ id: account.id })
              .from(account)
              .where(
                or(ilike(account.actualName, anywhere(search)), ilike(account.username, anywhere(search))),
              ),
          ),
          isOfAddress(search) ? ilike(log.ip, anywhere(search)) : undefined,
        )
      : undefined,
  )

const customer = alias(office, 'customer')
/** The newest sign-in of the row's account, from the index of those. */
const lastLogin = sql<string | null>`(select last.at from login_log last
  where last.account_id = ${log.accountId} and last.operation = 'login' order by last.at desc limit 1)`

const columns = {
  id: log.id,
  at: log.at,
  platform: log.platform,
  operation: log.operation,
  ip: log.ip,
  username: account.username,
  actualName: account.actualName,
  chineseName: sql<string>`coalesce(${customer.chineseName}, ${office.chineseName})`,
  englishName: sql<string>`coalesce(${customer.englishName}, ${office.englishName})`,
  lastLoginAt: lastLogin,
}
type Row = Pick<typeof log.$inferSelect, 'id' | 'at' | 'platform' | 'operation' | 'ip'> &
  Pick<typeof account.$inferSelect, 'username' | 'actualName'> & {
    chineseName: string
    englishName: string
    lastLoginAt: string | null
  }

const shown = (row: Row, language: Language): LoginEntry => ({
  id: String(row.id),
  at: row.at.toISOString(),
  platform: channels.find(known => known === row.platform) ?? 'web',
  operation: row.operation,
  username: row.username,
  actualName: row.actualName,
  customerName: bothNames(row)[language],
  ip: row.ip,
  lastLoginAt: row.lastLoginAt === null ? null : new Date(row.lastLoginAt).toISOString(),
})

/** One page, newest first. */
export async function listLogins(db: Db, query: List, language: Language) {
  const { rows, ...total } = await boundedPageOf(db, log, filtered(db, query), query, async page =>
    db
      .select({ ...columns, total: page.total })
      .from(page)
      .innerJoin(log, eq(log.id, page.id))
      .innerJoin(account, eq(account.id, log.accountId))
      .innerJoin(office, eq(office.path, log.officePath))
      .leftJoin(customer, eq(customer.path, office.farmPath))
      .orderBy(...newestFirst(log)),
  )
  return { ...total, items: rows.map(row => shown(row, language)) }
}

/** Number of rows per operation; beyond the counting limit, the limit plus one. */
export async function countLogins(db: Db, query: Filter): Promise<Record<string, number>> {
  const counts = await Promise.all(
    loginOperations.map(operation => boundedCount(db, log, filtered(db, { ...query, operation }))),
  )
  return Object.fromEntries(loginOperations.map((operation, i) => [operation, counts[i] ?? 0]))
}

/** Ids of all rows that match a filter, newest first. */
export async function loginIds(db: Db, query: Filter): Promise<string[]> {
  const rows = await db
    .select({ id: log.id })
    .from(log)
    .where(filtered(db, query))
    .orderBy(...newestFirst(log))
  return rows.map(({ id }) => String(id))
}

/** The rows of these ids as the API shows them, in no order. */
export async function loginsById(db: Db, ids: readonly string[], language: Language): Promise<LoginEntry[]> {
  const rows = await db
    .select(columns)
    .from(log)
    .innerJoin(account, eq(account.id, log.accountId))
    .innerJoin(office, eq(office.path, log.officePath))
    .leftJoin(customer, eq(customer.path, office.farmPath))
    .where(sql`${log.id} = any(${sql.param(ids.map(Number))}::bigint[])`)
  return rows.map(row => shown(row, language))
}
