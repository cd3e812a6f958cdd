import { desc, isNotNull, sql, sum } from 'drizzle-orm'
import {
  type Figures,
  type SystemFigure,
  type SystemNow,
  systemFigures,
  systemRounds,
} from '#shared/contracts/system-monitor.ts'
import { RING } from '#shared/limits.ts'
import type { Db, Store } from '../../platform/database/store.ts'
import { cameraClip, cameraRecorder, filmPicture } from '../../platform/database/tables/recordings.ts'
import {
  type KnownRound,
  systemAlarm,
  type systemMinute,
  systemProcess,
} from '../../platform/database/tables/system.ts'
import type { Services } from '../../platform/services.ts'
import { partitionOf } from '../../telemetry/partitions/partition-of.ts'
import { backupKeeper } from './backups/keeper.ts'
import { disksOf } from './disks.ts'
import { growthADay } from './growth.ts'
import { aliveAt } from './keep-alarms.ts'

type Minute = typeof systemMinute.$inferSelect
type Process = typeof systemProcess.$inferSelect

const iso = (at: Date | string | null | undefined) => (at ? new Date(at).toISOString() : null)
const noFigures = Object.fromEntries(systemFigures.map(name => [name, null])) as Figures

const figuresOf = (minute: Minute): Figures => ({
  ...noFigures,
  messages: minute.messages / minute.seconds,
  values: minute.values / minute.seconds,
  calls: minute.calls / minute.seconds,
  queue: minute.queueBytes,
  commit: minute.commitP99,
  acknowledge: minute.acknowledgeP99,
  gateways: minute.gateways,
  sockets: minute.sockets,
  loop: minute.loopP99,
  memory: minute.memory,
  cpu: minute.cpu,
})

/** Figures taken from the worst process; the rest are summed. */
const WORST: readonly SystemFigure[] = ['commit', 'acknowledge', 'loop']

function together(each: readonly Figures[]): Figures {
  const all = systemFigures.map(name => {
    const known = each.flatMap(figures => figures[name] ?? [])
    if (known.length === 0) return [name, null]
    return [name, WORST.includes(name) ? Math.max(...known) : known.reduce((sum, value) => sum + value, 0)]
  })
  return Object.fromEntries(all) as Figures
}

/** The system's last report, and its pending work. `db` carries the system's scope. */
export async function systemNow(
  db: Db,
  services: Pick<Services, 'config' | 'store' | 'log'>,
  now = Date.now(),
): Promise<Omit<SystemNow, 'unreached'>> {
  const [alive, processes, disks, database, jobs, outgoing, backups, recordings, intake, alarms] =
    await Promise.all([
      aliveAt(db, now),
      db.select().from(systemProcess).orderBy(desc(systemProcess.seenAt)).limit(PROCESSES_SHOWN),
      disksOf(db, now),
      databaseOf(db),
      jobsOf(db),
      outgoingOf(db),
      backupKeeper(services).shown(db),
      recordingsOf(db),
      services.config.mqttUrl === undefined ? null : intakeOf(services.store),
      db
        .select()
        .from(systemAlarm)
        .orderBy(isNotNull(systemAlarm.clearedAt), desc(systemAlarm.raisedAt))
        .limit(ALARMS_SHOWN),
    ])
  const minuteOf = new Map(alive.map(({ process, minute }) => [process.id, minute]))
  const figures = together(alive.map(({ minute }) => figuresOf(minute)))
  const living = alive.map(({ process }) => process)
  return {
    at: iso(processes[0]?.seenAt),
    figures: { ...figures, database: database.bytes },
    oldestMs: Math.max(0, ...alive.map(({ minute }) => minute.oldestMs)),
    processes: processes.map(process => shownProcess(process, minuteOf.get(process.id))),
    database,
    disks: disks.map(disk => ({ ...disk, fullAt: disk.fullAt === null ? null : iso(new Date(disk.fullAt)) })),
    isDatabaseElsewhere: services.config.databaseUrl !== undefined,
    intake,
    recordings,
    rounds: roundsOf(living, processes),
    jobs,
    ...outgoing,
    certificates: certificatesOf(living),
    backups,
    alarms: alarms.map(alarm => ({
      ...alarm,
      raisedAt: alarm.raisedAt.toISOString(),
      clearedAt: iso(alarm.clearedAt),
    })),
  }
}

