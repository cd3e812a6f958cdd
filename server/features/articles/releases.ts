import { and, eq, lte, sql } from 'drizzle-orm'
import { type Store, SYSTEM } from '../../platform/database/store.ts'
import { article } from '../../platform/database/tables/articles.ts'
import { showFilesBelow } from '../../platform/files/people-files.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { startRounds } from '../../platform/rounds.ts'
import type { Services } from '../../platform/services.ts'
import { hideEarlierFiles } from './versions.ts'

/** An article appears within a minute of its time. ms */
const EVERY_MS = 30_000

/** Releases drafts whose time has come; one being edited is released with its stored content. */
export async function releaseDue(store: Store): Promise<void> {
  await store.transaction(SYSTEM, async db => {
    const due = await changeRows(
      db,
      article,
      and(eq(article.status, 'draft'), lte(article.releaseOn, sql`now()`)),
      {
        status: 'released',
        releasedAt: article.releaseOn,
        releaseOn: null,
      },
    ).returning()
    for (const row of due) {
      await showFilesBelow(db, row.id, true)
      await hideEarlierFiles(db, row)
    }
  })
}

/** Looks for what is due, twice a minute. */
export const startReleases = ({ store, log }: Pick<Services, 'store' | 'log'>): { stop(): Promise<void> } =>
  startRounds({
    name: 'releases',
    everyMs: EVERY_MS,
    round: () => releaseDue(store),
    log,
  })
