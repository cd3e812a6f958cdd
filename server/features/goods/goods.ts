import { sql } from 'drizzle-orm'
import { type GoodForm, goodCategories, goodFields, goods } from '#shared/contracts/goods.ts'
import { mall } from '#shared/contracts/mall.ts'
import { modelKeysIn } from '#shared/machine-fit.ts'
import { text } from '#shared/text.ts'
import { isInCategory } from '../../farm/goods/categories.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { violates } from '../../platform/database/violations.ts'
import { showFilesBelow } from '../../platform/files/people-files.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import { categoriesOf } from '../../platform/records/categories.ts'
import { recordSheet } from '../../platform/records/record-sheet.ts'
import { records } from '../../platform/records/records.ts'
import { releasingOf } from '../../platform/records/releasing.ts'
import { cleanHtml, filesIn } from '../../platform/rich-text/clean-html.ts'
import { goodColumnsBeside } from './good-columns.ts'
import { buyersFor, checkGood, FAMILY, readParts, storeParts } from './good-parts.ts'

/** Number of levels of a classification. */
const LEVELS = 3

const collections = sql<number>`(select count(*)::int from good_favourite f where f.good_id = ${good}.id)`

const says = {
  name: text('请至少填写一种语言的名称', 'Enter a name in at least one language'),
  code: text('编号已被使用', 'This code is already in use'),
}

const faults = ({ chineseName, englishName }: GoodForm): FieldFault[] =>
  chineseName === '' && englishName === '' ? [{ field: 'chineseName', message: says.name }] : []

export const goodRows = records({
  contract: goods,
  table: good,
  typed: goodFields,
  computed: { collections },
  search: [good.sought],
  sort: language => ({
    name: nameIn(language, good),
    updatedAt: good.updatedAt,
    code: good.code,
    price: good.price,
    stock: good.stock,
    status: good.status,
    collections,
    createdAt: good.createdAt,
  }),
  filters: {
    status: good.status,
    categoryId: isInCategory,
    machine: machine => sql`${machine} = any(${good.machines})`,
  },
  officePath: () => ROOT_PATH,
  faults,
  filesFor: [goods.get.access, mall.read.access],
  beside: {
    check: checkGood,
    columns: form => ({
      chineseContent: cleanHtml(form.chineseContent),
      englishContent: cleanHtml(form.englishContent),
      specifications: form.specifications,
      categoryId: form.categoryId ?? null,
      productIds: [...new Set(form.productIds)],
      cageTypeIds: [...new Set(form.cageTypeIds)],
      modelKeys: modelKeysIn(form.models),
      ...(form.packing && { packing: form.packing }),
      updatedAt: sql`now()`,
    }),
    files: ({ chineseContent, englishContent }) =>
      filesIn(...[chineseContent, englishContent].map(cleanHtml)),
    store: storeParts,
    stores: ['variants', 'prices'],
    read: readParts,
  },
})

/** A code belongs to one good. */
export async function withCode<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (violates(error, 'good_code')) throw refuse.invalid([{ field: 'code', message: says.code }])
    throw error
  }
}

export const goodsSheet = recordSheet(goodRows, {
  list: 'goods',
  known: { by: ['code'] },
  more: goodColumnsBeside,
})

const goodsFeature = feature('goods', goods, {
  ...goodRows.everyday,
  ...releasingOf({
    open: goodRows.open,
    store: async (call, { status }) => {
      await showFilesBelow(call.db, call.params.id, status === 'released')
      return goodRows.store(call, { status })
    },
  }),
  ...sheetOf(goodsSheet),
  create: call => withCode(() => Promise.resolve(goodRows.everyday.create(call))),
  update: call => withCode(() => Promise.resolve(goodRows.everyday.update(call))),
  buyers: ({ db, query, language }) => buyersFor(db, query.search, language),
})

const categoriesFeature = categoriesOf({
  name: 'good-categories',
  family: FAMILY,
  contract: goodCategories,
  records: sql<number>`(select count(*)::int from ${good} where ${good}.category_id = ${category}.id)`,
  levels: LEVELS,
})

/** The provider's side of goods, and their classification. */
export const goodsFeatures = [goodsFeature, categoriesFeature]
