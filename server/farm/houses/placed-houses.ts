import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/database/store.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'

/** A house's own zone, or that of its office, which is joined. */
export const houseZone = sql<string>`coalesce(${house.timeZone}, ${office.timeZone})`

/** Houses with what reading their readings and telling their times takes. */
export const placedHouses = (db: Db, condition: SQL | undefined) =>
  db
    .select({
      id: house.id,
      name: house.name,
      type: house.type,
      officePath: house.officePath,
      farmPath: office.farmPath,
      timeZone: houseZone,
    })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .where(condition)
export type PlacedHouse = Awaited<ReturnType<typeof placedHouses>>[number]
