import type pg from 'pg'
import type { Config } from '../config.ts'
import { lockDataDir } from '../lock.ts'
import { refusalOf } from './database-server.ts'
import { runningOwnerUrl, startEmbedded } from './embedded.ts'
import { openClient } from './open-client.ts'
import { type DatabaseUrls, urlsOf } from './prepare.ts'
import { SYSTEM } from './scope.ts'
import { SET_SCOPE, scopeValues } from './scoped-query.ts'

/**
 * Lends a command the database: the external one, the embedded one of a running server, or the embedded one started
 * just for the work. Throws StartError.
 */
export async function withDatabase<T>(config: Config, work: (urls: DatabaseUrls) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return work(urlsOf(config.databaseUrl, config.appSecret))
  let lock: ReturnType<typeof lockDataDir>
  try {
    lock = lockDataDir(config.dataDir)
  } catch (error) {
    const owner = runningOwnerUrl(config.dataDir, config.appSecret)
    if (!owner) throw error
    return work(urlsOf(owner, config.appSecret))
  }
  try {
    const embedded = await startEmbedded(config, { info: () => {}, warn: console.warn, error: console.error })
    try {
      return await work(embedded.urls)
    } finally {
      await embedded.stop()
    }
  } finally {
    lock.release()
  }
}

/** One transaction as the owner of the tables, seeing every office. */
export async function asOwner<T>(urls: DatabaseUrls, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = await openClient(urls.owner).catch(error => {
    throw refusalOf(error, urls.owner)
  })
  try {
    await owner.query('begin')
    await owner.query(SET_SCOPE, scopeValues(SYSTEM))
    const result = await work(owner)
    await owner.query('commit')
    return result
  } finally {
    await owner.end()
  }
}
