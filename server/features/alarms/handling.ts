import { and, eq } from 'drizzle-orm'
import { alarmLabel, type Cause, type Handling, handlings } from '#shared/alarms.ts'
import type { AlarmDetail } from '#shared/contracts/alarms.ts'
import { newId } from '../../database/ids.ts'
import { alarm, alarmStep } from '../../database/tables/alarms.ts'
import { noticeMessage } from '../../database/tables/histories.ts'
import type { ChangingCall } from '../../http/call.ts'
import { refuse } from '../../http/errors.ts'
import { noteDeed } from '../../http/viewing.ts'
import { markRead } from '../../notices/unread.ts'
import { type AlarmRow, alarmDetail, findAlarm, seenOf } from './alarms.queries.ts'

type Call = ChangingCall & { params: { id: string }; body: { note?: string | undefined } }

const place = (step: Handling) => handlings.indexOf(step)

/** One step further. Steps may be left out, never taken back: whoever comes later is told who was first. */
export async function takeStep(call: Call, step: Handling, cause?: Cause): Promise<AlarmDetail> {
  const { db, viewer, body, before, named, about, afterwards, services } = call
  const row = await findAlarm(db, call.params.id, true)
  const shown = await alarmDetail(call, row)
  before(shown)
  named({ code: alarmLabel(row.code) })
  about(row.officePath)
  // Who acts on an alarm needs no message of it any more; others are told until they read it, or it clears.
  const isItsMessage = and(eq(noticeMessage.businessType, 'alarm'), eq(noticeMessage.subjectId, row.id))
  await markRead(db, viewer.accountId, isItsMessage)
  afterwards(() => {
    services.events.emit('notice', { accountIds: [viewer.accountId] })
  })
  // Two who open it at the same time have both seen it; so has whoever opens it later.
  if (step === 'seen' && row.handling !== 'new') return shown
  const isSameAgain = step === 'cause_found' && row.handling === 'cause_found'
  if (place(row.handling) >= place(step) && !isSameAgain)
    throw refuse.conflict({ yours: step, current: shown }, ['alarm.taken', { name: row.handledBy ?? '—' }])
  const known = cause ?? row.cause
  if (step === 'solved') refuseUnsolved(row, known, shown)
  const at = new Date()
  await noteDeed(call, 'handling', [await seenOf(db, row)])
  await db
    .update(alarm)
    .set({ handling: step, handledBy: viewer.actualName, handledAt: at, cause: known })
    .where(eq(alarm.id, row.id))
  const told = { accountId: viewer.accountId, actorName: viewer.actualName, note: body.note || null, at }
  await db
    .insert(alarmStep)
    .values({
      ...{ id: newId(), alarmId: row.id, officePath: row.officePath, farmPath: row.farmPath, step },
      ...told,
    })
    .onConflictDoUpdate({ target: [alarmStep.alarmId, alarmStep.step], set: told })
  afterwards(() => {
    const { code, level, source, houseIds, raisedAt } = row
    services.events.emit('alarm', {
      ...{ alarmId: row.id, change: 'handled' },
      alarm: { code, level, source, houseIds, raisedAt: raisedAt.getTime() },
    })
  })
  const taken = await alarmDetail(call, await findAlarm(db, row.id))
  // What was measured meanwhile is no part of the step, nor of its history.
  return { ...taken, valueNow: shown.valueNow }
}

function refuseUnsolved(row: AlarmRow, cause: Cause | null, current: AlarmDetail): void {
  if (row.condition !== 'cleared') throw refuse.conflict({ yours: 'solved', current }, 'alarm.stands')
  if (cause === null) throw refuse.conflict({ yours: 'solved', current }, 'alarm.causeFirst')
}
