import { and, asc, eq, ilike, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Good, GoodForm } from '#shared/contracts/goods.ts'
import { normal } from '#shared/money.ts'
import { type Language, text } from '#shared/text.ts'
import { anyOf } from '../../platform/database/any-of.ts'
import { newId } from '../../platform/database/ids.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { good, goodPrice, goodVariant } from '../../platform/database/tables/goods.ts'
import { cageType, iotProduct } from '../../platform/database/tables/house-groups.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { anywhere } from '../../platform/http/lists.ts'
import type { Storing } from '../../platform/records/definition.ts'

/** Of the categories. */
export const FAMILY = 'goods'
const BUYERS_OFFERED = 50

const says = {
  category: text('请选择该商品的分类', 'Choose a goods category'),
  fits: text('所选项已不存在', 'Your selection no longer exists'),
  variant: text('请至少填写一种语言的规格名称', 'Enter the name of each size in at least one language'),
  sizeCode: text('此编号已是某商品规格的编号', 'A size of another good has this code'),
  goodCode: text('编号 {code} 已是另一商品的编号', 'Another good has the code {code}'),
  codes: text('规格编号不能重复', 'Each size needs its own code'),
  buyer: text('请选择客户或代理商', 'Choose a customer or agent'),
  prices: text('同一客户的同一规格只能有一个价格', 'Only one price per buyer and size'),
  priced: text(
    '您看不到的客户对规格 {code} 有专属价格，不能删除该规格',
    'Size {code} cannot be removed: customers that you cannot see have their own price for it',
  ),
  unknown: text('价格表中有不存在的规格编号', 'A price refers to a size that does not exist'),
}

const buyers = and(inArray(office.kind, ['customer', 'agent']), isNull(office.deletedAt))
const repeats = (keys: readonly string[]) => new Set(keys).size < keys.length

/** Refuses a form that refers to something that does not exist. */
export async function checkGood(db: Db, form: GoodForm, id: string): Promise<void> {
  const faults = await checkParts(db, form, id)
  if (faults.length > 0) throw refuse.invalid(faults)
}

/** The fields of a form that refer to something that does not exist. */
export async function checkParts(db: Db, form: GoodForm, id: string): Promise<FieldFault[]> {
  const { categoryId, productIds, cageTypeIds, variants, prices } = form
  const faults: FieldFault[] = []
  const fault = (field: string, message: FieldFault['message']) => faults.push({ field, message })
  const isOurs = categoryId ? and(eq(category.id, categoryId), eq(category.family, FAMILY)) : undefined
  if (isOurs && (await db.$count(category, isOurs)) === 0) fault('categoryId', says.category)
  if (await hasUnknown(productIds, ids => db.$count(iotProduct, anyOf(iotProduct.id, ids))))
    fault('productIds', says.fits)
  if (await hasUnknown(cageTypeIds, ids => db.$count(cageType, anyOf(cageType.id, ids))))
    fault('cageTypeIds', says.fits)
  if (variants.some(({ chineseName, englishName }) => chineseName === '' && englishName === ''))
    fault('variants', says.variant)
  const codes = variants.map(({ code }) => code.toLowerCase())
  if (repeats(codes) || codes.includes('')) fault('variants', says.codes)
  const taken = await codesTaken(db, form, id)
  if (taken.good) fault('code', says.sizeCode)
  if (taken.sizes) fault('variants', [says.goodCode, { code: taken.sizes }])
  const known = variants.flatMap(variant => variant.id ?? [])
  const own = (ids: string[]) => and(eq(goodVariant.goodId, id), anyOf(goodVariant.id, ids))
  if (repeats(known) || (await hasUnknown(known, ids => db.$count(goodVariant, own(ids)))))
    fault('variants', says.fits)
  const paying = prices.map(({ buyerId }) => buyerId)
  if (await hasUnknown(paying, ids => db.$count(office, and(buyers, anyOf(office.id, ids)))))
    fault('prices', says.buyer)
  if (prices.some(({ variant }) => variant !== '' && !codes.includes(variant.toLowerCase())))
    fault('prices', says.unknown)
  if (repeats(prices.map(({ buyerId, variant }) => `${buyerId} ${variant.toLowerCase()}`)))
    fault('prices', says.prices)
  return faults
}

/** Whether fewer exist than are named. Nothing is asked where none is named: a file has twenty thousand rows. */
async function hasUnknown(ids: readonly string[], count: (ids: string[]) => Promise<number>) {
  const named = [...new Set(ids)]
  return named.length > 0 && (await count(named)) < named.length
}

/** Codes of a good and its sizes that others have: whoever orders by one means one thing. */
async function codesTaken(db: Db, { code, variants }: GoodForm, id: string) {
  const lower = (column: PgColumn) => sql`lower(${column})`
  const sizes = variants.map(({ code }) => code.toLowerCase())
  const [ofSize] = await db
    .select({ id: goodVariant.id })
    .from(goodVariant)
    .where(and(ne(goodVariant.goodId, id), eq(lower(goodVariant.code), code.toLowerCase())))
    .limit(1)
  if (sizes.length === 0) return { good: ofSize !== undefined, sizes: undefined }
  const [ofGood] = await db
    .select({ code: good.code })
    .from(good)
    .where(and(ne(good.id, id), eq(good.officePath, ROOT_PATH), inArray(lower(good.code), sizes)))
    .limit(1)
  return { good: ofSize !== undefined, sizes: ofGood?.code }
}

