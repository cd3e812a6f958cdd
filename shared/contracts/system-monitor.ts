import { z } from 'zod'
import { get, Id, post } from '../endpoint.ts'
import { STAFF } from '../permissions.ts'
import { recorderStops } from '../recordings.ts'
import { text } from '../text.ts'
import { Job } from './jobs.ts'
import type { BusinessType } from './notices.ts'

/** What is kept for every minute, in the units of {@link Figures}. */
export const systemFigures = [
  'messages',
  'values',
  'queue',
  'commit',
  'acknowledge',
  'gateways',
  'sockets',
  'calls',
  'loop',
  'memory',
  'cpu',
  'database',
] as const
export type SystemFigure = (typeof systemFigures)[number]

/** What the server does regularly by itself. */
export const systemRounds = [
  'rollups',
  'figures',
  'analysis',
  'mails',
  'pushes',
  'webhooks',
  'calls',
  'reminders',
  'overhauls',
  'reports',
  'releases',
  'housekeeping',
  'backups',
  'cameras',
  'recordings',
] as const
/** What it does when there is something to do; shown only once it has failed. */
export const systemErrands = [
  'readings',
  'states',
  'latest',
  'births',
  'quarantine',
  'registry',
  'partitions',
  'alarms',
  'unseen',
  'ways',
  'proofs',
  'harms',
  'watches',
  'flockAlarms',
  'waterHours',
  'houses',
  'live',
  'alarmRules',
  'meterExchanges',
  'notices',
  'settings',
  'files',
  'queue',
  'monitor',
] as const
export type SystemRound = (typeof systemRounds | typeof systemErrands)[number]

/** What staff are warned of: a disk filling up, a certificate expiring, messages not stored, no recent backup or receiver. */
export const systemAlarmKinds = ['disk', 'certificate', 'queue', 'backup', 'unreached'] as const

/** Who should have heard a message that reached nobody. */
export const unreachedSides = ['provider', 'agent', 'farm'] as const
export type UnreachedSide = (typeof unreachedSides)[number]

/** What messages that must reach somebody are about. */
export const unheard = [
  'alarm',
  'order',
  'inquiry',
  'question',
  'repair',
  'agent',
  'approval',
  'customer',
  'consent',
  'erasure',
  'duty',
  'health',
  'overhaul',
] as const satisfies readonly BusinessType[]
export type Unheard = (typeof unheard)[number]

/** Why a backup was not made. */
export const backupReasons = ['space', 'folder', 'refused', 'database', 'busy', 'cut', 'other'] as const
export type BackupReason = (typeof backupReasons)[number]

/** The certificate shown to browsers and devices, and the one for an outside broker. */
export const certificateNames = ['server', 'broker'] as const

/** Periods to look back over, h; the last is everything kept. */
export const systemPeriods = ['1', '24', '168'] as const

const count = z.number().int()
const Moment = z.iso.datetime()

/**
 * Messages, values and calls per second; bytes of readings waiting for their commit, of memory and of the database; ms of
 * the slowest hundredth of commits and acknowledgements, and of the delay of the event loop; parts of a processor core. Null
 * is unknown.
 */
const Figures = z.record(z.enum(systemFigures), z.number().nullable())
export type Figures = z.infer<typeof Figures>

const Process = z.object({
  id: Id,
  host: z.string(),
  pid: count,
  startedAt: Moment,
  /** When it last reported. */
  seenAt: Moment,
  isAlive: z.boolean(),
  version: z.string(),
  node: z.string(),
  /** The last migration it knows. */
  schema: z.string(),
  /** Of its last minute. */
  figures: Figures,
})

const Disk = z.object({
  host: z.string(),
  /** Bytes */
  free: z.number(),
  total: z.number(),
  /** Bytes; null before a day is known. */
  growthADay: z.number().nullable(),
  /** When it will be full at this rate; null if unknown or too far away. */
  fullAt: Moment.nullable(),
})

const Round = z.object({
  name: z.enum([...systemRounds, ...systemErrands]),
  /** Its last run, also before a restart; null if none is known. */
  endedAt: Moment.nullable(),
  ms: z.number().nullable(),
  /** Number of runs that failed by a fault since the server started, and the last of them. */
  failed: count,
  failedAt: Moment.nullable(),
  /** Since when every run has failed; null if the last one did not. */
  failingSince: Moment.nullable(),
  /** What the last fault said, in English. */
  fault: z.string().nullable(),
})

/** Files requested by people, for as long as jobs are kept. */
const JobKind = z.object({
  step: z.enum(['export', 'check', 'write']),
  waiting: count,
  running: count,
  done: count,
  failed: count,
  endedAt: Moment.nullable(),
  /** From the request to the end, for the last one. */
  ms: z.number().nullable(),
})

const Backups = z.object({
  /** Where they are stored, and whether that disk also holds the data. */
  folder: z.string(),
  isOnDataDisk: z.boolean(),
  /** Whether that folder could be read. */
  isReadable: z.boolean(),
  /** The hour of the provider's day in which one is made; null if none is made automatically. */
  hour: count.nullable(),
  timeZone: z.string(),
  runningSince: Moment.nullable(),
  /** The complete ones, newest first; bytes. */
  kept: z.array(
    z.object({ name: z.string(), beganAt: Moment, endedAt: Moment, bytes: z.number(), version: z.string() }),
  ),
  /** Of the last weeks, newest first; `detail` is what the system said, in English. */
  failures: z.array(
    z.object({ id: Id, failedAt: Moment, reason: z.enum(backupReasons), detail: z.string() }),
  ),
})
export type Backups = z.infer<typeof Backups>

