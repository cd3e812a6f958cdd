import { CallError } from '#web/data/client.ts'
import { useReachable } from '#web/data/reachable.ts'

/** Whether there is no network, or nobody answers. */
export const isCut = (): boolean => !navigator.onLine || !useReachable.getState().reachable

/** Nobody answered, or the server is busy itself: it may be sent again unchanged. */
export const isPassing = (error: unknown): boolean =>
  error instanceof CallError && (error.status === 0 || error.status === 429 || error.status >= 500)
