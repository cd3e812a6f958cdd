import { expect, vi } from 'vitest'

const PATIENCE_MS = 15_000
vi.setConfig({ testTimeout: 2 * PATIENCE_MS, hookTimeout: 2 * PATIENCE_MS })

/** What will be so before long, also on a busy machine. */
export const eventually = <T>(what: () => T) => expect.poll(what, { timeout: PATIENCE_MS, interval: 20 })
