import { and, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../database/store.ts'
import { office } from '../database/tables/offices.ts'
import type { Draft } from './sheet-parts.ts'

export interface Farm {
  id: string
  path: string
  /** Path of the customer that it is or belongs to. */
  farmPath: string
  timeZone: string
}

const plain = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/** The customers and their nodes within the scope of `db`. */
export async function farmsInScope(db: Db): Promise<(Farm & { names: string[] })[]> {
  const { id, path, farmPath, timeZone, chineseName, englishName } = office
  const rows = await db
    .select({ id, path, farmPath, timeZone, chineseName, englishName })
    .from(office)
    .where(and(isNull(office.deletedAt), isNotNull(farmPath)))
  return rows.map(({ chineseName, englishName, ...farm }) => ({
    ...farm,
    farmPath: farm.farmPath ?? farm.path,
    names: [...new Set([chineseName, englishName].map(plain))],
  }))
}

/**
 * Replaces a customer's name, in either language, by its id. An empty cell means the viewer's own farm, which is their
 * only one or lies above the others.
 */
export async function resolveFarms(
  db: Db,
  ownOfficeId: string,
  drafts: readonly Draft[],
): Promise<Map<string, Farm>> {
  const farms = await farmsInScope(db)
  const own = farms.find(({ id }) => id === ownOfficeId)
  const byName = new Map<string, Farm[]>()
  for (const farm of farms)
    for (const name of farm.names) byName.set(name, [...(byName.get(name) ?? []), farm])
  for (const { values, faults } of drafts) {
    const name = values.officeId
    if (name === undefined) {
      if (own) values.officeId = own.id
      continue
    }
    const [found, another] = byName.get(plain(String(name))) ?? []
    if (!found) faults.push({ field: 'officeId', message: 'import.officeUnknown' })
    else if (another) faults.push({ field: 'officeId', message: 'import.officeAmbiguous' })
    else values.officeId = found.id
  }
  return new Map(farms.map(({ names: _, ...farm }) => [farm.id, farm]))
}
