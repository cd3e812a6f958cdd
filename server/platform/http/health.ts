import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { DISK_FULL } from '#shared/limits.ts'
import { type Store, SYSTEM } from '../database/store.ts'
import { readDisk } from '../disk.ts'
import { storeOf } from '../files/file-store.ts'
import type { Services } from '../services.ts'

/** If answers take longer, a load balancer should look elsewhere. */
const PATIENCE_MS = 2_000

async function answersInTime(work: PromiseLike<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS, false)
  })
  const answered = Promise.resolve(work).then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Changes nothing, but fails if readings could not be written: wrong role, read-only replica. */
const INGEST_PROBE = 'update device set last_message_at = last_message_at where false'

/** An answer of the database counts for this long: many askers cost no more than one. ms */
const FRESH_MS = 1_000
type Probed = Promise<{ database: boolean; writable: boolean }>
const probed = new WeakMap<Store, { at: number; answers: Probed }>()

/** Over connections of its own: a server whose people ask for much is well. */
function probe(store: Store): Probed {
  const last = probed.get(store)
  if (last && performance.now() - last.at < FRESH_MS) return last.answers
  const own = store.reserved('health')
  const answers = Promise.all([
    answersInTime(own.scoped(SYSTEM).execute(sql`select 1`)),
    answersInTime(own.ingest.query(INGEST_PROBE)),
  ]).then(([database, writable]) => ({ database, writable }))
  probed.set(store, { at: performance.now(), answers })
  return answers
}

/** The bucket is asked this often at most. ms */
const FILES_FRESH_MS = 10_000
const reachedAt = new WeakMap<object, { at: number; answers: Promise<boolean> }>()

/** Whether people's files can be stored and read. */
function reachFiles(config: Services['config']): Promise<boolean> {
  const store = storeOf(config)
  const last = reachedAt.get(store)
  if (last && performance.now() - last.at < FILES_FRESH_MS) return last.answers
  const answers = answersInTime(store.reach())
  reachedAt.set(store, { at: performance.now(), answers })
  return answers
}

/**
 * Whether calls are answered from the database, devices can send and what they send is committed; `space`: the disk of the
 * data folder has room for more of it; `files`: pictures and attachments can be stored and read.
 */
export async function healthOf(
  { config, store, devices }: Pick<Services, 'config' | 'store' | 'devices'>,
  diskOf = readDisk,
) {
  const { broker, commits, rollups, behind } = devices.intake()
  const [{ database, writable }, disk, files] = await Promise.all([
    probe(store),
    diskOf(config.dataDir),
    reachFiles(config),
  ])
  const ingest = commits && writable
  const backlog = behind > 0
  const space = disk === null || disk.free >= DISK_FULL
  return { isWell: database && broker && ingest, database, broker, ingest, rollups, backlog, space, files }
}

/**
 * `/api/health`: 200 while all is well, otherwise 503 with the failing part. Rollups that lag cause no 503: only day
 * charts suffer, and another process would be no faster; nor does a disk that is nearly full, or a bucket that is away:
 * people are still served.
 * `backlog`: what devices sent while nobody stored it is still coming in; what they send now is shown beside it.
 * Tells nothing about the farm.
 */
export function mountHealth(app: FastifyInstance, services: Services): void {
  app.get('/api/health', async (_, reply) => {
    const { isWell, ...parts } = await healthOf(services)
    return reply
      .code(isWell ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isWell ? standingOf(parts) : 'unavailable',
        ...parts,
        upForS: Math.round(process.uptime()),
      })
  })
}

/** What is less than it should be though everybody is served. */
function standingOf({ rollups, backlog, files }: Record<'rollups' | 'backlog' | 'files', boolean>): string {
  if (!rollups || backlog) return 'behind'
  return files ? 'ok' : 'no files'
}
