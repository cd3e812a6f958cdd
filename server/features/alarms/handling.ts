import { and, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { alarmsLabel } from '#shared/alarm-groups.ts'
import { type Cause, type Handling, handlings } from '#shared/alarms.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { WITHOUT_LATER_RING } from '../../farm/alarms/alarm-record.ts'
import { isAboutAlarms, markRead } from '../../people/notices/unread.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import { alarm, alarmStep } from '../../platform/database/tables/alarms.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteDeed } from '../../platform/http/viewing.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { type AlarmRow, alarmDetail, findAlarm, lockAlarms, seenOf } from './alarms.queries.ts'

type Call = ChangingCall & {
  params: { id: string }
  body: { note?: string | undefined; also?: string[] | undefined }
}
interface Step {
  step: Handling
  cause: Cause | undefined
}

/** Messages of before are about what is over. */
const A_DAY_AGO = sql`now() - interval '1 day'`

const place = (step: Handling) => handlings.indexOf(step)

/**
 * Takes an alarm, and the others of its line, one step further. Steps may be skipped, never undone: a later caller is told
 * who was first; other alarms of the line that are already as far stay as they are.
 */
export async function takeStep(call: Call, step: Handling, cause?: Cause): Promise<AlarmDetail> {
  const { db, viewer, body, named, afterwards, services } = call
  const together = step === 'seen' ? await toldTogether(call) : []
  const rows = await lockAlarms(db, [call.params.id, ...(body.also ?? []), ...together])
  const [row, ...others] = rows as [AlarmRow, ...AlarmRow[]]
  const { shown } = await noteFound(call, { row }, () => alarmDetail(call, row))
  named({ code: alarmsLabel(rows.map(({ code }) => code)) })
  // Whoever acts on an alarm no longer needs a message about it; others keep theirs until they read it or it clears.
  const ids = rows.map(({ id }) => id)
  await markRead(db, viewer.accountId, isAboutAlarms(ids))
  afterwards(() => {
    services.events.emit('notice', { accountIds: [viewer.accountId] })
  })
  const refusal = refusalOf(row, { step, cause }, shown)
  // Two who open it at the same time have both seen it; so has whoever opens it later.
  if (refusal && step !== 'seen') throw refusal
  const free = others.filter(other => refusalOf(other, { step, cause }, shown) === null)
  const taken = refusal ? free : [row, ...free]
  if (taken.length === 0) return shown
  await noteDeed(call, 'handling', await seenOf(db, taken))
  await keepStep(call, taken, { step, cause })
  const now = await alarmDetail(call, await findAlarm(db, row.id))
  // Values measured meanwhile are not part of the step or its history.
  return { ...now, valueNow: shown.valueNow, doubtNow: shown.doubtNow }
}

/** Why the step cannot be taken for this alarm; null when it can. */
function refusalOf(row: AlarmRow, { step, cause }: Step, current: AlarmDetail) {
  const isSameAgain = step === 'cause_found' && row.handling === 'cause_found'
  if (place(row.handling) >= place(step) && !isSameAgain)
    return refuse.conflict({ yours: step, current }, ['alarm.taken', { name: row.handledBy ?? '—' }])
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

async function keepStep(call: Call, rows: readonly AlarmRow[], { step, cause }: Step): Promise<void> {
  const { db, viewer, body, afterwards, services } = call
  const at = new Date()
  await db
    .update(alarm)
    .set({
      handling: step,
      handledBy: viewer.actualName,
      handledAt: at,
      ...(cause && { cause }),
      ...WITHOUT_LATER_RING,
    })
    .where(
      anyOf(
        alarm.id,
        rows.map(({ id }) => id),
      ),
    )
  const told = { accountId: viewer.accountId, actorName: viewer.actualName, note: body.note || null, at }
  await db
    .insert(alarmStep)
    .values(
      rows.map(({ id, officePath, farmPath }) => ({
        id: newId(),
        alarmId: id,
        officePath,
        farmPath,
        step,
        ...told,
      })),
    )
    .onConflictDoUpdate({ target: [alarmStep.alarmId, alarmStep.step], set: told })
  afterwards(() => {
    for (const { id, code, level, subjectId: iotId, source, houseIds, raisedAt } of rows)
      services.events.emit('alarm', {
        alarmId: id,
        change: 'handled',
        alarm: { code, level, iotId, source, houseIds, raisedAt: raisedAt.getTime() },
      })
  })
}
