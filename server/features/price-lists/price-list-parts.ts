import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { PriceList, PriceListForm } from '#shared/contracts/price-lists.ts'
import { normal } from '#shared/money.ts'
import { text } from '#shared/text.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { good, goodVariant, priceListBuyer, priceListLine } from '../../platform/database/tables/goods.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import type { Storing } from '../../platform/records/definition.ts'

const says = {
  days: text('截止日期不能早于生效日期', 'The last day cannot be before the first'),
  nothing: text('请填写优惠比例或至少一个价格', 'Enter a discount or at least one price'),
  buyer: text('请选择客户或代理商', 'Choose a customer or agent'),
  code: text('没有编号为 {code} 的商品或规格', 'No good or size has the code {code}'),
  twice: text('编号 {code} 出现多次', 'The code {code} is there twice'),
}

const isBuyer = and(inArray(office.kind, ['customer', 'agent']), isNull(office.deletedAt))
const lower = (column: PgColumn) => sql`lower(${column})`

/** What the form's schema cannot express. */
export function faultsOf({ fromOn, untilOn, percent, lines }: PriceListForm): FieldFault[] {
  const faults: FieldFault[] = []
  if (fromOn && untilOn && untilOn < fromOn) faults.push({ field: 'untilOn', message: says.days })
  if (!percent && lines.length === 0) faults.push({ field: 'percent', message: says.nothing })
  const codes = lines.map(({ code }) => code.toLowerCase())
  const twice = codes.find((code, i) => codes.indexOf(code) < i)
  if (twice !== undefined) faults.push({ field: 'lines', message: [says.twice, { code: twice }] })
  return faults
}

/** The goods and sizes that codes stand for, by code in lower case. */
async function pricedBy(db: Db, lines: PriceListForm['lines']) {
  const codes = lines.map(({ code }) => code.toLowerCase())
  if (codes.length === 0) return new Map<string, { goodId: string; variantId: string | null }>()
  const goods = await db
    .select({ goodId: good.id, code: good.code })
    .from(good)
    .where(inArray(lower(good.code), codes))
  const sizes = await db
    .select({ goodId: goodVariant.goodId, variantId: goodVariant.id, code: goodVariant.code })
    .from(goodVariant)
    .where(inArray(lower(goodVariant.code), codes))
  return new Map(
    [...sizes, ...goods.map(row => ({ ...row, variantId: null }))].map(({ code, ...priced }) => [
      code.toLowerCase(),
      priced,
    ]),
  )
}

/** The fields of a form that refer to something that does not exist. */
export async function checkParts(db: Db, { buyers, lines }: PriceListForm): Promise<FieldFault[]> {
  const known = await pricedBy(db, lines)
  const unknown = lines.find(({ code }) => !known.has(code.toLowerCase()))
  const isUnknownBuyer =
    buyers.length > 0 &&
    (await db.$count(office, and(isBuyer, anyOf(office.id, buyers)))) < new Set(buyers).size
  return [
    ...(isUnknownBuyer ? [{ field: 'buyers', message: says.buyer }] : []),
    ...(unknown ? [{ field: 'lines', message: [says.code, { code: unknown.code }] } as FieldFault] : []),
  ]
}

export async function checkList(db: Db, form: PriceListForm): Promise<void> {
  const faults = await checkParts(db, form)
  if (faults.length > 0) throw refuse.invalid(faults)
}

/** Stores whom a list is for and its prices; buyers that the editor does not see stay. */
export async function storeParts({ db }: Storing, listId: string, form: PriceListForm): Promise<void> {
  const seen = db.select({ path: office.path }).from(office).where(isBuyer)
  await db
    .delete(priceListBuyer)
    .where(and(eq(priceListBuyer.listId, listId), inArray(priceListBuyer.buyerPath, seen)))
  await db.delete(priceListLine).where(eq(priceListLine.listId, listId))
  const own = { listId, officePath: ROOT_PATH }
  const buyers = [...new Set(form.buyers)]
  if (buyers.length > 0)
    await db
      .insert(priceListBuyer)
      .values(buyers.map(id => ({ ...own, buyerPath: sql`(select path from office where id = ${id})` })))
  const priced = await pricedBy(db, form.lines)
  const rows = form.lines.flatMap(({ code, price, currency }) => {
    const of = priced.get(code.toLowerCase())
    return of ? [{ ...own, ...of, id: newId(), price, currency }] : []
  })
  if (rows.length > 0) await db.insert(priceListLine).values(rows)
}

/** Lists with their prices and the buyers the reader sees. */
export async function readParts(db: Db, rows: PriceList[]): Promise<PriceList[]> {
  const ids = rows.map(({ id }) => id)
  const { chineseName, englishName } = office
  const buyers = await db
    .select({ listId: priceListBuyer.listId, id: office.id, chineseName, englishName })
    .from(priceListBuyer)
    .innerJoin(office, eq(office.path, priceListBuyer.buyerPath))
    .where(and(anyOf(priceListBuyer.listId, ids), isBuyer))
    .orderBy(office.englishName, office.id)
  const code = sql<string>`coalesce(${goodVariant.code}, ${good.code})`
  const lines = await db
    .select({
      listId: priceListLine.listId,
      code,
      price: priceListLine.price,
      currency: priceListLine.currency,
    })
    .from(priceListLine)
    .innerJoin(good, eq(good.id, priceListLine.goodId))
    .leftJoin(goodVariant, eq(goodVariant.id, priceListLine.variantId))
    .where(anyOf(priceListLine.listId, ids))
    .orderBy(asc(code))
  const linesOf = Map.groupBy(lines, ({ listId }) => listId)
  const buyersOf = Map.groupBy(buyers, ({ listId }) => listId)
  return rows.map(row => {
    const buyerNames = (buyersOf.get(row.id) ?? []).map(({ listId: _, ...named }) => named)
    return {
      ...row,
      buyers: buyerNames.map(({ id }) => id),
      buyerNames,
      lines: (linesOf.get(row.id) ?? []).map(({ listId: _, price, ...priced }) => ({
        ...priced,
        price: normal(price),
      })),
    }
  })
}
