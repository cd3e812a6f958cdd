import { and, eq, isNull } from 'drizzle-orm'
import { type Question, questionFields, questions } from '#shared/contracts/questions.ts'
import { STAFF } from '#shared/permissions.ts'
import { questionStates, questionSteps } from '#shared/questions.ts'
import { text } from '#shared/text.ts'
import { conversation } from '../../farm/tickets/conversation.ts'
import { sentBefore } from '../../farm/tickets/sent-once.ts'
import { ticketSheetColumns, tickets } from '../../farm/tickets/tickets.ts'
import { article } from '../../platform/database/tables/articles.ts'
import { question } from '../../platform/database/tables/tickets.ts'
import { feature } from '../../platform/http/feature.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { exporting } from '../../platform/jobs/requests.ts'

const MODULE = 'questions'

const asked = tickets<Question, typeof questionSteps>({
  module: MODULE,
  businessType: 'question',
  table: question,
  prefix: 'QA',
  steps: questionSteps,
  standing: question.state,
  state: 'state',
  waiting: 'waiting',
  shown: { text: question.text, repliedBy: question.repliedBy },
  search: [question.text],
  staff: ['device_user_problem_admin_list:edit'],
  tells: text('{customer}提问：{number}', '{customer} asks: {number}'),
})

export const questionsSheet = listSheet({
  list: MODULE,
  contract: questions,
  columns: [
    ...ticketSheetColumns(questionStates),
    { field: 'text', label: questionFields.text.label, kind: 'text', width: 60 },
    { field: 'repliedBy', label: text('回复人', 'Replied by'), kind: 'text' },
  ],
  ids: (call, query: Parameters<typeof asked.ids>[1]) => asked.ids(call, query),
  rows: (call, ids) => asked.byId(call, ids),
})

const talk = conversation(MODULE, question, asked)

export const questionsFeature = feature(MODULE, questions, {
  export: exporting(questionsSheet),
  ...talk,
  get: async call => {
    const [made] =
      call.viewer.kind === STAFF
        ? await call.db
            .select({ id: article.id })
            .from(article)
            .where(and(eq(article.questionId, call.params.id), isNull(article.deletedAt)))
        : []
    return { ...(await talk.get(call)), faqId: made?.id ?? null }
  },
  create: async call => {
    const { text, pictures, sentId } = call.body
    const known = await sentBefore(call, question, sentId)
    return known ? asked.find(call, known) : asked.create(call, call.body, { text, sentId }, pictures)
  },
})
