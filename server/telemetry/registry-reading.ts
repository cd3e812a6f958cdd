import type { FastifyBaseLogger } from 'fastify'
import type { KnownDevice, Registry, RegistryChange } from './registry.ts'

/** Reads what changed of the registry: one after the other, so that an older answer never follows a newer one. */
export interface RegistryReading {
  /** These devices changed: they are read again, and again until the database answers. */
  again(deviceIds: readonly string[]): void
  /**
   * The device of this code as it is now, which is read with what is behind it. Rejects when the database does not
   * answer.
   */
  find(code: string): Promise<KnownDevice | undefined>
  /** Resolves when what was told so far is read, or could not be read. */
  settled(): Promise<void>
  /** Resolves when nothing is read any more. */
  stop(): Promise<void>
}

const READ_AGAIN_MS = 500

/** `apply` hears of every difference, whoever asked for the reading. */
export function createRegistryReading(
  registry: Registry,
  apply: (changes: readonly RegistryChange[]) => void,
  log: FastifyBaseLogger,
): RegistryReading {
  const pending = new Set<string>()
  let last: Promise<void> = Promise.resolve()
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  function inTurn<T>(read: () => Promise<T>): Promise<T> {
    const done = last.then(read)
    last = done.then(
      () => {},
      () => {},
    )
    return done
  }

  /** A device that was disabled must not go on because the database was away when that was told. */
  async function readPending(): Promise<void> {
    if (pending.size === 0 || stopped) return
    const ids = [...pending]
    pending.clear()
    try {
      apply(await registry.refresh(ids))
    } catch (error) {
      for (const id of ids) pending.add(id)
      log.warn({ err: error, deviceIds: ids }, 'changed devices are read again when the database answers')
      // Others have their turn meanwhile.
      clearTimeout(retry)
      retry = setTimeout(() => void inTurn(readPending), READ_AGAIN_MS)
    }
  }

  return {
    again(deviceIds) {
      for (const id of deviceIds) pending.add(id)
      void inTurn(readPending)
    },
    find: code =>
      inTurn(async () => {
        apply(await registry.refreshCode(code))
        return registry.byCode(code)
      }),
    settled: () => last,
    async stop() {
      stopped = true
      clearTimeout(retry)
      await last
    },
  }
}
