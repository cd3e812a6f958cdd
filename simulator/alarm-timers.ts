/** Codes that a controller can hold until somebody resets them at its panel. */
export const latching: ReadonlySet<string> = new Set([
  'HighTemp',
  'LowTemp',
  'AbsHighTemp',
  'PowerFail',
  'InletStuck',
  'WaterNone',
  'EmergencyVent',
])

/** An alarm that is or may soon be active. */
interface Watch {
  standing: boolean
  /** s for which the condition has asked for the other state */
  waited: number
}

/** Alarms of a house with their delays: nothing rings, and nothing falls silent, for a mere moment. */
export interface AlarmTimers {
  /**
   * Reports the condition of alarm `code`. It becomes active once `raise` has held for `delay` s, and clears once `clear` has
   * held for as long; between the two it stays as it is.
   */
  watch(code: string, raise: boolean, clear: boolean, seconds: number, delay: number): void
  standing(code: string): boolean
  /** From now on what clears is held, or nothing is any more: as when somebody resets the alarms at the panel. */
  hold(isHolding: boolean): void
  /** Whether an alarm is held: it was over at least once and nobody has reset it. */
  held(code: string): boolean
  /** how often alarms have been raised, cleared, or reset */
  changes(): number
  /** codes of all active alarms */
  all(): string[]
}

/** No alarm yet. */
export function alarmTimers(): AlarmTimers {
  const watches = new Map<string, Watch>()
  const held = new Set<string>()
  let isHolding = false
  let changes = 0
  return {
    watch(code, raise, clear, seconds, delay) {
      // most conditions are quiet most of the time: those cost nothing
      if (!raise && watches.size === 0) return
      const known = watches.get(code)
      if (!known && !raise) return
      const watch = known ?? { standing: false, waited: 0 }
      if (!known) watches.set(code, watch)
      const asks = watch.standing ? clear : raise
      watch.waited = asks ? watch.waited + seconds : 0
      if (asks && watch.waited >= delay) {
        if (watch.standing && isHolding && latching.has(code)) held.add(code)
        watch.standing = !watch.standing
        changes++
        watch.waited = 0
      }
      if (!watch.standing && !raise) watches.delete(code)
    },
    standing: code => watches.get(code)?.standing === true,
    hold(isToHold) {
      isHolding = isToHold
      if (isHolding || held.size === 0) return
      held.clear()
      changes++
    },
    held: code => held.has(code),
    changes: () => changes,
    all: () => [...watches].filter(([, watch]) => watch.standing).map(([code]) => code),
  }
}
