import { z } from 'zod'
import { valuesOf } from '../choices.ts'
import { counted, del, get, Id, PageQuery, page, post } from '../endpoint.ts'
import { excelExport } from '../excel.ts'
import type { Fields } from '../field.ts'
import { chosen, Search, typedShape } from '../fields.ts'
import { type QuestionState, questionStates, questionSteps } from '../questions.ts'
import { stepEndpoints } from '../states.ts'
import { text } from '../text.ts'
import {
  Entry,
  madeIn,
  SentId,
  TICKET_TEXT,
  ticketPictures,
  ticketShape,
  Waiting,
  waitsFor,
} from '../tickets.ts'

export const questionFields = {
  text: {
    kind: 'text',
    most: TICKET_TEXT,
    hasLines: true,
    isRequired: true,
    label: text('问题', 'Question'),
    hint: text(
      '写明现象、发生时间和已采取的措施。',
      'Describe what you see, since when, and what you have tried.',
    ),
  },
  pictures: ticketPictures,
} as const satisfies Fields

export const Question = z.object({
  ...ticketShape,
  standing: z.enum(valuesOf(questionStates)),
  /** As first asked. */
  text: z.string(),
  /** Who last replied; null if nobody has. */
  repliedBy: z.string().nullable(),
})
export type Question = z.infer<typeof Question> & { standing: QuestionState }

/** A question with everything written about it, oldest first. */
export const QuestionDetail = Question.extend({
  entries: z.array(Entry),
  /** The FAQ article that staff made from it, if any. */
  faqId: Id.nullable(),
})
export type QuestionDetail = z.infer<typeof QuestionDetail>

const filter = z.object({
  search: Search,
  standing: chosen(questionStates),
  /** A customer, including its farm teams. */
  officeId: Id.optional(),
  ...waitsFor,
  ...madeIn,
})
const path = '/admin/auth/questions'
const [asking, answering] = ['device_user_problem_client_list', 'device_user_problem_admin_list'] as const
const readers = [`${asking}:query`, `${answering}:query`] as const

/** Questions of customers to the provider: both sides read the same rows, each under its own permission. */
export const questions = {
  ...excelExport(path, answering, { filter, noun: text('提问', 'questions') }),
  list: get(path, readers, { query: PageQuery.extend(filter.shape), returns: page(Question) }),
  counts: counted(path, readers, filter, ['standing']),
  /** How many wait for the provider, by how long. */
  waiting: get(`${path}/waiting`, readers, { returns: Waiting }),
  get: get(`${path}/:id`, [`${asking}:get`, `${answering}:get`], { returns: QuestionDetail }),
  create: post(path, `${asking}:add`, {
    body: z.object({
      ...typedShape(questionFields),
      houseId: Id.nullish(),
      deviceId: Id.nullish(),
      sentId: SentId,
    }),
    returns: Question,
    says: text('提问 {number}', 'Asked question {number}'),
  }),
  ...stepEndpoints(path, questionSteps, Question),
  remove: del(`${path}/:id`, `${answering}:delete`, {
    returns: z.null(),
    says: text('删除提问 {number}', 'Deleted question {number}'),
  }),
}
