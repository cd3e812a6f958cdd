import { notices } from '#shared/contracts/notices.ts'
import { unreadOf } from '../../people/notices/unread.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { foldNotices, listNotices, mutedBy, muteKind, readNotices } from './notices.queries.ts'

/** Updates the bell in every window of the user. */
const tellBells = ({ viewer, services, afterwards }: ChangingCall) =>
  afterwards(() => {
    services.events.emit('notice', { accountIds: [viewer.accountId] })
  })

function read(call: ChangingCall, ids: readonly string[] | 'all', alike = false) {
  tellBells(call)
  return readNotices(call.db, call.viewer.accountId, ids, alike)
}

export const noticesFeature = feature('notices', notices, {
  unreadNumber: ({ db, viewer }) => unreadOf(db, viewer.accountId),
  list: ({ db, viewer, query, language, units }) =>
    listNotices(db, viewer.accountId, query, { language, units }),
  folded: ({ db, viewer, query, language, units }) =>
    foldNotices(db, viewer.accountId, query, { language, units }),
  markRead: call => read(call, call.body.ids, call.body.alike),
  markAllRead: call => read(call, 'all'),
  muted: ({ db, viewer }) => mutedBy(db, viewer.accountId),
  mute: call => {
    tellBells(call)
    return muteKind(call.db, call.viewer, call.body)
  },
})
