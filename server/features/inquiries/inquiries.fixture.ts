import { eq } from 'drizzle-orm'
import type { Quotation } from '#shared/quotation.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { inquiry } from '../../platform/database/tables/tickets.ts'
import type { Services } from '../../platform/services.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

let built = 0

/** An inquiry that nobody has replied to, of somebody of the office. */
export async function buildInquiry(
  services: Services,
  office: SeededOffice,
  more: Partial<typeof inquiry.$inferInsert> = {},
) {
  const db = services.store.scoped(SYSTEM)
  const [known] = await db.select().from(account).where(eq(account.officeId, office.id)).limit(1)
  const author = known ?? (await buildUser(services, office))
  const row = {
    id: newId(),
    number: `IQ20261101-${1_000 + ++built}`,
    officeId: office.id,
    officePath: office.path,
    farmPath: office.farmPath,
    authorId: author.id,
    authorName: 'Wang Lei',
    text: '12 belts for the fans of house 2, by the end of the month.',
    waitsSince: new Date(),
    ...more,
  }
  await db.insert(inquiry).values(row)
  return row
}

const QUOTATION: Quotation = {
  currency: 'CNY',
  freight: '0.00',
  lines: [{ code: '', chineseName: '皮带', englishName: 'Belt', quantity: 1, price: '38.00' }],
  validUntil: null,
}

/** One answered by a quotation. */
export const buildQuoted = (services: Services, office: SeededOffice) =>
  buildInquiry(services, office, { quotation: QUOTATION })

export const fixture: Fixture = {
  module: 'inquiries',
  row: ({ services, offices }) => buildInquiry(services, offices.direct),
  rowFor: { paper: ({ services, offices }) => buildQuoted(services, offices.direct) },
}
