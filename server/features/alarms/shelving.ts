import { eq, sql } from 'drizzle-orm'
import { SHELF_MOST_MIN } from '#shared/alarm-shelf.ts'
import { alarmLabel } from '#shared/alarms.ts'
import type { AlarmDetail, alarms } from '#shared/contracts/alarms.ts'
import { text } from '#shared/text.ts'
import { keepHandling, showHandled } from '../../farm/alarms/answers.ts'
import { newId } from '../../platform/database/ids.ts'
import { alarm, alarmEvent } from '../../platform/database/tables/alarms.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { noteDeed } from '../../platform/http/viewing.ts'
import { noteFound } from '../../platform/records/rows.ts'
import { type AlarmRow, alarmDetail, findAlarm, lockAlarms, seenOf } from './alarms.queries.ts'

const MINUTE = 60_000

const words = {
  never: text('紧急报警不能搁置', 'An emergency cannot be shelved'),
  tooLong: text(
    '该级别最多搁置 {most} 分钟',
    'An alarm of this level can be shelved for at most {most} minutes',
  ),
}

/** Has nobody told of an alarm for a while; whoever does so has seen it. */
export async function shelveAlarm(call: Call<typeof alarms.shelve>): Promise<AlarmDetail> {
  const { db, body, viewer, named } = call
  const { row, shown } = await opened(call)
  named({ code: alarmLabel(row.code) })
  const most = SHELF_MOST_MIN[row.level]
  if (most === 0) throw refuse.invalid([{ field: 'minutes', message: words.never }])
  if (body.minutes > most) throw refuse.invalid([{ field: 'minutes', message: [words.tooLong, { most }] }])
  if (row.condition === 'cleared' || row.handling === 'solved')
    throw refuse.conflict({ yours: 'shelve', current: shown }, 'alarm.over')
  // It must ring between two shelves.
  if (shown.shelf) throw refuse.conflict({ yours: 'shelve', current: shown }, 'alarm.shelved')
  const shelvedUntil = new Date(Date.now() + body.minutes * MINUTE)
  const by = { accountId: viewer.accountId, name: viewer.actualName, via: 'app' } as const
  if (row.handling === 'new') await keepHandling(db, [row], 'seen', by)
  await db
    .update(alarm)
    .set({
      shelvedUntil,
      shelvedLevel: row.level,
      shelvedAccountId: viewer.accountId,
      shelvedBy: viewer.actualName,
      shelvedWhy: body.reason,
      // The trigger holds it until the end; one of which nobody is told has nothing to hold.
      ring: sql`case when ${alarm.ringAt} is not null or ${alarm.rings} > 0 then 'again' end`,
      ringAt: sql`case when ${alarm.ringAt} is not null or ${alarm.rings} > 0 then now() end`,
    })
    .where(eq(alarm.id, row.id))
  return changed(call, row, shown)
}

/** Ends the shelf of an alarm now: it rings if it still stands. */
export async function unshelveAlarm(call: Call<typeof alarms.unshelve>): Promise<AlarmDetail> {
  const { db, named, viewer } = call
  const { row, shown } = await opened(call)
  named({ code: alarmLabel(row.code) })
  if (shown.shelf)
    await db.insert(alarmEvent).values({
      id: newId(),
      alarmId: row.id,
      officePath: row.officePath,
      farmPath: row.farmPath,
      kind: 'unshelved',
      at: new Date(),
      accountId: viewer.accountId,
      actorName: viewer.actualName,
      via: 'app',
    })
  await db
    .update(alarm)
    .set({
      shelvedUntil: null,
      shelvedLevel: null,
      shelvedAccountId: null,
      shelvedBy: null,
      shelvedWhy: null,
      ringAt: sql`case when ${alarm.ringAt} is not null then now() end`,
      chainAt: sql`case when ${alarm.chainAt} is not null then now() end`,
    })
    .where(eq(alarm.id, row.id))
  return changed(call, row, shown)
}

type Shelving = Call<typeof alarms.shelve> | Call<typeof alarms.unshelve>

async function opened(call: Shelving): Promise<{ row: AlarmRow; shown: AlarmDetail }> {
  const [row] = (await lockAlarms(call.db, [call.params.id])) as [AlarmRow]
  const { shown } = await noteFound(call, { row }, () => alarmDetail(call, row))
  return { row, shown }
}

async function changed(call: Shelving, row: AlarmRow, shown: AlarmDetail): Promise<AlarmDetail> {
  await noteDeed(call, 'handling', await seenOf(call.db, [row]))
  call.afterwards(() => showHandled(call.services.events, [row]))
  const now = await alarmDetail(call, await findAlarm(call.db, row.id))
  return { ...now, valueNow: shown.valueNow, doubtNow: shown.doubtNow }
}
