import { useState } from 'react'

/** Rows the reader selected, also on other pages of the list. */
export interface Selection<T> {
  rows: readonly T[]
  has(row: T): boolean
  toggle(row: T): void
  /** Selects or deselects all of these. */
  set(rows: readonly T[], picked: boolean): void
  drop(rows: readonly T[]): void
  clear(): void
}

/** The selection among the rows of `of`, such as one set of filters; other rows start with none selected. */
export function useSelection<T extends { id: string }>(of: string): Selection<T> {
  const [kept, setKept] = useState<{ of: string; rows: ReadonlyMap<string, T> }>({ of, rows: new Map() })
  const picked = kept.of === of ? kept.rows : new Map<string, T>()
  const change = (rows: readonly T[], isPicked: (row: T) => boolean) => {
    const next = new Map(picked)
    for (const row of rows)
      if (isPicked(row)) next.set(row.id, row)
      else next.delete(row.id)
    setKept({ of, rows: next })
  }
  return {
    rows: [...picked.values()],
    has: ({ id }) => picked.has(id),
    toggle: row => change([row], ({ id }) => !picked.has(id)),
    set: (rows, isPicked) => change(rows, () => isPicked),
    drop: rows => change(rows, () => false),
    clear: () => setKept({ of, rows: new Map() }),
  }
}
