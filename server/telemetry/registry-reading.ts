import type { FastifyBaseLogger } from 'fastify'
import { inRound, roundFailed } from '#server/platform/rounds.ts'
import type { KnownDevice, Registry, RegistryChange } from './registry.ts'

/** Reads registry changes one after another, so that an older answer never follows a newer one. */
export interface RegistryReading {
  /** Reads these changed devices again, retrying until the database answers. */
  again(deviceIds: readonly string[]): void
  /**
   * The current device with this code; those behind it are read as well. Rejects when the database does not
   * answer.
   */
  find(code: string): Promise<KnownDevice | undefined>
  /** Resolves when all changes reported so far are read, or could not be read. */
  settled(): Promise<void>
  /** Resolves when no reading is left in progress. */
  stop(): Promise<void>
}

const READ_AGAIN_MS = 500

/** `apply` gets every difference, whoever asked for the reading. */
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

  /** A disabled device must not go on just because the database was away when it was disabled. */
  async function readPending(): Promise<void> {
    if (pending.size === 0 || stopped) return
    const ids = [...pending]
    pending.clear()
    try {
      apply(await inRound('registry', () => registry.refresh(ids)))
    } catch (error) {
      for (const id of ids) pending.add(id)
      roundFailed(log, 'registry', error)
      // Other readings get their turn meanwhile.
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
