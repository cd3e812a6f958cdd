import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { breedStandard } from '../../platform/database/tables/breed-standards.ts'
import { flock } from '../../platform/database/tables/flocks.ts'

const caveat = text('由使用者导入，未经核对。', 'Imported by its users, not checked by us.')

// One table for each stored version: what is read from it is kept with it.
const tables = new Map<string, OwnStandard>()
const KEPT = 500

/** A stored standard as the published ones are. */
export function standardTable(row: typeof breedStandard.$inferSelect): OwnStandard {
  const key = `${row.id} ${row.version}`
  const known = tables.get(key)
  if (known) return known
  const { id, name, houseTypes, source, edition, period, columns, rows } = row
  const table: OwnStandard = {
    id,
    name,
    houseTypes,
    period,
    columns,
    rows,
    source: {
      publisher: source,
      publication: name,
      edition: edition || 'undated',
      obtained: '',
      confidence: 'medium',
      caveat: { ...caveat },
    },
  }
  if (tables.size >= KEPT) tables.clear()
  tables.set(key, table)
  return table
}

/** The own standards that the present flocks of these houses are held against, by house. */
export async function standardsOfHouses(
  db: Db,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, OwnStandard>> {
  if (houseIds.length === 0) return new Map()
  const rows = await db
    .select({ houseId: flock.houseId, own: breedStandard })
    .from(flock)
    .innerJoin(breedStandard, eq(breedStandard.id, flock.standardId))
    .where(and(inArray(flock.houseId, [...houseIds]), isNull(flock.endedOn), isNull(flock.deletedAt)))
  return new Map(rows.map(({ houseId, own }) => [houseId, standardTable(own)]))
}

/** An own standard by its id; null for none. */
export async function ownStandardNamed(db: Db, id: string | null): Promise<OwnStandard | null> {
  if (id === null) return null
  const [row] = await db.select().from(breedStandard).where(eq(breedStandard.id, id))
  return row ? standardTable(row) : null
}
