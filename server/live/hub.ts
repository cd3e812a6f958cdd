import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { oneAtATime } from '#shared/one-at-a-time.ts'
import { BAD_FRAME, ClientFrame, PING, PONG, SESSION_OVER } from '#shared/realtime.ts'
import { type KnownHouse, openHouseDirectory } from '../farm/house-state/house-directory.ts'
import { watchHouseStates } from '../farm/house-state/house-states.ts'
import { isInRange, isInScope } from '../platform/database/scope.ts'
import type { EventMap } from '../platform/events.ts'
import { callerAddress } from '../platform/http/address.ts'
import type { Identify, Viewer } from '../platform/http/identify.ts'
import { noteLook } from '../platform/http/viewing.ts'
import type { Services } from '../platform/services.ts'
import { watchCustomers } from './customer-watch.ts'
import { frame, knownDataFrame, warningFrame } from './frames.ts'
import { HouseFeed, send } from './house-feed.ts'
import { type Checked, startRechecks } from './rechecks.ts'
import { countUnread } from './unread.ts'

const PATH = /^\/api\/ws\/([^/?]+)$/
/** A client that has said nothing for this long is gone: its heartbeat comes after 60 s of silence. */
const SILENT_MS = 130_000
const SILENCE_TICK_MS = 5_000
const MAX_FRAME_BYTES = 16_384
/** Close code of the protocol. */
const SERVICE_RESTART = 1012
/** A browser that does not answer the goodbye (asleep, network gone) must not hold up a stop. */
const GOODBYE_MS = 500
/** A change of many rights is told once. */
const ACCESS_GATHER_MS = 50

interface Client extends Checked {
  socket: WebSocket
  ip: string
  /** Houses its visible tab shows, and that it may see. */
  watched: Set<string>
  /** What it may see has changed and it has not been told yet. */
  untold?: { lost: Set<string>; rights: boolean } | undefined
  lastHeard: number
}

/** Everything that decides what a viewer may see and do. */
const rightsOf = ({ kind, scope, grants, isReadOnly }: Viewer): string =>
  JSON.stringify([kind, scope, isReadOnly, [...grants].sort()])

const maySeeHouse = (viewer: Viewer, house: KnownHouse) =>
  viewer.grants.has('chicken_home_manage:query') &&
  isInScope(viewer.scope, { ...house, path: house.officePath })

/** First something has to be done about how they sign in. */
const isHeldBack = ({ mustChangePassword, mustSetFactor }: Viewer) => mustChangePassword || mustSetFactor

/** Readings and alarms are farm data: one's own, or shared by the customer until a date (RA). */
function maySeeFarm(viewer: Viewer, house: KnownHouse, now = Date.now()): boolean {
  if (!maySeeHouse(viewer, house)) return false
  const { farm } = viewer.scope
  return farm === '*' || farm === house.farmPath || house.sharedUntil > now
}

