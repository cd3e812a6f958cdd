import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import type { Layout, SignalSet } from './signal-parts.ts'
import { createWeakCache, type WeakCache } from './weak-cache.ts'

export interface Layouts {
  /** The layout with these lists. Names contain no control characters. */
  of(real: readonly string[], exact: readonly string[]): Layout
  /** The same, but undefined when it is new and `admits` says no. */
  ofAdmitted(real: readonly string[], exact: readonly string[], admits: () => boolean): Layout | undefined
  /** The sets of metrics that devices currently have, by their keys. */
  readonly sets: WeakCache<SignalSet>
  /** Assigns ids to layouts that have none. */
  store(layouts: Iterable<Layout>, client: Pool | PoolClient): Promise<void>
}

/** Layouts known to this process, found by fingerprint: the same hash as `report_fingerprint` in SQL. */
export function createLayouts(): Layouts {
  const known = new Map<string, Layout>()
  function ofAdmitted(real: readonly string[], exact: readonly string[], admits: () => boolean) {
    const text = `${real.join('\n')}\n\n${exact.join('\n')}`
    const fingerprint = createHash('sha256').update(text).digest('hex')
    const found = known.get(fingerprint)
    if (found || !admits()) return found
    const layout: Layout = { fingerprint, real: [...real], exact: [...exact], id: undefined }
    known.set(fingerprint, layout)
    return layout
  }
  return {
    of: (real, exact) => ofAdmitted(real, exact, () => true) as Layout,
    ofAdmitted,
    sets: createWeakCache(),
    async store(layouts, client) {
      for (const layout of layouts) {
        if (layout.id !== undefined) continue
        const { rows } = await client.query<{ id: number }>('select report_layout_id($1, $2) as id', [
          layout.real,
          layout.exact,
        ])
        layout.id = rows[0]?.id
      }
    },
  }
}
