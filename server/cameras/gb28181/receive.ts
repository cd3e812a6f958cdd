import { randomInt } from 'node:crypto'
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, isIPv4, type Server, type Socket } from 'node:net'
import { dialJudged } from '../../platform/network/dial-camera.ts'
import type { Pictures } from '../h264/depacketise.ts'
import { MediaError, type MediaSource } from '../media-types.ts'
import { type CallerRules, mayCall, plainIp } from './callers.ts'
import type { CallAnswer, CallOffer } from './calls.ts'
import { psPictures } from './ps-pictures.ts'
import { writeReport } from './receiver-report.ts'
import { readRtp } from './rtp-order.ts'
import type { GbTransport } from './sdp.ts'

/** For packets that should follow each other, and for the first. ms */
const SILENT_MS = 10_000
/** Some devices stop when nobody says that their packets arrive. ms */
const REPORT_MS = 5_000
const PORT_TRIES = 40
const FRAME_MOST = 64 * 1024

/** Where pictures are received. Plain values, so that a thread can be given them. */
export interface MediaDoor extends CallerRules {
  /** An address of this machine. */
  host: string
  /** From and to; 0 and 0 for any. */
  ports: readonly [from: number, to: number]
}

/** How a device is called: by the part of the server that speaks SIP with it. */
export interface Means {
  door: MediaDoor
  /** Rejects with MediaError. `ended` is called when the device ends the call. */
  invite(offer: CallOffer, ended: () => void): Promise<{ callId: string; answer: CallAnswer }>
  hangUp(callId: string): void
  /** A device sends under another mark (SSRC) than it agreed to: it is shown all the same, and written down. */
  sendsAs(callId: string, ssrc: number): void
}

interface ReceiveEvents extends Pictures {
  reached(step: 'invite', detail?: string): void
  /** Packets are about to come. */
  begins(): void
}

/** The device, its channel and the way of the picture, from the address of a source. */
export function calledAt({ url, played }: Pick<MediaSource, 'url' | 'played'>): Omit<CallOffer, 'port'> {
  const [, deviceId, channelId, transport] =
    /^gb28181:\/\/(\d{20})\/(\d{20})\/(udp|tcpPassive|tcpActive)$/.exec(url) ?? []
  if (deviceId === undefined || channelId === undefined) throw new MediaError('catalog', 'noStream')
  return { deviceId, channelId, transport: transport as GbTransport, played }
}

/** Plays a channel of a device until `signal` aborts: then it resolves, having said goodbye. Rejects with MediaError. */
export async function playGb(
  source: MediaSource,
  { door, invite, hangUp, sendsAs }: Means,
  events: ReceiveEvents,
  signal: AbortSignal,
): Promise<void> {
  const called = calledAt(source)
  const end = Promise.withResolvers<void>()
  end.promise.catch(() => {})
  const fail = (error: MediaError) => end.reject(error)
  const onAbort = () => end.resolve()
  signal.addEventListener('abort', onAbort)
  const opened = await openDoor(called.transport, door, fail)
  let callId: string | undefined
  let isLeft = false
  /** Undefined until the device has agreed to send. */
  let heardAt: number | undefined
  const listening = setInterval(() => {
    if (heardAt !== undefined && performance.now() - heardAt > SILENT_MS)
      fail(new MediaError('picture', 'noStream'))
  }, SILENT_MS / 4)
  try {
    if (signal.aborted) return
    const inviting = invite({ ...called, port: opened.port }, () =>
      fail(new MediaError('picture', 'noStream')),
    )
    // Somebody who is called and gives up meanwhile must still be told.
    inviting.then(
      found => {
        callId = found.callId
        if (isLeft) hangUp(found.callId)
      },
      () => {},
    )
    const answered = await Promise.race([inviting, end.promise])
    if (!answered) return
    const { answer } = answered
    events.reached('invite')
    events.begins()
    heardAt = performance.now()
    const take = psPictures(events)
    let mark: number | undefined
    await opened.receive(answer, data => {
      const packet = readRtp(data)
      if (!packet) return
      // Many devices keep to no mark that was agreed: the port is this call's alone, so the first that sends to it is the one.
      if (mark === undefined) {
        mark = packet.source
        if (mark !== answer.ssrc) sendsAs(answered.callId, mark)
      }
      // What comes beside it, of another device or picture, has no place in this one.
      if (packet.source !== mark) return
      heardAt = performance.now()
      opened.heard?.(packet.source, packet.sequence)
      try {
        take(packet)
      } catch (error) {
        fail(error instanceof MediaError ? error : new MediaError('picture', 'damaged'))
      }
    })
    await end.promise
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    isLeft = true
    signal.removeEventListener('abort', onAbort)
    clearInterval(listening)
    opened.close()
    if (callId !== undefined) hangUp(callId)
  }
}

