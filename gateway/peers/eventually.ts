import { expect } from 'vitest'

/** Waits for something that will soon be true, on a slow machine too. */
export const eventually = <T>(what: () => T) => expect.poll(what, { timeout: 60_000, interval: 50 })
