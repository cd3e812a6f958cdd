import { parseArgs } from 'node:util'
import { startEmbedded } from '../platform/database/embedded.ts'
import { lockDataDir } from '../platform/lock.ts'

/** Runs just the database, for tests that kill it: prints its postmaster's id, then waits. */
const { positionals } = parseArgs({ allowPositionals: true })
const [dataDir = '', appSecret = ''] = positionals
lockDataDir(dataDir)
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const embedded = await startEmbedded({ dataDir, appSecret }, quiet)
process.send?.({ pid: embedded.pid, urls: embedded.urls })
