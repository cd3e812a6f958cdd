import { and, eq, exists, gt, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from '../database/store.ts'
import { session } from '../database/tables/offices.ts'

/** Whether the session of a subscription or push is still valid: rows of an expired one stay for a while. */
export const lasts = (db: Pick<Db, 'select'>, sessionId: AnyPgColumn) =>
  exists(
    db
      .select({ id: session.id })
      .from(session)
      .where(and(eq(session.id, sessionId), gt(session.expiresAt, sql`now()`))),
  )
