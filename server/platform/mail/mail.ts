import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { SendMailOptions } from 'nodemailer'
import { Counter } from 'prom-client'
import type { Config } from '../config.ts'
import { createHandedOver } from '../database/handed-over.ts'
import { noteAttempt } from '../database/note-attempt.ts'
import { type Db, type Store, SYSTEM } from '../database/store.ts'
import { storedFile } from '../database/tables/jobs.ts'
import { mail } from '../database/tables/mail.ts'
import { openWindow } from '../database/window.ts'
import { pauseAfter, workWhenTold } from '../database/work-when-told.ts'
import { filesFolder } from '../files/stored-files.ts'
import { roundFailed } from '../rounds.ts'
import { unlessSilent } from '../silence.ts'
import { messageOf } from './message.ts'
import { valuesOf } from './sealed-values.ts'
import { AT_ONCE, openTransport } from './transport.ts'

interface Parts {
  config: Pick<Config, 'smtpUrl' | 'smtpFrom' | 'publicUrl' | 'dataDir' | 'appSecret'>
  store: Store
  log: Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>
  /** Pause after the first failed try; doubles up to an hour. ms */
  retryMs?: number
  /** A slower mail server is tried again. ms */
  longestMs?: number
}

/** A try may be taken over by another process after this: its own has died. ms */
const LONGEST_TRY_MS = 90_000
const RETRY_MS = 10_000
/** Pause between polls, ms. */
const POLL_MS = 10_000
/** How long sent and failed mails are recorded; cleared once an hour. ms */
const KEPT_MS = 30 * 86_400_000
const FORGET_EVERY_MS = 3_600_000

const delivered = new Counter({ name: 'farm_mails_sent_total', help: 'Mails handed to the mail server' })
const failed = new Counter({
  name: 'farm_mail_failures_total',
  help: 'Tries to hand over a mail that failed',
})
const abandoned = new Counter({ name: 'farm_mails_given_up_total', help: 'Mails that were never taken' })

type Waiting = typeof mail.$inferSelect

/** A mail's values are not needed once it was sent, or never will be. */
const forgotten = { values: {}, sealed: null }

const problemOf = (error: unknown) => String(error instanceof Error ? error.message : error).slice(0, 500)

/** The mails that are due, each reserved for this process until the try is over. */
function takeDue(db: Db, most: number): Promise<Waiting[]> {
  const due = db
    .select({ id: mail.id })
    .from(mail)
    .where(and(lte(mail.dueAt, sql`now()`), isNull(mail.sentAt), isNull(mail.givenUpAt)))
    .orderBy(mail.dueAt)
    .limit(most)
    .for('update', { skipLocked: true })
  return db
    .update(mail)
    .set({ tries: sql`${mail.tries} + 1`, dueAt: sql`now() + ${LONGEST_TRY_MS} * interval '1 ms'` })
    .where(inArray(mail.id, due))
    .returning()
}

/** Deletes sent and failed mails after a while, once an hour. */
function forgetting(db: Db): () => Promise<void> {
  let forgottenAt = 0
  return async () => {
    if (Date.now() - forgottenAt < FORGET_EVERY_MS) return
    const before = new Date(Date.now() - KEPT_MS)
    await db.delete(mail).where(or(lt(mail.sentAt, before), lt(mail.givenUpAt, before)))
    forgottenAt = Date.now()
  }
}

/**
 * Sends the mails that transactions queued: at once when told of one, each by one process, retried with growing pauses
 * until the mail server takes it or it is no longer useful.
 */
