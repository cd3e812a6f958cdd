import { notices } from '#shared/contracts/notices.ts'
import { unreadOf } from '../../people/notices/unread.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { listNotices, readNotices } from './notices.queries.ts'

/** Updates the bell in every window of the user. */
function read({ db, viewer, services, afterwards }: ChangingCall, ids: readonly string[] | 'all') {
  afterwards(() => {
    services.events.emit('notice', { accountIds: [viewer.accountId] })
  })
  return readNotices(db, viewer.accountId, ids)
}

export const noticesFeature = feature('notices', notices, {
  unreadNumber: ({ db, viewer }) => unreadOf(db, viewer.accountId),
  list: ({ db, viewer, query, language, units }) =>
    listNotices(db, viewer.accountId, query, { language, units }),
  markRead: call => read(call, call.body.ids),
  markAllRead: call => read(call, 'all'),
})
