import { and, desc, eq, sql } from 'drizzle-orm'
import type { RepairParts } from '#shared/contracts/mall.ts'
import { fitOf, modelKey } from '#shared/machine-fit.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import { refuse } from '../../platform/http/errors.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'
import { offerable } from './cards.ts'
import { forOneMachine } from './fit-table.ts'
import { fitsAny, fittingColumns, type OwnHouse, ownHouses, type Reading } from './my-machines.ts'

/** Goods offered for one repair. */
const GOODS = 40

/** The goods for the machine that a repair of the own farm names: what fits its models in the house, or in all if it names none. */
export async function partsOfRepair(asked: Reading, id: string): Promise<RepairParts> {
  const call = inOwnFarm(asked)
  const [named] = await call.db
    .select({ machine: repair.machine, houseId: repair.houseId })
    .from(repair)
    .where(eq(repair.id, id))
  if (!named) throw refuse.notFound()
  const { machine, houseId } = named
  if (!machine || !call.viewer.grants.has('mall_goods_client_list:query'))
    return { machine, unknown: [], goods: [] }
  const all = await ownHouses(call)
  const houses = all
    .filter(({ id }) => houseId === null || id === houseId)
    .map(each => ({ ...each, machines: each.machines.filter(owned => owned.machine === machine) }))
  const { unit, perMachine, machines, modelKeys } = good
  const rows = await call.db
    .select({ id: good.id, unit, perMachine, ...fittingColumns })
    .from(good)
    .where(and(eq(good.status, 'released'), sql`${machine} = any(${machines})`, fitsAny(houses)))
    .orderBy(sql`${modelKeys} = '{}'`, desc(good.createdAt), good.id)
    .limit(GOODS)
  const offered = await offerable(
    call,
    rows.map(({ id }) => id),
    all,
  )
  return {
    machine,
    unknown: houses
      .filter(({ machines }) => machines.some(({ model }) => model === ''))
      .map(({ id, name }) => ({ id, name })),
    goods: rows.flatMap(row => {
      const offer = offered.get(row.id)
      const models = modelsOf(row, houses)
      return offer ? [{ ...offer, part: row.part, quantity: forOneMachine(row), models }] : []
    }),
  }
}

/** Which of several models in the houses a good fits; none where there is only one to choose. */
function modelsOf(row: Parameters<typeof fitOf>[0], houses: readonly OwnHouse[]): string[] {
  const owned = houses.flatMap(({ machines }) => machines)
  const byKey = new Map(owned.map(({ model }) => [modelKey(model), model]))
  if (byKey.size < 2) return []
  const fitting = new Set(fitOf(row, owned).fitting.map(({ model }) => modelKey(model)))
  return [...byKey].flatMap(([key, model]) => (fitting.has(key) && model !== '' ? [model] : []))
}
