import { desc, eq } from 'drizzle-orm'
import { houseReadings, type ReadingImport } from '#shared/contracts/house-readings.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { readingImport } from '../../platform/database/tables/reading-imports.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { importing } from '../../platform/jobs/requests.ts'
import { openFound } from '../../platform/records/rows.ts'
import { removeImport } from '../../telemetry/import-readings.ts'
import { readingFiles } from './reading-files.ts'

const found = (db: Db) =>
  db
    .select({ row: readingImport, houseRow: house })
    .from(readingImport)
    .innerJoin(house, eq(house.id, readingImport.houseId))
type Found = Awaited<ReturnType<typeof found>>[number]

const shown = ({ row, houseRow }: Found): ReadingImport => ({
  id: row.id,
  houseId: row.houseId,
  houseName: houseRow.name,
  source: row.source,
  metrics: row.metrics,
  from: row.starts.toISOString(),
  to: row.ends.toISOString(),
  reports: row.reports,
  readings: row.readings,
  replaced: row.replaced,
  by: row.actorName,
  createdAt: row.createdAt.toISOString(),
  takenBackAt: row.takenBackAt?.toISOString() ?? null,
  takenBackBy: row.takenBackAt ? row.takenBackBy : null,
})

/** Removes all readings of an import in one act; its line stays, with who took it back. */
async function takeBack(call: ChangingCall & { params: { id: string } }): Promise<ReadingImport> {
  const { db, params, viewer } = call
  const read = async () => {
    const [one] = await found(db).where(eq(readingImport.id, params.id))
    if (!one) throw refuse.notFound()
    return one
  }
  const before = await openFound(call, readingImport.id, read, shown)
  if (before.row.takenBackAt !== null)
    throw refuse.conflict(
      { yours: null, current: before.shown },
      text('这次导入已撤回', 'This import has been taken back already'),
    )
  await db
    .update(readingImport)
    .set({ takenBackAt: new Date(), takenBackBy: viewer.actualName, takenBackAccount: viewer.accountId })
    .where(eq(readingImport.id, params.id))
  await removeImport(db, params.id)
  return shown(await read())
}

export const houseReadingsFeature = feature('house-readings', houseReadings, {
  list: async call => {
    const { db, query } = call
    const rows = await found(db)
      .where(eq(readingImport.houseId, query.houseId))
      .orderBy(desc(readingImport.createdAt))
    await noteLook(
      call,
      'overview',
      rows.slice(0, 1).map(({ row, houseRow }) => ({ farmPath: row.farmPath, house: houseRow })),
    )
    return rows.map(shown)
  },
  upload: call => importing(readingFiles)(call, { houseId: call.query.houseId ?? null }),
  takeBack,
})
