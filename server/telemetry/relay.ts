import { z } from 'zod'
import type { Events } from '#server/platform/events.ts'

const Told = z.object({ registry: z.object({ deviceIds: z.array(z.string()) }) })
type Told = z.infer<typeof Told>

/**
 * Exchanges registry changes with the other processes of this server. Rights are not relayed: the database announces
 * them to every process itself.
 */
export interface Relay {
  /** Takes a message from another process. */
  hear(payload: Uint8Array): void
  /** The connection is up: sends what could not be sent before. */
  flush(): void
  stop(): void
}

/** `publish` rejects when the message may not have arrived; it is then sent again at the next `flush`. */
export function startRelay(events: Events, publish: (payload: Uint8Array) => Promise<void>): Relay {
  const heard = new WeakSet<object>()
  const waiting = new Set<Told>()

  function tell(told: Told): void {
    waiting.add(told)
    publish(Buffer.from(JSON.stringify(told))).then(
      () => waiting.delete(told),
      () => {},
    )
  }
  const onRegistry = (registry: { deviceIds: string[] }) => {
    if (!heard.has(registry)) tell({ registry })
  }
  events.on('registry', onRegistry)

  return {
    hear(payload) {
      const told = parse(payload)
      if (!told) return
      heard.add(told.registry)
      events.emit('registry', told.registry)
    },
    flush() {
      const again = [...waiting]
      waiting.clear()
      for (const told of again) tell(told)
    },
    stop() {
      events.off('registry', onRegistry)
    },
  }
}

function parse(payload: Uint8Array): Told | undefined {
  try {
    return Told.parse(JSON.parse(Buffer.from(payload).toString('utf8')))
  } catch {
    return undefined
  }
}
