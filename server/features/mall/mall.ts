import { and, eq, sql } from 'drizzle-orm'
import { mall, overhaulParts, repairParts } from '#shared/contracts/mall.ts'
import type { Machine } from '#shared/machines.ts'
import { bothNames } from '#shared/text.ts'
import { isInCategory } from '../../farm/goods/categories.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { noteMiss } from '../../farm/goods/missed.ts'
import { found, foundIds, isFound, nearestIds } from '../../farm/goods/search.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { good, goodVariant } from '../../platform/database/tables/goods.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { orderOf, skipped, totalOf } from '../../platform/http/lists.ts'
import { cardsOf } from './cards.ts'
import { dueMaintenance, partsOfOverhaul } from './due-maintenance.ts'
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
const ownLeast = sql`(select distinct on (g.id) g.id as good_id, least.price, least.currency
  from (select distinct good_id from prices_of(null)) priced
  join ${good} g on g.id = priced.good_id
  left join ${goodVariant} size on size.good_id = g.id
  left join prices_of(null) of_size on of_size.variant_id = size.id
  left join prices_of(null) of_all on of_all.good_id = g.id and of_all.variant_id is null
  cross join lateral (select coalesce(of_size.price, size.price, of_all.price, g.price) as price,
    case when of_size.price is null and size.price is null then coalesce(of_all.currency, g.currency)
      else coalesce(of_size.currency, g.currency) end as currency) least
  order by g.id, least.price) own`
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

export const mallFeature = feature('mall', mall, {
  list: async call => {
    const { db, query, language } = call
    const isNarrowed = query.fits !== undefined || query.houseId !== undefined
    const narrowing = isNarrowed ? await ownHouses(call) : []
    const total = db.$count(good, matching(query, narrowing))
    const { goods, isGood, closeness } = found(query.search ?? '')
    const order = orderOf(
      query.sort ?? (query.search ? 'closeness' : undefined),
      {
        createdAt: good.createdAt,
        name: nameIn(language, good),
        price: paid,
        closeness: query.search ? closeness : good.createdAt,
      },
      '-createdAt',
      good.id,
    )
    // The plain shelf uses the order of its index and a separate count. Otherwise everything has to be read anyway and is
    // counted along the way.
    const isAsItStands = !query.search && (query.sort ?? '-createdAt').endsWith('createdAt')
    const counted = isAsItStands ? sql<number>`null` : sql<number>`(count(*) over ())::int`
    const all = db
      .select({ id: good.id, total: counted })
      .from(good)
      .where(matching({ ...query, search: undefined }, narrowing))
      .$dynamic()
    if (query.search) all.innerJoin(goods, isGood)
    const isByPrice = query.sort?.endsWith('price')
    if (isByPrice) all.leftJoin(ownLeast, sql`own.good_id = ${good.id}`)
    const page = all
      // On request: after all goods with a price, in either order. Amounts of different currencies do not compare.
      .orderBy(...(isByPrice ? [sql`${paid} is null`, paidIn] : []), ...order)
      .limit(query.size)
      .offset(skipped(query))
    const [rows, houses] = await Promise.all([page, isNarrowed ? narrowing : ownHouses(call)])
    const cards = await cardsOf(
      call,
      rows.map(({ id }) => id),
      houses,
    )
    return { total: await totalOf(rows, total), items: rows.flatMap(({ id }) => cards.get(id) ?? []) }
  },
  facets: async call => {
    const { db, query, language } = call
    const houses = await ownHouses(call)
    const ids = query.search ? await foundIds(db, query.search) : null
    const isAmong = ids && sql`${good.id} = any(${sql.param(ids)}::text[])`
    const without = (...names: (keyof Filter)[]) => {
      const left: Filter = { ...query, search: undefined }
      for (const name of names) delete left[name]
      return and(matching(left, houses), isAmong ?? undefined)
    }
    const [all, fitting, inCategories, ofMachines, categories] = await Promise.all([
      db.$count(good, without('fits', 'houseId')),
      db.$count(good, and(without('fits', 'houseId'), fitsAny(houses))),
      db
        .select({ id: good.categoryId, goods: sql<number>`count(*)::int` })
        .from(good)
        .where(without('categoryId'))
        .groupBy(good.categoryId),
      db
        .select({
          machine: sql<Machine>`unnest(${good.machines})`.as('machine'),
          goods: sql<number>`count(*)::int`,
        })
        .from(good)
        .where(without('machine'))
        .groupBy(sql`machine`)
        .orderBy(sql`count(*) desc`, sql`machine`),
      db
        .select({ id: category.id, aboveId: category.aboveId, name: nameIn(language, category) })
        .from(category)
        .where(eq(category.family, 'goods'))
        .orderBy(category.position, category.id),
    ])
    const own = new Map(inCategories.map(({ id, goods }) => [id, goods]))
    const goodsIn = (id: string): number =>
      categories
        .filter(({ aboveId }) => aboveId === id)
        .reduce((sum, child) => sum + goodsIn(child.id), own.get(id) ?? 0)
    return {
      all,
      fitting,
      categories: categories
        .map(each => ({ ...each, goods: goodsIn(each.id) }))
        .filter(({ goods }) => goods > 0),
      machines: ofMachines,
      houses: houses.filter(({ machines }) => machines.length > 0).map(({ id, name }) => ({ id, name })),
    }
  },
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
