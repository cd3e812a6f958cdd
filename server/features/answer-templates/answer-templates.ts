import { asc, eq } from 'drizzle-orm'
import { TEMPLATES_MOST } from '#shared/answer-templates.ts'
import { type AnswerTemplate, answerTemplates } from '#shared/contracts/answer-templates.ts'
import { text } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Db } from '../../platform/database/store.ts'
import { answerTemplate } from '../../platform/database/tables/tickets.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { addRow, changeRows, openRow, removeRow } from '../../platform/records/rows.ts'

const says = {
  empty: text('请至少填写一种语言的回复', 'Write the answer in at least one language'),
  full: text('最多 {most} 个模板', 'At most {most} templates'),
}

const { id, version, name, chineseAnswer, englishAnswer } = answerTemplate
const shown = { id, version, name, chineseAnswer, englishAnswer }

async function find(db: Db, wanted: string): Promise<AnswerTemplate> {
  const [found] = await db.select(shown).from(answerTemplate).where(eq(id, wanted))
  if (!found) throw refuse.notFound()
  return found
}

function refuseEmpty({
  chineseAnswer,
  englishAnswer,
}: Pick<AnswerTemplate, 'chineseAnswer' | 'englishAnswer'>): void {
  if (chineseAnswer.trim() === '' && englishAnswer.trim() === '')
    throw refuse.invalid([{ field: 'chineseAnswer', message: says.empty }])
}

export const answerTemplatesFeature = feature('answer-templates', answerTemplates, {
  list: ({ db }) => db.select(shown).from(answerTemplate).orderBy(asc(name), asc(id)).limit(TEMPLATES_MOST),
  get: ({ db, params }) => find(db, params.id),
  create: async call => {
    const { version: _, ...typed } = call.body
    refuseEmpty(typed)
    if ((await call.db.$count(answerTemplate)) >= TEMPLATES_MOST)
      throw refuse.invalid([{ field: 'name', message: [says.full, { most: TEMPLATES_MOST }] }])
    const row = { ...typed, id: newId(), officePath: ROOT_PATH }
    await addRow(call, answerTemplate, row)
    return find(call.db, row.id)
  },
  update: async call => {
    const { version: _, ...typed } = call.body
    await openRow(call, answerTemplate, () => find(call.db, call.params.id))
    refuseEmpty(typed)
    await changeRows(call.db, answerTemplate, eq(id, call.params.id), typed)
    return find(call.db, call.params.id)
  },
  remove: async call => {
    const { row } = await openRow(call, answerTemplate, () => find(call.db, call.params.id))
    await removeRow(call, answerTemplate, eq(id, row.id), () => row)
    return null
  },
})
