import { eq } from 'drizzle-orm'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { question } from '../../platform/database/tables/tickets.ts'
import type { Services } from '../../platform/services.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

let built = 0

/** A question that nobody has replied to, of somebody of the office. */
export async function buildQuestion(
  services: Services,
  office: SeededOffice,
  more: Partial<typeof question.$inferInsert> = {},
) {
  const db = services.store.scoped(SYSTEM)
  const [known] = await db.select().from(account).where(eq(account.officeId, office.id)).limit(1)
  const author = known ?? (await buildUser(services, office))
  const row = {
    id: newId(),
    number: `QA20261101-${1_000 + ++built}`,
    officeId: office.id,
    officePath: office.path,
    farmPath: office.farmPath,
    authorId: author.id,
    authorName: 'Wang Lei',
    text: 'Why does fan 3 stop after two minutes?',
    waitsSince: new Date(),
    ...more,
  }
  await db.insert(question).values(row)
  return row
}

export const fixture: Fixture = {
  module: 'questions',
  row: ({ services, offices }) => buildQuestion(services, offices.direct),
}
