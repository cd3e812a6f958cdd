import { sql } from 'drizzle-orm'
import type { AttemptResult } from '#shared/alarm-chain.ts'
import type { Db } from './store.ts'
import { alarmEvent } from './tables/alarms.ts'
import { overhaulPushTold } from './tables/overhaul.ts'

/** Who was told of what and by which message, with the attempts of each way: alarms, and overhaul reminders, which call nobody. */
export const tracedIn = {
  mail: [alarmEvent, overhaulPushTold],
  push: [alarmEvent, overhaulPushTold],
  call: [alarmEvent],
} as const

const columns = {
  mail: ['mail_id', 'mail_result', 'mail_result_at'],
  push: ['push_id', 'push_result', 'push_result_at'],
} as const

/** What a result may follow: of several browsers the one that went best counts. */
const follows: Record<AttemptResult, readonly AttemptResult[]> = {
  delayed: [],
  taken: ['delayed', 'refused', 'unreachable', 'gone'],
  reached: ['delayed', 'taken', 'refused', 'unreachable', 'gone'],
  refused: ['delayed'],
  unreachable: ['delayed'],
  gone: ['delayed'],
}

/** Notes what became of a mail or push at the alarms and reminders it told of; nothing if it told of none. */
export async function noteAttempt(
  db: Db,
  way: keyof typeof columns,
  id: string,
  result: AttemptResult,
  accountId?: string,
): Promise<void> {
  const [attempt, said, at] = columns[way].map(name => sql.identifier(name))
  for (const table of tracedIn[way])
    await db.execute(sql`update ${table} e set ${said} = ${result}, ${at} = now() where e.${attempt} = ${id}
      and (e.${said} is null or e.${said} = any(${sql.param([...follows[result]])}::text[]))
      ${accountId === undefined ? sql`` : sql`and e.account_id = ${accountId}`}`)
}
