import { sql } from 'drizzle-orm'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import type { FieldFault } from '../../platform/http/errors.ts'

const UNLOOKED = text(
  '新鸡舍入舍前须核对信号：请打开“环控器详情”的“信号”，逐项查看并确认',
  'Before birds come into a new house, somebody looks at its signals: open “Signals” in its controller details and confirm them',
)

/** Whether birds must wait until somebody has looked at the signals of a house that is new. */
export async function mustLookFirst(db: Db, houseId: string): Promise<boolean> {
  const { rows } = await db.execute<{ unlooked: boolean }>(
    sql`select signals_unlooked(${houseId}) as unlooked`,
  )
  return rows[0]?.unlooked === true
}

/** What is wrong with placing birds there; none if nothing is. */
export async function lookFaults(db: Db, houseId: string, field: string): Promise<FieldFault[]> {
  return (await mustLookFirst(db, houseId)) ? [{ field, message: UNLOOKED }] : []
}
