import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { get, Id } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { Search } from '../fields.ts'
import type { HousingRows } from '../house-equipment.ts'
import { bothNameFields, published } from '../published.ts'
import { type HouseType, houseTypeNames, houseTypes } from '../signals.ts'
import { text } from '../text.ts'

/**
 * How a cage system fills a house, as its drawing shows. Floor systems have feed lines instead of rows of
 * cages.
 */
const cageLayoutNames = {
  stacked: text('层叠笼', 'Stacked cages'),
  stair: text('阶梯笼', 'Stair-step cages'),
  flat: text('平列笼', 'Flat-deck cages'),
  aviary: text('多层平养（栖架）', 'Aviary'),
  litter: text('地面平养', 'Floor (litter)'),
  slats: text('网上平养', 'Floor (slats)'),
} as const
export const cageLayouts = valuesOf(cageLayoutNames)
export type CageLayout = keyof typeof cageLayoutNames

/** Birds are kept in rows of stacked tiers, not on the floor. */
export const isTiered = (layout: CageLayout): boolean => layout !== 'litter' && layout !== 'slats'

/** The layout drawn for a house without a cage system type. */
export const layoutFor = (type: HouseType): CageLayout =>
  type === 'layer' || type === 'pullet' ? 'stacked' : 'litter'

/**
 * Whether birds in such a house stand on litter whose ammonia is known: broilers and breeders on the floor; without a cage system
 * type, `layout` is null. Of pullets on the floor nobody has measured it.
 */
export const keepsLitter = (type: HouseType, layout: CageLayout | null | undefined): boolean =>
  (type === 'broiler' || type === 'breeder') && (layout ?? layoutFor(type)) === 'litter'

/** Metres of width for each line of feeders on the floor. */
const FEED_LINE_M = 4.5
/** Tiers and rows of a house without a cage system type. */
export const usualRows = (type: HouseType, widthM: number): HousingRows =>
  isTiered(layoutFor(type))
    ? { isTiered: true, tiers: 4, rows: 3 }
    : { isTiered: false, tiers: 1, rows: Math.max(1, Math.round(widthM / FEED_LINE_M)) }

/** Input fields of a cage system type. */
export const cageTypeFields = {
  ...bothNameFields,
  layout: {
    kind: 'choice',
    choices: cageLayoutNames,
    isRequired: true,
    label: text('布局', 'Layout'),
    hint: text('鸡舍示意图按此绘制。', 'The house drawing follows this layout.'),
  },
  tiers: {
    kind: 'whole',
    least: 1,
    most: 12,
    isRequired: true,
    label: text('层数', 'Tiers'),
    inFile: text('平养为 1。', 'Enter 1 for floor housing.'),
  },
  rows: {
    kind: 'whole',
    least: 1,
    most: 12,
    isRequired: true,
    label: text('列数', 'Rows'),
    inFile: text('平养为料线数。', 'For floor housing, the number of feed lines.'),
  },
  birdsPerCage: { kind: 'whole', least: 1, most: 1_000, label: text('每笼只数', 'Birds per cage') },
  houseTypes: {
    kind: 'choices',
    choices: houseTypeNames,
    isRequired: true,
    label: text('适用鸡舍', 'House types'),
  },
} as const satisfies Fields

const facts = { houses: { kind: 'count', label: text('鸡舍数', 'Houses') } } as const satisfies Fields

const path = '/admin/auth/cage-types'
const permission = 'chickHouse_type_manage'
const all = text('笼架类型', 'cage system types')
const { fields, form, item, filter, endpoints } = published(path, permission, {
  typed: cageTypeFields,
  facts,
  filters: ['layout'],
  noun: text('笼架类型 {chineseName}', 'cage system type {englishName}'),
})
export const cageTypeColumns = fields
export type CageType = z.infer<typeof item>
export type CageTypeForm = z.output<typeof form>

/** Published data of the provider: staff write it, customers choose from the released types. */
export const cageTypes = {
  ...endpoints,
  ...excelExport(path, permission, { filter, noun: all }),
  ...excelImport(path, permission, all),
  /** Released types, by name in the reader's language. */
  options: get(`${path}/options`, 'signedIn', {
    programsWith: ['chickHouse_type_manage:query', 'chicken_home_manage:query', 'mall_goods_list:query'],
    query: z.object({ search: Search, houseType: z.enum(houseTypes).optional() }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
}
