import type { ShownGood } from '#shared/contracts/mall.ts'
import { fitOf } from '#shared/machine-fit.ts'
import { dateIn } from '#shared/zone-time.ts'
import type { good } from '../../platform/database/tables/goods.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'
import { type Fitting, fitIn, type OwnHouse, type Reading } from './my-machines.ts'
import { isSoon, needs, type Plan, replacements } from './replacements.ts'

type Row = Pick<typeof good.$inferSelect, 'unit' | 'perMachine'> & Fitting

/** How many one machine takes; unknown of metres, rolls and kilograms that do not say. */
const perMachine = ({ unit, perMachine }: Row): number | null =>
  perMachine ?? (unit === 'piece' || unit === 'set' ? 1 : null)

/** How many of a good one machine takes, in whole pieces; 1 where that is not known. */
export const forOneMachine = (row: Row): number => Math.ceil((perMachine(row) ?? 1) - DUST) || 1

/** Float dust of a number that is stored in four bytes. */
const DUST = 1e-5

/**
 * How many of a good these overhauls take in houses: as many as there are machines it fits, each its number. 1 where
 * nobody has said how many there are, or where only what is worn is replaced.
 */
export function neededOf(row: Row, plans: readonly Plan[], houses: readonly OwnHouse[]): number {
  const per = perMachine(row)
  if (per === null) return 1
  const whole = new Set(plans.filter(({ partsPer }) => partsPer === 'machine').map(({ houseId }) => houseId))
  const machines = houses
    .filter(({ id }) => whole.has(id))
    .flatMap(house => fitOf(row, house.machines).fitting)
    .reduce((sum, { count }) => sum + (count ?? 0), 0)
  return Math.ceil(machines * per - DUST) || 1
}

/** How a good fits each of the buyer's houses, what is due there, and how many are needed for that. */
export async function fitTable(
  call: Reading,
  row: Row,
  houses: readonly OwnHouse[],
): Promise<Pick<ShownGood, 'houses' | 'quantity'>> {
  const { viewer } = call
  const maySeePlan = viewer.grants.has('device_overhaul_item_client:query')
  const plans = maySeePlan && houses.length > 0 ? await replacements(inOwnFarm(call)) : []
  const meant = plans.filter(plan => needs(plan, row))
  const shown = houses.map(house => {
    const { fitting, others } = fitOf(row, house.machines)
    const fit = fitIn(row, house)
    const ofHouse = fit === 'fits' ? meant.filter(({ houseId }) => houseId === house.id) : []
    const [first] = ofHouse
    const lastAt = ofHouse.flatMap(plan => plan.lastAt ?? []).toSorted((a, b) => Number(b) - Number(a))[0]
    return {
      id: house.id,
      name: house.name,
      fit,
      machines: (fit === 'fits' ? fitting : others).map(each => ({
        ...each,
        isDirect: each.isDirect === true,
      })),
      product: row.productIds.includes(house.product?.id ?? '') ? (house.product?.name ?? null) : null,
      cage: row.cageTypeIds.includes(house.cage?.id ?? '') ? (house.cage?.name ?? null) : null,
      due: first && isSoon(first) ? { item: first.item, daysLeft: first.daysLeft } : null,
      changedOn: lastAt ? dateIn(viewer.timeZone, lastAt) : null,
    }
  })
  const isDue = new Set(shown.filter(({ due }) => due !== null).map(({ id }) => id))
  return {
    houses: shown,
    quantity: neededOf(
      row,
      meant.filter(isSoon),
      houses.filter(({ id }) => isDue.has(id)),
    ),
  }
}
