import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { OwnStandard } from '#shared/contracts/breed-standards.ts'
import { dayZero } from '#shared/flock.ts'
import { birdsTogether } from '#shared/flock-figures/stock.ts'
import type { HouseType } from '#shared/signals.ts'
import { daysBetween } from '#shared/zone-time.ts'
import type { Db } from '../../../platform/database/store.ts'
import { breedStandard } from '../../../platform/database/tables/breed-standards.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { flock, flockSum } from '../../../platform/database/tables/flocks.ts'
import { office } from '../../../platform/database/tables/offices.ts'
import { stockOf, stockTold } from '../../flocks/held-flocks.ts'
import { standardTable } from '../../flocks/own-standards.ts'

/** A flock that is in its house or planned for it. */
export interface OpenFlock {
  id: string
  houseId: string
  officePath: string
  farmPath: string
  type: HouseType
  breed: string | null
  standard: OwnStandard | null
  timeZone: string
  placedOn: string
  /** The day from which its age is counted, and its age when it was placed. */
  dayZero: string
  placedAge: number
  /** By its records; null if nobody said how many were placed. */
  alive: number | null
  /** The males of breeders; null if nobody said how many were placed. */
  males: number | null
  /** Birds of both sexes. */
  birds: number | null
}

/** Open flocks in order of their ids: the given ones, or the first after an id. */
export async function openFlocks(
  db: Db,
  which: { ids: readonly string[] } | { after: string; most: number },
): Promise<OpenFlock[]> {
  const isMeant = 'ids' in which ? inArray(flock.id, [...which.ids]) : gt(flock.id, which.after)
  const rows = await db
    .select({
      row: flock,
      own: breedStandard,
      ownZone: house.timeZone,
      officeZone: office.timeZone,
      told: stockTold,
    })
    .from(flock)
    .innerJoin(house, eq(house.id, flock.houseId))
    .innerJoin(office, eq(office.id, house.officeId))
    .leftJoin(breedStandard, eq(breedStandard.id, flock.standardId))
    .leftJoin(flockSum, eq(flockSum.flockId, flock.id))
    .where(and(isMeant, isNull(flock.endedOn), isNull(flock.deletedAt), isNull(house.deletedAt)))
    .orderBy(flock.id)
    .limit('ids' in which ? which.ids.length : which.most)
  return rows.map(({ row, own, ownZone, officeZone, told }) => {
    const { id, houseId, officePath, farmPath, type, breed, placedOn, hatchedOn } = row
    const stock = stockOf(row, told)
    const zero = dayZero({ type, flockStartedOn: placedOn, flockHatchedOn: hatchedOn }) ?? placedOn
    return {
      id,
      houseId,
      officePath,
      farmPath,
      type,
      breed,
      standard: own && standardTable(own),
      timeZone: ownZone ?? officeZone,
      placedOn,
      dayZero: zero,
      placedAge: daysBetween(zero, placedOn),
      alive: stock.females,
      males: stock.males,
      birds: birdsTogether(stock),
    }
  })
}
