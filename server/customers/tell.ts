import type { Severity } from '#shared/signals.ts'
import type { Text } from '#shared/text.ts'
import { newId } from '../database/ids.ts'
import type { Db } from '../database/store.ts'
import { noticeMessage } from '../database/tables/histories.ts'

type Row = typeof noticeMessage.$inferInsert

/** Writes a message to each of these people. Returns their accounts, for the event that tells open screens. */
export async function tell(
  db: Db,
  people: readonly { id: string; officePath: string }[],
  message: { title: Text; level: Severity } & Pick<Row, 'messageType' | 'businessType' | 'subjectId'>,
): Promise<string[]> {
  if (people.length === 0) return []
  await db
    .insert(noticeMessage)
    .values(
      people.map(({ id: accountId, officePath }) => ({ id: newId(), accountId, officePath, ...message })),
    )
  return people.map(({ id }) => id)
}
