import type { Agent } from 'node:https'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { Way } from '#shared/alarm-rules.ts'
import { provenWays, type TendedWay } from '#shared/alarm-ways.ts'
import { CLOCK, type Clock } from '../../../platform/clock.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Db, SYSTEM } from '../../../platform/database/store.ts'
import { alarmWay } from '../../../platform/database/tables/alarm-ways.ts'
import { noticeMessage } from '../../../platform/database/tables/histories.ts'
import type { Heartbeat } from '../../../platform/heartbeat.ts'
import { queueMail } from '../../../platform/mail/queue-mail.ts'
import { OutsideAgent } from '../../../platform/network/outside.ts'
import { inRound, roundFailed } from '../../../platform/rounds.ts'
import { mailboxToken } from '../../../platform/secrets/proof-token.ts'
import type { Services } from '../../../platform/services.ts'
import { silenceOf } from '../../../platform/silence.ts'
import { type Door, doorsOf, pushDoor } from './doors.ts'
import { pushPlaces, tellOfWays, type WayNews } from './tell-ways.ts'

interface Parts extends Pick<Services, 'store' | 'events' | 'log'> {
  config: Pick<
    Services['config'],
    'smtpUrl' | 'mailProofTo' | 'alertGateway' | 'heartbeatUrl' | 'demo' | 'appSecret'
  >
  heartbeat?: Pick<Heartbeat, 'last'> | undefined
  /** How push services are reached. */
  agent?: Agent
  /** Shorter in tests. */
  times?: Partial<typeof TIMES>
  clock?: Clock
}

/**
 * ms: from one look to the next while all is well, and while something is not; how long a door may take. With three tries a
 * way that died is told after 30 + 3 × 8 + 2 × 10 s at most. A mail to a mailbox that answers goes out at intervals, shorter ones
 * while one is missing, and has its time to arrive: a mail server that loses mail is told by the first look after that.
 */
const TIMES = {
  well: 30_000,
  failing: 10_000,
  patience: 8_000,
  mailEvery: 180_000,
  mailAgain: 60_000,
  mailTakes: 90_000,
}
type Times = typeof TIMES
/** Tries in a row that must fail; the watchdog's own took as long before. */
const TRIES: Record<TendedWay, number> = { mail: 3, push: 3, call: 3, watchdog: 2 }
/** A mail has had its time: nothing is gained by another look. */
const LOST = 'takes mails and loses them'
/** Another process that looked just now has counted the same failure. ms */
const SAME_LOOK_MS = 4_000
/** Makers of browsers whose services are looked at. */
const PUSH_SERVICES = 12

/** What came of a look at a door. */
interface Seen {
  way: TendedWay
  place: string
  problem: string | null
}

/** Tries a door; one that hangs has failed. */
async function look({ way, place, knock }: Door, id: string, signal: AbortSignal): Promise<Seen> {
  try {
    await knock(signal, id)
    return { way, place, problem: null }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const problem = String(cause instanceof Error ? cause.message || cause.name : cause).slice(0, 200)
    return { way, place, problem }
  }
}

type Tended = typeof alarmWay.$inferSelect
const isOwed = ({ askedAt, echoedAt }: Pick<Tended, 'askedAt' | 'echoedAt'>): boolean =>
  askedAt !== null && echoedAt !== null && echoedAt < askedAt

/** What is wrong behind a door that opens: its other end answered tests before and does not any more, or says so itself. */
function behind(known: Tended, now: number, patience: number, says: string): string | null {
  if (known.echoProblem !== null) return known.echoProblem
  const hadTime = known.askedAt !== null && now - known.askedAt.getTime() >= patience
  return hadTime && isOwed(known) ? says : null
}

/** Notes the test that a door is about to be given, and returns what is known to be wrong behind it. */
async function ask(
  db: Db,
  { way, place }: Door,
  { askedId, now, patience }: { askedId: string; now: number; patience: number },
): Promise<string | null> {
  const isIt = and(eq(alarmWay.way, way), eq(alarmWay.place, place))
  const [before] = await db.select().from(alarmWay).where(isIt)
  // The time runs from the first of those that were not answered.
  const asked = { askedId, askedAt: before && isOwed(before) ? before.askedAt : new Date(now) }
  await db
    .insert(alarmWay)
    .values({ way, place, checkedAt: new Date(0), ...asked })
    .onConflictDoUpdate({ target: [alarmWay.way, alarmWay.place], set: asked })
  return before ? behind(before, now, patience, 'took a test and did not answer it') : null
}

