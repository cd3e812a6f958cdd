/**
 * The fleet: any number of edge nodes that connect all at once, retrying like real devices until their births are
 * acknowledged. A separate process, controlled over IPC; one order at a time.
 */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { generate, type Packet, parser } from 'mqtt-packet'
import { births, connectPacket, nodeTopic } from '#server/testing/gateway-births.ts'
import { loadMetrics, loadSettings } from '#server/testing/load-metrics.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'

export interface FleetGateway {
  code: string
  password: string
  controller: string
}
export type FleetOrder =
  /** Connects those that are offline; answers when all are online or after `ms`. */
  | {
      do: 'connect'
      port: number
      group: string
      metrics: number
      /** Number of settings besides. */
      settings?: number
      ms: number
      gateways: FleetGateway[]
    }
  /** Answers when the server has ended all connections; nobody reconnects until the next order. */
  | { do: 'lose' }

export interface FleetResult {
  online: number
  /** How often either side gave up a connection before its births were acknowledged. */
  failures: number
  /** Time until half of them, and until the last, were online. */
  p50: number
  last: number
}

/** As in common clients: wait for the answer to CONNECT, pause between tries, keep-alive interval. */
const PATIENCE_MS = 30_000
const RETRY_MS = { least: 1_000, most: 5_000 }
const KEEPALIVE_MS = 30_000
const SUBSCRIBE_ID = 1
const FIRST_BIRTH_ID = 2

const open = new Set<Socket>()

/** Topic and payload of a birth; all share the payload. */
const payloads = new Map<string, Buffer[]>()
function birthPackets(
  { code, controller }: FleetGateway,
  { group, metrics: count, settings = 0 }: FleetOrder & { do: 'connect' },
): Buffer[] {
  const key = `${count} ${settings}`
  const metrics = [...loadMetrics(count), ...loadSettings(settings)]
  const born = births(
    { group, code, controllers: [controller], metrics: payloads.has(key) ? [] : metrics },
    Date.now(),
  )
  const bodies =
    payloads.get(key) ??
    born.map((birth, seq) =>
      Buffer.from(encodePayload({ timestamp: Date.now(), seq, metrics: birth.metrics })),
    )
  payloads.set(key, bodies)
  return born.map(({ topic }, index) =>
    generate({
      cmd: 'publish',
      topic,
      payload: bodies[index] as Buffer,
      qos: 1,
      messageId: FIRST_BIRTH_ID + index,
      dup: false,
      retain: false,
    }),
  )
}

/** One try; resolves when the births are acknowledged, rejects if the connection ends first. */
function comeOnline(gateway: FleetGateway, order: FleetOrder & { do: 'connect' }): Promise<void> {
  const { port, group } = order
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true })
    const packets = parser()
    const unanswered = new Set<number>()
    let heardAt = Date.now()
    let isSignedIn = false
    const impatience = setTimeout(() => socket.destroy(), PATIENCE_MS)
    const alive = setInterval(() => {
      if (Date.now() - heardAt > 2 * KEEPALIVE_MS) socket.destroy()
      else if (isSignedIn) socket.write(generate({ cmd: 'pingreq' }))
    }, KEEPALIVE_MS)
    open.add(socket)
    socket.once('connect', () => socket.write(connectPacket(group, gateway.code, gateway.password)))
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      clearTimeout(impatience)
      clearInterval(alive)
      open.delete(socket)
      reject(new Error('the connection ended'))
    })
    socket.on('data', bytes => {
      heardAt = Date.now()
      packets.parse(bytes)
    })
    packets.on('packet', (packet: Packet) => {
      if (packet.cmd === 'connack') {
        clearTimeout(impatience)
        if (packet.returnCode !== 0) return socket.destroy()
        isSignedIn = true
        const topic = nodeTopic('NCMD', group, gateway.code)
        const subscriptions = [{ topic, qos: 1 as const }]
        socket.write(generate({ cmd: 'subscribe', messageId: SUBSCRIBE_ID, subscriptions }))
      } else if (packet.cmd === 'suback' || packet.cmd === 'publish') {
        // The only command there is: the request for births.
        for (const [index, birth] of birthPackets(gateway, order).entries()) {
          unanswered.add(FIRST_BIRTH_ID + index)
          socket.write(birth)
        }
      } else if (packet.cmd === 'puback') {
        unanswered.delete(packet.messageId ?? 0)
        if (unanswered.size === 0) resolve()
      }
    })
    packets.on('error', () => socket.destroy())
  })
}

async function connectAll(order: FleetOrder & { do: 'connect' }): Promise<FleetResult> {
  const started = performance.now()
  const took: number[] = []
  let failures = 0
  let isOver = false
  const over = delay(order.ms, undefined, { ref: false }).then(() => {
    isOver = true
  })
  const each = async (gateway: FleetGateway) => {
    while (!isOver) {
      try {
        await comeOnline(gateway, order)
        took.push(performance.now() - started)
        return
      } catch {
        failures += 1
        await delay(RETRY_MS.least + Math.random() * (RETRY_MS.most - RETRY_MS.least))
      }
    }
  }
  await Promise.race([Promise.all(order.gateways.map(each)), over])
  isOver = true
  const online = took.length
  return { online, failures, p50: took[online >> 1] ?? Number.NaN, last: took.at(-1) ?? Number.NaN }
}

async function lose(): Promise<void> {
  await Promise.all([...open].map(socket => new Promise(resolve => socket.once('close', resolve))))
}

process.on('message', (order: FleetOrder) => {
  const done = order.do === 'connect' ? connectAll(order) : lose()
  done.then(
    result => process.send?.(result ?? {}),
    error => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
