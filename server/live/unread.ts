import { unreadOf } from '../people/notices/unread.ts'
import type { Store } from '../platform/database/store.ts'
import type { Viewer } from '../platform/http/identify.ts'

/** How many messages the viewer has not read. */
export const countUnread = (store: Store, { scope, accountId }: Viewer): Promise<number> =>
  unreadOf(store.scoped(scope), accountId)