/** Who stores what the gateways behind an outside broker send, and what waits there. */
async function intakeOf(store: Store): Promise<SystemNow['intake']> {
  const pool = store.reserved('health').ingest
  const { rows: parts } = await pool.query<{ part: number; holder: string | null; since: Date | null }>(
    'select number as part, holder, waits_since as since from node_partition order by number',
  )
  const { rows: gateways } = parts.some(({ since }) => since)
    ? await pool.query<{ code: string }>(
        'select code from device where gateway_id is null and deleted_at is null',
      )
    : { rows: [] }
  const sizes = Map.groupBy(gateways, ({ code }) => partitionOf(code))
  const holders = Map.groupBy(
    parts.flatMap(({ holder }) => holder ?? []),
    holder => holder,
  )
  return {
    holders: [...holders].map(([name, held]) => ({ name, parts: held.length })),
    waiting: parts.flatMap(({ part, holder, since }) =>
      since ? [{ part, holder, since: since.toISOString(), gateways: sizes.get(part)?.length ?? 0 }] : [],
    ),
  }
}

/** What cameras are recorded, as the process that records last said. */
async function recordingsOf(db: Db): Promise<SystemNow['recordings']> {
  const [recorder] = await db.select().from(cameraRecorder)
  if (!recorder) return null
  const [clips] = await db.select({ bytes: sum(cameraClip.bytes) }).from(cameraClip)
  const [films] = await db.select({ bytes: sum(filmPicture.bytes) }).from(filmPicture)
  return {
    channels: recorder.channels,
    ring: recorder.ringBytes,
    ringLimit: RING.bytes,
    clips: Number(clips?.bytes ?? 0),
    films: Number(films?.bytes ?? 0),
    stopped: recorder.stopped,
  }
}
const PROCESSES_SHOWN = 12
const ALARMS_SHOWN = 12

const shownProcess = (process: Process, minute: Minute | undefined) => ({
  ...process,
  startedAt: process.startedAt.toISOString(),
  seenAt: process.seenAt.toISOString(),
  isAlive: minute !== undefined,
  figures: minute ? figuresOf(minute) : noFigures,
})

/** The scheduled rounds, and whatever else has failed. */
function roundsOf(living: readonly Process[], ever: readonly Process[]): SystemNow['rounds'] {
  const failed = living.flatMap(({ rounds }) => rounds.filter(round => round.failed > 0))
  const names = new Set([...systemRounds, ...failed.map(({ name }) => name)])
  return [...names].map(name => roundOf(living, ever, name))
}

/** The last run in any process, also in one that is gone: a restart undoes no run. Failures are those of the living. */
function roundOf(
  living: readonly Process[],
  ever: readonly Process[],
  name: KnownRound['name'],
): SystemNow['rounds'][number] {
  const of = (processes: readonly Process[]) =>
    processes.flatMap(({ rounds }) => rounds.filter(round => round.name === name))
  const known = of(living)
  const last = of(ever).reduce<KnownRound | null>(
    (newest, round) => ((round.endedAt ?? '') > (newest?.endedAt ?? '') ? round : newest),
    null,
  )
  const worst = known.toSorted((a, b) => ((a.failedAt ?? '') < (b.failedAt ?? '') ? 1 : -1))[0]
  return {
    name,
    endedAt: last?.endedAt ?? null,
    ms: last?.ms ?? null,
    failed: known.reduce((all, { failed }) => all + failed, 0),
    failedAt: worst?.failedAt ?? null,
    failingSince:
      known
        .flatMap(({ failingSince }) => failingSince ?? [])
        .sort()
        .at(0) ?? null,
    fault: worst?.fault ?? null,
  }
}

