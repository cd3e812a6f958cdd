import { z } from 'zod'
import type { Choices } from './choices.ts'
import { counted, crud, DeletedFilter, Deletion } from './endpoint.ts'
import type { Field, Fields } from './field.ts'
import { chosen, record, Search } from './fields.ts'
import type { CrudPermission } from './permissions.ts'
import { type Releasing, releaseNames, releasing, restoring } from './release.ts'
import { type Text, text } from './text.ts'

/** Both names of a published record; one may stay empty, and the other is shown then. */
export const bothNameFields = {
  chineseName: {
    kind: 'text',
    most: 100,
    language: 'zh',
    label: text('中文名称', 'Chinese name'),
    hint: text('缺少的名称以另一种语言显示。', 'If one name is empty, the other is shown.'),
  },
  englishName: { kind: 'text', most: 100, language: 'en', label: text('英文名称', 'English name') },
} as const satisfies Fields

const state = {
  status: { kind: 'choice', choices: releaseNames, isRequired: true, label: text('状态', 'Status') },
} as const satisfies Fields
const made = {
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields

type ChoiceName<F> = { [N in keyof F]: F[N] extends Field & { kind: 'choice' } ? N : never }[keyof F] & string
type Narrowed<F extends Fields, N extends keyof F> = {
  [K in N]: F[K] extends { kind: 'choice'; choices: infer C extends Choices }
    ? ReturnType<typeof chosen<C>>
    : never
}

/**
 * Records that the provider publishes: the everyday five endpoints, drafts that are released, deleted ones that are restored,
 * and the counts on the chips. `typed` is what people enter, `facts` what else is known of a row, `filters` the choices that
 * narrow the list. `fields` are all of them, in the order of the file.
 */
export function published<
  P extends string,
  const K extends CrudPermission & Releasing,
  F extends Fields,
  G extends Fields,
  N extends ChoiceName<F>,
>(
  path: P,
  permission: K,
  { typed, facts, filters, noun }: { typed: F; facts: G; filters: readonly N[]; noun: Text },
) {
  const { form, item: stored, fields } = record(typed, { ...state, ...facts, ...made })
  const item = stored.extend({ deleted: Deletion.optional() })
  const narrowed = Object.fromEntries(filters.map(name => [name, chosen(choicesOf(typed[name]))]))
  const filter = z.object({
    search: Search,
    status: chosen(releaseNames),
    ...(narrowed as Narrowed<F, N>),
  })
  const listFilter = filter.extend(DeletedFilter.shape)
  const endpoints = {
    ...crud(path, permission, { fields, item, form, filter: listFilter, noun }),
    ...releasing(path, permission, { item, noun }),
    ...restoring(path, permission, { item, noun }),
    counts: counted(path, `${permission}:query`, listFilter, ['status']),
  }
  return { fields, form, item, filter, endpoints }
}
const choicesOf = (field: Field | undefined): Choices => (field?.kind === 'choice' ? field.choices : {})
