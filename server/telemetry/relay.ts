import { z } from 'zod'
import type { Events } from '#server/platform/events.ts'

const Told = z.object({ registry: z.object({ deviceIds: z.array(z.string()) }) })
type Told = z.infer<typeof Told>

/**
 * Tells the other processes of this server what changed in the registry, and hears it from them. Rights are not relayed:
 * of those the database tells every process itself.
 */
export interface Relay {
  /** A message of another process. */
  hear(payload: Uint8Array): void
  /** There is a connection: what could not be told waits no longer. */
  flush(): void
  stop(): void
}

/** `publish` rejects when the message may not have arrived; it is then told at the next `flush`. */
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
