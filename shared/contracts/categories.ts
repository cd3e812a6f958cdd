import { z } from 'zod'
import { counted, crud, get, Id, put } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { record, Search } from '../fields.ts'
import type { Grant } from '../permissions.ts'
import { type Text, text } from '../text.ts'

/** Input fields of a category. One of the two names may stay empty: the other is shown then. */
export const categoryFields = {
  chineseName: { kind: 'text', most: 60, language: 'zh', label: text('标题', 'Title') },
  englishName: { kind: 'text', most: 60, language: 'en', label: text('英文标题', 'English title') },
} as const satisfies Fields
const categoryFacts = {
  records: { kind: 'count', label: text('内容数', 'Entries') },
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields
const category = record(categoryFields, categoryFacts)
export const categoryColumns = category.fields
/** In a family that is a tree: the category above, and the depth; otherwise null and 0. */
const place = { aboveId: Id.nullable(), depth: z.number().int() }
const form = category.form.extend({ aboveId: Id.nullish() })
const Category = category.item.extend({ ...place, position: z.number().int() })
export type Category = z.infer<typeof Category>

type Sorting =
  | 'device_install_admin_list_category'
  | 'device_maintain_admin_list_category'
  | 'device_common_problem_admin_list_category'
  | 'farming_foundation_admin_list_category'
  | 'instruction_user_classification_list'
  | 'mall_goods_classification_list'
  | 'user_manage'

/** The headings of a family, with their names and order. `users` choose one for their records. */
export function categoriesOf<P extends string, const K extends Sorting, const U extends Grant>(
  path: P,
  permission: K,
  users: U,
  what: Text,
) {
  const noun = text(`${what['zh-CN']}分类 {chineseName}`, `${what['en-US']} category {englishName}`)
  const filter = z.object({ search: Search })
  return {
    ...crud(path, permission, { fields: category.fields, item: Category, form, filter, noun }),
    counts: counted(path, `${permission}:query`, filter, ['id']),
    move: put(`${path}/:id/position` as const, `${permission}:edit` as const, {
      /** Its new place among all of the family, from 0. */
      body: z.object({ position: z.number().int().min(0).max(10_000) }),
      returns: Category,
      says: text(`移动${noun['zh-CN']}`, `Moved ${noun['en-US']}`),
    }),
    /** In a tree each is named by its path. */
    options: get(`${path}/options` as const, [`${permission}:query` as const, users], {
      returns: z.array(z.object({ id: Id, name: z.string() })),
    }),
  }
}

/** The routes that every family has. */
export type CategoryContract = ReturnType<typeof categoriesOf<string, Sorting, Grant>>
