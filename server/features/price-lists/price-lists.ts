import { sql } from 'drizzle-orm'
import { priceListFields, priceLists, type SourcedPrice } from '#shared/contracts/price-lists.ts'
import { normal } from '#shared/money.ts'
import { text } from '#shared/text.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { priceList, priceListBuyer, priceListLine } from '../../platform/database/tables/goods.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { violates } from '../../platform/database/violations.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { recordSheet } from '../../platform/records/record-sheet.ts'
import { records } from '../../platform/records/records.ts'
import { priceListColumnsBeside } from './price-list-columns.ts'
import { checkList, faultsOf, readParts, storeParts } from './price-list-parts.ts'

const nameTaken = text('已有同名价格表', 'A price list already has this name')

const today = sql`(select (now() at time zone o.time_zone)::date from office o where o.parent_id is null)`
const standing = sql<string>`case when ${priceList}.until_on < ${today} then 'over'
  when ${priceList}.from_on > ${today} then 'coming' else 'current' end`
const countIn = (table: typeof priceListBuyer | typeof priceListLine) =>
  sql<number>`(select count(*)::int from ${table} part where part.list_id = ${priceList}.id)`
const [buyerCount, lineCount] = [countIn(priceListBuyer), countIn(priceListLine)]

/** Lists of which the reader sees a buyer: staff of a department do not learn what the customers of another pay. */
const concernsReader = sql`(${buyerCount} = 0 or exists (select from ${priceListBuyer} part
  join ${office} buyer on buyer.path = part.buyer_path where part.list_id = ${priceList}.id))`

export const priceListRows = records({
  contract: priceLists,
  table: priceList,
  only: concernsReader,
  typed: priceListFields,
  computed: { standing, buyerCount, lineCount },
  search: [priceList.name],
  sort: () => ({
    name: priceList.name,
    percent: priceList.percent,
    fromOn: priceList.fromOn,
    untilOn: priceList.untilOn,
    updatedAt: priceList.updatedAt,
    createdAt: priceList.createdAt,
    buyerCount,
    lineCount,
    standing,
  }),
  filters: { standing: (value: string) => sql`${standing} = ${value}` },
  officePath: () => ROOT_PATH,
  faults: faultsOf,
  beside: {
    check: checkList,
    columns: () => ({ updatedAt: sql`now()` }),
    store: storeParts,
    stores: ['buyers', 'lines'],
    read: readParts,
  },
})

/** A name belongs to one list. */
async function withName<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violates(error, 'price_list_name')) throw refuse.invalid([{ field: 'name', message: nameTaken }])
    throw error
  }
}

export const priceListsSheet = recordSheet(priceListRows, {
  list: 'price-lists',
  known: { by: ['name'] },
  more: priceListColumnsBeside,
})

/** What a buyer pays for goods as a whole, where that is not the general price; sizes have their own. */
async function sources({ db, query }: Call<(typeof priceLists)['sources']>): Promise<SourcedPrice[]> {
  const ids = query.goodIds.split(',')
  const { rows } = await db.execute<SourcedPrice & Record<string, unknown>>(sql`
    select p.good_id as "goodId", p.price::text as price, p.currency, p.source, l.name as list
    from price_sources((select path from office where id = ${query.buyerId}), ${sql.param(ids)}::text[]) p
    left join price_list l on l.id = p.list_id
    where p.variant_id is null`)
  return rows.map(row => ({ ...row, price: normal(row.price) }))
}

export const priceListsFeature = feature('price-lists', priceLists, {
  ...priceListRows.everyday,
  ...sheetOf(priceListsSheet),
  counts: async ({ db, query: { by: _, ...filter } }) => {
    const ids = await priceListRows.ids(db, filter, 'en-US')
    const { rows } = await db.execute<{ value: string; rows: number }>(
      sql`select ${standing} as value, count(*)::int as rows from ${priceList}
        where ${priceList}.id = any(${sql.param(ids)}::text[]) group by 1`,
    )
    return Object.fromEntries(rows.map(({ value, rows }) => [value, rows]))
  },
  create: call => withName(() => Promise.resolve(priceListRows.everyday.create(call))),
  update: call => withName(() => Promise.resolve(priceListRows.everyday.update(call))),
  sources,
})
