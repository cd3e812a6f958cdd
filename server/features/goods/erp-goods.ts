import { asc, eq, gt, sql } from 'drizzle-orm'
import { erpGoods } from '#shared/contracts/erp.ts'
import { goods } from '#shared/contracts/goods.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
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
  pictures: [],
}

const byCode = sql`lower(${good.code})`

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
    if (found) {
      const taking = { ...call, params: { id: found.id } }
      const { version: _, ...row } = await goodRows.open(taking)
      return goodRows.everyday.update({ ...taking, body: { ...goods.update.body.parse(row), ...body } })
    }
    if (!viewer.grants.has('mall_goods_list:add')) throw refuse.forbidden()
    const form = goods.create.body.parse({ ...EMPTY, ...body })
    return withCode(() => Promise.resolve(goodRows.everyday.create({ ...call, body: form })))
  },
})
