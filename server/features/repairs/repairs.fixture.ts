import { eq } from 'drizzle-orm'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import type { Services } from '../../platform/services.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

/** A repair requested by somebody of the office; in another state, with the data that belongs to it. */
export async function buildRepair(
  services: Services,
  office: SeededOffice,
  { standing = 'pending', ...more }: Partial<typeof repair.$inferInsert> & { standing?: string } = {},
) {
  const db = services.store.scoped(SYSTEM)
  const [known] = await db.select().from(account).where(eq(account.officeId, office.id)).limit(1)
  const author = known ?? (await buildUser(services, office))
  const isAccepted = standing === 'accepted' || standing === 'finished'
  const row = {
    id: newId(),
    number: `RP20261101-${newId().slice(-6)}`,
    officeId: office.id,
    officePath: office.path,
    farmPath: office.farmPath,
    authorId: author.id,
    authorName: 'Wang Lei',
    title: 'Feed auger stops',
    equipment: 'Feed auger FA-90',
    description: 'It stops after two minutes, the motor hums.',
    phone: '',
    statement: STATEMENT_VERSION,
    state: standing === 'cancelled' ? ('pending' as const) : (standing as 'pending'),
    waitsSince: standing === 'pending' ? new Date() : null,
    record: isAccepted ? 'Worn gearbox' : null,
    cancelledAt: standing === 'cancelled' ? new Date() : null,
    ...more,
  }
  await db.insert(repair).values(row)
  return row
}

const accepted: Fixture['row'] = ({ services, offices }) =>
  buildRepair(services, offices.direct, { standing: 'accepted' })

export const fixture: Fixture = {
  module: 'repairs',
  row: ({ services, offices }) => buildRepair(services, offices.direct),
  rowFor: { plan: accepted, finish: accepted },
}