const SystemAlarm = z.object({
  id: Id,
  kind: z.enum(systemAlarmKinds),
  /** The host, the name of a certificate, or `failed` or `old` for backups; '' for the system as a whole. */
  subject: z.string(),
  raisedAt: Moment,
  clearedAt: Moment.nullable(),
})
export type SystemAlarm = z.infer<typeof SystemAlarm>

/** Messages that had nobody to go to, of one kind and office. */
const Unreached = z.object({
  side: z.enum(unreachedSides),
  business: z.enum(unheard),
  /** Name of the customer or agent; null if the viewer does not see it. */
  office: z.string().nullable(),
  since: Moment,
  lastAt: Moment,
  /** Messages since then. */
  count,
})
export type Unreached = z.infer<typeof Unreached>

export const SystemNow = z.object({
  /** Null before the first minute. */
  at: Moment.nullable(),
  /** Of all processes together. */
  figures: Figures,
  /** How long the oldest message has waited for its acknowledgement, ms. */
  oldestMs: count,
  processes: z.array(Process),
  database: z.object({
    version: z.string(),
    bytes: z.number().nullable(),
    growthADay: z.number().nullable(),
    /** The largest, partitions under their table; bytes as PostgreSQL last counted them. */
    tables: z.array(z.object({ name: z.string(), bytes: z.number() })),
  }),
  disks: z.array(Disk),
  /** The database runs elsewhere, on a disk that cannot be seen from here. */
  isDatabaseElsewhere: z.boolean(),
  /** Who stores what devices send through an outside broker; null without one. */
  intake: z
    .object({
      /** Processes by the client id they have at the broker, with the number of parts of the gateways that each stores. */
      holders: z.array(z.object({ name: z.string(), parts: count })),
      /** Parts of which something waits at the broker; `holder` is bringing it in, null where nobody does. */
      waiting: z.array(
        z.object({ part: count, gateways: count, holder: z.string().nullable(), since: Moment }),
      ),
    })
    .nullable(),
  /** What cameras are recorded; bytes. Null while no process records. */
  recordings: z
    .object({
      channels: count,
      ring: z.number(),
      /** Most that all rings hold. */
      ringLimit: z.number(),
      clips: z.number(),
      films: z.number(),
      /** Why nothing is recorded although channels are to be. */
      stopped: z.enum(recorderStops).nullable(),
    })
    .nullable(),
  rounds: z.array(Round),
  jobs: z.array(JobKind),
  mails: z.object({ waiting: count, oldestAt: Moment.nullable(), sent: count, givenUp: count }),
  pushes: z.object({ waiting: count, failing: count, browsers: count }),
  /** Messages of the last day that could not be understood or were refused. */
  quarantined: count,
  certificates: z.array(z.object({ name: z.enum(certificateNames), endsAt: Moment })),
  backups: Backups,
  /** Active ones, then those of the week, newest first. */
  alarms: z.array(SystemAlarm),
  /** What reaches nobody at present, the oldest first. */
  unreached: z.array(Unreached),
})
export type SystemNow = z.infer<typeof SystemNow>

const Course = z.object({
  /** Between two points, ms. */
  stepMs: count,
  /** ms since 1970, evenly spaced. */
  at: z.array(z.number()),
  /** One value per point; null where nothing was kept. */
  figures: z.record(z.enum(systemFigures), z.array(z.number().nullable())),
})
export type Course = z.infer<typeof Course>

const SystemCall = z.object({
  method: z.string(),
  route: z.string(),
  calls: count,
  /** Calls answered with a server error. */
  failed: count,
  /** ms */
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
})
export type SystemCall = z.infer<typeof SystemCall>

/** How far to look back; for one process or all together. */
export const SystemPeriod = z.object({ hours: z.enum(systemPeriods).default('24'), process: Id.optional() })

const path = '/admin/auth/system-monitor'

/**
 * The health of the system itself, kept for every minute of a week. Of customers only the names of those whose messages
 * reach nobody, as far as the viewer sees them.
 */
export const systemMonitor = {
  now: get(path, 'dashboard_monitor:query', { kinds: [STAFF], returns: SystemNow }),
  /** The figures over a period, of one process or of all together. */
  course: get(`${path}/course`, 'dashboard_monitor:query', {
    kinds: [STAFF],
    query: SystemPeriod,
    returns: Course,
  }),
  /** How long calls took, the slowest first. */
  calls: get(`${path}/calls`, 'dashboard_monitor:query', {
    kinds: [STAFF],
    query: SystemPeriod.omit({ process: true }),
    returns: z.array(SystemCall),
  }),
  /** The figures over a period and the calls, as a job. */
  systemWorkbook: post(`${path}/export`, 'dashboard_monitor:export', {
    kinds: [STAFF],
    body: SystemPeriod,
    whenReadOnly: true,
    returns: Job,
    says: text('导出系统监控', 'Exported the system monitor'),
  }),
  /** Starts a backup now. */
  backUp: post(`${path}/backup`, 'dashboard_monitor:add', {
    changes: path,
    kinds: [STAFF],
    says: text('立即备份系统', 'Backed up the system'),
    returns: z.null(),
  }),
}
