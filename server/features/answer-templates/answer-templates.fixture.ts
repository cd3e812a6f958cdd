import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { answerTemplate } from '../../platform/database/tables/tickets.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'

let built = 0

/** An answer in both languages, of the provider by default. */
export async function buildTemplateOfAnswer(
  { store }: Services,
  more: Partial<typeof answerTemplate.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    name: `Answer ${++built}`,
    chineseAnswer: `{姓名}您好 ${built}`,
    englishAnswer: `Dear {person} ${built}`,
    ...more,
  }
  await store.scoped(SYSTEM).insert(answerTemplate).values(row)
  return row
}

export const fixtures: Fixture[] = [
  { module: 'answer-templates', row: ({ services }) => buildTemplateOfAnswer(services) },
]
