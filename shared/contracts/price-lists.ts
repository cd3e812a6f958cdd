import { z } from 'zod'
import { counted, crud, get, Id, PageQuery, page } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import { PRICE_LIST_BUYERS, PRICE_LIST_LINES } from '../goods.ts'
import { line } from '../line.ts'
import { Amount, currencies } from '../money.ts'
import { text } from '../text.ts'

/** Input fields of a price list besides its buyers and prices. */
export const priceListFields = {
  name: { kind: 'text', most: 80, isRequired: true, label: text('名称', 'Name') },
  percent: {
    kind: 'number',
    least: 0,
    most: 95,
    label: text('优惠比例（%）', 'Discount, percent'),
    hint: text(
      '按通用价优惠，适用于下面没有单独定价的商品。不填则不优惠。',
      'Off the general price of all goods that have no price below. Leave empty for none.',
    ),
  },
  fromOn: {
    kind: 'day',
    label: text('生效日期', 'From'),
    hint: text('不填则立即生效。', 'Leave empty to begin at once.'),
  },
  untilOn: {
    kind: 'day',
    label: text('截止日期', 'Until'),
    hint: text('当天仍有效。不填则一直有效。', 'The last day. Leave empty for no end.'),
  },
} as const satisfies Fields

/** Whether a list applies today, by the calendar of the provider. */
export const priceListStandings = {
  current: text('生效中', 'In force'),
  coming: text('未生效', 'To come'),
  over: text('已过期', 'Over'),
} as const

const facts = {
  standing: { kind: 'choice', choices: priceListStandings, isRequired: true, label: text('状态', 'Status') },
  buyerCount: { kind: 'count', label: text('客户数', 'Number of buyers') },
  lineCount: { kind: 'count', label: text('定价条数', 'Number of prices') },
  updatedAt: { kind: 'instant', label: text('修改时间', 'Changed') },
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields

const { form, item, fields } = record(priceListFields, facts)
export const priceListColumns = fields

/** The price of a good, or of one of its sizes, by its code. */
const Line = z.object({ code: line(40).min(1), price: Amount, currency: z.enum(currencies) })
const beside = {
  /** Customers and agents, each for itself: an agent's prices are not those of its customers. */
  buyers: z.array(Id).max(PRICE_LIST_BUYERS).default([]),
  lines: z.array(Line).max(PRICE_LIST_LINES).default([]),
}
export const PriceList = item.extend({
  ...beside,
  /** Of the buyers that the reader sees. */
  buyerNames: z.array(z.object({ id: Id, chineseName: z.string(), englishName: z.string() })),
})
export type PriceList = z.infer<typeof PriceList>
const PriceListForm = form.extend(beside)
export type PriceListRow = z.infer<typeof item>
export type PriceListForm = z.output<typeof PriceListForm>

/** What a buyer pays, and by what, where it is not the general price. */
export const priceSources = {
  buyer: text('客户专属价', 'Own price'),
  list: text('价格表', 'Price list'),
  percent: text('价格表优惠', 'Discount of a price list'),
} as const
const Sourced = z.object({
  goodId: Id,
  price: Amount,
  currency: z.enum(currencies),
  source: z.enum(Object.keys(priceSources) as [keyof typeof priceSources]),
  /** The list's name. */
  list: z.string().nullable(),
})
export type SourcedPrice = z.infer<typeof Sourced>

const filter = z.object({ search: Search, standing: chosen(priceListStandings) })
const path = '/admin/auth/price-lists'
const permission = 'mall_goods_list'
const noun = text('价格表 {name}', 'price list {name}')
const all = text('价格表', 'price lists')

/** Price lists of the provider, for one buyer or several, within days. */
export const priceLists = {
  ...excelExport(path, permission, { filter, noun: all }),
  ...excelImport(path, permission, all),
  ...crud(path, permission, { item: PriceList, form: PriceListForm, filter, noun }),
  list: get(path, `${permission}:query`, {
    query: PageQuery.extend(filter.shape),
    returns: page(item),
    fields,
  }),
  counts: counted(path, `${permission}:query`, filter, ['standing']),
  /** What one buyer pays for these goods: its own prices, those of its lists, and which list applies. */
  sources: get(`${path}/sources`, `${permission}:get`, {
    query: z.object({
      buyerId: Id,
      goodIds: z
        .string()
        .max(4_000)
        .regex(/^[\w,-]*$/),
    }),
    returns: z.array(Sourced),
  }),
}
