import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm'
import { Counter } from 'prom-client'
import { type Text, text } from '#shared/text.ts'
import { type DeliveryProblem, TEST_EVENT } from '#shared/webhooks.ts'
import { tell } from '../../people/notices/tell.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { webhookDelivery as delivery, webhook } from '../../platform/database/tables/webhooks.ts'
import { workWhenTold } from '../../platform/database/work-when-told.ts'
import { postJson } from '../../platform/network/dial.ts'
import { NotOutside, OutsideAgent } from '../../platform/network/outside.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { roundFailed } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { unlessSilent } from '../../platform/silence.ts'
import { bodyOf, type WebhookSources } from './message.ts'
import { openSecret, signed } from './signature.ts'

interface Parts extends Pick<Services, 'config' | 'store' | 'events' | 'log'> {
  sources: WebhookSources
  /** Pauses after a failed try, one after the other; after the last the message is given up. ms */
  pauses?: readonly number[]
  agent?: OutsideAgent
  /** A receiver that is slower is tried again later. ms */
  longestMs?: number
}

const MINUTE_MS = 60_000
/** Eight tries in about a day. ms */
const PAUSES = [1, 5, 15, 60, 180, 360, 720].map(minutes => minutes * MINUTE_MS)
/** Of a receiver, before it is tried again later. ms */
const LONGEST_MS = 10_000
/** After this long another process takes over a try: its own has died. ms */
const LONGEST_TRY_MS = 30_000
/** Number of webhooks sent to at a time, each one message after the other, so that a slow one delays no other. */
const AT_ONCE = 16
/** Interval between checks. ms */
const POLL_MS = 10_000
/** A webhook that accepted nothing for this long is switched off. */
const FAILING_DAYS = 3
const KEPT_DAYS = 30
const FORGET_EVERY_MS = 3_600_000

const sent = new Counter({ name: 'farm_webhooks_sent_total', help: 'Messages that a receiver took' })
const failed = new Counter({
  name: 'farm_webhook_failures_total',
  help: 'Tries that a receiver did not take',
})

interface Outcome {
  status: number | null
  problem: DeliveryProblem | null
}
type Waiting = Pick<typeof delivery.$inferSelect, 'id' | 'event' | 'subjectId' | 'madeAt' | 'tries'> &
  Pick<typeof webhook.$inferSelect, 'officePath' | 'ownerId' | 'address' | 'secret' | 'name'> & {
    webhookId: string
  }

const failedForDays = (name: string): Text =>
  text(
    `推送接口“${name}”多日无法送达，已停用`,
    `The webhook “${name}” has failed for days and was switched off`,
  )
const refusedForGood = (name: string): Text =>
  text(
    `推送接口“${name}”的接收方不再接收（410），已停用`,
    `The receiver of the webhook “${name}” wants no more messages (410), so it was switched off`,
  )

const isTaken = ({ status }: Outcome): boolean => status !== null && status >= 200 && status < 300
/** The receiver wants no more: Standard Webhooks says so by 410. */
const isGone = ({ status }: Outcome): boolean => status === 410

function problemOf(error: unknown): DeliveryProblem {
  if (error instanceof NotOutside) return 'address'
  return 'connection'
}

/** Reserves the next message of each webhook that is not busy with one, for as long as a try may take. */
async function takeDue(db: Db, busy: readonly string[], most: number): Promise<Waiting[]> {
  const isDue = sql`d.state = 'waiting' and d.due_at <= now()`
  const { rows } = await db.execute<{ id: string }>(sql`
    select next.id from ${webhook} w, lateral (
      select d.id, d.due_at from ${delivery} d where d.webhook_id = w.id and ${isDue} order by d.due_at limit 1) next
    where w.is_active and w.id <> all(${sql.param(busy)}::text[])
    order by next.due_at limit ${most}`)
  if (rows.length === 0) return []
  return db
    .update(delivery)
    .set({
      tries: sql`${delivery.tries} + 1`,
      lastTryAt: sql`now()`,
      dueAt: sql`now() + ${LONGEST_TRY_MS} * interval '1 ms'`,
    })
    .from(webhook)
    .where(
      and(
        inArray(
          delivery.id,
          rows.map(({ id }) => id),
        ),
        // Another process may have taken it meanwhile.
        lte(delivery.dueAt, sql`now()`),
        eq(webhook.id, delivery.webhookId),
      ),
    )
    .returning({
      id: delivery.id,
      event: delivery.event,
      subjectId: delivery.subjectId,
      madeAt: delivery.madeAt,
      tries: delivery.tries,
      webhookId: webhook.id,
      officePath: webhook.officePath,
      ownerId: webhook.ownerId,
      address: webhook.address,
      secret: webhook.secret,
      name: webhook.name,
    })
}

