import { SESSION_OVER } from '#shared/realtime.ts'
import type { Farm } from '../farm/house-state/farm.ts'
import { isInRange } from '../platform/database/scope.ts'
import type { EventMap } from '../platform/events.ts'
import type { Viewer } from '../platform/http/identify.ts'
import type { Services } from '../platform/services.ts'
import { type Client, type Clients, isHeldBack } from './clients.ts'
import { frame } from './frames.ts'
import { send } from './house-feed.ts'
import { startRechecks } from './rechecks.ts'
import type { WatchedHouses } from './watched-houses.ts'

/** Several changes of rights are told together. ms */
const ACCESS_GATHER_MS = 50

/** Everything that decides what a viewer may see and do. */
const rightsOf = ({ kind, scope, grants, isReadOnly }: Viewer): string =>
  JSON.stringify([kind, scope, isReadOnly, [...grants].sort()])

interface Parts {
  clients: Clients
  houses: WatchedHouses
  onError: (error: unknown) => void
}

export interface Access {
  /** Rechecks at once what everybody watches: a consent or a house may be gone. */
  check(): void
  stop(): Promise<void>
}

/**
 * Keeps what open sockets see in line with rights and consents, whoever changes them: takes away what is no longer theirs,
 * closes sockets whose session is over, and tells the others to reread what they show.
 */
export function keepAccess(
  { store, events, config }: Services,
  { directory }: Farm,
  { clients, houses, onError }: Parts,
): Access {
  /** Tells a client to reread what it shows; changes of the same moment are told together. */
  const tell = (client: Client, { lost = [], rights = false }: { lost?: string[]; rights?: boolean }) => {
    const untold = client.untold ?? { lost: new Set<string>(), rights: false }
    for (const houseId of lost) untold.lost.add(houseId)
    untold.rights ||= rights
    if (!client.untold)
      setTimeout(() => {
        client.untold = undefined
        const told = { lost: [...untold.lost], rights: untold.rights }
        send(client.socket, frame({ dataType: 'ACCESS', ...told }))
      }, ACCESS_GATHER_MS)
    client.untold = untold
  }
  const leaveUnseen = (client: Client) => {
    const lost = houses.leaveUnseen(client)
    if (lost.length > 0) tell(client, { lost })
  }
  const learned = (client: Client, viewer: Viewer | null) => {
    if (!viewer || isHeldBack(viewer)) {
      client.socket.close(SESSION_OVER, 'the session is over')
      return
    }
    const before = client.viewer
    client.viewer = viewer
    leaveUnseen(client)
    if (rightsOf(viewer) !== rightsOf(before)) tell(client, { rights: true })
    if (viewer.logo !== before.logo) send(client.socket, frame({ dataType: 'LOGO', logo: viewer.logo }))
  }
  /** Lists and totals already read are out of date, both above the customer and in it. */
  const onConsents = (farmPaths: readonly string[]) => {
    for (const client of clients.values())
      if (farmPaths.some(path => isInRange(client.viewer.scope, path) || client.viewer.scope.farm === path))
        tell(client, {})
  }
  const onMoved = ({ paths }: EventMap['moved'][0]) => onConsents(paths)
  // Of changed offices, a narrowed viewer may see others than before.
  const onAccess = ({ accountIds }: EventMap['access'][0]) => {
    if (accountIds !== 'all') return
    for (const client of clients.values()) if (client.viewer.scope.customers !== 'all') tell(client, {})
  }

  directory.onConsents(onConsents)
  events.on('moved', onMoved)
  events.on('access', onAccess)
  const rechecks = startRechecks<Client>({
    store,
    events,
    learned,
    onError,
    wantsFactor: !config.demo,
    clients: () => clients.values(),
  })
  return {
    check() {
      for (const client of clients.values()) leaveUnseen(client)
    },
    stop() {
      events.off('moved', onMoved)
      events.off('access', onAccess)
      return rechecks.stop()
    },
  }
}
