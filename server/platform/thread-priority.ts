import { setPriority } from 'node:os'

/**
 * Of what may wait while readings and requests do not: with a third of a processor when others want it too. With less, a
 * machine that something else keeps busy would hardly do it at all.
 */
export const MAY_WAIT = 5

/** Lowers the priority of the thread that calls it. Elsewhere than on Linux it would be that of the whole process. */
export function letOthersGoFirst(): void {
  if (process.platform === 'linux') setPriority(MAY_WAIT)
}
