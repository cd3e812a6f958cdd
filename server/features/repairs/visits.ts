import { and, asc, eq, gte, isNull, lt } from 'drizzle-orm'
import type { repairs, Visit } from '#shared/contracts/repairs.ts'
import { dateIn, daysAfter, instantOf } from '#shared/zone-time.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import type { Call } from '../../platform/http/call.ts'

/** Most visits of a day; nobody drives to more. */
const MOST = 100

/** The visits of the viewer's day, in its order, with the place of each customer. */
export async function visitsToday({ db, viewer, language }: Call<typeof repairs.visits>): Promise<Visit[]> {
  const { timeZone } = viewer
  const today = dateIn(timeZone, new Date())
  const midnight = (day: string) => new Date(instantOf(`${day}T00:00`, timeZone))
  const rows = await db
    .select({
      id: repair.id,
      number: repair.number,
      title: repair.title,
      customer: nameIn(language, customer),
      house: house.name,
      visitAt: repair.visitAt,
      visitHours: repair.visitHours,
      ofHouse: house.timeZone,
      ofOffice: office.timeZone,
      latitude: customer.latitude,
      longitude: customer.longitude,
    })
    .from(repair)
    .innerJoin(office, eq(office.id, repair.officeId))
    .leftJoin(customer, eq(customer.officePath, repair.farmPath))
    .leftJoin(house, eq(house.id, repair.houseId))
    .where(
      and(
        eq(repair.state, 'accepted'),
        isNull(repair.cancelledAt),
        gte(repair.visitAt, midnight(today)),
        lt(repair.visitAt, midnight(daysAfter(today, 1))),
      ),
    )
    .orderBy(asc(repair.visitAt), asc(repair.id))
    .limit(MOST)
  return rows.flatMap(({ visitAt, ofHouse, ofOffice, latitude, longitude, ...row }) =>
    visitAt
      ? {
          ...row,
          visitAt: visitAt.toISOString(),
          timeZone: ofHouse ?? ofOffice,
          at: latitude === null || longitude === null ? null : { latitude, longitude },
        }
      : [],
  )
}
