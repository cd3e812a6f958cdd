import { and, eq, sql } from 'drizzle-orm'
import { mall, overhaulParts, repairParts } from '#shared/contracts/mall.ts'
import type { Machine } from '#shared/machines.ts'
import { bothNames } from '#shared/text.ts'
import { isInCategory } from '../../farm/goods/categories.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { noteMiss } from '../../farm/goods/missed.ts'
import { found, foundPage, isFound, nearestIds, shelved } from '../../farm/goods/search.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { good, goodVariant } from '../../platform/database/tables/goods.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { orderOf, skipped } from '../../platform/http/lists.ts'
import { cardsOf } from './cards.ts'
import { dueMaintenance, partsOfOverhaul } from './due-maintenance.ts'
import { facetsOf } from './facets.ts'
import { fitTable } from './fit-table.ts'
import { lastOrdered } from './last-ordered.ts'
import { fitsAny, type OwnHouse, ownHouses } from './my-machines.ts'
import { partsOfRepair } from './repair-parts.ts'

/** Goods offered where a search finds nothing. */
const NEAREST = 6

/** Drafts of the buyer's own office are not for buyers either. */
const onShelf = eq(good.status, 'released')

/**
 * The buyer's price for a good, as on its card: sorting by price would otherwise reveal what others pay. For its cheapest
 * size; the buyer's own price may be for a different size than the general one.
 */
const ownPrices = sql`select distinct on (g.id) g.id as good_id, least.price, least.currency
  from (select distinct good_id from prices_of(null)) priced
  join ${good} g on g.id = priced.good_id
  left join ${goodVariant} size on size.good_id = g.id
  left join prices_of(null) of_size on of_size.variant_id = size.id
  left join prices_of(null) of_all on of_all.good_id = g.id and of_all.variant_id is null
  cross join lateral (select coalesce(of_size.price, size.price, of_all.price, g.price) as price,
    case when of_size.price is null and size.price is null then coalesce(of_all.currency, g.currency)
      else coalesce(of_size.currency, g.currency) end as currency) least
  order by g.id, least.price`
const ownLeast = sql`(${ownPrices}) own`
const paid = sql`coalesce(own.price, ${good.leastPrice})`
const paidIn = sql`coalesce(own.currency, ${good.currency})`

interface Filter {
  search?: string | undefined
  categoryId?: string | undefined
  machine?: Machine | undefined
  fits?: 'mine' | undefined
  houseId?: string | undefined
}

const matching = ({ search, categoryId, machine, fits, houseId }: Filter, houses: readonly OwnHouse[]) =>
  and(
    onShelf,
    search ? isFound(search) : undefined,
    categoryId ? isInCategory(categoryId) : undefined,
    machine && sql`${machine} = any(${good.machines})`,
    fits && fitsAny(houses),
    houseId ? fitsAny(houses.filter(({ id }) => id === houseId)) : undefined,
  )

const isNarrowed = ({ fits, houseId }: Filter) => fits !== undefined || houseId !== undefined
/** Whether nothing but words was asked for. */
const isWhole = (filter: Filter) => !isNarrowed(filter) && !filter.categoryId && !filter.machine

/**
 * A page of the whole shelf by price, in the order of {@link pageOf}. Goods at the general price come from their index, as many as
 * the page could need; those that the buyer pays something else for are put among them.
 */
async function cheapest(db: Db, query: { page: number; size: number }): Promise<string[]> {
  const to = skipped(query) + query.size
  const { id, leastPrice, currency } = good
  const { rows } = await db.execute<{ id: string }>(sql`with own as materialized (${ownPrices})
    select id from (
      (select ${id} as id, ${leastPrice} as price, ${currency} as currency from ${good}
        where ${onShelf} and ${id} <> all (array(select good_id from own))
        order by (${leastPrice} is null), ${currency}, ${leastPrice}, ${id} limit ${to})
      union all
      select ${id}, ${paid}, ${paidIn} from ${good} join own on own.good_id = ${id} where ${onShelf}) shelf
    order by price is null, currency, price, id limit ${query.size} offset ${skipped(query)}`)
  return rows.map(({ id }) => id)
}

