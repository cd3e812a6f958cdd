import type { Agent } from 'node:https'
import { setImmediate as immediate } from 'node:timers/promises'
import { and, asc, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import { Counter } from 'prom-client'
import type { AttemptResult } from '#shared/alarm-chain.ts'
import type { PushContent } from '#shared/push-content.ts'
import type { Config } from '../config.ts'
import { anyOf } from '../database/any-of.ts'
import { createHandedOver } from '../database/handed-over.ts'
import { noteAttempt } from '../database/note-attempt.ts'
import { type Db, SYSTEM } from '../database/store.ts'
import { push, pushSubscription } from '../database/tables/push.ts'
import { openWindow } from '../database/window.ts'
import { pauseAfter, workWhenTold } from '../database/work-when-told.ts'
import { NotOutside, OutsideAgent } from '../network/outside.ts'
import { roundFailed } from '../rounds.ts'
import { vapidKeys } from '../secrets/vapid.ts'
import type { Services } from '../services.ts'
import { unlessSilent } from '../silence.ts'
import { type Browser, handOver } from './hand-over.ts'
import { lasts } from './listening.ts'

interface Parts extends Pick<Services, 'store'> {
  config: Pick<Config, 'appSecret' | 'publicUrl' | 'smtpFrom'>
  log: Pick<Services['log'], 'info' | 'warn' | 'error'>
  /** How push services are reached. */
  agent?: Agent
  /** Pause after the first failed try; doubles up to an hour. ms */
  retryMs?: number
  /** A slower push service is tried again later. ms */
  longestMs?: number
}

/** Pushes handed over at a time; to one push service, and to one that did not answer last time. */
const AT_ONCE = 24
const TO_ONE = 12
const TO_SILENT = 2
/** A try may be taken over by another process after this: its own has died. ms */
const LONGEST_TRY_MS = 30_000
const RETRY_MS = 5_000
/** Longest pause that a push service may ask for. ms */
const RETRY_AFTER_MAX_MS = 3_600_000
/** Pause between polls, ms. */
const POLL_MS = 10_000

const delivered = new Counter({ name: 'farm_pushes_sent_total', help: 'Pushes handed to a push service' })
const failed = new Counter({
  name: 'farm_push_failures_total',
  help: 'Tries to hand over a push that failed',
})
const abandoned = new Counter({ name: 'farm_pushes_given_up_total', help: 'Pushes that were never taken' })
const ended = new Counter({
  name: 'farm_push_subscriptions_ended_total',
  help: 'Browsers whose push service says that they listen no more',
})

interface Waiting extends Browser {
  id: string
  sessionId: string
  content: PushContent
  tries: number
  usefulUntil: Date
}

/**
 * The pushes that are due, each reserved for this process until the try is over; untried ones first. No more to each push
 * service than there is room for: one that hangs holds up only its own. `room` by host; of others there is `TO_ONE`.
 */
async function takeDue(db: Db, most: number, room: Readonly<Record<string, number>>): Promise<Waiting[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select p.id, p.tries, p.due_at, s.host,
        row_number() over (partition by s.host order by p.tries, p.due_at) as place
      from ${push} p join (select session_id, split_part(endpoint, '/', 3) as host from ${pushSubscription}) s
        on s.session_id = p.session_id
      where p.due_at <= now()
        and exists (select from session x where x.id = p.session_id and x.expires_at > now())
    ) waiting
    where place <= coalesce((${JSON.stringify(room)}::jsonb ->> host)::int, ${TO_ONE})
    order by tries, due_at limit ${most}`)
  if (rows.length === 0) return []
  const due = db
    .select({ id: push.id })
    .from(push)
    .where(
      and(
        anyOf(
          push.id,
          rows.map(({ id }) => id),
        ),
        lte(push.dueAt, sql`now()`),
        lasts(db, push.sessionId),
      ),
    )
    .orderBy(asc(push.tries), push.dueAt)
    .for('update', { skipLocked: true })
  const { endpoint, p256dh, auth } = pushSubscription
  return db
    .update(push)
    .set({ tries: sql`${push.tries} + 1`, dueAt: sql`now() + ${LONGEST_TRY_MS} * interval '1 ms'` })
    .from(pushSubscription)
    .where(and(inArray(push.id, due), eq(pushSubscription.sessionId, push.sessionId)))
    .returning({
      id: push.id,
      sessionId: push.sessionId,
      content: push.content,
      tries: push.tries,
      usefulUntil: push.usefulUntil,
      endpoint,
      p256dh,
      auth,
    })
}

/** Room for each push service that is busy or silent. */
const roomOf = (busy: ReadonlyMap<string, number>, silent: ReadonlySet<string>): Record<string, number> =>
  Object.fromEntries(
    [...new Set([...busy.keys(), ...silent])].map(host => [
      host,
      Math.max(0, (silent.has(host) ? TO_SILENT : TO_ONE) - (busy.get(host) ?? 0)),
    ]),
  )

const drop = async (db: Db, id: string) => void (await db.delete(push).where(eq(push.id, id)))

/** Notes that a browser was not reached; what another of the same person still waits for may go better. */
async function noteFailed(
  db: Db,
  { id, content: { tag } }: Pick<Waiting, 'id' | 'content'>,
  result: AttemptResult,
) {
  const others = await db.$count(push, and(ne(push.id, id), sql`${push.content} ->> 'tag' = ${tag}`))
  await noteAttempt(db, 'push', tag, others > 0 ? 'delayed' : result)
}

/** Drops what is of no use any more. */
async function dropOld(db: Db): Promise<void> {
  const { id, content } = push
  const old = await db.delete(push).where(lt(push.usefulUntil, sql`now()`)).returning({ id, content })
  for (const each of old) await noteFailed(db, each, 'unreachable')
}

/** For another process: this one is stopping. */
const giveBack = async (db: Db, { id, tries }: Waiting) =>
  void (await db
    .update(push)
    .set({ dueAt: sql`now()`, tries: tries - 1 })
    .where(eq(push.id, id)))

/**
 * Hands over the pushes that transactions queued: at once when told of one, each by one process, retried with growing
 * pauses until the push service takes it or it is no longer useful. At least once: a repeat has the same tag.
 */
export function startPush(parts: Parts): { stop(): Promise<void> } {
  const { config, store, log, agent = new OutsideAgent(), retryMs = RETRY_MS, longestMs } = parts
  const keys = vapidKeys(config)
  const db = store.scoped(SYSTEM)
  const handedOver = createHandedOver(() => working.signal)
  /** Push services that did not answer last time: logged once, until one answers again. */
  const silent = new Set<string>()

  async function deliver(waiting: Waiting): Promise<void> {
    const { endpoint, content, usefulUntil } = waiting
    const { host } = new URL(endpoint)
    const ttlS = Math.max(1, Math.round((usefulUntil.getTime() - Date.now()) / 1_000))
    let problem: unknown
    let retryAfterS = 0
    if (handedOver.has(waiting.id)) return taken(waiting, host)
    try {
      const how = { keys, ttlS, agent, signal: working.signal, longestMs }
      const answer = await handOver(waiting, content, how)
      if (answer.status >= 200 && answer.status < 300) return await taken(waiting, host)
      if (answer.status === 404 || answer.status === 410) return await forgetBrowser(waiting, host)
      problem = new Error(`answered ${answer.status}`)
      if (isFinal(answer.status)) return await giveUp(waiting, host, problem, 'refused')
      retryAfterS = answer.retryAfterS
    } catch (error) {
      if (working.signal.aborted) return giveBack(db, waiting)
      if (error instanceof NotOutside) return forgetBrowser(waiting, host)
      problem = error
    }
    await again(waiting, host, problem, retryAfterS)
  }

  async function taken({ id, content }: Waiting, host: string): Promise<void> {
    delivered.inc()
    await handedOver.note(id, async () => {
      await noteAttempt(db, 'push', content.tag, 'taken')
      await drop(db, id)
    })
    if (silent.delete(host)) log.info({ host }, 'pushes are taken again')
  }

  /** Its pushes are deleted too. The same endpoint may have been registered anew meanwhile. */
  async function forgetBrowser(waiting: Waiting, host: string): Promise<void> {
    const { sessionId, endpoint } = waiting
    ended.inc()
    await noteFailed(db, waiting, 'gone')
    await db
      .delete(pushSubscription)
      .where(and(eq(pushSubscription.sessionId, sessionId), eq(pushSubscription.endpoint, endpoint)))
    log.info({ host }, 'a browser listens no more')
  }

  async function giveUp(waiting: Waiting, host: string, problem: unknown, result: AttemptResult) {
    abandoned.inc()
    await noteFailed(db, waiting, result)
    await drop(db, waiting.id)
    log.error({ err: problem, host, tries: waiting.tries }, 'push given up')
  }

  async function again(waiting: Waiting, host: string, problem: unknown, retryAfterS: number): Promise<void> {
    failed.inc()
    const { id, tries, usefulUntil } = waiting
    const pause = Math.max(pauseAfter(tries, retryMs), Math.min(retryAfterS * 1_000, RETRY_AFTER_MAX_MS))
    if (Date.now() + pause > usefulUntil.getTime()) return giveUp(waiting, host, problem, 'unreachable')
    await noteAttempt(db, 'push', waiting.content.tag, 'delayed')
    await db
      .update(push)
      .set({ dueAt: sql`now() + ${pause} * interval '1 ms'` })
      .where(eq(push.id, id))
    if (!silent.has(host)) log.warn({ err: problem, host }, 'pushes are not taken; they are tried again')
    silent.add(host)
    // Due before the next poll.
    if (pause < POLL_MS) setTimeout(working.wake, pause).unref()
  }

  const pushing = openWindow<Waiting>({
    most: AT_ONCE,
    keyOf: ({ endpoint }) => new URL(endpoint).host,
    work: deliver,
    ended(error) {
      if (error !== undefined && !working.signal.aborted) roundFailed(log, 'pushes', error)
      working.wake()
    },
  })

  /** Each hand-over that ends starts the next round. */
  async function round(): Promise<boolean> {
    if (pushing.room() === 0) return false
    const waiting = await takeDue(db, pushing.room(), roomOf(pushing.busy(), silent))
    for (const each of waiting) {
      pushing.begin(each)
      // Encrypting one takes a millisecond or two; other work gets its turn in between.
      await immediate()
    }
    if (waiting.length === 0) await dropOld(db)
    return false
  }

  const working = workWhenTold({
    store,
    channel: 'push',
    everyMs: POLL_MS,
    name: 'pushes',
    round: unlessSilent(store, round),
    log,
  })
  return {
    async stop() {
      await working.stop()
      await pushing.settled()
      agent.destroy()
    },
  }
}

/** The push service will never take it: what we sent is wrong or too large. Problems with rights and time may be fixed. */
const isFinal = (status: number): boolean => status === 400 || status === 413
