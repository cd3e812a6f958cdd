import { asc, eq, gt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { erpGoods, ownedOfGood } from '#shared/contracts/erp.ts'
import { type Good, goods } from '#shared/contracts/goods.ts'
import { text } from '#shared/text.ts'
import { good, goodVariant } from '../../platform/database/tables/goods.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { filled } from '../../platform/records/filled.ts'
import { goodRows, withCode } from './goods.ts'

/** Defaults of a new good for fields the ERP does not send. */
const EMPTY = {
  chineseName: '',
  englishName: '',
  chineseSummary: '',
  englishSummary: '',
  currency: 'CNY',
  unit: 'piece',
  machines: [],
  models: '',
  pictures: [],
}

const byCode = sql`lower(${good.code})`

type Save = Call<typeof erpGoods.save>
type Given = Omit<Save['body'], 'code'>
type Form = z.output<typeof goods.update.body>

/** Changes what the ERP gives of a good; its number stays as people typed it. */
async function changeGood(call: Save, id: string, given: (form: Form) => Partial<Form>): Promise<Good> {
  const taking = { ...call, params: { id } }
  const { version: _, ...row } = await goodRows.open(taking)
  const form = goods.update.body.parse(row)
  return goodRows.everyday.update({ ...taking, body: { ...form, ...given(form) } })
}

/** A size has names, price and stock of its own; currency and unit are those of its good. */
function sizeChanged(variants: Form['variants'], id: string, given: Given): Pick<Form, 'variants'> {
  const ofGood = (['currency', 'unit', 'models'] as const).filter(name => given[name] !== undefined)
  if (ofGood.length > 0) throw refuse.invalid(ofGood.map(field => ({ field, message: says.ofGood })))
  const { chineseName, englishName, price, stock } = given
  const changed = {
    ...(chineseName !== undefined && { chineseName }),
    ...(englishName !== undefined && { englishName }),
    ...(price !== undefined && { price }),
    ...(stock !== undefined && { stock }),
  }
  return { variants: variants.map(size => (size.id === id ? { ...size, ...changed } : size)) }
}

const says = {
  ofGood: text(
    '规格的币种、单位和适用型号以商品为准',
    'A size has the currency, unit and models of its good',
  ),
}

export const erpGoodsFeature = feature('erp-goods', erpGoods, {
  list: async ({ db, query: { after, size } }) => {
    const found = await db
      .select({ id: good.id })
      .from(good)
      .where(gt(byCode, sql`lower(${after})`))
      .orderBy(asc(byCode), asc(good.id))
      .limit(size + 1)
    const ids = found.slice(0, size).map(({ id }) => id)
    const rows = new Map((await goodRows.byId(db, ids)).map(row => [row.id, row]))
    return { items: ids.flatMap(id => rows.get(id) ?? []), isMore: found.length > size }
  },
  save: async call => {
    const { db, viewer, body } = call
    const { code } = body
    // One at a time per code, or two at once would each create a good.
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`good ${code.toLowerCase()}`}, 0))`)
    const [found] = await db.select({ id: good.id }).from(good).where(eq(byCode, code.toLowerCase()))
    const { code: _, ...sent } = body
    const given = filled(sent, ownedOfGood)
    if (found) return changeGood(call, found.id, () => given)
    const [size] = await db
      .select({ id: goodVariant.id, goodId: goodVariant.goodId })
      .from(goodVariant)
      .where(eq(sql`lower(${goodVariant.code})`, code.toLowerCase()))
    if (size) return changeGood(call, size.goodId, ({ variants }) => sizeChanged(variants, size.id, given))
    if (!viewer.grants.has('mall_goods_list:add')) throw refuse.forbidden()
    const form = goods.create.body.parse({ ...EMPTY, ...body })
    return withCode(() => Promise.resolve(goodRows.everyday.create({ ...call, body: form })))
  },
})
