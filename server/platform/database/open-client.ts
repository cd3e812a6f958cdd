import pg from 'pg'

/**
 * One connection outside the pools; the caller ends it. A `pg.Client` without an error listener takes the process down
 * when its connection dies between two statements: here the next statement fails instead.
 */
export async function openClient(connectionString: string, more: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, ...more })
  client.on('error', () => {})
  await client.connect()
  return client
}
