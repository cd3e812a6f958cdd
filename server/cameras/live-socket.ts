import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type RawData, type WebSocket, WebSocketServer } from 'ws'
import { z } from 'zod'
import {
  isLivePath,
  type LiveFrame,
  OFFER_MOST,
  type ViewFault,
  WEBRTC_PROTOCOL,
} from '#shared/live-pictures.ts'
import type { MediaEngine, MediaSource, MediaViewer } from './media-engine.ts'
import { ViewError } from './media-types.ts'
import { viewerLag, viewers } from './metrics.ts'

const PATH = /^\/api\/ws\/live\/([^/?]{1,64})\/([^/?]{1,512})$/
/** What a viewer may tell: how far behind its picture is, ms; and ask: whether anybody is there. */
const reports = [
  z.object({ type: z.literal('lag'), ms: z.number().min(0).max(3_600_000) }),
  z.object({ type: z.literal('ping') }),
] as const
const LiveReport = z.discriminatedUnion('type', reports)
/** By WebRTC its description comes first, once. */
const Offer = z.object({ type: z.literal('offer'), sdp: z.string().max(OFFER_MOST) })
const REPORT_BYTES = 256
/** A description has line ends, which JSON writes as two characters. */
const OFFER_BYTES = OFFER_MOST + 2_048
/** Whoever asks for WebRTC makes its offer within this. ms */
const OFFER_MS = 5_000
/** A browser answers by itself; one that does not is gone. ms */
const PING_MS = 20_000
/** Close codes of the protocol. */
const SERVICE_RESTART = 1012
const UNSUPPORTED_DATA = 1003
/** A browser that does not answer the goodbye must not delay a stop. ms */
const GOODBYE_MS = 500

/** What somebody may watch: where it comes from, and word of the moment they no longer may. */
export interface Admitted {
  /** Under which the engine knows the stream. */
  streamId: string
  source: MediaSource
  /** `cut` ends the running picture; the returned function ends the watch for it. */
  onRevoked(cut: () => void): () => void
}

export interface LiveParts {
  engine: MediaEngine
  /** Whether the holder of the token may watch the channel; undefined if not. */
  admit(channelId: string, token: string): Promise<Admitted | undefined>
  onError?: (error: unknown) => void
  /** Why an offer of WebRTC was not answered. */
  onUnanswered?: (error: Error) => void
}

/** Serves live pictures at `/api/ws/live/{channelId}/{token}` until it is stopped. Nobody gets a socket without leave. */
export function serveLive(server: Server, parts: LiveParts): { stop(): Promise<void> } {
  const { admit, onError } = parts
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: OFFER_BYTES,
    perMessageDeflate: false,
    handleProtocols: asked => asked.has(WEBRTC_PROTOCOL) && WEBRTC_PROTOCOL,
  })
  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [, channel, token] = PATH.exec(request.url ?? '') ?? []
    const [channelId, secret] = [decoded(channel), decoded(token)]
    const admitted = channelId && secret ? await admit(channelId, secret) : undefined
    if (!channelId || !admitted) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, ws => {
      if (ws.protocol === WEBRTC_PROTOCOL) seatByRtc(ws, parts, admitted)
      else seat(ws, parts, admitted)
    })
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

/** The socket of a viewer, whichever way its pictures go. */
function lineOf(ws: WebSocket, { onRevoked }: Admitted, leave: () => void) {
  const tell = (frame: LiveFrame) => ws.send(JSON.stringify(frame))
  const fail = (fault: ViewFault) => {
    if (ws.readyState === ws.OPEN) tell({ type: 'fault', fault })
    ws.close()
  }
  viewers.inc()
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
  return { tell, fail }
}

/** Takes what a page says while it watches. */
function hearReport(ws: WebSocket, tell: (frame: LiveFrame) => void, said: unknown): void {
  const { success, data: report } = LiveReport.safeParse(said)
  if (success && report.type === 'lag') viewerLag.observe(report.ms / 1_000)
  else if (success) tell({ type: 'pong' })
  else ws.close(UNSUPPORTED_DATA, 'not a report of this protocol')
}

const saidIn = (data: RawData, isBinary: boolean, most: number): unknown =>
  isBinary || (data as Buffer).length > most ? undefined : parsed(String(data))

/** Shows a channel on an open socket until either side ends it. */
function seat(ws: WebSocket, { engine }: LiveParts, admitted: Admitted): void {
  let leave = () => {}
  const { tell, fail } = lineOf(ws, admitted, () => leave())
  const viewer: MediaViewer = {
    init({ mime, width, height, segment }) {
      tell({ type: 'init', mime, width, height })
      ws.send(segment)
    },
    fragment: data => ws.send(data),
    failed: fail,
    backlog: () => ws.bufferedAmount,
  }
  leave = engine.watch(admitted.streamId, admitted.source, viewer)
  ws.on('message', (data, isBinary) => hearReport(ws, tell, saidIn(data, isBinary, REPORT_BYTES)))
}

/** Answers the offer that a page makes on its socket, which then stands for the picture: both end together. */
function seatByRtc(ws: WebSocket, { engine, onUnanswered }: LiveParts, admitted: Admitted): void {
  const gone = new AbortController()
  const { tell, fail } = lineOf(ws, admitted, () => gone.abort())
  const late = setTimeout(() => ws.close(UNSUPPORTED_DATA, 'no offer came'), OFFER_MS)
  ws.on('close', () => clearTimeout(late))
  const answer = (sdp: string) => {
    clearTimeout(late)
    engine
      .answer(admitted.streamId, admitted.source, sdp, { failed: fail, signal: gone.signal })
      .then(answered => gone.signal.aborted || tell({ type: 'answer', sdp: answered }))
      .catch((error: unknown) => {
        if (gone.signal.aborted) return
        onUnanswered?.(error instanceof Error ? error : new Error(String(error)))
        fail(error instanceof ViewError ? error.fault : 'noWebRtc')
      })
  }
  let isAsked = false
  ws.on('message', (data, isBinary) => {
    if (isAsked) return hearReport(ws, tell, saidIn(data, isBinary, REPORT_BYTES))
    const { success, data: offer } = Offer.safeParse(saidIn(data, isBinary, OFFER_BYTES))
    if (!success) return ws.close(UNSUPPORTED_DATA, 'not an offer of this protocol')
    isAsked = true
    answer(offer.sdp)
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
