import { and, desc, eq, sql } from 'drizzle-orm'
import type { DueMaintenance } from '#shared/contracts/mall.ts'
import type { Machine } from '#shared/machines.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import type { Db } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'
import { cardsOf } from './cards.ts'
import { neededOf } from './fit-table.ts'
import { fitIn, type OwnHouse, ownHouses, type Reading } from './my-machines.ts'
import { isSoon, machineOf, needs, type Plan, replacements } from './replacements.ts'

/** Number of machines shown, first due first, of goods for each, and of goods that are looked at. */
const [MACHINES, GOODS, LOOKED_AT] = [3, 2, 60]
/** Goods on the shelf for a machine, those whose name matches the work first. */
const goodsOf = (db: Db, machine: Machine, plans: readonly Plan[]) => {
  const said = (name: 'chineseName' | 'englishName') => [...new Set(plans.map(plan => plan[name]))].join(' ')
  const closeness = sql`greatest(word_similarity(${good.englishName}, ${said('englishName')}),
    word_similarity(${good.chineseName}, ${said('chineseName')}))`
  const { id, chineseName, englishName, unit, machines, modelKeys, productIds, cageTypeIds } = good
  return db
    .select({ id, chineseName, englishName, unit, machines, modelKeys, productIds, cageTypeIds })
    .from(good)
    .where(and(eq(good.status, 'released'), sql`${machine} = any(${good.machines})`))
    .orderBy(desc(closeness), desc(good.createdAt), good.id)
    .limit(LOOKED_AT)
}
type Offered = Awaited<ReturnType<typeof goodsOf>>[number]

interface Due {
  machine: Machine
  plans: Plan[]
  /** The houses that it is due in. */
  houses: OwnHouse[]
}

/** The goods that the work needs and that fit a house it is due in, with how many that takes. */
const offersFor = ({ plans, houses }: Due, goods: readonly Offered[]) =>
  goods
    .flatMap(row => {
      const ids = plans.filter(plan => needs(plan, row)).map(({ houseId }) => houseId)
      const fitted = houses.filter(each => ids.includes(each.id) && fitIn(row, each) === 'fits')
      return fitted.length > 0 ? [{ id: row.id, quantity: neededOf(row, fitted) }] : []
    })
    .slice(0, GOODS)

/** Houses whose machine is due and whose model nobody has said, so that no part can be offered for it. */
const unknownIn = ({ machine, houses }: Due) =>
  houses
    .filter(({ machines }) => machines.some(each => each.machine === machine && each.model === ''))
    .map(({ id, name }) => ({ id, name }))

/** The customer's machines with a replacement due, with goods for it; none for users who may not see the plan. */
export async function dueMaintenance(asked: Reading): Promise<DueMaintenance[]> {
  const call = inOwnFarm(asked)
  if (!call.viewer.grants.has('device_overhaul_item_client:query')) return []
  const byMachine = Map.groupBy((await replacements(call)).filter(isSoon), machineOf)
  const houses = byMachine.size > 0 ? await ownHouses(call) : []
  const due: Due[] = [...byMachine]
    .flatMap(([machine, plans]) => (machine ? [{ machine, plans }] : []))
    .slice(0, MACHINES)
    .map(({ machine, plans }) => {
      const ids = new Set(plans.map(({ houseId }) => houseId))
      return { machine, plans, houses: houses.filter(({ id }) => ids.has(id)) }
    })
  const offers = await Promise.all(
    due.map(async each => offersFor(each, await goodsOf(call.db, each.machine, each.plans))),
  )
  const ids = [...new Set(offers.flat().map(({ id }) => id))]
  const cards = await cardsOf(call, ids, houses)
  const sold = await goodsFor(call.db, ids, null)
  return due.flatMap((each, i) => {
    const goods = (offers[i] ?? []).flatMap(({ id, quantity }) => {
      const card = cards.get(id)
      return card ? [{ ...card, quantity, hasSizes: (sold.get(id)?.variants ?? []).length > 0 }] : []
    })
    const unknown = unknownIn(each)
    if (goods.length === 0 && unknown.length === 0) return []
    const { machine, plans } = each
    const items = plans.map(({ item, house: name, daysLeft: days }) => ({
      item,
      house: name,
      daysLeft: days,
    }))
    return [{ machine, items, unknown, goods }]
  })
}