export function startMail(parts: Parts): { stop(): Promise<void> } {
  const { config, store, log, retryMs = RETRY_MS, longestMs = LONGEST_TRY_MS / 2 } = parts
  const transport = openTransport(config)
  const db = store.scoped(SYSTEM)
  const handedOver = createHandedOver(() => working.signal)
  log.info({ to: transport.to }, config.smtpUrl ? 'mails go out' : 'without SMTP_URL mails are written to')

  async function deliver(waiting: Waiting): Promise<void> {
    if (handedOver.has(waiting.id)) return noteSent(waiting.id)
    const values = valuesOf(waiting, config.appSecret)
    if (!values) return giveUp(waiting, new Error('sealed with another APP_SECRET'))
    try {
      const { smtpFrom: from, publicUrl } = config
      const attachments = await attachmentsOf(waiting)
      await transport.send(
        { ...messageOf({ ...waiting, values }, { from, publicUrl }), attachments },
        AbortSignal.any([working.signal, AbortSignal.timeout(longestMs)]),
      )
    } catch (error) {
      return working.signal.aborted ? giveBack(waiting) : note(waiting, error)
    }
    delivered.inc()
    await noteSent(waiting.id)
    log.debug({ id: waiting.id, template: waiting.template, to: transport.to }, 'mail sent')
  }

  const noteSent = (id: string) =>
    handedOver.note(id, async () => {
      await noteAttempt(db, 'mail', id, 'taken')
      await settle(id, { ...forgotten, sentAt: sql`now()`, problem: null })
    })

  /** The attached file. Rejects if it is gone: the mail would be pointless without it. */
  async function attachmentsOf({ fileId }: Waiting): Promise<SendMailOptions['attachments']> {
    if (fileId === null) return []
    const [file] = await db.select().from(storedFile).where(eq(storedFile.id, fileId))
    const content = await readFile(join(filesFolder(config.dataDir), fileId))
    return [
      { filename: file?.name ?? fileId, contentType: file?.type ?? 'application/octet-stream', content },
    ]
  }

  async function settle(id: string, change: PgUpdateSetSource<typeof mail>): Promise<void> {
    await db.update(mail).set(change).where(eq(mail.id, id))
  }

  const giveBack = ({ id, tries }: Waiting) => settle(id, { dueAt: sql`now()`, tries: tries - 1 })

  async function giveUp({ id, template, tries }: Waiting, error: unknown): Promise<void> {
    abandoned.inc()
    await noteAttempt(db, 'mail', id, isRefused(error) ? 'refused' : 'unreachable')
    await settle(id, { ...forgotten, givenUpAt: sql`now()`, problem: problemOf(error) })
    log.error({ err: error, id, template, tries }, 'mail given up')
  }

  async function note(waiting: Waiting, error: unknown): Promise<void> {
    failed.inc()
    const { id, template, tries, usefulUntil } = waiting
    const pause = pauseAfter(tries, retryMs)
    if (isRefused(error) || Date.now() + pause > usefulUntil.getTime()) return giveUp(waiting, error)
    await noteAttempt(db, 'mail', id, 'delayed')
    await settle(id, { dueAt: sql`now() + ${pause} * interval '1 ms'`, problem: problemOf(error) })
    log.warn({ err: error, id, template, tries, pause }, 'mail not taken; it is tried again')
    // Due before the next poll.
    if (pause < POLL_MS) setTimeout(working.wake, pause).unref()
  }

  const forgetOld = forgetting(db)
  const sending = openWindow<Waiting>({
    most: AT_ONCE,
    work: deliver,
    ended(error) {
      if (error !== undefined && !working.signal.aborted) roundFailed(log, 'mails', error)
      working.wake()
    },
  })

  async function round(): Promise<boolean> {
    if (sending.room() === 0) return false
    const waiting = await takeDue(db, sending.room())
    for (const each of waiting) sending.begin(each)
    if (waiting.length === 0) await forgetOld()
    return false
  }

  const working = workWhenTold({
    store,
    channel: 'mail',
    everyMs: POLL_MS,
    name: 'mails',
    round: unlessSilent(store, round),
    log,
  })
  return {
    async stop() {
      await working.stop()
      await sending.settled()
      transport.close()
    },
  }
}

/** The mail server will never take it: no such mailbox, not wanted. Problems on our side may be fixed. */
function isRefused(error: unknown): boolean {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  return code === 'EENVELOPE' && typeof responseCode === 'number' && responseCode >= 550
}
