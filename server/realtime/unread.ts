import { and, count, eq, isNull } from 'drizzle-orm'
import type { Store } from '../database/store.ts'
import { noticeMessage } from '../database/tables/histories.ts'
import type { Viewer } from '../http/identify.ts'

/** How many messages the viewer has not read. */
export async function countUnread(store: Store, { scope, accountId }: Viewer): Promise<number> {
  const [row] = await store
    .scoped(scope)
    .select({ unread: count() })
    .from(noticeMessage)
    .where(and(eq(noticeMessage.accountId, accountId), isNull(noticeMessage.readAt)))
  return row?.unread ?? 0
}
