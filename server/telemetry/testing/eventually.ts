import { expect } from 'vitest'

/** What will be so before long, also on a busy machine. */
export const eventually = <T>(what: () => T) => expect.poll(what, { timeout: 20_000, interval: 20 })
