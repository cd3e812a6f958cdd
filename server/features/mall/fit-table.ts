import type { ShownGood } from '#shared/contracts/mall.ts'
import { fitOf } from '#shared/machine-fit.ts'
import { dateIn } from '#shared/zone-time.ts'
import type { good } from '../../platform/database/tables/goods.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'
import { type Fitting, fitIn, type OwnHouse, type Reading } from './my-machines.ts'
import { isSoon, needs, replacements } from './replacements.ts'

type Row = Pick<typeof good.$inferSelect, 'chineseName' | 'englishName' | 'unit'> & Fitting

/** Pieces go into machines one by one; metres, rolls and boxes do not. */
const isCounted = ({ unit }: Pick<Row, 'unit'>) => unit === 'piece' || unit === 'set'

/** Machines of a house that take one piece each; null where nobody has said how many there are. */
const piecesIn = (row: Row, house: OwnHouse): number | null => {
  const { fitting } = fitOf(row, house.machines)
  return fitting.reduce<number | null>((sum, { count }) => (count === null ? sum : (sum ?? 0) + count), null)
}

/** How many of a good its houses that are due need; 1 where nothing is due or known. */
export function neededOf(row: Row, due: readonly OwnHouse[]): number {
  if (!isCounted(row)) return 1
  return due.reduce((sum, house) => sum + (piecesIn(row, house) ?? 0), 0) || 1
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
      houses.filter(({ id }) => isDue.has(id)),
    ),
  }
}
