import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { type AlarmAnswer, alarmAnswers } from '#shared/alarm-chain.ts'
import { alarmsLabel } from '#shared/alarm-groups.ts'
import { type Cause, type Handling, handlings, isGrave } from '#shared/alarms.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { type Language, text } from '#shared/text.ts'
import {
  type Answering,
  isAhead,
  keepHandling,
  noteAnswers,
  showHandled,
  stopTelling,
} from '../../farm/alarms/answers.ts'
import { tellOthers } from '../../farm/alarms/tell-others.ts'
import { tellScreens } from '../../people/notices/tell-screens.ts'
import { isAboutAlarms } from '../../people/notices/unread.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteDeed } from '../../platform/http/viewing.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { type AlarmRow, alarmDetail, findAlarm, lockAlarms, seenOf, unprovenAmong } from './alarms.queries.ts'

type Call = ChangingCall & {
  params: { id: string }
  body: { note?: string | undefined; also?: string[] | undefined }
}
interface Step {
  step: Handling
  cause: Cause | undefined
  via?: Answering['via']
  at?: Date
}

/** Messages of before are about what is over. */
const A_DAY_AGO = sql`now() - interval '1 day'`

const place = (step: Handling) => handlings.indexOf(step)

/**
 * Takes an alarm, and the others of its line, one step further. Steps may be skipped, never undone: a later caller is told
 * who was first; other alarms of the line that are already as far stay as they are.
 */
export async function takeStep(call: Call, step: Handling, cause?: Cause): Promise<AlarmDetail> {
  const { db, body, named } = call
  const together = step === 'seen' ? await toldTogether(call) : []
  const rows = await lockAlarms(db, [call.params.id, ...(body.also ?? []), ...together])
  const [row, ...others] = rows as [AlarmRow, ...AlarmRow[]]
  const { shown } = await noteFound(call, { row }, () => alarmDetail(call, row))
  named({ code: alarmsLabel(rows.map(({ code }) => code)) })
  await toldEnough(call, rows)
  const asked = { step, cause, language: call.language }
  const refusal = refusalOf(row, asked, shown)
  // Two who open it at the same time have both seen it; so has whoever opens it later.
  if (refusal && step !== 'seen') throw refusal
  const free = others.filter(other => other.handling !== 'solved' && refusalOf(other, asked, shown) === null)
  const taken = refusal ? free : [row, ...free]
  const answer = alarmAnswers.find(each => each === step)
  if (answer) await say(call, answer === 'seen' ? rows : taken, answer)
  if (step === 'cause_found') await say(call, await causedFromAfar(db, taken), 'seen')
  if (taken.length > 0) await keepStep(call, taken, { step, cause })
  return withoutNews(call, row, shown)
}

/** Those that stand and are grave, where nobody has proven to be on site: whoever gives their cause has seen them, no more. */
async function causedFromAfar(db: Db, rows: readonly AlarmRow[]): Promise<AlarmRow[]> {
  const standing = rows.filter(({ condition, level }) => condition !== 'cleared' && isGrave(level))
  const ids = standing.map(({ id }) => id)
  const unproven = new Set((ids.length > 0 ? await unprovenAmong(db, ids) : []).map(({ id }) => id))
  return standing.filter(({ id }) => unproven.has(id))
}

const atPanel = text('在环控器前的人', 'somebody at the panel')
const words = {
  seen: text('已查看', 'seen'),
  going: text('正前往', 'on the way'),
  cannot: text('去不了', 'cannot come'),
  on_site: text('已到场（未验证）', 'on site, without proof'),
}

/** What somebody says of an alarm and the others of its line, for themselves: also when others were as far before. */
export async function answerAlarm(call: Call, answer: AlarmAnswer): Promise<AlarmDetail> {
  const { db, named } = call
  const together = answer === 'seen' ? await toldTogether(call) : []
  const rows = await lockAlarms(db, [call.params.id, ...(call.body.also ?? []), ...together])
  const [row] = rows as [AlarmRow]
  const { shown } = await noteFound(call, { row }, () => alarmDetail(call, row))
  named({ code: alarmsLabel(rows.map(({ code }) => code)), word: words[answer] })
  await toldEnough(call, rows)
  const open = rows.filter(({ handling }) => handling !== 'solved')
  if (open.length === 0)
    throw refuse.conflict({ yours: answer, current: shown }, [
      'alarm.taken',
      { name: row.handledBy ?? atPanel[call.language] },
    ])
  await say(call, open, answer)
  const ahead = open.filter(each => isAhead(each, answer))
  if (answer !== 'cannot' && ahead.length > 0) await keepStep(call, ahead, { step: answer, cause: undefined })
  return withoutNews(call, row, shown)
}

