import { newId } from '../platform/database/ids.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { flockAccount } from '../platform/database/tables/flock-accounts.ts'
import { feedEntry, hygieneEntry } from '../platform/database/tables/house-entries.ts'
import type { Services } from '../platform/services.ts'
import type { SeededOffice } from './store.ts'

const ownedBy = (office: SeededOffice) => ({
  officePath: office.path,
  farmPath: office.farmPath ?? office.path,
})

/** A delivery of feed to a house. */
export async function buildFeedEntry(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof feedEntry.$inferInsert> & { houseId: string },
) {
  const row = {
    id: newId(),
    ...ownedBy(office),
    day: '2026-01-15',
    kind: 'delivery' as const,
    amountKg: 10_000,
    actorName: 'Somebody',
    ...more,
  }
  await store.scoped(SYSTEM).insert(feedEntry).values(row)
  return row
}

/** A disinfection of a house. */
export async function buildHygieneEntry(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof hygieneEntry.$inferInsert> & { houseId: string },
) {
  const row = {
    id: newId(),
    ...ownedBy(office),
    day: '2026-01-15',
    kind: 'disinfection' as const,
    agent: 'Iodophor',
    place: 'house' as const,
    actorName: 'Somebody',
    ...more,
  }
  await store.scoped(SYSTEM).insert(hygieneEntry).values(row)
  return row
}

/** The account of a flock. */
export async function buildAccount(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof flockAccount.$inferInsert> & { flockId: string },
) {
  const row = { ...ownedBy(office), currency: 'CNY' as const, ...more }
  await store.scoped(SYSTEM).insert(flockAccount).values(row)
  return row
}
