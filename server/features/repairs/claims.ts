import { and, eq, isNull } from 'drizzle-orm'
import { lineIdOf } from '#shared/shipments.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'

const unknownOrder = text('请选择您自己的订单中的商品', 'Choose goods of an order of yours')

/** What a claim is about: a line of an order of the viewer's own farm, or placed by the viewer. */
export async function claimOf(
  db: Db,
  { accountId, scope }: Viewer,
  { orderId, lineId }: { orderId: string; lineId?: string | null | undefined },
) {
  const [found] = await db
    .select({ lines: order.lines, authorId: order.authorId, farmPath: order.farmPath })
    .from(order)
    .where(and(eq(order.id, orderId), isNull(order.deletedAt)))
  const isOwn = found && (found.authorId === accountId || found.farmPath === scope.farm)
  const isLine = found?.lines.some((line, i) => lineIdOf(line, i) === lineId)
  if (!isOwn || !isLine) throw refuse.invalid([{ field: 'orderId', message: unknownOrder }], unknownOrder)
  return { orderId, lineId }
}

/** The order that a repair claims for; null if it is none, or the reader does not see the order. */
export async function claimedBy(db: Db, id: string) {
  const [found] = await db
    .select({ orderId: order.id, number: order.number, lineId: repair.lineId })
    .from(repair)
    .innerJoin(order, eq(order.id, repair.orderId))
    .where(eq(repair.id, id))
  return found ? { ...found, lineId: found.lineId ?? '' } : null
}
