import { and, desc, eq, sql } from 'drizzle-orm'
import type { DueMaintenance, DueParts } from '#shared/contracts/mall.ts'
import type { Machine } from '#shared/machines.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/store.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { refuse } from '../../platform/http/errors.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'
import { offerable } from './cards.ts'
import { neededOf } from './fit-table.ts'
import { fitIn, fittingColumns, type OwnHouse, ownHouses, type Reading } from './my-machines.ts'
import { isSoon, needs, type Plan, replacements } from './replacements.ts'

/** Number of machines shown, first due first, of goods for each, and of goods that are looked at. */
const [MACHINES, GOODS, LOOKED_AT] = [5, 6, 60]
/** Goods on the shelf that these overhauls use up; those that name their models before those for any. */
const goodsOf = (db: Db, { machine, plans }: Due) => {
  const { id, unit, perMachine } = good
  return db
    .select({ id, unit, perMachine, ...fittingColumns })
    .from(good)
    .where(
      and(
        eq(good.status, 'released'),
        sql`${machine} = any(${good.machines})`,
        anyOf(good.part, [...new Set(plans.flatMap(({ parts }) => parts))]),
      ),
    )
    .orderBy(sql`${good.modelKeys} = '{}'`, desc(good.createdAt), good.id)
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
      const meant = plans.filter(plan => needs(plan, row))
      const fitted = houses.filter(({ id }) => meant.some(({ houseId }) => houseId === id))
      if (!fitted.some(each => fitIn(row, each) === 'fits')) return []
      return [{ id: row.id, quantity: neededOf(row, meant, fitted) }]
    })
    .slice(0, GOODS)

/** Houses whose machine is due and whose model nobody has said, so that no part can be offered for it. */
const unknownIn = ({ machine, houses }: Due) =>
  houses
    .filter(({ machines }) => machines.some(each => each.machine === machine && each.model === ''))
    .map(({ id, name }) => ({ id, name }))

/** Each of them with the goods for it, as the buyer sees them. */
async function withGoods(call: Reading, due: readonly Due[], houses: readonly OwnHouse[]) {
  const offers = await Promise.all(due.map(async each => offersFor(each, await goodsOf(call.db, each))))
  const ids = [...new Set(offers.flat().map(({ id }) => id))]
  const offered = await offerable(call, ids, houses)
  return due.map((each, i) => ({
    ...each,
    unknown: unknownIn(each),
    goods: (offers[i] ?? []).flatMap(({ id, quantity }) => {
      const offer = offered.get(id)
      return offer ? [{ ...offer, quantity }] : []
    }),
  }))
}

const dueOf = (machine: Machine, plans: Plan[], houses: readonly OwnHouse[]): Due => {
  const ids = new Set(plans.map(({ houseId }) => houseId))
  return { machine, plans, houses: houses.filter(({ id }) => ids.has(id)) }
}

/** The customer's machines of which something is soon used up, with goods for it; none for users who may not see the plan. */
export async function dueMaintenance(asked: Reading): Promise<DueMaintenance[]> {
  const call = inOwnFarm(asked)
  if (!call.viewer.grants.has('device_overhaul_item_client:query')) return []
  const byMachine = Map.groupBy((await replacements(call)).filter(isSoon), ({ machine }) => machine)
  const houses = byMachine.size > 0 ? await ownHouses(call) : []
  const due = [...byMachine]
    .flatMap(([machine, plans]) => (machine ? [dueOf(machine, plans, houses)] : []))
    .slice(0, MACHINES)
  const offered = await withGoods(call, due, houses)
  return offered
    .filter(({ goods, unknown }) => goods.length > 0 || unknown.length > 0)
    .map(({ machine, plans, unknown, goods }) => ({
      machine,
      items: plans.map(({ item, house: name, daysLeft: days }) => ({ item, house: name, daysLeft: days })),
      unknown,
      goods,
    }))
}

/** What one overhaul of the own farm uses up, due or not, with goods for it if the reader may see the mall. */
export async function partsOfOverhaul(asked: Reading, id: string): Promise<DueParts> {
  const call = inOwnFarm(asked)
  const [plan] = await replacements(call, id)
  if (!plan) throw refuse.notFound()
  const { machine, parts, partsPer } = plan
  const isShopping = machine && parts.length > 0 && call.viewer.grants.has('mall_goods_client_list:query')
  if (!isShopping) return { machine, parts, partsPer, unknown: [], goods: [] }
  const houses = await ownHouses(call)
  const [offered] = await withGoods(call, [dueOf(machine, [plan], houses)], houses)
  return { machine, parts, partsPer, unknown: offered?.unknown ?? [], goods: offered?.goods ?? [] }
}
