import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { cageType } from '../../platform/database/tables/house-groups.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'

let built = 0

/** A released cage system type of the provider, unless it is said to be another's. */
export async function buildCageType({ store }: Services, more: Partial<typeof cageType.$inferInsert> = {}) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    chineseName: `笼架 ${number}`,
    englishName: `Cage ${number}`,
    layout: 'stacked' as const,
    tiers: 4,
    rows: 4,
    houseTypes: ['layer' as const],
    status: 'released' as const,
    ...more,
  }
  await store.scoped(SYSTEM).insert(cageType).values(row)
  return row
}

export const fixture: Fixture = {
  module: 'cage-types',
  row: ({ services }) => buildCageType(services, { status: 'draft' }),
  rowFor: { withdraw: ({ services }) => buildCageType(services) },
}
