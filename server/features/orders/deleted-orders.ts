import { eq, inArray } from 'drizzle-orm'
import { type Order, orders } from '#shared/contracts/orders.ts'
import { text } from '#shared/text.ts'
import type { Asking } from '../../farm/tickets/ticket-lists.ts'
import type { Db } from '../../platform/database/store.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Call } from '../../platform/http/call.ts'
import {
  deletionsOf,
  refuseDeletedTo,
  refuseRestoring,
  withDeletion,
} from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { changeRows, openRow } from '../../platform/records/rows.ts'
import { moveStock } from './order-lines.ts'
import { MODULE, ordered } from './ordered.ts'

const inWork = text(
  '只能删除已撤回的订单，或已下单而未付款的订单',
  'Only an order that is withdrawn, or placed and unpaid, can be deleted',
)

/** Nothing of it is under way: withdrawn, or only placed and unpaid. Warranty and figures hang on completed ones. */
const isRemovable = ({ standing, paidOn, payments }: Order) =>
  standing === 'withdrawn' || (standing === 'placed' && paidOn === null && payments.length === 0)

const deletionRows = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: order.id,
      officePath: order.officePath,
      deletedAt: order.deletedAt,
      withdrawnAt: order.withdrawnAt,
    })
    .from(order)
    .where(inArray(order.id, [...ids]))

/**
 * These orders, deleted ones too: each of those says since when. For programs, which keep orders of their own and must hear
 * that one is gone.
 */
export async function evenDeleted(call: Asking, ids: readonly string[]): Promise<Order[]> {
  const [items, rows] = await Promise.all([ordered.byId(call, ids, 'too'), deletionRows(call.db, ids)])
  const deletedAt = new Map(rows.map(row => [row.id, row.deletedAt]))
  return items.map(item => withDeletion(item, deletedAt.get(item.id) ?? null))
}

/** The orders in use; or, for those who may restore them, the ones that were deleted. */
export async function listOrders(call: Call<typeof orders.list>) {
  refuseDeletedTo(call.viewer, orders.restore.access, call.query)
  const page = await ordered.list(call)
  if (!call.query.deleted) return page
  const rows = await deletionRows(
    call.db,
    page.items.map(({ id }) => id),
  )
  const deletions = await deletionsOf(call.db, MODULE, rows)
  return { ...page, items: page.items.map(item => ({ ...item, deleted: deletions.get(item.id) })) }
}

export function countOrders(call: Call<typeof orders.counts>) {
  refuseDeletedTo(call.viewer, orders.restore.access, call.query)
  return ordered.counts(call)
}

/**
 * Deletes an order so that it can be restored. One that was only placed is withdrawn with it, which programs and figures
 * hear as ever, and puts its goods back on the shelf.
 */
export async function remove(call: Call<typeof orders.remove>): Promise<null> {
  const { db, params, query } = call
  const { item } = await ordered.open({ ...call, body: query })
  if (!isRemovable(item)) throw refuse.conflict({ yours: null, current: item }, inWork)
  const isPlaced = item.standing === 'placed'
  if (isPlaced) await moveStock(db, item.lines, [])
  const deletedAt = new Date()
  await changeRows(db, order, eq(order.id, params.id), {
    deletedAt,
    waitsSince: null,
    ...(isPlaced && { withdrawnAt: deletedAt }),
  })
  return null
}

/** Undoes the deletion. One that was only placed until then takes its goods again, and waits again. */
export async function restore(call: Call<typeof orders.restore>): Promise<Order> {
  const { db, params, language } = call
  const { row, officePath } = await openRow(call, order, async () => {
    const shown = await ordered.find(call, params.id, 'too')
    const [kept] = await deletionRows(db, [params.id])
    return withDeletion(shown, kept?.deletedAt ?? null)
  })
  const [kept] = await deletionRows(db, [params.id])
  const deletedAt = kept?.deletedAt ?? null
  const isPlaced = deletedAt !== null && kept?.withdrawnAt?.getTime() === deletedAt.getTime()
  await refuseRestoring(db, { id: row.id, officePath, deletedAt }, row, language)
  if (isPlaced) await moveStock(db, [], row.lines)
  await changeRows(db, order, eq(order.id, row.id), {
    deletedAt: null,
    ...(isPlaced && { withdrawnAt: null, waitsSince: new Date() }),
  })
  return ordered.find(call, row.id)
}
