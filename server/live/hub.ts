import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { isLivePath } from '#shared/live-pictures.ts'
import { BAD_FRAME, ClientFrame, PING, PONG } from '#shared/realtime.ts'
import type { Farm } from '../farm/house-state/farm.ts'
import { callerAddress } from '../platform/http/address.ts'
import type { Identify, Viewer } from '../platform/http/identify.ts'
import { roundFailed } from '../platform/rounds.ts'
import type { Services } from '../platform/services.ts'
import { keepAccess } from './access.ts'
import { type Client, isHeldBack, maySeeFarm } from './clients.ts'
import { watchCustomers } from './customer-watch.ts'
import { warningFrame } from './frames.ts'
import { createHeartbeat } from './heartbeat.ts'
import { send } from './house-feed.ts'
import { listenToRecords } from './record-news.ts'
import { tellings } from './told.ts'
import { tellUnread } from './unread.ts'
import { watchWalls } from './walls.ts'
import { watchHouses } from './watched-houses.ts'

const PATH = /^\/api\/ws\/([^/?]+)$/
const HEARTBEAT_TICK_MS = 5_000
const MAX_FRAME_BYTES = 16_384
/** Open sockets of a person, or of a program or wall: more tabs than anybody looks at. */
const SOCKETS_MAX = 20
/** Close code of the protocol. */
const SERVICE_RESTART = 1012
/** A browser that does not answer the goodbye (asleep, network gone) must not delay a stop. */
const GOODBYE_MS = 500

/** The live channel on the HTTP server. */
export interface Hub {
  clients(): number
  stop(): Promise<void>
}

/** Starts the live channel: known state first, then merged changes. It only transports; the farm decides what to say. */
export function startHub(server: Server, services: Services, identify: Identify, farm: Farm): Hub {
  const { config, store, events, log } = services
  const onError = (error: unknown) => roundFailed(log, 'live', error)
  const clients = new Map<WebSocket, Client>()
  const heartbeat = createHeartbeat()
  const houses = watchHouses(services, farm, onError)
  const customers = watchCustomers(store, onError)
  const walls = watchWalls(services, farm)
  const unread = tellUnread(services, clients, onError)
  const access = keepAccess(services, farm, { clients, houses, onError })
  const records = listenToRecords(services, onError)
  const untell = tellings.map(tell => tell(events, clients, farm.directory))
  // First remove those who may no longer see it; then tell the others about a device that joined.
  farm.directory.onChange(() => {
    access.check()
    houses.tellJoined()
  })

  const hear = (client: Client, data: RawData, isBinary: boolean) => {
    const text = isBinary ? '' : String(data)
    if (text === PING) {
      send(client.socket, PONG)
      return
    }
    const parsed = ClientFrame.safeParse(parseJson(text))
    if (!parsed.success) {
      client.socket.close(BAD_FRAME, 'not a frame of this protocol')
      return
    }
    houses.watch(client, parsed.data.watch.houses)
    customers.watch(client, parsed.data.watch.customers)
    walls.watch(client, parsed.data.watch.wall)
  }

  const forget = (client: Client) => {
    houses.forget(client)
    customers.forget(client)
    walls.forget(client)
    clients.delete(client.socket)
  }

  const welcome = (socket: WebSocket, viewer: Viewer, ip: string) => {
    // The viewer may come from a cache: the next round reads it again.
    const client: Client = { socket, ip, viewer, checkedAt: 0, watched: new Set() }
    clients.set(socket, client)
    heartbeat.watch(socket)
    socket.on('message', (data, isBinary) => hear(client, data, isBinary))
    socket.on('close', () => forget(client))
    socket.on('error', () => socket.terminate())
    for (const house of farm.directory.all()) {
      const now = farm.states.of(house.id)
      if (now && now.state !== 'normal' && maySeeFarm(viewer, house))
        send(socket, warningFrame(house.id, now))
    }
    void unread.tell(client)
  }

  const hasRoom = (viewer: Viewer) =>
    [...clients.values()].filter(client => holderOf(client.viewer) === holderOf(viewer)).length < SOCKETS_MAX
  const doors = openDoors({ server, trustProxy: config.trustProxy, identify, hasRoom, welcome, onError })
  const timer = setInterval(heartbeat.tick, HEARTBEAT_TICK_MS)

  return {
    clients: () => clients.size,
    async stop() {
      clearInterval(timer)
      for (const end of untell) end()
      unread.stop()
      customers.stop()
      walls.stop()
      houses.stop()
      await records.stop()
      await doors.close(clients.keys())
      await access.stop()
    },
  }
}

/** A person with all their tabs; each program and each wall display by itself. */
const holderOf = ({ accountId, program }: Viewer): string => program?.id ?? accountId

interface Doors {
  server: Server
  trustProxy: Services['config']['trustProxy']
  identify: Identify
  /** Whether one more socket may be opened. */
  hasRoom(viewer: Viewer): boolean
  welcome(socket: WebSocket, viewer: Viewer, ip: string): void
  onError(error: unknown): void
}

/** Admits clients with a session, each only so often: nobody else gets a socket. */
function openDoors({ server, trustProxy, identify, hasRoom, welcome, onError }: Doors) {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const token = PATH.exec(request.url ?? '')?.[1]
    const ip = callerAddress(request, trustProxy)
    const viewer = token ? await identify(decodeToken(token), ip) : null
    if (!token || !viewer || isHeldBack(viewer)) {
      refuse(socket, token ? '401 Unauthorized' : '404 Not Found')
      return
    }
    if (!hasRoom(viewer)) {
      refuse(socket, '429 Too Many Requests')
      return
    }
    sockets.handleUpgrade(request, socket, head, ws => welcome(ws, viewer, ip))
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Live pictures have their own door.
    if (isLivePath(request.url ?? '')) return
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch(error => {
      onError(error)
      socket.destroy()
    })
  }
  server.on('upgrade', onUpgrade)

  return {
    /** Says goodbye to connected clients and admits nobody any more. */
    async close(inside: Iterable<WebSocket>): Promise<void> {
      server.off('upgrade', onUpgrade)
      const open = [...inside]
      for (const socket of open) socket.close(SERVICE_RESTART, 'the server restarts')
      const cut = setTimeout(() => {
        for (const socket of open) socket.terminate()
      }, GOODBYE_MS)
      await new Promise<void>(resolve => sockets.close(() => resolve()))
      clearTimeout(cut)
    },
  }
}

/** Answers instead of opening a socket. */
const refuse = (socket: Duplex, status: string) =>
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The token in the path is percent-encoded; if it cannot be decoded it is no token. */
function decodeToken(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return ''
  }
}
