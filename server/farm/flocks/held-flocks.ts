import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import { birdsAlive, birdsTogether } from '#shared/flock-figures/stock.ts'
import type { Db } from '../../platform/database/store.ts'
import { breedStandard } from '../../platform/database/tables/breed-standards.ts'
import { flock, flockSum } from '../../platform/database/tables/flocks.ts'
import { standardTable } from './own-standards.ts'

/** The flock in a house, or planned for it, as far as rules about the house depend on it. */
export interface HeldFlock {
  /** The farm's own standard that it is held against. */
  standard: OwnStandard | null
  /** Birds of both sexes by its records; null while nobody said how many were placed. */
  birds: number | null
}

const total = (column: PgColumn): SQL<number> => sql`coalesce(${column}, 0)`

/** What the records say of a flock's stock, as columns of `flock_sum`. */
export const stockTold = {
  dead: total(flockSum.dead),
  culled: total(flockSum.culled),
  sold: total(flockSum.sold),
  movedIn: total(flockSum.movedIn),
  movedOut: total(flockSum.movedOut),
  malesGone: total(flockSum.malesGone),
}
type StockTold = { [Figure in keyof typeof stockTold]: number }

/** Birds by a flock's records now, negative if more left than were there: females or unsexed birds, and males. */
export function stockOf(
  row: Pick<typeof flock.$inferSelect, 'placedCount' | 'placedMales' | 'soldUndated'>,
  told: StockTold,
): { females: number | null; males: number | null } {
  const { placedCount, placedMales, soldUndated } = row
  const sold = told.sold + soldUndated
  return {
    females: placedCount === null ? null : birdsAlive(placedCount, { ...told, sold }),
    males: placedMales === null ? null : placedMales - told.malesGone,
  }
}

/** The open flocks of these houses, by house; none for an empty one. */
export async function heldFlocks(
  db: Db,
  houseIds: readonly string[],
): Promise<ReadonlyMap<string, HeldFlock>> {
  if (houseIds.length === 0) return new Map()
  const rows = await db
    .select({ row: flock, own: breedStandard, told: stockTold })
    .from(flock)
    .leftJoin(breedStandard, eq(breedStandard.id, flock.standardId))
    .leftJoin(flockSum, eq(flockSum.flockId, flock.id))
    .where(and(inArray(flock.houseId, [...houseIds]), isNull(flock.endedOn), isNull(flock.deletedAt)))
  return new Map(
    rows.map(({ row, own, told }) => [
      row.houseId,
      { standard: own && standardTable(own), birds: birdsTogether(stockOf(row, told)) },
    ]),
  )
}
