import { oneAtATime } from '#shared/one-at-a-time.ts'
import { unreadOf } from '../people/notices/unread.ts'
import type { Store } from '../platform/database/store.ts'
import type { EventMap, Events } from '../platform/events.ts'
import type { Client, Clients } from './clients.ts'
import { frame } from './frames.ts'
import { send } from './house-feed.ts'

/** Tells people their number of unread messages: when they connect, and whenever it changes. */
export function tellUnread(
  { store, events }: { store: Store; events: Events },
  clients: Clients,
  onError: (error: unknown) => void,
) {
  // Of two counts at once the older number could arrive last, and stay.
  const tell = oneAtATime(async ({ viewer, socket }: Client) => {
    // Messages are for people.
    if (viewer.program) return
    try {
      const unread = await unreadOf(store.scoped(viewer.scope), viewer.accountId)
      send(socket, frame({ dataType: 'NOTICE', unread }))
    } catch (error) {
      onError(error)
    }
  })
  const onNotice = ({ accountIds }: EventMap['notice'][0]) => {
    for (const client of clients.values()) if (accountIds.includes(client.viewer.accountId)) void tell(client)
  }
  events.on('notice', onNotice)
  return { tell, stop: () => void events.off('notice', onNotice) }
}
