import { and, eq, isNull, or } from 'drizzle-orm'
import type { AskedLine } from '#shared/inquiries.ts'
import type { Db } from '../../platform/database/store.ts'
import { basketLine } from '../../platform/database/tables/goods.ts'
import type { Viewer } from '../../platform/http/identify.ts'

/** Takes goods that the viewer has ordered or asked for out of their basket, in the transaction that does so. */
export async function takeFromBasket(
  { db, viewer }: { db: Db; viewer: Viewer },
  lines: readonly Pick<AskedLine, 'goodId' | 'variantId'>[],
): Promise<void> {
  const { accountId, goodId, variantId } = basketLine
  const these = lines.flatMap(line =>
    line.goodId
      ? and(eq(goodId, line.goodId), line.variantId ? eq(variantId, line.variantId) : isNull(variantId))
      : [],
  )
  if (these.length > 0) await db.delete(basketLine).where(and(eq(accountId, viewer.accountId), or(...these)))
}
