import { useSyncExternalStore } from 'react'

/** The server's clock minus this device's, ms. A wrong clock here must not make values look old or new. */
let ahead = 0

/** Takes the `Date` header of an answer; it counts whole seconds, so smaller differences are ignored. */
export function learnServerTime(dateHeader: string | null, now = Date.now()): void {
  const told = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (Number.isNaN(told)) return
  const difference = told + 500 - now
  ahead = Math.abs(difference) < 2_000 ? 0 : difference
}

/** Now by the server's clock, ms since 1970. */
export const serverNow = (): number => Date.now() + ahead

const listeners = new Set<() => void>()
let second = Math.floor(Date.now() / 1_000)
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    second = Math.floor(Date.now() / 1_000)
    for (const tell of listeners) tell()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/**
 * A value derived from the time, recomputed each second. The component redraws only when the result changes, so return text,
 * numbers or booleans.
 */
export function useFromNow<T extends string | number | boolean | null>(read: (now: number) => T): T {
  return useSyncExternalStore(subscribe, () => read(Math.max(second * 1_000, 0) + (serverNow() - Date.now())))
}
