import type { Store } from '../database/store.ts'
import type { Viewer } from '../http/identify.ts'
import { unreadOf } from '../notices/unread.ts'

/** How many messages the viewer has not read. */
export const countUnread = (store: Store, { scope, accountId }: Viewer): Promise<number> =>
  unreadOf(store.scoped(scope), accountId)
