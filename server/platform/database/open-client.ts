import pg from 'pg'

/**
 * One connection outside the pools; the caller ends it. Whoever makes a `pg.Client` must listen to its errors, or the
 * process ends with a connection that dies between two statements: here the next statement says so instead.
 */
export async function openClient(connectionString: string, more: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000, ...more })
  client.on('error', () => {})
  await client.connect()
  return client
}