/** For each name the one that expires first: a process may still use an old one. */
function certificatesOf(living: readonly Process[]): SystemNow['certificates'] {
  const all = living
    .flatMap(({ certificates }) => certificates)
    .sort((a, b) => (a.endsAt < b.endsAt ? -1 : 1))
  return [...Map.groupBy(all, ({ name }) => name).values()].flatMap(([first]) => first ?? [])
}

/** Partitions count for their table; sizes by the database's last page counts, which cost nothing to read. */
async function databaseOf(db: Db): Promise<SystemNow['database']> {
  const [measured, tables, [server]] = await Promise.all([
    db.execute<{ at: number; bytes: number }>(sql`
      select distinct on (date_trunc('hour', at)) (extract(epoch from at) * 1000)::float8 as at, database_bytes::float8 as bytes
      from system_minute where disk_free is not null and database_bytes is not null
      order by date_trunc('hour', at), at desc`),
    db.execute<{ name: string; bytes: number }>(sql`
      select coalesce(above.relname, t.relname) as name,
        sum(t.relpages + coalesce(toast.relpages, 0) + coalesce(keys.pages, 0))::float8
          * current_setting('block_size')::int as bytes
      from pg_class t left join pg_inherits i on i.inhrelid = t.oid left join pg_class above on above.oid = i.inhparent
        left join pg_class toast on toast.oid = t.reltoastrelid
        left join (select x.indrelid, sum(c.relpages) as pages from pg_index x join pg_class c on c.oid = x.indexrelid
          group by x.indrelid) keys on keys.indrelid = t.oid
      where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      group by 1 having sum(t.relpages) > 0
      order by 2 desc limit 6`),
    db
      .execute<{ version: string }>(sql`select current_setting('server_version') as version`)
      .then(({ rows }) => rows),
  ])
  return {
    version: server?.version ?? '',
    bytes: measured.rows.at(-1)?.bytes ?? null,
    growthADay: growthADay(measured.rows),
    tables: tables.rows,
  }
}

async function jobsOf(db: Db): Promise<SystemNow['jobs']> {
  const { rows } = await db.execute<Record<string, unknown> & SystemNow['jobs'][number]>(sql`
    select step, count(*) filter (where state = 'waiting')::int as waiting,
      count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state in ('done', 'checked'))::int as done,
      count(*) filter (where state = 'failed')::int as failed,
      max(ended_at) as "endedAt",
      (array_agg(extract(epoch from ended_at - created_at) * 1000 order by ended_at desc)
        filter (where ended_at is not null))[1]::float8 as ms
    from job group by step order by array_position(array['export', 'check', 'write'], step)`)
  return rows.map(row => ({ ...row, endedAt: iso(row.endedAt) }))
}

/** Pending and failed deliveries. For mails of the last week. */
async function outgoingOf(db: Db): Promise<Pick<SystemNow, 'mails' | 'pushes' | 'quarantined'>> {
  const { rows } = await db.execute<Record<string, number> & { oldest: string | null }>(sql`
    select m.*, p.*, b.browsers, q.quarantined
    from (select count(*) filter (where sent_at is null and given_up_at is null)::int as waiting,
        min(created_at) filter (where sent_at is null and given_up_at is null) as oldest,
        count(*) filter (where sent_at > now() - interval '7 days')::int as sent,
        count(*) filter (where given_up_at > now() - interval '7 days')::int as given_up
      from mail) m,
      (select count(*)::int as pushes, count(*) filter (where tries > 1)::int as failing from push) p,
      (select count(*)::int as browsers from push_subscription) b,
      (select coalesce(sum(quarantined), 0)::int as quarantined from system_minute
        where at > now() - interval '1 day') q`)
  const [row] = rows
  return {
    mails: {
      waiting: row?.waiting ?? 0,
      oldestAt: iso(row?.oldest),
      sent: row?.sent ?? 0,
      givenUp: row?.given_up ?? 0,
    },
    pushes: { waiting: row?.pushes ?? 0, failing: row?.failing ?? 0, browsers: row?.browsers ?? 0 },
    quarantined: row?.quarantined ?? 0,
  }
}