/** Values measured meanwhile are not part of the step or its history. */
async function withoutNews(call: Call, { id }: AlarmRow, shown: AlarmDetail): Promise<AlarmDetail> {
  const now = await alarmDetail(call, await findAlarm(call.db, id))
  return { ...now, valueNow: shown.valueNow, doubtNow: shown.doubtNow }
}

/** Whoever acts on alarms no longer needs a message about them; others keep theirs until they read it or it clears. */
async function toldEnough({ db, viewer, afterwards, services }: ChangingCall, rows: readonly AlarmRow[]) {
  const ids = rows.map(({ id }) => id)
  await asSystem(db, viewer.scope, () => stopTelling(db, viewer.accountId, ids))
  afterwards(() => {
    services.events.emit('notice', { accountIds: [viewer.accountId] })
  })
}

/** Notes what the viewer says of alarms, and lets the others who were told know that somebody is coming or there. */
export async function say(
  call: ChangingCall & { body: { note?: string | undefined } },
  rows: readonly AlarmRow[],
  answer: AlarmAnswer,
  {
    via = 'app',
    isProven = false,
    at = new Date(),
    late,
  }: Partial<Pick<Answering, 'via' | 'isProven' | 'at' | 'late'>> = {},
): Promise<void> {
  const { db, viewer, body, services } = call
  if (rows.length === 0) return
  const { accountId, actualName: name } = viewer
  const answering = { accountId, name, answer, via, isProven, at, late, note: body.note || null }
  await noteAnswers(db, rows, answering, services.devices)
  const standing = rows.filter(({ condition }) => condition !== 'cleared')
  const told = await asSystem(db, viewer.scope, () => tellOthers(db, standing, answering))
  tellScreens(call, told)
}

/** Why the step cannot be taken for this alarm; null when it can. */
function refusalOf(
  row: AlarmRow,
  { step, cause, language }: Step & { language: Language },
  current: AlarmDetail,
) {
  const isSameAgain = step === 'cause_found' && place(row.handling) >= place('cause_found')
  if (place(row.handling) >= place(step) && !isSameAgain)
    return refuse.conflict({ yours: step, current }, [
      'alarm.taken',
      { name: row.handledBy ?? atPanel[language] },
    ])
  if (step !== 'solved') return null
  if (row.condition !== 'cleared') return refuse.conflict({ yours: step, current }, 'alarm.stands')
  const hasCause = (cause ?? row.cause) !== null
  return hasCause ? null : refuse.conflict({ yours: step, current }, 'alarm.causeFirst')
}

/** The other alarms that the same messages told this viewer of: who has seen one has seen what it is part of. */
async function toldTogether({ db, viewer, params: { id } }: Call): Promise<string[]> {
  const { subjectId, also, accountId, createdAt } = noticeMessage
  const told = await db
    .select({ subjectId, also })
    .from(noticeMessage)
    .where(
      and(eq(accountId, viewer.accountId), isAboutAlarms([id]), isNotNull(also), gt(createdAt, A_DAY_AGO)),
    )
  const ids = told.flatMap(message => [message.subjectId ?? '', ...(message.also ?? [])])
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: alarm.id })
    .from(alarm)
    .where(and(anyOf(alarm.id, ids), eq(alarm.handling, 'new')))
  return rows.map(row => row.id)
}

/** Takes alarms a step further, in the name of the viewer, and shows it on every screen. */
export async function keepStep(
  call: ChangingCall & { body: { note?: string | undefined } },
  rows: readonly AlarmRow[],
  { step, cause, via = 'app', at = new Date() }: Step,
): Promise<void> {
  const { db, viewer, body, afterwards, services } = call
  await noteDeed(call, 'handling', await seenOf(db, rows))
  const by = { accountId: viewer.accountId, name: viewer.actualName, via, at, note: body.note || null }
  // What is closed stays closed when its cause is corrected.
  const closed = rows.filter(({ handling }) => handling === 'solved')
  const open = rows.filter(row => !closed.includes(row))
  await keepHandling(db, open, step, by, cause && { cause })
  await keepHandling(db, closed, 'solved', by, cause && { cause })
  afterwards(() => showHandled(services.events, rows))
}
