import { z } from 'zod'
import { cageLayoutNames } from '../cage-types.ts'
import { counted, crud, get, Id } from '../endpoint.ts'
import { excelExport, excelImport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import { releaseNames, releasing } from '../release.ts'
import { houseTypeNames, houseTypes } from '../signals.ts'
import { text } from '../text.ts'

/** What is typed of a cage system type. One of the two names may stay empty: the other is shown then. */
export const cageTypeFields = {
  chineseName: {
    kind: 'text',
    most: 100,
    language: 'zh',
    label: text('中文名称', 'Chinese name'),
    hint: text('缺少的名称以另一种语言显示。', 'A missing name is shown in the other language.'),
  },
  englishName: { kind: 'text', most: 100, language: 'en', label: text('英文名称', 'English name') },
  layout: {
    kind: 'choice',
    choices: cageLayoutNames,
    isRequired: true,
    label: text('布局', 'Layout'),
    hint: text('鸡舍示意图按此绘制。', 'The drawing of a house shows it.'),
  },
  tiers: {
    kind: 'whole',
    least: 1,
    most: 12,
    isRequired: true,
    label: text('层数', 'Tiers'),
    inFile: text('平养为 1。', 'One on the floor.'),
  },
  rows: {
    kind: 'whole',
    least: 1,
    most: 12,
    isRequired: true,
    label: text('列数', 'Rows'),
    inFile: text('平养为料线数。', 'Over a floor, the feed lines.'),
  },
  birdsPerCage: { kind: 'whole', least: 1, most: 1_000, label: text('每笼只数', 'Birds per cage') },
  houseTypes: {
    kind: 'choices',
    choices: houseTypeNames,
    isRequired: true,
    label: text('适用鸡舍', 'House types'),
  },
} as const satisfies Fields

/** What is known of a type besides. */
const facts = {
  status: { kind: 'choice', choices: releaseNames, isRequired: true, label: text('状态', 'Status') },
  /** Houses that have it. */
  houses: { kind: 'count', label: text('鸡舍数', 'Houses') },
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields

const { form, item, fields } = record(cageTypeFields, facts)
export const cageTypeColumns = fields
const filter = z.object({
  search: Search,
  status: chosen(releaseNames),
  layout: chosen(cageLayoutNames),
})
export type CageType = z.infer<typeof item>
export type CageTypeForm = z.output<typeof form>

const path = '/admin/auth/cage-types'
const permission = 'chickHouse_type_manage'
const noun = text('笼架类型 {chineseName}', 'cage system type {englishName}')
const all = text('笼架类型', 'cage system types')

/** Published data of the provider: staff write it, customers choose from what is released. */
export const cageTypes = {
  ...excelExport(path, permission, { filter, noun: all }),
  ...excelImport(path, permission, all),
  ...crud(path, permission, { fields, item, form, filter, noun }),
  ...releasing(path, permission, { item, noun }),
  counts: counted(path, `${permission}:query`, filter, ['status']),
  /** Released types, by name in the reader's language. */
  options: get(`${path}/options`, 'signedIn', {
    inPerson: false,
    query: z.object({ search: Search, houseType: z.enum(houseTypes).optional() }),
    returns: z.array(z.object({ id: Id, name: z.string() })),
  }),
}
