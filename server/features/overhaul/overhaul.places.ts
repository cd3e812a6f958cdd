import { isNotNull, sql } from 'drizzle-orm'
import { type overhaul, PLACES } from '#shared/contracts/overhaul.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Call } from '../../platform/http/call.ts'

/** Customers by the day of their next maintenance: where they are, and how much is overdue. */
export async function readPlaces({ db, language }: Call<typeof overhaul.places>) {
  const today = sql`(now() at time zone ${office.timeZone})::date`
  const nextOn = sql<string>`min(${overhaulPlan.nextOn})`
  const rows = await db
    .select({
      id: office.id,
      name: nameIn(language, office),
      nextOn,
      daysLeft: sql<number>`(min(${overhaulPlan.nextOn}) - ${today})`,
      overdue: sql<number>`(count(*) filter (where ${overhaulPlan.nextOn} < ${today}))::int`,
      planned: sql<number>`count(*)::int`,
      latitude: customer.latitude,
      longitude: customer.longitude,
      total: sql<number>`(count(*) over ())::int`,
    })
    .from(overhaulPlan)
    .innerJoin(office, sql`${office.path} = ${overhaulPlan.farmPath}`)
    .innerJoin(customer, sql`${customer.officePath} = ${overhaulPlan.farmPath}`)
    .where(isNotNull(overhaulPlan.nextOn))
    .groupBy(office.id, customer.officePath, customer.latitude, customer.longitude)
    .orderBy(nextOn, office.id)
    .limit(PLACES)
  return {
    total: rows[0]?.total ?? 0,
    places: rows.map(({ total: _, latitude, longitude, ...row }) => ({
      ...row,
      at: latitude === null || longitude === null ? null : { latitude, longitude },
    })),
  }
}
