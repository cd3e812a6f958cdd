import type { Mark } from './marks.ts'
import type { Db } from './store.ts'

/**
 * Rows that a feature brings to every installation, written once in the life of a database; it stands in the feature's folder as
 * `{feature}.seed.ts`. What the demonstration shows besides is in `server/demo/seed/`.
 */
export interface Seed {
  /** Kept in the database once the rows are written. */
  mark: Mark
  /** With the owner's connection, in the scope of the system. */
  write(db: Db): Promise<unknown>
}
