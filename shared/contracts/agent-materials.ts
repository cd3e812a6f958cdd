import { z } from 'zod'
import { counted, crud, get, Id, ofKinds, withoutProof } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { chosen, record, Search } from '../fields.ts'
import { STAFF } from '../permissions.ts'
import { releaseNames, releasing } from '../release.ts'
import { text } from '../text.ts'
import { categoriesOf } from './categories.ts'

/** Input fields of a material. One of the two names may stay empty: the other is shown then. */
export const materialFields = {
  chineseName: { kind: 'text', most: 100, language: 'zh', label: text('中文名称', 'Chinese name') },
  englishName: { kind: 'text', most: 100, language: 'en', label: text('英文名称', 'English name') },
  edition: {
    kind: 'text',
    most: 40,
    isRequired: true,
    label: text('版本', 'Version'),
    hint: text(
      '例如“2026-11”。换了文件请更新版本，代理商会看到未读。',
      'For example “2026-11”. Change it when you change the files; agents then see it as unread.',
    ),
  },
  chineseNote: {
    kind: 'text',
    most: 500,
    hasLines: true,
    language: 'zh',
    label: text('中文说明', 'Chinese note'),
  },
  englishNote: {
    kind: 'text',
    most: 500,
    hasLines: true,
    language: 'en',
    label: text('英文说明', 'English note'),
  },
  files: { kind: 'attachments', most: 10, label: text('文件', 'Files') },
} as const satisfies Fields

const facts = {
  status: { kind: 'choice', choices: releaseNames, isRequired: true, label: text('状态', 'Status') },
  readers: { kind: 'count', label: text('已读人数', 'Readers') },
  updatedAt: { kind: 'instant', label: text('修改时间', 'Changed') },
  createdAt: { kind: 'instant', label: text('创建时间', 'Created') },
} as const satisfies Fields

const { form, item, fields } = record(materialFields, facts)
export const materialColumns = fields

const MaterialForm = form.extend({ categoryId: Id.nullish() })
const Material = item.extend({ categoryId: Id.nullable(), releasedAt: z.iso.datetime().nullable() })
export type MaterialForm = z.output<typeof MaterialForm>
export type Material = z.infer<typeof Material>

/** A person at an agent who opened a material, and the version they last opened. */
const MaterialReader = z.object({
  id: Id,
  name: z.string(),
  office: z.string(),
  edition: z.string(),
  readAt: z.iso.datetime(),
})
export type MaterialReader = z.infer<typeof MaterialReader>

const filter = z.object({ search: Search, status: chosen(releaseNames), categoryId: Id.optional() })
const path = '/admin/auth/agent-materials'
const noun = text('代理资料 {chineseName}', 'agent material {englishName}')

/** What the provider gives its agents to read. */
export const agentMaterials = ofKinds(
  [STAFF],
  withoutProof({
    ...crud(path, 'user_manage', { fields, item: Material, form: MaterialForm, filter, noun }),
    ...releasing(path, 'user_manage', { item: Material, noun }),
    counts: counted(path, 'user_manage:query', filter, ['status']),
    /** Who has read it, latest first. */
    readers: get(`${path}/:id/readers`, 'user_manage:get', { returns: z.array(MaterialReader) }),
  }),
)

/** `/agent/admin/category`: the headings of the materials, in the order in which agents see them. */
export const agentCategories = ofKinds(
  [STAFF],
  withoutProof(
    categoriesOf(
      '/admin/auth/agent-categories',
      'user_manage',
      'user_manage:query',
      text('代理资料', 'agent material'),
    ),
  ),
)
