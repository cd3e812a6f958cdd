import { sql } from 'drizzle-orm'
import { tracedIn } from '../../platform/database/note-attempt.ts'
import type { Db } from '../../platform/database/store.ts'
import type { Ready } from './waiting.ts'

const columns = {
  mail: ['mailed_at', 'mail_id'],
  push: ['pushed_at', 'push_id'],
  call: ['called_at', 'call_id'],
} as const

/**
 * Notes where people's messages were sent from that these go out now, and by what: its result is noted under that id. Of each
 * person the id of the attempt, in the same order; a push or call has that of its gravest message.
 */
export async function noteAttempts(
  db: Db,
  way: keyof typeof columns,
  people: readonly Pick<Ready, 'listed'>[],
  ids: readonly string[] = people.map(({ listed: [{ id }] }) => id),
): Promise<void> {
  const rows = people.flatMap(({ listed }, i) => listed.map(({ id }) => ({ id, attempt: ids[i] })))
  if (rows.length === 0) return
  const [at, attempt] = columns[way].map(name => sql.identifier(name))
  for (const table of tracedIn[way])
    await db.execute(sql`update ${table} e set ${at} = now(), ${attempt} = t.attempt
      from unnest(${sql.param(rows.map(({ id }) => id))}::text[],
        ${sql.param(rows.map(row => row.attempt))}::text[]) as t(id, attempt) where e.message_id = t.id`)
}
