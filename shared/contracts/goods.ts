import { z } from 'zod'
import { counted, crud, get, Id, PageQuery, page } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import { BUYER_PRICES, goodUnitNames, SPECIFICATIONS, shelfNames, VARIANTS } from '../goods.ts'
import { line } from '../line.ts'
import { machineNames } from '../machines.ts'
import { Amount, currencies, currencyNames } from '../money.ts'
import { Packing } from '../packing.ts'
import { partNames } from '../parts.ts'
import { releasing } from '../release.ts'
import { text } from '../text.ts'
import { categoriesOf } from './categories.ts'

/** Input fields of a good besides its texts, sizes and individual prices. */
export const goodFields = {
  code: { kind: 'text', most: 40, isRequired: true, label: text('编号', 'Code') },
  chineseName: {
    kind: 'text',
    most: 100,
    language: 'zh',
    label: text('中文名称', 'Chinese name'),
    hint: text('缺少的名称以另一种语言显示。', 'If one name is empty, the other is shown.'),
  },
  englishName: { kind: 'text', most: 100, language: 'en', label: text('英文名称', 'English name') },
  chineseSummary: { kind: 'text', most: 120, language: 'zh', label: text('中文简介', 'Chinese summary') },
  englishSummary: { kind: 'text', most: 120, language: 'en', label: text('英文简介', 'English summary') },
  price: {
    kind: 'amount',
    label: text('价格', 'Price'),
    hint: text('不填则显示“询价”。', 'Leave empty to let buyers ask for the price.'),
  },
  currency: { kind: 'choice', choices: currencyNames, isRequired: true, label: text('币种', 'Currency') },
  unit: { kind: 'choice', choices: goodUnitNames, isRequired: true, label: text('单位', 'Unit') },
  stock: {
    kind: 'whole',
    least: 0,
    most: 1_000_000,
    label: text('库存', 'Stock'),
    hint: text('不填则不计库存。', 'Leave empty if stock is not counted.'),
  },
  machines: { kind: 'choices', choices: machineNames, label: text('适用设备', 'Fits machines') },
  models: {
    kind: 'text',
    most: 400,
    label: text('适用型号', 'Fits models'),
    hint: text(
      '用逗号分隔，如 RT-1380, RT-1220。不填则适用该类设备的所有型号。',
      'Separated by commas, such as RT-1380, RT-1220. Leave empty if it fits every model of these machines.',
    ),
  },
  part: {
    kind: 'choice',
    choices: partNames,
    label: text('配件类别', 'Kind of part'),
    hint: text(
      '检修到期时，按此类别推荐。',
      'Maintenance that is due and needs this kind of part offers the good.',
    ),
  },
  perMachine: {
    kind: 'number',
    least: 0.001,
    most: 10_000,
    label: text('每台用量', 'Number per machine'),
    hint: text(
      '按销售单位填写。按件或套出售的，不填为每台一件。',
      'In the unit it is sold by. Pieces and sets: one each if empty.',
    ),
  },
  pictures: { kind: 'pictures', most: 8, label: text('图片', 'Pictures') },
} as const satisfies Fields

const facts = {
  status: { kind: 'choice', choices: shelfNames, isRequired: true, label: text('状态', 'Status') },
  /** People who have it among their favourites. */
  collections: { kind: 'count', label: text('收藏数', 'Collections') },
  updatedAt: { kind: 'instant', label: text('修改时间', 'Changed') },
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields

const { form, item, fields } = record(goodFields, facts)
export const goodForm = form
export const goodColumns = fields

const html = z.string().max(100_000).default('')
export const Specification = z.object({ chineseName: line(60), englishName: line(60), value: line(120) })
const Variant = z.object({
  /** None for a new one. */
  id: Id.optional(),
  code: line(40),
  chineseName: line(60),
  englishName: line(60),
  price: Amount.nullish(),
  stock: z.number().int().min(0).max(1_000_000).nullish(),
  /** Where it differs from the good's. Unchanged if left out. */
  packing: Packing.nullish(),
})
/** One customer's or agent's price for the good or, with `variant`, for the size with that code. */
const BuyerPrice = z.object({
  buyerId: Id,
  variant: line(40).default(''),
  price: Amount,
  currency: z.enum(currencies),
})
const beside = {
  models: form.shape.models.default(''),
  chineseContent: html,
  englishContent: html,
  specifications: z.array(Specification).max(SPECIFICATIONS).default([]),
  categoryId: Id.nullish(),
  productIds: z.array(Id).max(20).default([]),
  cageTypeIds: z.array(Id).max(20).default([]),
  variants: z.array(Variant).max(VARIANTS).default([]),
  prices: z.array(BuyerPrice).max(BUYER_PRICES).default([]),
  /** Unchanged if left out. */
  packing: Packing.optional(),
}
const GoodForm = form.extend(beside)
const GoodRow = item.extend({ categoryId: Id.nullable() })
export const Good = item.extend({
  ...beside,
  categoryId: Id.nullable(),
  prices: z.array(BuyerPrice.extend({ chineseName: z.string(), englishName: z.string() })),
})
export type GoodForm = z.output<typeof GoodForm>
export type GoodRow = z.infer<typeof GoodRow>
export type Good = z.infer<typeof Good>

const filter = z.object({
  search: Search,
  status: chosen(shelfNames),
  categoryId: Id.optional(),
  machine: chosen(machineNames),
})

const path = '/admin/auth/goods'
const permission = 'mall_goods_list'
const noun = text('商品 {chineseName}', 'good {englishName}')
const all = text('商品', 'goods')

/** What the provider sells, as its staff edit it. */
export const goods = {
  ...excelExport(path, permission, { filter, noun: all }),
  ...excelImport(path, permission, all),
  ...crud(path, permission, { item: Good, form: GoodForm, filter, noun }),
  ...releasing(path, permission, { item: Good, noun }),
  list: get(path, `${permission}:query`, {
    query: PageQuery.extend(filter.shape),
    returns: page(GoodRow),
    fields,
  }),
  counts: counted(path, `${permission}:query`, filter, ['status']),
  /** Customers and agents that can get a price of their own, by name. */
  buyers: get(`${path}/buyers`, `${permission}:get`, {
    query: z.object({ search: Search }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
}

/** The classification: a tree. */
export const goodCategories = categoriesOf(
  '/admin/auth/good-categories',
  'mall_goods_classification_list',
  'mall_goods_list:query',
  text('商品', 'goods'),
)