/** Switches off a webhook that accepted nothing for days; its owner is told, and pending messages are dropped. */
async function noteFailing(
  { store, events }: Pick<Parts, 'store' | 'events'>,
  { webhookId, ownerId, name }: Waiting,
  isGone: boolean,
): Promise<void> {
  const told = await store.transaction(SYSTEM, async db => {
    const [row] = await db
      .update(webhook)
      .set({ failingSince: sql`coalesce(${webhook.failingSince}, now())` })
      .where(eq(webhook.id, webhookId))
      .returning({
        isOver: sql<boolean>`${webhook.failingSince} < now() - ${FAILING_DAYS} * interval '1 day'`,
      })
    if (!isGone && !row?.isOver) return []
    const { rowCount } = await changeRows(db, webhook, and(eq(webhook.id, webhookId), webhook.isActive), {
      isActive: false,
      switchedOff: isGone ? 'gone' : 'failing',
    })
    if (rowCount === 0) return []
    const waits = and(eq(delivery.webhookId, webhookId), eq(delivery.state, 'waiting'))
    await db.update(delivery).set({ state: 'failed' }).where(waits)
    const { id, officePath } = account
    const people = await db.select({ id, officePath }).from(account).where(eq(id, ownerId))
    return tell(db, people, {
      title: isGone ? refusedForGood(name) : failedForDays(name),
      level: 'warning',
      messageType: 'to_do',
      businessType: 'webhook',
      subjectId: null,
    })
  })
  if (told.length > 0) events.emit('notice', { accountIds: told })
}

/**
 * Sends the webhook messages that transactions wrote: at once when notified, each message by one process, with growing
 * pauses between retries. At least once: a repeat has the same id.
 */
export function startWebhooks(parts: Parts): { stop(): Promise<void> } {
  const { config, store, log, sources, pauses = PAUSES, longestMs = LONGEST_MS } = parts
  const networks = config.webhookNetworks
  const agent = parts.agent ?? new OutsideAgent({ networks })
  const db = store.scoped(SYSTEM)
  const underWay = new Map<string, Promise<void>>()

  async function post({ id, address, webhookId, secret }: Waiting, body: string): Promise<Outcome> {
    const key = openSecret(config.appSecret, webhookId, secret)
    if (key === null) throw new Error('A secret of a webhook was sealed with another APP_SECRET')
    const limit = AbortSignal.timeout(longestMs)
    const signal = AbortSignal.any([working.signal, limit])
    try {
      const headers = signed(key, id, new Date(), body)
      return { ...(await postJson(address, { headers, body, agent, networks, signal })), problem: null }
    } catch (error) {
      working.signal.throwIfAborted()
      // Node reports the end of the time as an abort.
      return { status: null, problem: limit.aborted ? 'timeout' : problemOf(error) }
    }
  }

  async function deliver(waiting: Waiting): Promise<void> {
    const { id, webhookId } = waiting
    const body = await bodyOf(store, sources, config.defaultLanguage ?? 'en-US', waiting)
    if (body === null) return void (await db.delete(delivery).where(eq(delivery.id, id)))
    const began = performance.now()
    const outcome = await post(waiting, body)
    const said = { ...outcome, durationMs: Math.round(performance.now() - began) }
    if (isTaken(outcome)) {
      sent.inc()
      await db
        .update(delivery)
        .set({ ...said, state: 'delivered' })
        .where(eq(delivery.id, id))
      await db.update(webhook).set({ failingSince: null }).where(eq(webhook.id, webhookId))
      return
    }
    failed.inc()
    const pause = waiting.event === TEST_EVENT ? undefined : pauses[waiting.tries - 1]
    const next =
      pause === undefined ? { state: 'failed' as const } : { dueAt: sql`now() + ${pause} * interval '1 ms'` }
    await db
      .update(delivery)
      .set({ ...said, ...next })
      .where(eq(delivery.id, id))
    await noteFailing(parts, waiting, isGone(outcome))
    // Sooner than the next check.
    if (pause !== undefined && pause < POLL_MS) setTimeout(working.wake, pause).unref()
  }

  function begin(waiting: Waiting): void {
    const trying = deliver(waiting)
      .catch(error => {
        if (!working.signal.aborted) roundFailed(log, 'webhooks', error)
      })
      .finally(() => {
        underWay.delete(waiting.webhookId)
        working.wake()
      })
    underWay.set(waiting.webhookId, trying)
  }

  let forgottenAt = 0
  async function forgetOld(): Promise<void> {
    if (Date.now() - forgottenAt < FORGET_EVERY_MS) return
    await db.delete(delivery).where(lt(delivery.madeAt, sql`now() - ${KEPT_DAYS} * interval '1 day'`))
    forgottenAt = Date.now()
  }

  async function round(): Promise<boolean> {
    if (underWay.size >= AT_ONCE) return false
    const waiting = await takeDue(db, [...underWay.keys()], AT_ONCE - underWay.size)
    waiting.forEach(begin)
    if (waiting.length === 0) await forgetOld()
    return false
  }

  const working = workWhenTold({
    store,
    channel: 'webhook',
    everyMs: POLL_MS,
    name: 'webhooks',
    round: unlessSilent(store, round),
    log,
  })
  return {
    async stop() {
      await working.stop()
      await Promise.all(underWay.values())
      agent.destroy()
    },
  }
}
