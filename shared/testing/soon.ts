import { vi } from 'vitest'

/** Waits until the check passes, and returns its result; long enough for a busy machine. */
export const soon = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 })