/** Starts the live channel on the HTTP server: known state first, then merged changes. */
export async function startHub(
  server: Server,
  { config, store, events, devices, log }: Services,
  identify: Identify,
): Promise<{ stop(): Promise<void>; clients(): number }> {
  const onError = (error: unknown) => log.error({ err: error }, 'live channel')
  const directory = await openHouseDirectory(store, events, onError)
  const states = await watchHouseStates({ store, events, devices, directory, onError })
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  const customers = watchCustomers(store, onError)
  const clients = new Map<WebSocket, Client>()
  const feeds = new Map<string, HouseFeed>()

  const leave = (client: Client, houseId: string) => {
    client.watched.delete(houseId)
    const feed = feeds.get(houseId)
    feed?.watchers.delete(client.socket)
    if (feed?.watchers.size !== 0) return
    feed.stop()
    feeds.delete(houseId)
  }

  const enter = (client: Client, house: KnownHouse) => {
    const feed = feeds.get(house.id) ?? new HouseFeed(house.id, house.devices)
    feeds.set(house.id, feed)
    for (const { id } of house.devices) send(client.socket, knownDataFrame(house.id, id, devices))
    const now = states.of(house.id)
    if (now) send(client.socket, warningFrame(house.id, now))
    client.watched.add(house.id)
    feed.watchers.add(client.socket)
  }

  const watch = (client: Client, houseIds: readonly string[]) => {
    const wanted = new Set(houseIds)
    for (const houseId of client.watched) if (!wanted.has(houseId)) leave(client, houseId)
    for (const houseId of wanted) {
      const house = directory.house(houseId)
      if (!house || client.watched.has(houseId) || !maySeeFarm(client.viewer, house)) continue
      enter(client, house)
      const { viewer, ip } = client
      const looking = { db: store.scoped(viewer.scope), viewer, ip }
      noteLook(looking, 'readings', [{ farmPath: house.farmPath, house }]).catch(onError)
    }
  }

  const hear = (client: Client, data: RawData, isBinary: boolean) => {
    client.lastHeard = Date.now()
    const text = isBinary ? '' : String(data)
    if (text === PING) {
      send(client.socket, PONG)
      return
    }
    const parsed = ClientFrame.safeParse(parseJson(text))
    if (parsed.success) {
      watch(client, parsed.data.watch.houses)
      customers.watch(client, parsed.data.watch.customers)
    } else client.socket.close(BAD_FRAME, 'not a frame of this protocol')
  }

  const forget = (client: Client) => {
    for (const houseId of Array.from(client.watched)) leave(client, houseId)
    customers.forget(client)
    clients.delete(client.socket)
  }

  const welcome = (socket: WebSocket, viewer: Viewer, ip: string) => {
    // Who it is may have been remembered for a moment: it is read again with the next round.
    const client: Client = { socket, ip, viewer, checkedAt: 0, watched: new Set(), lastHeard: Date.now() }
    clients.set(socket, client)
    socket.on('message', (data, isBinary) => hear(client, data, isBinary))
    socket.on('close', () => forget(client))
    socket.on('error', () => socket.terminate())
    for (const house of directory.all()) {
      const now = states.of(house.id)
      if (now && now.state !== 'normal' && maySeeFarm(viewer, house))
        send(socket, warningFrame(house.id, now))
    }
    void tellUnread(client)
  }

  // Of two counts at once the older number could come last, and stay.
  const tellUnread = oneAtATime(async (client: Client) => {
    // Messages are for people.
    if (client.viewer.program) return
    try {
      const unread = await countUnread(store, client.viewer)
      send(client.socket, frame({ dataType: 'NOTICE', unread }))
    } catch (error) {
      onError(error)
    }
  })

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const token = PATH.exec(request.url ?? '')?.[1]
    const ip = callerAddress(request, config.trustProxy)
    const viewer = token ? await identify(decodeToken(token), ip) : null
    if (!token || !viewer || isHeldBack(viewer)) {
      socket.end(`HTTP/1.1 ${token ? '401 Unauthorized' : '404 Not Found'}\r\nConnection: close\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, ws => welcome(ws, viewer, ip))
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch(error => {
      onError(error)
      socket.destroy()
    })
  }

  /** Tells a client to read again what it shows; several changes of a moment are told together. */
  const tellAccess = (
    client: Client,
    { lost = [], rights = false }: { lost?: string[]; rights?: boolean },
  ) => {
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
  /** Takes from the client what it may no longer see. */
  const leaveUnseen = (client: Client) => {
    const lost = [...client.watched].filter(houseId => {
      const house = directory.house(houseId)
      return !house || !maySeeFarm(client.viewer, house)
    })
    for (const houseId of lost) leave(client, houseId)
    if (lost.length > 0) tellAccess(client, { lost })
  }
  const learned = (client: Client, viewer: Viewer | null) => {
    if (!viewer || isHeldBack(viewer)) {
      client.socket.close(SESSION_OVER, 'the session is over')
      return
    }
    const before = client.viewer
    client.viewer = viewer
    leaveUnseen(client)
    if (rightsOf(viewer) !== rightsOf(before)) tellAccess(client, { rights: true })
    if (viewer.logo !== before.logo) send(client.socket, frame({ dataType: 'LOGO', logo: viewer.logo }))
  }
  const dropSilent = () => {
    const before = Date.now() - SILENT_MS
    for (const client of clients.values()) if (client.lastHeard < before) client.socket.terminate()
  }

  const onReport = ({ deviceId, at, historical, values }: EventMap['report'][0]) => {
    if (historical || feeds.size === 0) return
    const house = directory.houseOfDevice(deviceId)
    if (house) feeds.get(house.id)?.add(deviceId, at, values)
  }
  const onStatus = ({ deviceId, to, at, reason }: EventMap['status'][0]) => {
    const house = directory.houseOfDevice(deviceId)
    if (!house) return
    const text = frame({
      dataType: 'DEVICE_STATUS',
      iotId: deviceId,
      chickenHouseId: house.id,
      status: to,
      since: at,
      reason,
    })
    for (const client of clients.values()) if (maySeeHouse(client.viewer, house)) send(client.socket, text)
  }
  const onHouse = ({ houseId, ...now }: EventMap['house'][0]) => {
    const house = directory.house(houseId)
    if (!house) return
    const text = warningFrame(houseId, now)
    for (const client of clients.values()) if (maySeeFarm(client.viewer, house)) send(client.socket, text)
  }
  const onNotice = ({ accountIds }: EventMap['notice'][0]) => {
    for (const client of clients.values())
      if (accountIds.includes(client.viewer.accountId)) void tellUnread(client)
  }
  const onJob = ({ accountId, programId, ...job }: EventMap['job'][0]) => {
    const text = frame({ dataType: 'JOB', ...job })
    for (const { socket, viewer } of clients.values())
      if (viewer.accountId === accountId && (!viewer.program || viewer.program.id === programId))
        send(socket, text)
  }
  /** Says that something moved, never what: the values are asked for, under the consent to control (RC). */
  const onSetting = ({ deviceId, state }: EventMap['setting'][0]) => {
    const house = directory.houseOfDevice(deviceId)
    if (!house) return
    const text = frame({ dataType: 'SETTING_STATE', iotId: deviceId, state })
    for (const { viewer, socket } of clients.values())
      if (viewer.grants.has('device_setting:query') && maySeeFarm(viewer, house)) send(socket, text)
  }
  /** Consents act at once; a device that serves a watched house from now on is known to its watchers. */
  const onDirectory = () => {
    for (const client of clients.values()) leaveUnseen(client)
    for (const [houseId, feed] of feeds)
      for (const { id } of feed.joinedBy(directory.house(houseId)?.devices ?? []))
        for (const socket of feed.watchers) send(socket, knownDataFrame(houseId, id, devices))
  }

  /** Lists and totals that were read before are another's now: above the customer, and in it. */
  const onConsents = (farmPaths: readonly string[]) => {
    for (const client of clients.values())
      if (farmPaths.some(path => isInRange(client.viewer.scope, path) || client.viewer.scope.farm === path))
        tellAccess(client, {})
  }

  /** Of offices that changed, a narrowed viewer may see others than before. */
  const onAccess = ({ accountIds }: EventMap['access'][0]) => {
    if (accountIds !== 'all') return
    for (const client of clients.values()) if (client.viewer.scope.customers !== 'all') tellAccess(client, {})
  }

  const onMoved = ({ paths }: EventMap['moved'][0]) => onConsents(paths)

  server.on('upgrade', onUpgrade)
  directory.onChange(onDirectory)
  directory.onConsents(onConsents)
  events.on('report', onReport)
  events.on('status', onStatus)
  events.on('house', onHouse)
  events.on('notice', onNotice)
  events.on('job', onJob)
  events.on('setting', onSetting)
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
  const timer = setInterval(dropSilent, SILENCE_TICK_MS)

  return {
    clients: () => clients.size,
    stop: async () => {
      clearInterval(timer)
      server.off('upgrade', onUpgrade)
      events.off('report', onReport)
      events.off('status', onStatus)
      events.off('house', onHouse)
      events.off('notice', onNotice)
      events.off('job', onJob)
      events.off('setting', onSetting)
      events.off('moved', onMoved)
      events.off('access', onAccess)
      states.stop()
      customers.stop()
      directory.stop()
      for (const feed of feeds.values()) feed.stop()
      for (const { socket } of clients.values()) socket.close(SERVICE_RESTART, 'the server restarts')
      const cut = setTimeout(() => {
        for (const { socket } of clients.values()) socket.terminate()
      }, GOODBYE_MS)
      await new Promise<void>(resolve => sockets.close(() => resolve()))
      clearTimeout(cut)
      await rechecks.stop()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The token in the path is percent-encoded; what is not decodable is no token. */
function decodeToken(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
