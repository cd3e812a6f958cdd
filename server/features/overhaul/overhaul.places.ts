import { and, eq, isNull, sql } from 'drizzle-orm'
import { type overhaul, PLACES } from '#shared/contracts/overhaul.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Call } from '../../platform/http/call.ts'
import { isPlanned } from './overhaul.queries.ts'

/** Every customer by the day of its next maintenance: where it is, and how much is overdue. Those without a day come last. */
export async function readPlaces({ db, language, query }: Call<typeof overhaul.places>) {
  const today = sql`(now() at time zone ${office.timeZone})::date`
  // A customer follows its plans; a day may also have been agreed without one.
  const nextOn = customer.nextMaintenanceOn
  const rows = await db
    .select({
      id: office.id,
      name: nameIn(language, office),
      timeZone: office.timeZone,
      nextOn,
      daysLeft: sql<number | null>`(${nextOn} - ${today})`,
      overdue: sql<number>`(select count(*)::int from ${overhaulPlan}
        where ${overhaulPlan.farmPath} = ${customer.officePath} and ${isPlanned} and ${overhaulPlan.nextOn} < ${today})`,
      planned: sql<number>`(select count(*)::int from ${overhaulPlan}
        where ${overhaulPlan.farmPath} = ${customer.officePath} and ${isPlanned})`,
      latitude: customer.latitude,
      longitude: customer.longitude,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(customer)
    .innerJoin(office, eq(office.id, customer.officeId))
    .where(
      and(
        eq(customer.approval, 'passed'),
        isNull(customer.deletedAt),
        query.due && sql`${nextOn} <= ${today}`,
      ),
    )
    .orderBy(sql`${nextOn} nulls last`, office.id)
    .limit(PLACES)
  return {
    total: rows[0]?.total ?? 0,
    places: rows.map(({ total: _, latitude, longitude, ...row }) => ({
      ...row,
      at: latitude === null || longitude === null ? null : { latitude, longitude },
    })),
  }
}
