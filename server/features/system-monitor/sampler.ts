import { X509Certificate } from 'node:crypto'
import { hostname } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { lt, sql } from 'drizzle-orm'
import packageJson from '../../../package.json' with { type: 'json' }
import { takeUnlogged } from '../../people/notices/unreached.ts'
import type { Config } from '../../platform/config.ts'
import { newId } from '../../platform/database/ids.ts'
import { lastMigration } from '../../platform/database/migrate.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import {
  backupFailure,
  type KnownCertificate,
  systemAlarm,
  systemMinute,
  systemProcess,
  systemRoute,
} from '../../platform/database/tables/system.ts'
import { readDisk } from '../../platform/disk.ts'
import { roundsSoFar } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { COMMIT_BOUNDS } from '../../telemetry/metrics.ts'
import { backupKeeper } from './backups/keeper.ts'
import {
  type Counted,
  countedSoFar,
  type RouteCounts,
  routesSince,
  standingNow,
  sum,
  taken,
} from './counted.ts'
import { keepAlarms } from './keep-alarms.ts'
import { nearestMinute } from './minute.ts'
import { percentileOf } from './percentile.ts'

/** How long everything is kept. ms */
const KEPT_MS = 7 * 86_400_000
/** The size of the database changes slowly and takes some work to measure: once in this many minutes. */
const MEASURED_EVERY = 10
/** Minutes buffered while the database is down. */
const WAITING_MOST = 60
/** Smallest event loop delay that is measured. ms */
const RESOLUTION_MS = 10

type Minute = typeof systemMinute.$inferInsert

export interface Sampler {
  /** Writes what happened since the last call as the minute nearest to `at`, and tells staff what is wrong. */
  sample(at?: Date): Promise<void>
  stop(): void
}

/** Stores this process's counts, in a few rows a minute. There is no work per report. */
export async function openSampler(
  { config, store, devices, events, log }: Pick<Services, 'config' | 'store' | 'devices' | 'events' | 'log'>,
  sockets: () => number,
  diskOf = readDisk,
): Promise<Sampler> {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const self = {
    id: newId(),
    host: hostname(),
    pid: process.pid,
    startedAt: new Date(Date.now() - Math.round(process.uptime() * 1_000)),
    version: packageJson.version,
    node: process.versions.node,
    schema: lastMigration(),
    certificates: certificatesOf(config),
  }
  const backups = backupKeeper({ config, store, log })
  let before = await countedSoFar()
  let begun = performance.now()
  let cpu = process.cpuUsage()
  let writtenRoutes = before.routes
  let minutes = 0
  const waiting: Minute[] = []

  async function minuteOf(now: Counted, at: Date): Promise<Minute> {
    const ended = performance.now()
    const seconds = Math.max((ended - begun) / 1_000, 0.001)
    const used = process.cpuUsage(cpu)
    const ofLoop = delays.percentile(99) / 1e6
    const calls = routesSince(now.routes, before.routes)
    const minute = {
      at,
      processId: self.id,
      seconds,
      messages: now.messages - before.messages,
      values: now.values - before.values,
      calls: calls.reduce((all, { counts }) => all + sum(counts), 0),
      quarantined: now.quarantined - before.quarantined,
      oldestMs: devices.intake().oldestMs,
      commitP99: inMs(percentileOf(COMMIT_BOUNDS, taken(now.commits, before.commits), 0.99)),
      acknowledgeP99: inMs(percentileOf(COMMIT_BOUNDS, taken(now.acknowledged, before.acknowledged), 0.99)),
      ...(await standingNow()),
      sockets: sockets(),
      // A punctual timer shows up as its resolution.
      loopP99: Math.max(0, ofLoop - RESOLUTION_MS),
      memory: process.memoryUsage.rss(),
      cpu: (used.user + used.system) / 1e6 / seconds,
    }
    begun = ended
    cpu = process.cpuUsage()
    delays.reset()
    before = now
    return minute
  }

  async function sample(at = new Date()): Promise<void> {
    const now = await countedSoFar()
    const minute = await minuteOf(now, nearestMinute(at))
    const isMeasured = minutes++ % MEASURED_EVERY === 0
    const disk = await diskOf(config.dataDir)
    waiting.push({ ...minute, diskFree: disk?.free ?? null, diskTotal: disk?.total ?? null })
    waiting.splice(0, waiting.length - WAITING_MOST)
    const known = await backups.known(store.scoped(SYSTEM), at.getTime())
    const { told, unheard } = await store.transaction(SYSTEM, async db => {
      const row = { ...self, seenAt: at, rounds: roundsSoFar() }
      await db.insert(systemProcess).values(row).onConflictDoUpdate({ target: systemProcess.id, set: row })
      await db.insert(systemMinute).values(waiting).onConflictDoNothing()
      if (isMeasured) await measureDatabase(db, minute)
      await addRoutes(db, minute.at, routesSince(now.routes, writtenRoutes))
      await forgetBefore(db, new Date(at.getTime() - KEPT_MS))
      return { told: await keepAlarms(db, known), unheard: await takeUnlogged(db) }
    })
    waiting.length = 0
    writtenRoutes = now.routes
    for (const each of unheard) log.warn(each, 'messages reach nobody')
    if (told.length > 0) events.emit('notice', { accountIds: told })
  }

  return { sample, stop: () => delays.disable() }
}

const inMs = (seconds: number | null) => (seconds === null ? null : seconds * 1_000)

const measureDatabase = (db: Db, { at, processId }: Pick<Minute, 'at' | 'processId'>) =>
  db
    .update(systemMinute)
    .set({ databaseBytes: sql`pg_database_size(current_database())` })
    .where(sql`${systemMinute.at} = ${at} and ${systemMinute.processId} = ${processId}`)

async function addRoutes(db: Db, at: Date, routes: readonly RouteCounts[]): Promise<void> {
  if (routes.length === 0) return
  const hour = new Date(at)
  hour.setUTCMinutes(0, 0, 0)
  const added = sql`(select array_agg(a + b order by place)
    from unnest(${systemRoute.counts}, excluded.counts) with ordinality each (a, b, place))`
  await db
    .insert(systemRoute)
    // Always in the same order, so that two processes never deadlock.
    .values(routes.map(route => ({ ...route, hour })).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [systemRoute.hour, systemRoute.method, systemRoute.route],
      set: { counts: added, failed: sql`${systemRoute.failed} + excluded.failed` },
    })
}
const keyOf = ({ method, route }: RouteCounts) => `${method} ${route}`

async function forgetBefore(db: Db, before: Date): Promise<void> {
  await db.delete(systemMinute).where(lt(systemMinute.at, before))
  await db.delete(systemRoute).where(lt(systemRoute.hour, before))
  await db.delete(systemProcess).where(lt(systemProcess.seenAt, before))
  await db.delete(systemAlarm).where(lt(systemAlarm.clearedAt, before))
  await db.delete(backupFailure).where(lt(backupFailure.failedAt, before))
}

/** The certificates this process uses, as read at startup: a new one is used from the next start on. */
function certificatesOf({ tls, mqttCertificate }: Config): KnownCertificate[] {
  const shown = { server: tls, broker: mqttCertificate }
  return Object.entries(shown).flatMap(([name, certificate]) => {
    if (!certificate) return []
    const endsAt = new X509Certificate(certificate.cert).validToDate.toISOString()
    return [{ name: name as KnownCertificate['name'], endsAt }]
  })
}
