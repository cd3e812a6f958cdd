import { eq } from 'drizzle-orm'
import { alarmHolidays } from '#shared/contracts/alarm-rules.ts'
import { bothNames, text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { alarmHoliday } from '../../platform/database/tables/alarm-rules.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { removeRow } from '../../platform/records/rows.ts'

const wrongDays = text('结束日期不能早于开始日期', 'The last day cannot be before the first')

async function create(call: Call<typeof alarmHolidays.create>) {
  const { db, viewer, body } = call
  const { fromOn, untilOn, name } = body
  if (untilOn < fromOn) throw refuse.invalid([{ field: 'untilOn', message: wrongDays }])
  const id = newId()
  await db
    .insert(alarmHoliday)
    .values({ id, officePath: viewer.officePath, farmPath: viewer.scope.farm, fromOn, untilOn, name })
  return { id, name }
}

async function remove(call: Call<typeof alarmHolidays.remove>): Promise<null> {
  const { db, params, named } = call
  const [found] = await db
    .select({ name: alarmHoliday.name })
    .from(alarmHoliday)
    .where(eq(alarmHoliday.id, params.id))
  if (!found) throw refuse.notFound()
  const { name } = found
  named({ holiday: bothNames({ chineseName: name, englishName: name }) })
  await removeRow(call, alarmHoliday, eq(alarmHoliday.id, params.id), () => ({ name }))
  return null
}

export const alarmHolidaysFeature = feature('alarm-holidays', alarmHolidays, { create, remove })
