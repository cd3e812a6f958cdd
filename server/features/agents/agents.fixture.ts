import { eq } from 'drizzle-orm'
import type { AgentStanding } from '#shared/agents.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { agency, agentMaterial } from '../../platform/database/tables/agents.ts'
import { category } from '../../platform/database/tables/articles.ts'
import { account, office as offices } from '../../platform/database/tables/offices.ts'
import type { Services } from '../../platform/services.ts'
import { buildCustomer, buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

let built = 0
/** Days from today to the last day of the rights, if there are or were any. */
const ends: Partial<Record<AgentStanding, number>> = { passed: 30, ended: -1, revoked: -1 }

/** An office's application in a given state, replacing any earlier one. */
export async function buildAgency(
  services: Services,
  { id: officeId }: Pick<SeededOffice, 'id'>,
  { standing = 'pending', ...more }: Partial<typeof agency.$inferInsert> & { standing?: AgentStanding } = {},
) {
  const db = services.store.scoped(SYSTEM)
  const [of] = await db.select().from(offices).where(eq(offices.id, officeId))
  if (!of) throw new Error('There is no such office')
  const { path: officePath, farmPath } = of
  const [known] = await db.select().from(account).where(eq(account.officeId, officeId)).limit(1)
  const author = known ?? (await buildUser(services, { id: officeId, path: officePath, farmPath }))
  const days = ends[standing]
  const agentEndsOn = days === undefined ? null : daysAfter(dateIn('UTC', new Date()), days)
  const row = {
    id: newId(),
    number: `AG20261101-${1_000 + ++built}`,
    officeId,
    officePath,
    farmPath,
    authorId: author.id,
    authorName: 'Wang Lei',
    state: standing === 'ended' ? ('passed' as const) : standing,
    region: 'Hebei',
    phone: '+86 311 555 0100',
    about: 'Serves forty farms.',
    waitsSince: standing === 'pending' ? new Date() : null,
    ...more,
  }
  await db.delete(agency).where(eq(agency.officeId, officeId))
  await db.insert(agency).values(row)
  await db.update(offices).set({ agentEndsOn }).where(eq(offices.id, officeId))
  return row
}

/** A material that agents may read. */
export async function buildMaterial(
  { store }: Services,
  more: Partial<typeof agentMaterial.$inferInsert> = {},
) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    chineseName: `资料 ${number}`,
    englishName: `Material ${number}`,
    chineseNote: '',
    englishNote: '',
    edition: '2026-11',
    files: ['none'],
    status: 'released' as const,
    releasedAt: new Date(),
    ...more,
  }
  await store.scoped(SYSTEM).insert(agentMaterial).values(row)
  return row
}

/** A category of materials. */
export async function buildAgentCategory(
  { store }: Services,
  more: Partial<typeof category.$inferInsert> = {},
) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    family: 'agent-materials',
    chineseName: `资料分类 ${number}`,
    englishName: `Materials ${number}`,
    position: number,
    ...more,
  }
  await store.scoped(SYSTEM).insert(category).values(row)
  return row
}

const standing =
  (where: AgentStanding): Fixture['row'] =>
  async ({ services, offices }) =>
    buildAgency(services, await buildCustomer(services, offices.provider), { standing: where })

export const fixtures: Fixture[] = [
  {
    module: 'agents',
    row: standing('pending'),
    rowFor: { extend: standing('passed'), revoke: standing('passed') },
  },
  {
    module: 'agent-materials',
    row: ({ services }) => buildMaterial(services, { status: 'draft' }),
    rowFor: { withdraw: ({ services }) => buildMaterial(services) },
  },
  { module: 'agent-categories', row: ({ services }) => buildAgentCategory(services) },
  { module: 'agent-area', row: ({ services }) => buildMaterial(services) },
  // The caller belongs to this customer.
  {
    module: 'agent-customers',
    row: ({ services, offices }) => buildAgency(services, offices.direct, { standing: 'passed' }),
    rowFor: {
      again: async ({ services, offices }) => {
        await buildAgency(services, offices.direct, { standing: 'passed' })
        return buildCustomer(services, offices.direct, { approval: 'rejected', refusedBecause: 'No' })
      },
    },
  },
]