interface Mailbox {
  mailbox: string
  appSecret: string
  /** What was sent before this process began may have been answered to nobody. */
  startedAt: Date
  now: Date
}

/**
 * Sends the mailbox that answers a mail when one is due, one process alone, and returns what is known to be wrong: its mails
 * are taken and lost. `db` carries the system's scope, in a transaction.
 */
async function askByMail(
  db: Db,
  { way, place }: Door,
  { mailbox, appSecret, startedAt, now }: Mailbox,
  times: Times,
): Promise<string | null> {
  const isIt = and(eq(alarmWay.way, way), eq(alarmWay.place, place))
  const [known] = await db.select().from(alarmWay).where(isIt).for('update')
  // The first look at it notes it.
  if (!known) return null
  const isAnew = known.sentAt === null || (known.sentAt < startedAt && known.deadSince === null)
  const pause = isOwed(known) ? times.mailAgain : times.mailEvery
  if (!isAnew && now.getTime() - (known.sentAt?.getTime() ?? 0) < pause)
    return behind(known, now.getTime(), times.mailTakes, LOST)
  await queueMail(db, {
    to: mailbox,
    language: 'en-US',
    template: 'mailArrives',
    values: {},
    secret: { values: { token: mailboxToken(appSecret, now.getTime()) }, appSecret },
    usefulUntil: new Date(now.getTime() + times.mailTakes),
  })
  const asked = { sentAt: now, askedAt: isOwed(known) && !isAnew ? known.askedAt : now }
  await db.update(alarmWay).set(asked).where(isIt)
  return behind({ ...known, ...asked }, now.getTime(), times.mailTakes, LOST)
}

