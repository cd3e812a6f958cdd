import { parseArgs } from 'node:util'
import { startEmbedded } from '../platform/database/embedded.ts'
import { lockDataDir } from '../platform/lock.ts'

/** A server of nothing but its database, for tests that kill it: says its postmaster's id, then waits. */
const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = '', appSecret = ''] = positionals
lockDataDir(dataDir)
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const embedded = await startEmbedded({ dataDir, appSecret }, quiet)
process.send?.({ pid: embedded.pid, urls: embedded.urls })
