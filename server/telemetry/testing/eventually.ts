import { expect } from 'vitest'

/** Waits for something that will soon be true, even on a busy machine. */
export const eventually = <T>(what: () => T) => expect.poll(what, { timeout: 20_000, interval: 20 })
