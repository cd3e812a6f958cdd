import { setTimeout as delay } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { type FrameData, ServerFrame } from '#shared/realtime.ts'

/** A browser's end of the live channel. */
export interface LiveListener {
  socket: WebSocket
  frames: FrameData[]
  closed: Promise<number>
  watch(...houses: string[]): void
  watchCustomers(...customers: string[]): void
  /** Resolves once everything sent so far has arrived: after the feed's interval, then an answered heartbeat. */
  quiet(): Promise<void>
  of<T extends FrameData['dataType']>(type: T): Extract<FrameData, { dataType: T }>[]
}

/** Connects with a token and parses every frame by the protocol; `address` is the server's, ws:. */
export async function listenLive(address: string, token: string): Promise<LiveListener> {
  const socket = new WebSocket(`${address}/api/ws/${encodeURIComponent(token)}`)
  const frames: FrameData[] = []
  socket.on('message', data => {
    const text = String(data)
    if (text !== 'pong') frames.push(ServerFrame.parse(JSON.parse(text)).data)
  })
  const closed = new Promise<number>(resolve => socket.once('close', resolve))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  return {
    socket,
    frames,
    closed,
    quiet: async () => {
      await delay(300)
      const answered = new Promise<void>(resolve =>
        socket.on('message', data => String(data) === 'pong' && resolve()),
      )
      socket.send('ping')
      await answered
    },
    watch: (...houses) => socket.send(JSON.stringify({ watch: { houses } })),
    watchCustomers: (...customers) => socket.send(JSON.stringify({ watch: { houses: [], customers } })),
    of: type => frames.filter(data => data.dataType === type) as never,
  }
}
