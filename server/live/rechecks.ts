import type { Store } from '../platform/database/store.ts'
import type { EventMap, Events } from '../platform/events.ts'
import { readViewers, type Viewer } from '../platform/http/identify.ts'

/** Who holds an open socket. */
export interface Checked {
  viewer: Viewer
  /** When the viewer was last read from the database. ms since 1970 */
  checkedAt: number
}

/** Interval of the clock: for sessions that expire, and for rights while changes cannot be heard. */
const TICK_MS = 1_000
/** While changes are heard, everybody is reread only this often, for what notifications miss. */
const SURE_MS = 15_000
/** Viewers read per statement: their roles are parsed in one go, on the thread that stores readings. */
const AT_ONCE = 100
/** A change of many rows is told row by row and acted on together. */
const GATHER_MS = 20

interface Rechecks<C extends Checked> {
  store: Store
  events: Events
  /** Whether staff with far-reaching rights need a second factor here. */
  wantsFactor: boolean
  clients: () => Iterable<C>
  /** The viewer as it is now; null if the session is over. */
  learned: (client: C, viewer: Viewer | null) => void
  onError: (error: unknown) => void
}

/**
 * Keeps what open sockets may see in line with the database within 2 s, whoever changes it. The database tells when rights
 * change, and only those concerned are reread; while that cannot be heard, all are read each second.
 */
export function startRechecks<C extends Checked>({
  store,
  events,
  wantsFactor,
  clients,
  learned,
  onError,
}: Rechecks<C>): { stop(): Promise<void> } {
  const waiting = new Set<C>()
  let reading = false

  async function readSome(some: readonly C[]): Promise<void> {
    const from = Date.now()
    const hashes = some.map(({ viewer }) => viewer.tokenHash)
    try {
      const viewers = await readViewers(store, hashes, wantsFactor)
      for (const client of some) {
        client.checkedAt = from
        learned(client, viewers.get(client.viewer.tokenHash) ?? null)
      }
    } catch (error) {
      // The clock will try again.
      for (const client of some) client.checkedAt = 0
      onError(error)
    }
  }

  async function read(): Promise<void> {
    if (reading) return
    reading = true
    while (waiting.size > 0) {
      const some = [...waiting].slice(0, AT_ONCE)
      for (const client of some) waiting.delete(client)
      await readSome(some)
    }
    reading = false
  }

  const onAccess = ({ accountIds }: EventMap['access'][0]) => {
    const concerned = accountIds === 'all' ? null : new Set(accountIds)
    for (const client of clients())
      if (!concerned || concerned.has(client.viewer.accountId)) waiting.add(client)
    void read()
  }
  events.on('access', onAccess)

  const accountsBelow = (path: string) =>
    [...clients()].flatMap(({ viewer }) => (viewer.officePath.startsWith(path) ? [viewer.accountId] : []))
  const told = hearAccess(store, events, accountsBelow)
  const timer = setInterval(() => {
    const now = Date.now()
    const before = told.hears() ? now - SURE_MS : now
    for (const client of clients())
      if (client.viewer.sessionUntil <= now) learned(client, null)
      else if (client.checkedAt < before) waiting.add(client)
    void read()
  }, TICK_MS)

  return {
    stop: () => {
      clearInterval(timer)
      events.off('access', onAccess)
      return told.stop()
    },
  }
}

/** Prefix of a notification for everybody below an office, followed by its path. */
const BELOW = 'below '

/** Emits `access` for the database's notifications, and for everybody after a time when they could not be heard. */
function hearAccess(
  store: Store,
  events: Events,
  accountsBelow: (path: string) => string[],
): { hears(): boolean; stop(): Promise<void> } {
  let gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const emit = () => {
    timer = undefined
    const accountIds = gathered.has('all') ? 'all' : [...gathered]
    gathered = new Set()
    events.emit('access', { accountIds })
  }
  const heard = (concerned: string) => {
    const ids = concerned.startsWith(BELOW) ? accountsBelow(concerned.slice(BELOW.length)) : [concerned]
    for (const accountId of ids) gathered.add(accountId)
    timer ??= setTimeout(emit, GATHER_MS)
  }
  const listening = store.listen('access', { heard, began: () => heard('all') })
  return {
    hears: listening.hears,
    stop: async () => {
      await listening.stop()
      clearTimeout(timer)
    },
  }
}
