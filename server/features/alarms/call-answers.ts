import { and, eq, ne, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { alarmAnswers } from '#shared/alarm-chain.ts'
import { Id } from '#shared/endpoint.ts'
import { isAhead, keepHandling, noteAnswers, showHandled, stopTelling } from '../../farm/alarms/answers.ts'
import { tellOthers } from '../../farm/alarms/tell-others.ts'
import { answerTest } from '../../farm/alarms/test-alarm.ts'
import { noteProof } from '../../farm/alarms/ways/proofs.ts'
import { noteEcho } from '../../farm/alarms/ways/watch-ways.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { type Db, SYSTEM } from '../../platform/database/store.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { Refusal, refuse } from '../../platform/http/errors.ts'
import { parsed } from '../../platform/http/wire.ts'
import { isSignedBy } from '../../platform/network/sign-webhook.ts'
import type { Services } from '../../platform/services.ts'

/** Where the gateway for calls says what became of one. */
export const CALL_ANSWERS = '/api/admin/open/call-answers'
/** An answer to an older call changes nothing: whoever it woke has had time to look. ms */
const LATE_MS = 3_600_000

const Answer = z.object({
  type: z.literal('alarm.answer'),
  /** Id of the call. */
  call: Id,
  result: z.enum(['answered', 'noAnswer', 'busy', 'failed']),
  /** By the keys of the phone. */
  answer: z.enum(alarmAnswers).exclude(['on_site']).optional(),
  /** The alarm it is about, if the gateway names it: another one is refused. */
  alarm: Id.optional(),
})
/** The answer of a gateway to a test: whether calls would go out from it. */
const Echo = z.object({
  type: z.literal('alarm.pong'),
  /** Id of the test. */
  ping: Id,
  isUp: z.boolean(),
  /** Why not. */
  problem: z.string().max(200).optional(),
})
const Said = z.discriminatedUnion('type', [Answer, Echo])
type Answer = z.infer<typeof Answer>
type Row = typeof alarm.$inferSelect

/**
 * Takes what the gateway for calls tells of them: whether the phone was answered, and which key was pressed. Signed like the
 * calls themselves, by the same secret. A repeat changes nothing.
 */
export function mountCallAnswers(app: FastifyInstance, services: Services): void {
  const { alertGateway } = services.config
  app.register(async inner => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('application/json', { parseAs: 'string' }, (_, body, done) => done(null, body))
    inner.post(CALL_ANSWERS, async request => {
      if (!alertGateway) throw refuse.notFound()
      const body = typeof request.body === 'string' ? request.body : ''
      if (!isSignedBy(body, request.headers, alertGateway.secret, Date.now())) throw refuse.unauthorized()
      const said = parsed(Said, jsonOf(body), { language: 'en-US', units: 'metric' }, 'body')
      if (said.type === 'alarm.pong') await takeEcho(services, said)
      const alarms = said.type === 'alarm.answer' ? await takeAnswer(services, said) : 0
      return { code: 0, data: { alarms }, message: '' }
    })
  })
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

async function takeEcho({ store }: Services, { ping, isUp, problem = 'no line' }: z.infer<typeof Echo>) {
  const isAsked = await noteEcho(store.scoped(SYSTEM), ping, isUp ? null : problem)
  if (!isAsked) throw refuse.notFound()
}

/** Returns in how many alarms the answer is new. */
async function takeAnswer({ store, devices, events }: Services, said: Answer): Promise<number> {
  const { rows, accountIds } = await store
    .reserved('handling')
    .transaction(SYSTEM, db => keep(db, said, devices))
  showHandled(events, rows)
  if (accountIds.length > 0) events.emit('notice', { accountIds })
  return rows.length
}

/** Whom a call went to that tells of no alarm of the chain, such as a test, and when. */
async function calledBy(db: Db, call: string) {
  const { accountId, calledAt } = noticeMessage
  const [found] = await db
    .select({ accountId, calledAt })
    .from(noticeMessage)
    .where(eq(noticeMessage.id, call))
  return found?.calledAt ? { accountId: found.accountId, at: found.calledAt } : null
}

const nothing = { rows: [] as Row[], accountIds: [] as string[] }

async function keep(db: Db, { call, result, answer, alarm: about }: Answer, devices: Services['devices']) {
  const told = await db
    .select()
    .from(alarmEvent)
    .where(and(eq(alarmEvent.callId, call), eq(alarmEvent.kind, 'told')))
    .orderBy(alarmEvent.id)
    .for('update')
  const [first] = told
  const called = first?.accountId
    ? { accountId: first.accountId, at: first.calledAt ?? first.at }
    : await calledBy(db, call)
  if (!called) throw refuse.notFound()
  if (result === 'answered') await noteProof(db, called.accountId, 'call', called.at.getTime())
  if (about !== undefined && !told.some(({ alarmId }) => alarmId === about))
    throw refuse.invalid([{ field: 'alarm', message: 'alarm.notOfCall' }])
  if (Date.now() - called.at.getTime() > LATE_MS)
    throw new Refusal({ status: 410, message: 'alarm.callOver' })
  // Somebody who has answered is not made unreachable by what is told later of an earlier ring.
  await db
    .update(alarmEvent)
    .set({ callResult: result, callResultAt: new Date() })
    .where(
      and(
        eq(alarmEvent.callId, call),
        eq(alarmEvent.kind, 'told'),
        sql`${alarmEvent.callResult} is distinct from 'answered'`,
      ),
    )
  if (!answer) return nothing
  const [person] = await db
    .select({ id: account.id, name: account.actualName })
    .from(account)
    .where(
      and(
        eq(account.id, called.accountId),
        sql`${account.disabledAt} is null and ${account.deletedAt} is null`,
      ),
    )
  if (!person) throw refuse.forbidden()
  const { id: accountId, name } = person
  const isOfTest = await answerTest(db, accountId, call)
  const standing = await db
    .select()
    .from(alarm)
    .where(
      and(
        anyOf(
          alarm.id,
          told.map(({ alarmId }) => alarmId),
        ),
        ne(alarm.condition, 'cleared'),
        ne(alarm.handling, 'solved'),
      ),
    )
    .orderBy(alarm.id)
    .for('update')
  // What has come back or got worse since that call is another matter.
  const ofNow = standing.filter(({ id, chainFrom }) =>
    told.some(event => event.alarmId === id && event.chainFrom?.getTime() === chainFrom?.getTime()),
  )
  const answering = { accountId, name, answer, via: 'call', callId: call } as const
  const rows = await noteAnswers(db, ofNow, answering, devices)
  if (rows.length === 0) return isOfTest ? { ...nothing, accountIds: [accountId] } : nothing
  if (answer !== 'cannot')
    await keepHandling(
      db,
      rows.filter(row => isAhead(row, answer)),
      answer,
      { accountId, name, via: 'call' },
    )
  await stopTelling(
    db,
    accountId,
    rows.map(({ id }) => id),
  )
  return { rows, accountIds: [accountId, ...(await tellOthers(db, rows, answering))] }
}