/** Notes what was seen, and returns which ways died, live again, or are dead and nobody knows it yet. `db` carries the system's scope. */
async function noteSeen(db: Db, seen: readonly Seen[], now: Date): Promise<WayNews[]> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('alarm_way', 0))`)
  const known = new Map((await db.select().from(alarmWay)).map(row => [`${row.way} ${row.place}`, row]))
  const news: WayNews[] = []
  for (const { way, place, problem } of seen) {
    const before = known.get(`${way} ${place}`)
    known.delete(`${way} ${place}`)
    const isSame = before !== undefined && now.getTime() - before.checkedAt.getTime() < SAME_LOOK_MS
    const failures = problem === null ? 0 : (before?.failures ?? 0) + (isSame ? 0 : 1)
    const wasDead = before?.deadSince ?? null
    const isDead = problem !== null && (wasDead !== null || problem === LOST || failures >= TRIES[way])
    const row = {
      checkedAt: now,
      failures,
      problem,
      deadSince: isDead ? (wasDead ?? now) : null,
      ...(problem === null && { workedAt: now }),
    }
    await db
      .insert(alarmWay)
      .values({ way, place, ...row })
      .onConflictDoUpdate({ target: [alarmWay.way, alarmWay.place], set: row })
    if (isDead !== (wasDead !== null)) news.push({ way, place, isDead, problem })
    else if (wasDead && (await isUnheard(db, wasDead)))
      news.push({ way, place, isDead, problem, isAgain: true })
  }
  // What is not set up any more.
  for (const { way, place } of known.values())
    await db.delete(alarmWay).where(and(eq(alarmWay.way, way), eq(alarmWay.place, place)))
  return news
}

/** A dead way is told to the staff again after this, until one of them has read it. min */
const AGAIN_MINUTES = 30

/** Whether none of the staff has read of a way that died then, though they were told some time ago. */
async function isUnheard(db: Db, deadSince: Date): Promise<boolean> {
  const { rows } = await db.execute<{ unheard: boolean | null }>(sql`
    select bool_and(read_at is null) and max(created_at) < now() - make_interval(mins => ${AGAIN_MINUTES}) as unheard
    from ${noticeMessage} where business_type = 'health' and level = 'critical'
      and created_at > ${deadSince.toISOString()}::timestamptz - interval '1 minute'`)
  return rows[0]?.unheard ?? false
}

/** The ways to people that are set up and live. */
async function livingWays(db: Db): Promise<Set<Way>> {
  const rows = await db.select().from(alarmWay)
  return new Set(provenWays.filter(way => rows.some(row => row.way === way && row.deadSince === null)))
}

/** Takes the answer of a gateway to a test: whether its line works. `db` carries the system's scope. */
export async function noteEcho(db: Db, askedId: string, problem: string | null): Promise<boolean> {
  const made = await db
    .update(alarmWay)
    .set({ echoedAt: sql`now()`, echoProblem: problem?.slice(0, 200) ?? null })
    .where(eq(alarmWay.askedId, askedId))
    .returning({ way: alarmWay.way })
  return made.length > 0
}

/**
 * Notes that a mail arrived in the mailbox that answers: sent at `at`, ms, and not before the first of those that are missing,
 * unless none has ever arrived. `db` carries the system's scope.
 */
export async function noteArrived(db: Db, at: number): Promise<boolean> {
  const made = await db
    .update(alarmWay)
    .set({ echoedAt: new Date() })
    .where(and(eq(alarmWay.way, 'mail'), or(isNull(alarmWay.echoedAt), lte(alarmWay.askedAt, new Date(at)))))
    .returning({ way: alarmWay.way })
  return made.length > 0
}

/**
 * Looks all the time whether mail, push services, the gateway for calls and the watchdog are there, and tells by the others
 * when one is not. Any number of processes may do so.
 */
export function startWays(parts: Parts): { stop(): Promise<void> } {
  const { config, store, events, log, heartbeat, agent = new OutsideAgent(), clock = CLOCK } = parts
  const times = { ...TIMES, ...parts.times }
  const stopping = new AbortController()
  const { signal } = stopping
  const startedAt = new Date(clock.now())
  const doors = doorsOf(config)

  /** Of the watchdog the heartbeat knows. */
  const watchdog = (): Seen[] => {
    const problem = heartbeat?.last()
    const { heartbeatUrl } = config
    if (problem === undefined || !heartbeatUrl) return []
    return [{ way: 'watchdog', place: new URL(heartbeatUrl).host, problem }]
  }

  async function behindIt(db: Db, door: Door, id: string): Promise<string | null> {
    const { test } = door
    if (test === null) return null
    const now = clock.now()
    if (test === 'knock') return ask(db, door, { askedId: id, now, patience: times.patience })
    const to = { ...test, appSecret: config.appSecret, startedAt, now: new Date(now) }
    return store.transaction(SYSTEM, inner => askByMail(inner, door, to, times))
  }

  async function tryDoor(db: Db, door: Door): Promise<Seen> {
    const id = newId()
    const wrong = await behindIt(db, door, id)
    const seen = await look(door, id, AbortSignal.any([signal, clock.timeout(times.patience)]))
    return { ...seen, problem: seen.problem ?? wrong }
  }

  /** Returns whether all is well. */
  async function round(): Promise<boolean> {
    const db = store.scoped(SYSTEM)
    if (await silenceOf(db)) return true
    const services = (await pushPlaces(db, PUSH_SERVICES)).map(place => pushDoor(place, agent))
    const tried = await Promise.all([...doors, ...services].map(door => tryDoor(db, door)))
    const seen = [...tried, ...watchdog()]
    if (signal.aborted) return true
    const told = await store.transaction(SYSTEM, async inner => {
      const news = await noteSeen(inner, seen, new Date(clock.now()))
      for (const { way, place, isDead, problem } of news)
        if (isDead) log.error({ way, place, problem }, 'a way of alarms is dead')
        else log.info({ way, place }, 'a way of alarms lives again')
      // Nobody is there who could mend it, and what is told would stand in everybody's way.
      return config.demo ? [] : tellOfWays(inner, news, await livingWays(inner))
    })
    if (told.length > 0) events.emit('notice', { accountIds: told })
    return seen.every(({ problem }) => problem === null)
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      const isWell = await inRound('ways', round).catch(error => {
        if (!signal.aborted) roundFailed(log, 'ways', error)
        return false
      })
      await clock.pause(isWell ? times.well : times.failing, signal)
    }
  }
  const running = Promise.resolve().then(run)
  return {
    async stop() {
      stopping.abort()
      await running
      agent.destroy()
    },
  }
}
