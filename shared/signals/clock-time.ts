/** Minutes since midnight of `HH:MM`, 00:00 to 24:00; undefined for anything else. */
export function minutesOf(clock: unknown): number | undefined {
  if (typeof clock !== 'string') return undefined
  const parts = /^(\d\d):([0-5]\d)$/.exec(clock)
  if (!parts) return undefined
  const minutes = Number(parts[1]) * 60 + Number(parts[2])
  return minutes <= DAY ? minutes : undefined
}

/** Minutes of a day. */
const DAY = 24 * 60

type Window = readonly [from: number, to: number]

/** Parts of one day that `on` to `off` covers; a window past midnight has two, an unused one none. */
function partsOfDay(on: number, off: number): Window[] {
  if (on === off) return []
  if (on < off) return [[on, off]]
  const evening: Window[] = on < DAY ? [[on, DAY]] : []
  return off > 0 ? [...evening, [0, off]] : evening
}

/** True when two windows of the day, each from `on` to `off` in minutes, share a minute. */
export function windowsOverlap(a: Window, b: Window): boolean {
  return partsOfDay(...a).some(([from, to]) => partsOfDay(...b).some(part => from < part[1] && part[0] < to))
}
