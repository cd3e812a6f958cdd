import { z } from 'zod'
import { placesOf } from '../answer-templates.ts'
import { del, get, post, put } from '../endpoint.ts'
import type { Fields } from '../field.ts'
import { record } from '../fields.ts'
import { text } from '../text.ts'
import { TICKET_TEXT } from '../tickets.ts'

/** Input fields of an answer that staff give again and again. */
export const answerTemplateFields = {
  name: { kind: 'text', most: 80, isRequired: true, label: text('名称', 'Name') },
  chineseAnswer: {
    kind: 'text',
    most: TICKET_TEXT,
    hasLines: true,
    language: 'zh',
    label: text('中文回复', 'Chinese answer'),
    hint: text(
      `可用 ${placesOf('zh-CN')}，插入时自动替换。`,
      `${placesOf('zh-CN')} are filled in as it is inserted.`,
    ),
  },
  englishAnswer: {
    kind: 'text',
    most: TICKET_TEXT,
    hasLines: true,
    language: 'en',
    label: text('英文回复', 'English answer'),
    hint: text(
      `可用 ${placesOf('en-US')}，插入时自动替换。`,
      `${placesOf('en-US')} are filled in as it is inserted.`,
    ),
  },
} as const satisfies Fields

const { form, item } = record(answerTemplateFields, {})
export type AnswerTemplate = z.infer<typeof item>

/** Whoever answers questions or works on repairs keeps them as well. */
const answering = ['device_user_problem_admin_list:edit', 'device_repair_admin_list:edit'] as const
const path = '/admin/auth/answer-templates'
const one = `${path}/:id` as const

/** Answers of the provider's staff, used in questions and repairs of all customers. */
export const answerTemplates = {
  list: get(path, answering, { returns: z.array(item), summary: 'All answer templates, by name.' }),
  get: get(one, answering, { returns: item }),
  create: post(path, answering, {
    body: form,
    returns: item,
    says: text('新增回复模板“{name}”', 'Created the answer template “{name}”'),
  }),
  update: put(one, answering, {
    body: form,
    returns: item,
    says: text('修改回复模板“{name}”', 'Changed the answer template “{name}”'),
  }),
  remove: del(one, answering, {
    returns: z.null(),
    says: text('删除回复模板“{name}”', 'Deleted the answer template “{name}”'),
  }),
}
