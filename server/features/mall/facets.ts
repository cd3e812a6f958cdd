import { eq, type SQL, sql } from 'drizzle-orm'
import type { mall } from '#shared/contracts/mall.ts'
import type { Machine } from '#shared/machines.ts'
import { found } from '../../farm/goods/search.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { good } from '../../platform/database/tables/goods.ts'
import type { Call } from '../../platform/http/call.ts'
import { fitsAny, type OwnHouse } from './my-machines.ts'

type Facets = Call<typeof mall.facets>

/** Goods that are alike in all that is counted. */
interface Alike {
  categoryId: string | null
  machines: readonly Machine[]
  /** Any of the buyer's houses, and the house that was asked for. */
  fits: boolean
  fitsHouse: boolean
  goods: number
}

/** How many goods each filter would leave, given all the others: counted in one reading of the shelf. */
export async function facetsOf({ db, query, language }: Facets, houses: readonly OwnHouse[]) {
  const { search, categoryId, machine, fits, houseId } = query
  const isFitting = sql<boolean>`${fitsAny(houses)}`
  const isFittingHouse: SQL<boolean> = houseId
    ? sql`${fitsAny(houses.filter(({ id }) => id === houseId))}`
    : sql`true`
  const alike = db
    .select({
      categoryId: good.categoryId,
      machines: good.machines,
      fits: isFitting.as('fits'),
      fitsHouse: isFittingHouse.as('fits_house'),
      goods: sql<number>`count(*)::int`,
    })
    .from(good)
    .where(eq(good.status, 'released'))
    .groupBy(good.categoryId, good.machines, sql`fits`, sql`fits_house`)
    .$dynamic()
  if (search) {
    const { goods, isGood } = found(search)
    alike.innerJoin(goods, isGood)
  }
  const [shelf, categories]: [Alike[], { id: string; aboveId: string | null; name: string }[]] =
    await Promise.all([
      alike,
      db
        .select({ id: category.id, aboveId: category.aboveId, name: nameIn(language, category) })
        .from(category)
        .where(eq(category.family, 'goods'))
        .orderBy(category.position, category.id),
    ])
  const isWithin = (id: string | null): boolean =>
    id !== null && (id === categoryId || isWithin(categories.find(each => each.id === id)?.aboveId ?? null))
  const inCategory = (each: Alike) => !categoryId || isWithin(each.categoryId)
  const ofMachine = (each: Alike) => !machine || each.machines.includes(machine)
  const inHouses = (each: Alike) => (!fits || each.fits) && each.fitsHouse
  const goodsOf = (rows: readonly Alike[]) => rows.reduce((sum, { goods }) => sum + goods, 0)
  const beforeHouses = shelf.filter(each => inCategory(each) && ofMachine(each))
  const own = numbersOf(
    shelf.filter(each => ofMachine(each) && inHouses(each)),
    each => [each.categoryId],
  )
  const goodsIn = (id: string): number =>
    categories
      .filter(({ aboveId }) => aboveId === id)
      .reduce((sum, child) => sum + goodsIn(child.id), own.get(id) ?? 0)
  const ofMachines = numbersOf(
    shelf.filter(each => inCategory(each) && inHouses(each)),
    ({ machines }) => machines,
  )
  return {
    all: goodsOf(beforeHouses),
    fitting: goodsOf(beforeHouses.filter(({ fits }) => fits)),
    categories: categories
      .map(each => ({ ...each, goods: goodsIn(each.id) }))
      .filter(({ goods }) => goods > 0),
    machines: [...ofMachines]
      .map(([machine, goods]) => ({ machine, goods }))
      .toSorted((a, b) => b.goods - a.goods || (a.machine < b.machine ? -1 : 1)),
    houses: houses.filter(({ machines }) => machines.length > 0).map(({ id, name }) => ({ id, name })),
  }
}

/** Number of goods by each of the keys that they have. */
function numbersOf<Key>(
  rows: readonly Alike[],
  keysOf: (row: Alike) => readonly Key[],
): ReadonlyMap<Key, number> {
  const numbers = new Map<Key, number>()
  for (const row of rows) for (const key of keysOf(row)) numbers.set(key, (numbers.get(key) ?? 0) + row.goods)
  return numbers
}
