import { and, eq, inArray } from 'drizzle-orm'
import type { FileColumn } from '#shared/file-layout.ts'
import { fileLayout, type KeptLayout } from '../../platform/database/tables/jobs.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'

type By = Pick<Asked, 'db' | 'viewer'>

/** What the asker's office last chose for sheets of a list, by the fingerprint of their titles. */
export async function keptLayouts(
  { db, viewer }: By,
  list: string,
  titles: readonly string[],
): Promise<Map<string, KeptLayout>> {
  const { officePath } = viewer
  const rows = await db
    .select()
    .from(fileLayout)
    .where(
      and(
        eq(fileLayout.officePath, officePath),
        eq(fileLayout.list, list),
        inArray(fileLayout.titles, [...titles]),
      ),
    )
  return new Map(rows.map(row => [row.titles, row.kept]))
}

/** Keeps what was chosen for such a sheet, for the next time. */
export async function keepLayout(
  { db, viewer }: By,
  { list, titles, kept }: { list: string; titles: string; kept: KeptLayout },
): Promise<void> {
  await db
    .insert(fileLayout)
    .values({ officePath: viewer.officePath, list, titles, kept })
    .onConflictDoUpdate({
      target: [fileLayout.officePath, fileLayout.list, fileLayout.titles],
      set: { kept },
    })
}

/**
 * A column whose title says nothing, and what was chosen for such a one the last time: the next file may hold anything there, so
 * it is proposed again, unless the values say something else.
 */
export function proposedAgain(column: FileColumn, { use, unit, isCumulative }: FileColumn): FileColumn {
  const { proposed } = column
  if (column.use !== null || use === null) return column
  const isOther = proposed !== undefined && (proposed.use !== use || proposed.unit !== unit)
  return { ...column, proposed: isOther ? undefined : { use, unit, isCumulative } }
}