interface Door {
  port: number
  /** Lets in what comes from where the device is. */
  receive(answer: CallAnswer, packet: (data: Buffer) => void): Promise<void>
  heard?(source: number, sequence: number): void
  close(): void
}
type Fail = (error: MediaError) => void

function openDoor(transport: GbTransport, door: MediaDoor, fail: Fail): Promise<Door> {
  if (transport === 'udp') return openUdp(door, fail)
  return transport === 'tcpPassive' ? openTcp(door, fail) : Promise.resolve(dialOut(door, fail))
}

/** A port of the range that is free. Rejects with MediaError if there is none. */
async function atFreePort<T>(
  { ports: [from, to] }: MediaDoor,
  open: (port: number) => Promise<T>,
): Promise<T> {
  for (let tries = 0; tries < PORT_TRIES; tries++) {
    // Even ones, as is usual of RTP.
    const port = from === 0 ? 0 : from + randomInt(Math.floor((to - from) / 2) + 1) * 2
    try {
      return await open(port)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') break
    }
  }
  throw new MediaError('invite', 'unreachable', 'MEDIA_PORTS')
}

/** A picture comes from where the device signed in, or where it says that it sends from. */
const isFrom = (ip: string, { caller, ip: said }: CallAnswer, door: MediaDoor): boolean =>
  mayCall(ip, door) && (ip === caller || ip === said)

function openUdp(door: MediaDoor, fail: Fail): Promise<Door> {
  return atFreePort(door, async port => {
    const socket: UdpSocket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 })
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject)
      socket.bind(port, door.host, () => {
        socket.off('error', reject)
        resolve()
      })
    }).catch(error => {
      socket.close()
      throw error
    })
    socket.on('error', () => fail(new MediaError('picture', 'unreachable')))
    let from: { ip: string; port: number } | undefined
    let last: { source: number; sequence: number } | undefined
    const reporting = setInterval(() => {
      if (from && last) socket.send(writeReport(last), from.port + 1, from.ip)
    }, REPORT_MS)
    return {
      port: socket.address().port,
      async receive(answer, packet) {
        socket.on('message', (data, { address, port }) => {
          if (!isFrom(address, answer, door)) return
          from = { ip: address, port }
          packet(data)
        })
      },
      heard(source, sequence) {
        last = { source, sequence }
      },
      close() {
        clearInterval(reporting)
        socket.close()
      },
    }
  })
}

function openTcp(door: MediaDoor, fail: Fail): Promise<Door> {
  return atFreePort(door, async port => {
    const waiting = new Set<Socket>()
    let admit = (socket: Socket) => void waiting.add(socket)
    const server: Server = createServer({ noDelay: true }, socket => {
      socket.on('error', () => socket.destroy())
      socket.on('close', () => waiting.delete(socket))
      if (waiting.size >= WAITING_MOST) socket.destroy()
      else admit(socket)
    })
    server.listen(port, door.host)
    await once(server, 'listening')
    server.on('error', () => {})
    const address = server.address()
    let taken: Socket | undefined
    return {
      port: typeof address === 'object' && address ? address.port : port,
      async receive(answer, packet) {
        admit = socket => {
          if (taken || !isFrom(plainIp(socket.remoteAddress ?? ''), answer, door))
            return void socket.destroy()
          taken = socket
          server.close()
          readFramed(socket, packet, fail)
        }
        for (const socket of waiting) admit(socket)
        waiting.clear()
      },
      close() {
        for (const socket of waiting) socket.destroy()
        taken?.destroy()
        server.close()
      },
    }
  })
}

/** Connections until it is known who may. */
const WAITING_MOST = 8

/** The device waits for us: nothing is opened here. */
function dialOut(door: MediaDoor, fail: Fail): Door {
  const given = new AbortController()
  let socket: Socket | undefined
  return {
    // Nobody listens; the port only has to be one.
    port: 9,
    async receive({ ip, port }, packet) {
      if (!isIPv4(ip) || !mayCall(ip, door)) throw new MediaError('invite', 'refusedAddress')
      socket = await dialJudged({ ip, port }, given.signal).catch(() => {
        throw new MediaError('invite', 'unreachable')
      })
      readFramed(socket, packet, fail)
    },
    close() {
      given.abort()
      socket?.destroy()
    },
  }
}

/** Packets with their length before each (RFC 4571). */
function readFramed(socket: Socket, packet: (data: Buffer) => void, fail: Fail): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('close', () => fail(new MediaError('picture', 'noStream')))
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (rest.length >= at + 2) {
      const end = at + 2 + rest.readUInt16BE(at)
      if (rest.length < end) break
      packet(rest.subarray(at + 2, end))
      at = end
    }
    rest = rest.subarray(at)
    if (rest.length > FRAME_MOST * 2) fail(new MediaError('picture', 'damaged'))
  })
}
