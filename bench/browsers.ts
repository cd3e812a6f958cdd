/**
 * The browsers: open sockets that watch houses and record the age of samples on arrival. A separate process, controlled
 * over IPC; it shares its clock with the load generator that writes the samples.
 */
import { WebSocket } from 'ws'
import { createHistogram } from './histogram.ts'

export type BrowsersOrder =
  | { do: 'open'; url: string; viewers: { token: string; houses: string[] }[] }
  /** Times in ms. */
  | { do: 'watch'; warmUpMs: number; ms: number }
  | { do: 'close' }

export interface BrowsersResult {
  frames: number
  bytes: number
  p50: number
  p99: number
}

/** The last reading of a frame: all values of a report have the same time. */
const LAST_TIME = /,(\d{13})\]\}\}\}$/
const OPEN_MS = 20_000

let sockets: WebSocket[] = []
let onFrame: (text: string, now: number) => void = () => {}

async function open({ url, viewers }: BrowsersOrder & { do: 'open' }): Promise<void> {
  sockets = await Promise.all(
    viewers.map(async ({ token, houses }) => {
      const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/ws/${token}`)
      await new Promise((resolve, reject) => {
        socket.once('open', resolve)
        socket.once('error', reject)
        setTimeout(() => reject(new Error(`no socket in ${OPEN_MS} ms`)), OPEN_MS).unref()
      })
      socket.on('message', data => onFrame(String(data), performance.timeOrigin + performance.now()))
      socket.send(JSON.stringify({ watch: { houses } }))
      return socket
    }),
  )
}

async function watch({ warmUpMs, ms }: BrowsersOrder & { do: 'watch' }): Promise<BrowsersResult> {
  await wait(warmUpMs)
  const histogram = createHistogram()
  let bytes = 0
  onFrame = (text, now) => {
    if (!text.includes('"DEVICE_DATA"')) return
    const at = LAST_TIME.exec(text)?.[1]
    bytes += text.length
    if (at) histogram.add(now - Number(at))
  }
  await wait(ms)
  onFrame = () => {}
  const gone = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN).length
  if (gone > 0) throw new Error(`${gone} of ${sockets.length} sockets were closed by the server`)
  return { frames: histogram.count, bytes, p50: histogram.at(0.5), p99: histogram.at(0.99) }
}

const wait = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function obey(order: BrowsersOrder): Promise<BrowsersResult | null> {
  if (order.do === 'watch') return watch(order)
  if (order.do === 'open') await open(order)
  else for (const socket of sockets) socket.terminate()
  return null
}

process.on('message', (order: BrowsersOrder) => {
  obey(order).then(
    result => process.send?.(result ?? {}),
    error => process.send?.({ error: String(error) }),
  )
})
process.on('disconnect', () => process.exit())
