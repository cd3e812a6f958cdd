import { addCustomers } from '#server/testing/many-customers.ts'
import type { Bench } from './bench.ts'

const CUSTOMERS = 100_000

/** Registers the customers of a large provider, once for all sections that use them. */
export async function registerMany({ database, say }: Pick<Bench, 'database' | 'say'>): Promise<void> {
  const { rowCount } = await database.pool.query(`select from office where id = 'many-1'`)
  if (rowCount) return
  say(`registering ${CUSTOMERS} customers`)
  await addCustomers(database.pool, CUSTOMERS)
}
