import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { overhaulPush, overhaulPushRun } from '../../platform/database/tables/overhaul.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

/** A timed reminder to a customer's people, far in the future. */
export async function buildPush(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof overhaulPush.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officeId: office.id,
    officePath: office.path,
    chineseText: '检查风机皮带',
    englishText: 'Check the fan belts',
    type: 'maintenance' as const,
    mode: 'timed' as const,
    firstOn: '2099-03-01',
    clock: '07:30',
    nextOn: more.firstOn ?? '2099-03-01',
    ...more,
  }
  await store.scoped(SYSTEM).insert(overhaulPush).values(row)
  return row
}

/** One that reached nobody when it was due. */
async function buildFailed(services: Services, office: SeededOffice) {
  const push = await buildPush(services, office, { state: 'failed', nextOn: null })
  const { id: pushId, officePath } = push
  await services.store
    .scoped(SYSTEM)
    .insert(overhaulPushRun)
    .values({ pushId, officePath, dueAt: new Date(), told: 0, failure: 'nobody' })
  return push
}

export const fixture: Fixture = {
  module: 'overhaul-pushes',
  row: ({ services, offices }) => buildPush(services, offices.direct),
  rowFor: {
    start: ({ services, offices }) => buildPush(services, offices.direct, { state: 'stopped', nextOn: null }),
    retry: ({ services, offices }) => buildFailed(services, offices.direct),
  },
}
