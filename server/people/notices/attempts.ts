import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { alarmEvent } from '../../platform/database/tables/alarms.ts'
import type { Ready } from './waiting.ts'

const columns = { mail: 'mailed_at', push: 'pushed_at', call: 'called_at' } as const

/** Notes in the alarms of people's messages that these go out now. A call stands under the id of its gravest message. */
export async function noteAttempts(
  db: Db,
  way: keyof typeof columns,
  people: readonly Ready[],
): Promise<void> {
  const rows = people.flatMap(({ listed }) => listed.map(({ id }) => ({ id, call: listed[0].id })))
  if (rows.length === 0) return
  const [ids, calls] = [rows.map(({ id }) => id), rows.map(({ call }) => call)]
  await db.execute(sql`update ${alarmEvent} e set ${sql.identifier(columns[way])} = now()
    ${way === 'call' ? sql`, call_id = t.call` : sql``}
    from unnest(${sql.param(ids)}::text[], ${sql.param(calls)}::text[]) as t(id, call) where e.message_id = t.id`)
}
