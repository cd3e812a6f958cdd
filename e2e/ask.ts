import pg from 'pg'
import type { Farm } from './farm.ts'

/** Asks or changes the database of the demonstration, past row-level security. Returns the rows. */
export async function ask<T extends object>(
  { server }: Pick<Farm, 'server'>,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.superuserUrl })
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}
