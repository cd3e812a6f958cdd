import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { orders } from '#shared/contracts/orders.ts'
import type { Result } from '#shared/endpoint.ts'
import { STAFF } from '#shared/permissions.ts'
import { buyerOf } from '../../farm/goods/sold-lines.ts'
import type { Db } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Viewer } from '../../platform/http/identify.ts'

type Consignee = Result<typeof orders.consignee>

/** Where a buyer's goods usually go: as in its last order in use, and for what that lacks as its record says; empty where neither is known. */
export async function usualConsignee(
  { db, viewer }: { db: Db; viewer: Viewer },
  officeId: string | undefined,
): Promise<Consignee> {
  const isStaff = viewer.kind === STAFF
  const buyer = isStaff && officeId ? await buyerOf(db, officeId) : viewer.scope.farm || viewer.officePath
  const { consignee, phone, country, city, address } = order
  const [last] = await db
    .select({ consignee, phone, country, city, address })
    .from(order)
    .where(and(isNull(order.deletedAt), or(eq(order.farmPath, buyer), eq(order.officePath, buyer))))
    .orderBy(desc(order.madeAt), desc(order.id))
    .limit(1)
  const [record] = await db.select().from(customer).where(eq(customer.officePath, buyer))
  // Older orders may lack something; a street is of no use in another city.
  const place = last?.city || last?.address ? last : record
  return {
    consignee: last?.consignee || record?.contact || '',
    phone: last?.phone || record?.phone || '',
    country: last?.country || record?.country || '',
    city: place?.city ?? '',
    address: place?.address ?? '',
  }
}
