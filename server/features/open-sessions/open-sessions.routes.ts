import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { openSessions } from '#shared/contracts/open-sessions.ts'
import { session } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import type { Viewer } from '../../platform/http/identify.ts'

const own = ({ accountId }: Viewer) => eq(session.accountId, accountId)

/** Open pages of the account are told at once that one session has ended. */
const tell = ({ viewer, services, afterwards }: ChangingCall) =>
  afterwards(() => services.events.emit('access', { accountIds: [viewer.accountId] }))

export const openSessionsFeature = feature('open-sessions', openSessions, {
  list: async ({ db, viewer }) => {
    const rows = await db
      .select()
      .from(session)
      .where(and(own(viewer), gt(session.expiresAt, sql`now()`)))
      .orderBy(desc(session.lastSeenAt), session.id)
    return rows.map(({ id, userAgent, ip, createdAt, lastSeenAt, tokenHash }) => ({
      id,
      userAgent,
      ip,
      isThis: tokenHash === viewer.tokenHash,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    }))
  },
  end: async call => {
    const { db, viewer, params } = call
    const ended = await db
      .delete(session)
      .where(and(own(viewer), eq(session.id, params.id)))
      .returning({ id: session.id })
    if (ended.length === 0) throw refuse.notFound()
    tell(call)
    return null
  },
  endOthers: async call => {
    const { db, viewer } = call
    const ended = await db
      .delete(session)
      .where(and(own(viewer), ne(session.tokenHash, viewer.tokenHash)))
      .returning({ id: session.id })
    tell(call)
    return ended.length
  },
})
