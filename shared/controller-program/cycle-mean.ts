/** Parts a turn is divided into. */
const PARTS = 30

/** Mean of a value over one turn of the cycle timer: cycling fans move the value, but not its mean. */
export interface CycleMean {
  /** notes the value at `at` s for a timer of `period` s; returns the mean of the last turn */
  add(at: number, period: number, value: number): number
}

/** A mean that starts with the first value it gets. */
export function cycleMean(): CycleMean {
  const parts = new Float64Array(PARTS)
  let last: number | undefined
  return {
    add(at, period, value) {
      const part = Math.floor(((at % period) / period) * PARTS)
      if (last === undefined) parts.fill(value)
      // a step may be longer than a part
      for (let i = last ?? part; i !== part; i = (i + 1) % PARTS) parts[(i + 1) % PARTS] = value
      parts[part] = value
      last = part
      let sum = 0
      for (const one of parts) sum += one
      return sum / PARTS
    },
  }
}
