import { eq } from 'drizzle-orm'
import type { EnergyPrices } from '#shared/energy-prices.ts'
import { normal } from '#shared/money.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { energyPrice } from '../../platform/database/tables/settings.ts'
import type { Services } from '../../platform/services.ts'

/**
 * What a farm pays for energy; null if it has not said. The prices belong to the whole farm: people of a part of it, who do
 * not see its customer, are told them with a house that they may control.
 */
export async function energyPricesOf(
  { store }: Pick<Services, 'store'>,
  farmPath: string,
): Promise<EnergyPrices | null> {
  const [row] = await store
    .scoped(SYSTEM)
    .select()
    .from(energyPrice)
    .where(eq(energyPrice.farmPath, farmPath))
  return shownPrices(row)
}

/** A stored row as prices; null if it says none. */
export function shownPrices(row: typeof energyPrice.$inferSelect | undefined): EnergyPrices | null {
  if (!row || (row.power === null && row.gas === null)) return null
  const { currency, power, gas, gasUnit } = row
  return { currency, power: power && normal(power), gas: gas && normal(gas), gasUnit }
}
