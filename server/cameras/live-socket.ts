import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import { isLivePath, type LiveFrame, type MediaFault } from '#shared/live-pictures.ts'
import type { MediaEngine, MediaSource, MediaViewer } from './media-engine.ts'
import { viewerLag, viewers } from './metrics.ts'

const PATH = /^\/api\/ws\/live\/([^/?]{1,64})\/([^/?]{1,512})$/
/** What a viewer may tell: how far behind its picture is, ms; and ask: whether anybody is there. */
const LiveReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('lag'), ms: z.number().min(0).max(3_600_000) }),
  z.object({ type: z.literal('ping') }),
])
const REPORT_BYTES = 256
/** A browser answers by itself; one that does not is gone. ms */
const PING_MS = 20_000
/** Close codes of the protocol. */
const SERVICE_RESTART = 1012
const UNSUPPORTED_DATA = 1003
/** A browser that does not answer the goodbye must not delay a stop. ms */
const GOODBYE_MS = 500

/** What somebody may watch: where it comes from, and word of the moment they no longer may. */
export interface Admitted {
  source: MediaSource
  /** `cut` ends the running picture; the returned function ends the watch for it. */
  onRevoked(cut: () => void): () => void
}

export interface LiveParts {
  engine: MediaEngine
  /** Whether the holder of the token may watch the channel; undefined if not. */
  admit(channelId: string, token: string): Promise<Admitted | undefined>
  onError?: (error: unknown) => void
}

/** Serves live pictures at `/api/ws/live/{channelId}/{token}` until it is stopped. Nobody gets a socket without leave. */
export function serveLive(server: Server, { engine, admit, onError }: LiveParts): { stop(): Promise<void> } {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: REPORT_BYTES, perMessageDeflate: false })
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [, channel, token] = PATH.exec(request.url ?? '') ?? []
    const [channelId, secret] = [decoded(channel), decoded(token)]
    const admitted = channelId && secret ? await admit(channelId, secret) : undefined
    if (!channelId || !admitted) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, ws => seat(ws, engine, channelId, admitted))
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!isLivePath(request.url ?? '')) return
    socket.on('error', () => socket.destroy())
    upgrade(request, socket, head).catch(error => {
      onError?.(error)
      socket.destroy()
    })
  }
  server.on('upgrade', onUpgrade)
  const unanswered = new WeakSet<WebSocket>()
  const pinging = setInterval(() => {
    for (const ws of sockets.clients) {
      if (unanswered.has(ws)) {
        ws.terminate()
        continue
      }
      unanswered.add(ws)
      ws.once('pong', () => unanswered.delete(ws))
      ws.ping()
    }
  }, PING_MS)

  return {
    async stop() {
      clearInterval(pinging)
      server.off('upgrade', onUpgrade)
      for (const ws of sockets.clients) ws.close(SERVICE_RESTART, 'the server restarts')
      const cut = setTimeout(() => {
        for (const ws of sockets.clients) ws.terminate()
      }, GOODBYE_MS)
      await new Promise<void>(resolve => sockets.close(() => resolve()))
      clearTimeout(cut)
    },
  }
}

/** Shows a channel on an open socket until either side ends it. */
function seat(ws: WebSocket, engine: MediaEngine, channelId: string, { source, onRevoked }: Admitted): void {
  const tell = (frame: LiveFrame) => ws.send(JSON.stringify(frame))
  const fail = (fault: MediaFault) => {
    if (ws.readyState === ws.OPEN) tell({ type: 'fault', fault })
    ws.close()
  }
  const viewer: MediaViewer = {
    init({ mime, width, height, segment }) {
      tell({ type: 'init', mime, width, height })
      ws.send(segment)
    },
    fragment: data => ws.send(data),
    failed: fail,
    backlog: () => ws.bufferedAmount,
  }
  viewers.inc()
  const leave = engine.watch(channelId, source, viewer)
  const unheard = onRevoked(() => {
    leave()
    fail('ended')
  })
  ws.on('close', () => {
    viewers.dec()
    unheard()
    leave()
  })
  ws.on('error', () => ws.terminate())
  ws.on('message', (data, isBinary) => {
    const { success, data: report } = LiveReport.safeParse(isBinary ? undefined : parsed(String(data)))
    if (success && report.type === 'lag') viewerLag.observe(report.ms / 1_000)
    else if (success) tell({ type: 'pong' })
    else ws.close(UNSUPPORTED_DATA, 'not a report of this protocol')
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text)
  } catch {
    return undefined
  }
}