/** A page of the shelf: ids in order, and how many goods there are in all. */
async function pageOf(
  { db, query, language }: Call<typeof mall.list>,
  houses: readonly OwnHouse[],
): Promise<{ ids: string[]; total: number }> {
  const { search, sort } = query
  const total = () => (search || !isWhole(query) ? db.$count(good, matching(query, houses)) : shelved(db))
  // Only the goods of the page are read.
  if (search && !sort && isWhole(query)) {
    const rows = await foundPage(db, search, { most: query.size, skipped: skipped(query) })
    return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? (query.page === 1 ? 0 : await total()) }
  }
  if (!search && sort === 'price' && isWhole(query)) {
    const [ids, counted] = await Promise.all([cheapest(db, query), total()])
    return { ids, total: counted }
  }
  const { goods, isGood, closeness } = found(search ?? '')
  const order = orderOf(
    sort ?? (search ? 'closeness' : undefined),
    {
      createdAt: good.createdAt,
      name: nameIn(language, good),
      price: paid,
      closeness: search ? closeness : good.createdAt,
    },
    '-createdAt',
    good.id,
  )
  // The plain shelf uses the order of its index and a separate count. Otherwise everything has to be read anyway and is counted
  // along the way.
  const isAsItStands = !search && (isWhole(query) || (sort ?? '-createdAt').endsWith('createdAt'))
  const all = db
    .select({ id: good.id, total: isAsItStands ? sql<number>`null` : sql<number>`(count(*) over ())::int` })
    .from(good)
    .where(matching({ ...query, search: undefined }, houses))
    .$dynamic()
  if (search) all.innerJoin(goods, isGood)
  const isByPrice = sort?.endsWith('price')
  if (isByPrice) all.leftJoin(ownLeast, sql`own.good_id = ${good.id}`)
  const page = all
    // On request: after all goods with a price, in either order. Amounts of different currencies do not compare.
    .orderBy(...(isByPrice ? [sql`${paid} is null`, paidIn] : []), ...order)
    .limit(query.size)
    .offset(skipped(query))
  const [rows, counted] = await Promise.all([page, isAsItStands ? total() : null])
  return { ids: rows.map(({ id }) => id), total: counted ?? rows[0]?.total ?? (await total()) }
}

export const mallFeature = feature('mall', mall, {
  list: async call => {
    const narrowing = isNarrowed(call.query) ? await ownHouses(call) : null
    const [{ ids, total }, houses] = await Promise.all([
      pageOf(call, narrowing ?? []),
      narrowing ?? ownHouses(call),
    ])
    const cards = await cardsOf(call, ids, houses)
    return { total, items: ids.flatMap(id => cards.get(id) ?? []) }
  },
  facets: async call => facetsOf(call, await ownHouses(call)),
  nearest: async call => {
    const { db, body } = call
    const ids = await nearestIds(db, body.search, NEAREST)
    const cards = await cardsOf(call, ids, await ownHouses(call))
    await noteMiss(call, body.search)
    return ids.flatMap(id => cards.get(id) ?? [])
  },
  due: dueMaintenance,
  read: async call => {
    const { db, params, language } = call
    const houses = await ownHouses(call)
    const cards = await cardsOf(call, [params.id], houses)
    const card = cards.get(params.id)
    const [row] = await db
      .select({ row: good, category: nameIn(language, category) })
      .from(good)
      .leftJoin(category, eq(category.id, good.categoryId))
      .where(and(onShelf, eq(good.id, params.id)))
    if (!card || !row) throw refuse.notFound()
    const variants = (await goodsFor(db, [params.id], null)).get(params.id)?.variants ?? []
    const { chineseContent, englishContent, pictures, specifications, machines } = row.row
    const fitting = await fitTable(call, row.row, houses)
    const isChinese = language === 'zh-CN' ? chineseContent !== '' : englishContent === ''
    return {
      ...card,
      content: isChinese ? chineseContent : englishContent,
      language: isChinese ? ('zh-CN' as const) : ('en-US' as const),
      pictures,
      specifications,
      machines,
      variants: variants.map(({ id, code, price, stock, ...names }) => ({
        id,
        code,
        name: bothNames(names)[language],
        price,
        stock,
      })),
      category: row.category,
      ...fitting,
      lastOrdered: await lastOrdered(call, params.id),
    }
  },
})

export const overhaulPartsFeature = feature('overhaul-parts', overhaulParts, {
  read: call => partsOfOverhaul(call, call.params.id),
})

export const repairPartsFeature = feature('repair-parts', repairParts, {
  read: call => partsOfRepair(call, call.params.id),
})
