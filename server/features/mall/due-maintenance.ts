import { and, desc, eq, sql } from 'drizzle-orm'
import type { DueMaintenance } from '#shared/contracts/mall.ts'
import { type Machine, machineNames } from '#shared/machines.ts'
import { SOON_DAYS } from '#shared/overhaul.ts'
import { goodsFor } from '../../farm/goods/goods.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import { cardsOf } from './cards.ts'
import { type OwnHouse, ownHouses, type Reading } from './my-machines.ts'

/** Number of machines shown, first due first, and of goods for each. */
const [MACHINES, GOODS] = [3, 2]
/** Words in the names of overhauls that need a part: cleaning and checking need none. */
const REPLACES = '更换|replace'

/** The days until an overhaul is due, by the calendar of the farm. */
const daysLeft = sql<number>`(${overhaulPlan.nextOn} - (now() at time zone ${office.timeZone})::date)`

/** The farm's overhauls that replace something and are due, or will be within days, earliest first. */
const plansDue = ({ db, language }: Reading) =>
  db
    .select({
      item: nameIn(language, overhaulItem),
      chineseName: overhaulItem.chineseName,
      englishName: overhaulItem.englishName,
      chineseEquipment: overhaulItem.chineseEquipment,
      englishEquipment: overhaulItem.englishEquipment,
      houseId: overhaulPlan.houseId,
      house: house.name,
      daysLeft,
    })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .innerJoin(office, eq(office.id, overhaulPlan.officeId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .where(
      and(
        sql`${daysLeft} <= ${SOON_DAYS}`,
        sql`(${overhaulItem.chineseName} ~ ${REPLACES} or ${overhaulItem.englishName} ~* ${REPLACES})`,
      ),
    )
    .orderBy(overhaulPlan.nextOn, overhaulPlan.id)
type Plan = Awaited<ReturnType<typeof plansDue>>[number]

/** The machine of an item, by the name of its equipment in either language. */
function machineOf({ chineseEquipment, englishEquipment }: Plan): Machine | undefined {
  const names = Object.entries(machineNames) as [Machine, (typeof machineNames)[Machine]][]
  return names.find(
    ([, name]) => name['zh-CN'] === chineseEquipment || name['en-US'] === englishEquipment,
  )?.[0]
}

/** Goods on the shelf for a machine, those whose name matches the work first. */
const goodsOf = (db: Db, machine: Machine, plans: readonly Plan[]) => {
  const said = (name: 'chineseName' | 'englishName') => [...new Set(plans.map(plan => plan[name]))].join(' ')
  const closeness = sql`greatest(word_similarity(${good.englishName}, ${said('englishName')}),
    word_similarity(${good.chineseName}, ${said('chineseName')}))`
  return db
    .select({ id: good.id })
    .from(good)
    .where(and(eq(good.status, 'released'), sql`${machine} = any(${good.machines})`))
    .orderBy(desc(closeness), desc(good.createdAt), good.id)
    .limit(GOODS)
}

/** One for each group of the machine that a controller of these houses drives; if none reports it, one per house. */
function proposed(machine: Machine, plans: readonly Plan[], houses: readonly OwnHouse[]): number {
  const ids = new Set(plans.map(({ houseId }) => houseId))
  const of = houses.filter(({ id }) => ids.has(id))
  const groups = of.reduce((sum, each) => sum + (each.machines.get(machine) ?? 0), 0)
  return Math.max(groups || of.length, 1)
}

/** The customer's machines with a replacement due, with goods for it; none for users who may not see the plan. */
export async function dueMaintenance(call: Reading): Promise<DueMaintenance[]> {
  if (!call.viewer.grants.has('device_overhaul_item_client:query')) return []
  const byMachine = Map.groupBy(await plansDue(call), machineOf)
  const due = [...byMachine]
    .flatMap(([machine, plans]) => (machine ? [{ machine, plans }] : []))
    .slice(0, MACHINES)
  if (due.length === 0) return []
  const houses = await ownHouses(call)
  const offered = await Promise.all(due.map(({ machine, plans }) => goodsOf(call.db, machine, plans)))
  const ids = [...new Set(offered.flat().map(({ id }) => id))]
  const cards = await cardsOf(call, ids, houses)
  const sold = await goodsFor(call.db, ids, null)
  return due.flatMap(({ machine, plans }, i) => {
    const goods = (offered[i] ?? []).flatMap(({ id }) => {
      const card = cards.get(id)
      return card ? [{ ...card, hasSizes: (sold.get(id)?.variants ?? []).length > 0 }] : []
    })
    if (goods.length === 0) return []
    const items = plans.map(({ item, house: name, daysLeft: days }) => ({
      item,
      house: name,
      daysLeft: days,
    }))
    return [{ machine, items, quantity: proposed(machine, plans, houses), goods }]
  })
}
