import type { Mark } from './marks.ts'
import type { Db } from './store.ts'

/**
 * Rows that a feature brings to every installation, written once in the life of a database; defined in the feature's
 * folder as `{feature}.seed.ts`. What only the demonstration shows is in `server/demo/seed/`.
 */
export interface Seed {
  /** Set in the database once the rows are written. */
  mark: Mark
  /** With the owner's connection, in the system's scope. */
  write(db: Db): Promise<unknown>
}
