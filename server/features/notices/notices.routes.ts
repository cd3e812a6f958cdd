import { notices } from '#shared/contracts/notices.ts'
import { feature } from '../../http/feature.ts'
import { countUnread } from '../../realtime/unread.ts'

export const noticesFeature = feature('notices', notices, {
  unreadNumber: ({ services, viewer }) => countUnread(services.store, viewer),
})
