import type { WebSocket } from 'ws'

/** After so long without a word a client is asked for a sign of life: one that hears enough never speaks by itself. ms */
const ASKS_AFTER_MS = 30_000
/** A client that does not answer either is gone. ms */
const GONE_AFTER_MS = 130_000

interface Life {
  heardAt: number
  askedAt: number
}

/**
 * Who is still there behind the sockets, told by the protocol's own pings: every client answers them, also one whose program
 * only listens. `now` in ms.
 */
export function createHeartbeat(now: () => number = Date.now) {
  const lives = new Map<WebSocket, Life>()
  return {
    /** From now on, until it closes. */
    watch(socket: WebSocket): void {
      const life = { heardAt: now(), askedAt: 0 }
      lives.set(socket, life)
      const heard = () => {
        life.heardAt = now()
      }
      socket.on('message', heard)
      socket.on('pong', heard)
      socket.on('close', () => lives.delete(socket))
    },
    /** Asks who has been silent, and cuts off who does not answer. */
    tick(): void {
      const at = now()
      for (const [socket, life] of lives)
        if (at - life.heardAt > GONE_AFTER_MS) socket.terminate()
        else if (at - Math.max(life.heardAt, life.askedAt) > ASKS_AFTER_MS) {
          life.askedAt = at
          socket.ping()
        }
    },
  }
}
