import pg from 'pg'
import type { Farm } from './farm.ts'

/** The browser's message about a call refused for lack of a proof. */
export const refused = 'Failed to load resource: the server responded with a status of 401 (Unauthorized)'

/** Makes every page look as if left open since its user signed in. */
export async function leftOpen({ server }: Farm): Promise<void> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  await client.query("update session set proved_at = now() - interval '11 minutes'")
  await client.end()
}
