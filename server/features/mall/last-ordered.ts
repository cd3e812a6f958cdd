import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { ShownGood } from '#shared/contracts/mall.ts'
import { dateIn } from '#shared/zone-time.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Reading } from './my-machines.ts'

/** When the buyer last ordered a good, and how many of all its sizes; for those who may read their orders. */
export async function lastOrdered(
  { db, viewer }: Reading,
  goodId: string,
): Promise<ShownGood['lastOrdered']> {
  if (!viewer.grants.has('my_center:query')) return null
  const isOwn =
    viewer.scope.farm === '' ? eq(order.officePath, viewer.officePath) : eq(order.farmPath, viewer.scope.farm)
  const [last] = await db
    .select({ at: order.madeAt, lines: order.lines })
    .from(order)
    .where(
      and(isOwn, isNull(order.withdrawnAt), sql`${order.lines} @> ${JSON.stringify([{ goodId }])}::jsonb`),
    )
    .orderBy(desc(order.madeAt), desc(order.id))
    .limit(1)
  if (!last) return null
  const quantity = last.lines
    .filter(line => line.goodId === goodId)
    .reduce((sum, line) => sum + line.quantity, 0)
  return { day: dateIn(viewer.timeZone, last.at), quantity }
}
