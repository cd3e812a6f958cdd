import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { overhaulItem } from '../../platform/database/tables/overhaul.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'

let built = 0

/** A released item of the provider, done every 30 days. */
export async function buildOverhaulItem(
  { store }: Services,
  more: Partial<typeof overhaulItem.$inferInsert> = {},
) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    chineseName: `检修 ${number}`,
    englishName: `Overhaul ${number}`,
    chineseEquipment: '风机',
    englishEquipment: 'Fan',
    cycleKind: 'days' as const,
    cycle: 30,
    status: 'released' as const,
    ...more,
  }
  await store.scoped(SYSTEM).insert(overhaulItem).values(row)
  return row
}

export const fixture: Fixture = {
  module: 'overhaul-items',
  row: ({ services }) => buildOverhaulItem(services, { status: 'draft' }),
  rowFor: { withdraw: ({ services }) => buildOverhaulItem(services) },
}