/** Sizes of a good other than those that stay. */
const sizesBut = (goodId: string, staying: readonly string[]) =>
  and(eq(goodVariant.goodId, goodId), notInArray(goodVariant.id, [...staying]))

/** Removing a size removes its prices, so it is refused if the editor does not see all buyers with a price. */
export async function unseenPriced(
  db: Db,
  goodId: string,
  staying: readonly string[],
): Promise<FieldFault | undefined> {
  const visible = db.select({ path: office.path }).from(office)
  const [priced] = await db
    .select({ code: goodVariant.code })
    .from(goodPrice)
    .innerJoin(goodVariant, eq(goodVariant.id, goodPrice.variantId))
    .where(and(sizesBut(goodId, staying), notInArray(goodPrice.buyerPath, visible)))
    .limit(1)
  return priced && { field: 'variants', message: [says.priced, priced] }
}

/** Whether a good has sizes or prices; most have neither. */
async function hasParts(db: Db, goodId: string): Promise<boolean> {
  const some = (of: SQL) => sql<boolean>`exists (select from ${of} where good_id = ${goodId})`
  const { rows } = await db.execute<{ some: boolean }>(
    sql`select ${some(sql`good_variant`)} or ${some(sql`good_price`)} as some`,
  )
  return rows[0]?.some === true
}

/** Stores a good's sizes and single buyers' prices; buyers that the editor does not see keep theirs. */
export async function storeParts({ db }: Storing, goodId: string, form: GoodForm): Promise<void> {
  if (form.variants.length + form.prices.length === 0 && !(await hasParts(db, goodId))) return
  const variants = form.variants.map((variant, position) => ({
    ...variant,
    id: variant.id ?? newId(),
    position,
  }))
  const staying = variants.map(({ id }) => id)
  const fault = await unseenPriced(db, goodId, staying)
  if (fault) throw refuse.invalid([fault])
  await db.delete(goodVariant).where(sizesBut(goodId, staying))
  for (const {
    id,
    code,
    chineseName,
    englishName,
    price = null,
    stock = null,
    position,
    packing,
  } of variants) {
    const packed = packing === undefined ? {} : { packing }
    const columns = { code, chineseName, englishName, price, stock, position, ...packed }
    await db
      .insert(goodVariant)
      .values({ ...columns, id, goodId, officePath: ROOT_PATH })
      .onConflictDoUpdate({ target: goodVariant.id, set: columns })
  }
  const seen = db.select({ path: office.path }).from(office).where(buyers)
  await db.delete(goodPrice).where(and(eq(goodPrice.goodId, goodId), inArray(goodPrice.buyerPath, seen)))
  if (form.prices.length === 0) return
  const byCode = new Map(variants.map(({ id, code }) => [code.toLowerCase(), id]))
  await db.insert(goodPrice).values(
    form.prices.map(({ buyerId, variant, price, currency }) => ({
      id: newId(),
      goodId,
      variantId: byCode.get(variant.toLowerCase()) ?? null,
      officePath: ROOT_PATH,
      buyerPath: sql`(select path from office where id = ${buyerId})`,
      price,
      currency,
    })),
  )
}

/** Goods with their sizes and the prices of the buyers the reader sees. */
export async function readParts(db: Db, rows: Good[]): Promise<Good[]> {
  const ids = rows.map(({ id }) => id)
  const variants = await db
    .select()
    .from(goodVariant)
    .where(anyOf(goodVariant.goodId, ids))
    .orderBy(asc(goodVariant.position))
  const prices = await db
    .select({
      goodId: goodPrice.goodId,
      buyerId: office.id,
      chineseName: office.chineseName,
      englishName: office.englishName,
      variant: sql<string>`coalesce(${goodVariant.code}, '')`,
      price: goodPrice.price,
      currency: goodPrice.currency,
    })
    .from(goodPrice)
    .innerJoin(office, eq(office.path, goodPrice.buyerPath))
    .leftJoin(goodVariant, eq(goodVariant.id, goodPrice.variantId))
    .where(and(anyOf(goodPrice.goodId, ids), buyers))
    .orderBy(office.englishName, goodVariant.position)
  const sizesOf = Map.groupBy(variants, ({ goodId }) => goodId)
  const pricesOf = Map.groupBy(prices, ({ goodId }) => goodId)
  return rows.map(row => ({
    ...row,
    variants: (sizesOf.get(row.id) ?? []).map(
      ({ id, code, chineseName, englishName, price, stock, packing }) => ({
        id,
        code,
        chineseName,
        englishName,
        price: price === null ? null : normal(price),
        stock,
        packing,
      }),
    ),
    prices: (pricesOf.get(row.id) ?? []).map(({ goodId: _, price, ...paid }) => ({
      ...paid,
      price: normal(price),
    })),
  }))
}

/** Customers and agents by name, for single prices. */
export function buyersFor(db: Db, search: string | undefined, language: Language) {
  const name = nameIn(language, office)
  const found = search
    ? or(ilike(office.chineseName, anywhere(search)), ilike(office.englishName, anywhere(search)))
    : undefined
  return db
    .select({ id: office.id, name })
    .from(office)
    .where(and(buyers, found))
    .orderBy(name, office.id)
    .limit(BUYERS_OFFERED)
}
