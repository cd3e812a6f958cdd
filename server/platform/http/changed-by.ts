import { desc, eq } from 'drizzle-orm'
import type { Db } from '../database/store.ts'
import { operationHistory as history } from '../database/tables/histories.ts'
import { Refusal } from './errors.ts'

/** The id of the current row shown to a refused editor. */
function rowOf({ refused: { status, data } }: Refusal): string | undefined {
  const { yours, current } = (data ?? {}) as { yours?: unknown; current?: { id?: unknown } | null }
  const id = current?.id
  return status === 409 && yours && typeof id === 'string' ? id : undefined
}

/** The error of a change; if two editors conflict it also says who was quicker, if the viewer's history knows. */
export async function sayingWho(error: unknown, db: Db): Promise<unknown> {
  const id = error instanceof Refusal ? rowOf(error) : undefined
  if (!(error instanceof Refusal) || id === undefined) return error
  const [last] = await db
    .select({ by: history.actorName })
    .from(history)
    .where(eq(history.recordId, id))
    .orderBy(desc(history.at), desc(history.id))
    .limit(1)
  return last
    ? new Refusal({ ...error.refused, data: { ...(error.refused.data as object), by: last.by } })
    : error
}
