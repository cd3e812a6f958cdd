import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import { text } from '#shared/text.ts'
import type { breedStandard } from '../../platform/database/tables/breed-standards.ts'

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
