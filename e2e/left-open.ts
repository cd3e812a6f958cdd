import pg from 'pg'
import type { Farm } from './farm.ts'

/** What the browser writes down of a call that was refused before its proof. */
export const refused = 'Failed to load resource: the server responded with a status of 401 (Unauthorized)'

/** As if every page had been left open since its user signed in. */
export async function leftOpen({ server }: Farm): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  await client.query("update session set proved_at = now() - interval '11 minutes'")
  await client.end()
}
