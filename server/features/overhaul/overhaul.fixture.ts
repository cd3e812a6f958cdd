import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Services } from '../../platform/services.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { buildOverhaulItem } from './overhaul-items.fixture.ts'

/** An overhaul plan of one of the office's houses, never done yet. */
export async function buildPlan(
  services: Services,
  office: SeededOffice,
  more: Partial<typeof overhaulPlan.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officeId: office.id,
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    houseId: more.houseId ?? (await buildHouse(services, office)).id,
    itemId: more.itemId ?? (await buildOverhaulItem(services)).id,
    ...more,
  }
  await services.store.scoped(SYSTEM).insert(overhaulPlan).values(row)
  return row
}

export const fixture: Fixture = {
  module: 'overhaul',
  row: ({ services, offices }) => buildPlan(services, offices.direct),
}
