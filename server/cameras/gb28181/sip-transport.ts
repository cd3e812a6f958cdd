import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { type CallerRules, mayCall, plainIp } from './callers.ts'
import { BODY_MOST, lengthOf, parseSip, type SipMessage, type SipPeer } from './sip-message.ts'

/** Connections in all, and of one address: a farm's cameras share one behind its router. */
const CONNECTIONS_MOST = 2_000
const CONNECTIONS_OF_ONE = 128
/** Until the first message, and between messages of a device that keeps itself alive every minute. ms */
const FIRST_MS = 10_000
const IDLE_MS = 300_000
/** Messages of one address: so many at once, and then so many a second. */
const BURST = 400
const A_SECOND = 50
const ADDRESSES_MOST = 20_000
const ARRIVED_MOST = BODY_MOST + 16 * 1024

export interface SipTransportOptions {
  /** An address of this machine. */
  host: string
  /** 0 for any. */
  port: number
  callers: CallerRules
  heard(message: SipMessage, from: SipPeer): void
  /** A connection is closed. */
  left(from: SipPeer): void
}

/** Messages of SIP over UDP and TCP at one port. What comes from elsewhere, is malformed or too much is not answered at all. */
export class SipTransport {
  readonly #options: SipTransportOptions
  readonly #udp: UdpSocket = createSocket('udp4')
  readonly #tcp: Server
  readonly #connections = new Map<string, Socket>()
  readonly #allowances = new Map<string, { left: number; at: number }>()
  #port = 0

  constructor(options: SipTransportOptions) {
    this.#options = options
    this.#udp.on('message', (data, { address, port }) => {
      const from: SipPeer = { transport: 'udp', ip: address, port }
      if (isKeepAlive(data) || !this.#mayTake(from.ip)) return
      const message = parseSip(data)
      if (message) options.heard(message, from)
    })
    // Nobody is behind a port any more: the device's next message tells where it is.
    this.#udp.on('error', () => {})
    this.#tcp = createServer({ noDelay: true }, socket => this.#converse(socket))
  }

  get port(): number {
    return this.#port
  }

  /** Rejects if the port is taken. */
  async start(): Promise<void> {
    const { host, port } = this.#options
    this.#tcp.listen(port, host)
    await once(this.#tcp, 'listening')
    this.#tcp.on('error', () => {})
    const address = this.#tcp.address()
    this.#port = typeof address === 'object' && address ? address.port : port
    await new Promise<void>((resolve, reject) => {
      this.#udp.once('error', reject)
      this.#udp.bind(this.#port, host, () => {
        this.#udp.off('error', reject)
        resolve()
      })
    })
  }

  /** False if there is no way to there. */
  send({ transport, ip, port }: SipPeer, bytes: Buffer): boolean {
    if (transport === 'udp') {
      this.#udp.send(bytes, port, ip)
      return true
    }
    const socket = this.#connections.get(`${ip}:${port}`)
    socket?.write(bytes)
    return socket !== undefined
  }

  async stop(): Promise<void> {
    for (const socket of this.#connections.values()) socket.destroy()
    const closed = this.#tcp.listening ? once(this.#tcp, 'close') : undefined
    this.#tcp.close()
    await closed
    await new Promise<void>(resolve => {
      try {
        this.#udp.close(resolve)
      } catch {
        resolve()
      }
    })
  }

  #mayTake(ip: string): boolean {
    if (!mayCall(ip, this.#options.callers)) return false
    const now = performance.now()
    const before = this.#allowances.get(ip)
    const left = before ? Math.min(BURST, before.left + ((now - before.at) * A_SECOND) / 1_000) : BURST
    // The last is the newest, the first to be forgotten the one not heard for longest.
    this.#allowances.delete(ip)
    this.#allowances.set(ip, { left: Math.max(0, left - 1), at: now })
    const [oldest] = this.#allowances.size > ADDRESSES_MOST ? this.#allowances.keys() : []
    if (oldest !== undefined) this.#allowances.delete(oldest)
    return left >= 1
  }

  #converse(socket: Socket): void {
    const ip = plainIp(socket.remoteAddress ?? '')
    const from: SipPeer = { transport: 'tcp', ip, port: socket.remotePort ?? 0 }
    const ofOne = [...this.#connections.keys()].filter(key => key.startsWith(`${ip}:`)).length
    if (!this.#mayTake(ip) || this.#connections.size >= CONNECTIONS_MOST || ofOne >= CONNECTIONS_OF_ONE)
      return void socket.destroy()
    const key = `${ip}:${from.port}`
    this.#connections.set(key, socket)
    let arrived: Buffer = Buffer.alloc(0)
    socket.setTimeout(FIRST_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#connections.delete(key)
      this.#options.left(from)
    })
    socket.on('data', (chunk: Buffer) => {
      arrived = arrived.length === 0 ? chunk : Buffer.concat([arrived, chunk])
      for (;;) {
        let start = 0
        while (arrived[start] === 0x0d || arrived[start] === 0x0a) start += 1
        arrived = arrived.subarray(start)
        const length = lengthOf(arrived)
        if (length === 'bad' || arrived.length > ARRIVED_MOST) return void socket.destroy()
        const whole = length && length.head + length.body
        if (whole === undefined || arrived.length < whole) return
        const message = parseSip(arrived.subarray(0, whole))
        arrived = arrived.subarray(whole)
        // Where one message is damaged nobody knows where the next begins.
        if (!message || !this.#mayTake(ip)) return void socket.destroy()
        socket.setTimeout(IDLE_MS)
        this.#options.heard(message, from)
      }
    })
  }
}

/** Empty lines keep the way through a router open. */
const isKeepAlive = (data: Buffer): boolean =>
  data.length <= 8 && data.every(byte => byte === 0x0d || byte === 0x0a || byte === 0)
