import { createSocket } from 'node:dgram'
import { connect, createServer } from 'node:net'
import type { Film } from '../film.ts'
import { programStream, soundPacket } from './program-stream.ts'

/** Where a picture is wanted, as an invitation says. */
export interface Wanted {
  ip: string
  port: number
  ssrc: number
  transport: 'udp' | 'tcp'
  /** Over TCP: the device connects, or waits. */
  setup: 'passive' | 'active' | undefined
}

export interface Sending {
  /** Where it sends from, or waits. */
  port: number
  stop(): void
}

const PAYLOAD_MOST = 1_400
const TICKS_A_MS = 90

/** What a test changes about the packets that are sent. */
export type Meddle = (packet: Buffer, number: number) => readonly Buffer[]

/** Sends a film from now on. */
export async function sendFilm(film: Film, wanted: Wanted, meddle: Meddle): Promise<Sending> {
  const way = await openWay(wanted)
  const began = Date.now()
  let sequence = 0
  let count = 0
  const send = (data: Buffer, time: number) => {
    for (let at = 0; at < data.length; at += PAYLOAD_MOST) {
      const isLast = at + PAYLOAD_MOST >= data.length
      const head = Buffer.alloc(12)
      head[0] = 0x80
      head[1] = (isLast ? 0x80 : 0) | 96
      head.writeUInt16BE(sequence, 2)
      head.writeUInt32BE(time >>> 0, 4)
      head.writeUInt32BE(wanted.ssrc, 8)
      sequence = (sequence + 1) & 0xffff
      for (const packet of meddle(Buffer.concat([head, data.subarray(at, at + PAYLOAD_MOST)]), count++))
        way.send(packet)
    }
  }
  const stop = film.watch(({ nals, isKey, at }) => {
    const time = (at - began) * TICKS_A_MS
    send(programStream(nals, time, isKey), time)
    send(soundPacket(time), time)
  })
  return {
    port: way.port,
    stop() {
      stop()
      way.close()
    },
  }
}

interface Way {
  port: number
  send(packet: Buffer): void
  close(): void
}

const framed = (packet: Buffer) => {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(packet.length)
  return Buffer.concat([length, packet])
}

async function openWay({ ip, port, transport, setup }: Wanted): Promise<Way> {
  if (transport === 'udp') {
    const socket = createSocket('udp4')
    await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
    return {
      port: socket.address().port,
      send: packet => socket.send(packet, port, ip),
      close: () => socket.close(),
    }
  }
  if (setup === 'active') {
    const waiting = createServer()
    await new Promise<void>(resolve => waiting.listen(0, '127.0.0.1', resolve))
    const address = waiting.address()
    let taken: ReturnType<typeof connect> | undefined
    waiting.on('connection', socket => {
      socket.on('error', () => {})
      taken = socket
    })
    return {
      port: typeof address === 'object' && address ? address.port : 0,
      send: packet => void taken?.write(framed(packet)),
      close() {
        taken?.destroy()
        waiting.close()
      },
    }
  }
  const socket = connect(port, ip)
  socket.on('error', () => {})
  return { port: 9, send: packet => void socket.write(framed(packet)), close: () => socket.destroy() }
}
