import { type LiveFrame, type ViewFault, viewFaults } from '#shared/live-pictures.ts'
import { ownMediaSource } from './media-source.ts'

/** Most of the past that a player keeps, and what is left of it after a trim. s */
const PAST_MOST = 20
const PAST_LEAST = 5
/** Most that waits to be taken in: a player further behind starts again. Bytes */
const WAITING_MOST = 8 * 1024 * 1024

/** What a stream tells about itself. */
export interface StreamEvents {
  /** The source to be shown by the video element; told once. */
  source(source: MediaSource): void
  /** The picture has this size from now on. */
  size(width: number, height: number): void
  /** Said by the server: why there is no picture. */
  fault(fault: ViewFault): void
  /** The server answered a ping. */
  pong(): void
  /** The connection is over, or the browser cannot go on with this source: a new stream is needed. */
  over(): void
}

export interface PictureStream {
  /** Where the video element is, s: older pictures are dropped. */
  at(seconds: number): void
  /** Tells the server how far behind the picture is, ms. */
  lag(ms: number): void
  /** Asks the server for a sign of life. */
  ping(): void
  close(): void
}

/**
 * Reads a live picture from its socket into a media source. It runs in a worker where the browser has media sources there,
 * otherwise in the page.
 */
export function openStream(url: string, events: StreamEvents): PictureStream {
  const Source = ownMediaSource()
  if (!Source) throw new Error('this browser has no media source')
  const source = new Source()
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const waiting: (ArrayBuffer | { mime: string })[] = []
  let waitingBytes = 0
  let buffer: SourceBuffer | undefined
  let isOver = false

  const close = () => {
    if (isOver) return
    isOver = true
    waiting.length = 0
    socket.close()
  }
  const end = () => {
    if (isOver) return
    close()
    events.over()
  }
  const begin = (mime: string) => {
    if (buffer) {
      buffer.changeType(mime)
      return
    }
    buffer = source.addSourceBuffer(mime)
    buffer.mode = 'segments'
    buffer.addEventListener('updateend', feed)
    buffer.addEventListener('error', end)
  }
  /** Gives the buffer the next piece, if it is ready for one. Whatever it refuses ends the stream: it cannot go on. */
  const feed = () => {
    try {
      while (!isOver && source.readyState === 'open' && !buffer?.updating) {
        const next = waiting.shift()
        if (!next) return
        if (next instanceof ArrayBuffer) {
          waitingBytes -= next.byteLength
          buffer?.appendBuffer(next)
        } else begin(next.mime)
      }
    } catch {
      end()
    }
  }
  const hear = (frame: LiveFrame) => {
    if (frame.type === 'init') {
      events.size(frame.width, frame.height)
      waiting.push({ mime: frame.mime })
      if (!Source.isTypeSupported(frame.mime)) {
        events.fault('unsupportedCodec')
        close()
      }
    } else if (frame.type === 'pong') events.pong()
    else if (frame.type === 'fault' && viewFaults.includes(frame.fault)) {
      events.fault(frame.fault)
      close()
    }
  }

  source.addEventListener('sourceopen', feed)
  // The element has let go of it: its decoder has failed.
  source.addEventListener('sourceclose', end)
  socket.addEventListener('close', end)
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (isOver) return
    if (typeof data === 'string') hear(JSON.parse(data) as LiveFrame)
    else {
      waiting.push(data)
      waitingBytes += data.byteLength
      if (waitingBytes > WAITING_MOST) end()
    }
    feed()
  })
  events.source(source)

  return {
    at(seconds) {
      if (isOver || !buffer || buffer.updating || source.readyState !== 'open') return
      // The page may be letting go of the source at this moment.
      try {
        const { buffered } = buffer
        if (buffered.length === 0 || seconds - buffered.start(0) < PAST_MOST) return
        buffer.remove(0, seconds - PAST_LEAST)
      } catch {
        end()
      }
    },
    lag(ms) {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'lag', ms }))
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'ping' }))
    },
    close,
  }
}
