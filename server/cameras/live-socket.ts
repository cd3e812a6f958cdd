import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Admission, Admitted } from './admission.ts'
import type { MediaEngine, MediaFault } from './media-engine.ts'

const PATH = /^\/api\/ws\/live\/([^/?]+)\/([^/?]+)$/
/** Close codes of the protocol. */
const POLICY = 1008
const SERVICE_RESTART = 1012
const MAX_FRAME_BYTES = 1_024

interface Parts {
  engine: MediaEngine
  admit: Admission['admit']
}

/** Live pictures over WebSocket on the HTTP server. */
export function serveLive(server: Server, { engine, admit }: Parts): { close(): Promise<void> } {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
  })
  const open = new Set<WebSocket>()

  function show(socket: WebSocket, channelId: string, { source, onRevoked }: Admitted): void {
    open.add(socket)
    const tell = (fault: MediaFault) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ type: 'fault', fault }))
      socket.close()
    }
    const leave = engine.watch(channelId, source, {
      init({ mime, width, height, segment }) {
        socket.send(JSON.stringify({ type: 'init', mime, width, height }))
        socket.send(segment)
      },
      fragment: data => socket.send(data),
      failed: tell,
      backlog: () => socket.bufferedAmount,
    })
    const forget = onRevoked(() => socket.close(POLICY, 'this picture may not be watched any more'))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => {
      open.delete(socket)
      forget()
      leave()
    })
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const [, channelId, token] = PATH.exec(request.url ?? '') ?? []
    if (channelId === undefined || token === undefined) return
    socket.on('error', () => socket.destroy())
    const admitted = await admit(decodeURIComponent(channelId), token)
    if (!admitted) socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
    else sockets.handleUpgrade(request, socket, head, ws => show(ws, channelId, admitted))
  }
  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrade(request, socket, head).catch(() => socket.destroy())
  }
  server.on('upgrade', onUpgrade)
  return {
    async close() {
      server.off('upgrade', onUpgrade)
      for (const socket of open) socket.close(SERVICE_RESTART, 'the server restarts')
      for (const socket of open) socket.terminate()
    },
  }
}
