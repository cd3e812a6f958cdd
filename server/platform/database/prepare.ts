import type pg from 'pg'
import { analyzeChanged } from './analyze-changed.ts'
import { assertIsolation } from './assertions.ts'
import { assertUsable, refusalOf } from './database-server.ts'
import { migrate, underLock } from './migrate.ts'
import { openClient } from './open-client.ts'
import { prepareQueue } from './queue-schema.ts'
import { APP, ensureAccess, ensurePassword, ensureRoles, INGEST, passwordOf } from './roles.ts'

/** Connection strings of the three roles of one database. */
export interface DatabaseUrls {
  owner: string
  app: string
  ingest: string
}

/** The other roles' connection strings, made from the owner's. */
export function urlsOf(owner: string, appSecret: string): DatabaseUrls {
  return { owner, app: withRole(owner, APP, appSecret), ingest: withRole(owner, INGEST, appSecret) }
}

function withRole(url: string, role: string, appSecret: string): string {
  const made = new URL(url)
  made.username = role
  made.password = passwordOf(appSecret, role)
  return made.href
}

/**
 * Prepares the database for this version: roles, migrations, policies, queue, checks; `after` (the seed) runs under the
 * same lock. Any number of processes may do so at the same time. Throws StartError.
 */
export async function prepareDatabase<T>(
  urls: DatabaseUrls,
  appSecret: string,
  after: (owner: pg.Client) => Promise<T>,
): Promise<{ applied: string[]; result: T }> {
  const owner = await openClient(urls.owner).catch(error => {
    throw refusalOf(error, urls.owner)
  })
  try {
    return await underLock(owner, async () => {
      await assertUsable(owner)
      await ensureRoles(owner, [APP, INGEST], appSecret)
      for (const [role, url] of [
        [APP, urls.app],
        [INGEST, urls.ingest],
      ] as const) {
        await ensureAccess(owner, role)
        await ensurePassword(owner, url, role, appSecret)
      }
      const applied = await migrate(owner)
      await prepareQueue(owner)
      await assertIsolation(owner, urls)
      const result = await after(owner)
      await analyzeChanged(owner)
      return { applied, result }
    })
  } finally {
    await owner.end()
  }
}
