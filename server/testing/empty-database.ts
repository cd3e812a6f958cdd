import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { createOwnedDatabase } from '../platform/database/embedded.ts'
import { type DatabaseUrls, urlsOf } from '../platform/database/prepare.ts'

/** A database without any table, for testing first starts. `secret` is the APP_SECRET its roles belong to. */
export async function emptyDatabase(): Promise<{
  urls: DatabaseUrls
  secret: string
  drop(): Promise<void>
}> {
  const { superuser, secret } = inject('postgres')
  const name = `empty_${randomBytes(8).toString('hex')}`
  const owner = await createOwnedDatabase(superuser, name, secret)
  const drop = async () => {
    const client = new pg.Client({ connectionString: superuser })
    await client.connect()
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  }
  return { urls: urlsOf(owner, secret), secret, drop }
}
