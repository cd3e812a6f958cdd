import type { Client } from 'pg'

/** What two farms pay for power (per kWh) and gas; the others have not said. Ordinary prices of their countries. */
const prices = [
  ['owner', 'CNY', '0.62', '3.80', 'm3'],
  ['linden', 'EUR', '0.26', '1.05', 'm3'],
] as const

/** Energy prices of the demonstration's farms, if there are none yet. */
export async function addEnergyPrices(client: Client): Promise<void> {
  const { rows } = await client.query('select 1 from energy_price limit 1')
  if (rows.length > 0) return
  for (const price of prices)
    await client.query(
      `insert into energy_price (farm_path, office_path, currency, power, gas, gas_unit)
       select a.office_path, a.office_path, $2, $3, $4, $5 from account a where a.username_key = $1`,
      [...price],
    )
}
