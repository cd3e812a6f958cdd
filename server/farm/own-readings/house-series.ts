import type { Notes } from './notes.ts'
import type { ReadingPlace } from './propose.ts'

/** Readings of a house in columns, oldest first: times in ms since 1970, values in the units of the metrics, NaN where there is none. */
export interface HouseSeries {
  place: ReadingPlace
  at: Float64Array
  metrics: readonly { name: string; values: Float64Array }[]
}

/** Collects the readings of one house, in any order. */
export interface SeriesBuilder {
  /** Adds a value; the first one of a moment stands. */
  add(at: number, metric: string, value: number, where: () => string): void
  done(): HouseSeries
}

const DAY_MS = 86_400_000

export function buildSeries(place: ReadingPlace, notes: Notes): SeriesBuilder {
  const rows = new Map<number, number>()
  const times: number[] = []
  const columns = new Map<string, number[]>()
  return {
    add(at, metric, value, where) {
      let row = rows.get(at)
      if (row === undefined) {
        row = times.length
        rows.set(at, row)
        times.push(at)
      }
      let column = columns.get(metric)
      if (!column) {
        column = []
        columns.set(metric, column)
      }
      while (column.length < row) column.push(Number.NaN)
      const stored = column[row]
      if (stored === undefined || Number.isNaN(stored)) column[row] = value
      else if (stored !== value) notes.add('twice', metric, where(), `${stored}, ${value}`)
    },
    done() {
      const order = Uint32Array.from(times.keys()).sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0))
      const at = Float64Array.from(order, row => times[row] ?? 0)
      noteGaps(at, place, notes)
      const metrics = [...columns].map(([name, column]) => ({
        name,
        values: Float64Array.from(order, row => column[row] ?? Number.NaN),
      }))
      return { place, at, metrics }
    },
  }
}

function noteGaps(at: Float64Array, { house }: ReadingPlace, notes: Notes): void {
  for (let i = 1; i < at.length; i++) {
    const [before = 0, now = 0] = [at[i - 1], at[i]]
    if (now - before > DAY_MS)
      notes.add(
        'gap',
        house,
        new Date(now).toISOString().slice(0, 16),
        `${Math.round((now - before) / DAY_MS)} d`,
      )
  }
}
