import { and, eq, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import { Counter } from 'prom-client'
import type { Config } from '../config.ts'
import { createHandedOver } from '../database/handed-over.ts'
import { type Db, SYSTEM } from '../database/store.ts'
import { alarmEvent } from '../database/tables/alarms.ts'
import { phoneCall } from '../database/tables/calls.ts'
import { account } from '../database/tables/offices.ts'
import { openWindow } from '../database/window.ts'
import { pauseAfter, workWhenTold } from '../database/work-when-told.ts'
import { signedHeaders } from '../network/sign-webhook.ts'
import { roundFailed } from '../rounds.ts'
import type { Services } from '../services.ts'
import { unlessSilent } from '../silence.ts'

interface Parts extends Pick<Services, 'store'> {
  gateway: NonNullable<Config['alertGateway']>
  log: Pick<Services['log'], 'info' | 'warn' | 'error'>
  /** Takes back, in a transaction, the calls that would wake somebody for nothing. */
  takeBack: (db: Db) => Promise<void>
  /** Pause after the first failed try; doubles each time. ms */
  retryMs?: number
  /** A slower gateway is tried again. ms */
  longestMs?: number
}

/** Calls handed over at a time. */
const AT_ONCE = 8
const LONGEST_MS = 10_000
/** A try may be taken over by another process after this: its own has died. ms */
const LONGEST_TRY_MS = 30_000
const RETRY_MS = 5_000
/** Pause between polls, ms. */
const POLL_MS = 5_000

const taken = new Counter({ name: 'farm_calls_taken_total', help: 'Calls that the gateway took' })
const failed = new Counter({
  name: 'farm_call_failures_total',
  help: 'Tries to hand over a call that failed',
})
const abandoned = new Counter({
  name: 'farm_calls_given_up_total',
  help: 'Calls that the gateway never took',
})

interface Waiting extends Pick<typeof phoneCall.$inferSelect, 'id' | 'content' | 'tries' | 'usefulUntil'> {
  /** As the account has it now: the gateway knows its country's numbers. */
  to: string | null
  name: string
}

/** The calls that are due, each reserved for this process until the try is over. */
function takeDue(db: Db, most: number): Promise<Waiting[]> {
  const due = db
    .select({ id: phoneCall.id })
    .from(phoneCall)
    .where(lte(phoneCall.dueAt, sql`now()`))
    .orderBy(phoneCall.dueAt)
    .limit(most)
    .for('update', { skipLocked: true })
  return (
    db
      .update(phoneCall)
      .set({ tries: sql`${phoneCall.tries} + 1`, dueAt: sql`now() + ${LONGEST_TRY_MS} * interval '1 ms'` })
      .from(account)
      // An erased person has no number any more.
      .where(and(inArray(phoneCall.id, due), eq(account.id, phoneCall.accountId), isNotNull(account.phone)))
      .returning({
        id: phoneCall.id,
        content: phoneCall.content,
        tries: phoneCall.tries,
        usefulUntil: phoneCall.usefulUntil,
        to: account.phone,
        name: account.actualName,
      })
  )
}

/**
 * Hands the calls that transactions queued to the gateway for phone calls and text messages: at once when told of one,
 * each by one process, retried with growing pauses until taken or too late. At least once: a repeat has the same id.
 */
export function startCalls(parts: Parts): { stop(): Promise<void> } {
  const { store, gateway, log, takeBack, retryMs = RETRY_MS, longestMs = LONGEST_MS } = parts
  const db = store.scoped(SYSTEM)
  const { host } = new URL(gateway.url)
  const handedOver = createHandedOver(() => working.signal)

  const drop = async (id: string) => void (await db.delete(phoneCall).where(eq(phoneCall.id, id)))
  /** In the alarms that the call tells of; what the gateway has told of the phone since stays. */
  const noteResult = async (id: string, result: 'taken' | 'givenUp') =>
    void (await db
      .update(alarmEvent)
      .set({ callResult: result, callResultAt: new Date() })
      .where(and(eq(alarmEvent.callId, id), isNull(alarmEvent.callResult))))
  const again = async (id: string, set: { dueAt: Date; tries: number }) =>
    void (await db.update(phoneCall).set(set).where(eq(phoneCall.id, id)))

  /** Null once the gateway took it, otherwise what went wrong. */
  async function handOver({ id, content, to, name }: Waiting): Promise<string | null> {
    const body = JSON.stringify({ id, type: 'alarm.call', to, name, ...content })
    try {
      const answer = await fetch(gateway.url, {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          ...signedHeaders(body, { id, secret: gateway.secret, at: Date.now() }),
        },
        // The target of a redirect was never given the secret.
        redirect: 'manual',
        signal: AbortSignal.any([working.signal, AbortSignal.timeout(longestMs)]),
      })
      await answer.body?.cancel()
      return answer.ok ? null : `answered ${answer.status}`
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return String(cause).slice(0, 200)
    }
  }

  async function deliver(call: Waiting): Promise<void> {
    const { id, tries, usefulUntil } = call
    const problem = handedOver.has(id) ? null : await handOver(call)
    if (problem === null) {
      taken.inc()
      return handedOver.note(id, async () => {
        await noteResult(id, 'taken')
        await drop(id)
      })
    }
    if (working.signal.aborted) return again(id, { dueAt: new Date(), tries: tries - 1 })
    failed.inc()
    const dueAt = new Date(Date.now() + pauseAfter(tries, retryMs))
    if (dueAt < usefulUntil) {
      log.warn({ host, problem, tries }, 'a call is not taken; it is tried again')
      await again(id, { dueAt, tries })
      // Due before the next poll.
      setTimeout(working.wake, Math.max(0, dueAt.getTime() - Date.now())).unref()
      return
    }
    abandoned.inc()
    log.error({ host, problem, tries }, 'call given up')
    await noteResult(id, 'givenUp')
    await drop(id)
  }

  const calling = openWindow<Waiting>({
    most: AT_ONCE,
    work: deliver,
    ended(error) {
      if (error !== undefined && !working.signal.aborted) roundFailed(log, 'calls', error)
      working.wake()
    },
  })

  async function round(): Promise<boolean> {
    if (calling.room() === 0) return false
    // Whatever is wrong with that, people are called.
    await store.transaction(SYSTEM, takeBack).catch(error => roundFailed(log, 'calls', error))
    const calls = await takeDue(db, calling.room())
    for (const call of calls) calling.begin(call)
    if (calls.length === 0) await db.delete(phoneCall).where(lt(phoneCall.usefulUntil, sql`now()`))
    return false
  }

  log.info({ host }, 'people on call are rung up through')
  const working = workWhenTold({
    store,
    channel: 'phone_call',
    everyMs: POLL_MS,
    name: 'calls',
    round: unlessSilent(store, round),
    log,
  })
  return {
    async stop() {
      await working.stop()
      await calling.settled()
    },
  }
}
