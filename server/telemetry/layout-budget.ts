/** New sets of metrics that one device may bring per day; a device set up by hand needs a few dozen. */
export const LAYOUTS_A_DAY = 100
const DAY_MS = 86_400_000

export const TOO_MANY_LAYOUTS = `not stored: the names of its metrics keep changing, more than ${LAYOUTS_A_DAY} different sets since midnight UTC`

/** Bounds what a gateway whose births bring ever new names costs in memory and tables. */
export interface LayoutBudget {
  /** Whether the device may bring another new set today; counts it. */
  takes(deviceId: string): boolean
  hasRoom(deviceId: string): boolean
}

/** Counts in memory, by UTC day. */
export function createLayoutBudget(now: () => number = Date.now): LayoutBudget {
  const counts = new Map<string, number>()
  let day = 0
  function countOf(deviceId: string): number {
    const today = Math.floor(now() / DAY_MS)
    if (today !== day) counts.clear()
    day = today
    return counts.get(deviceId) ?? 0
  }
  const hasRoom = (deviceId: string) => countOf(deviceId) < LAYOUTS_A_DAY
  return {
    hasRoom,
    takes(deviceId) {
      if (!hasRoom(deviceId)) return false
      counts.set(deviceId, countOf(deviceId) + 1)
      return true
    },
  }
}
