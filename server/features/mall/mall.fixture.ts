import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import { buildPlan } from '../overhaul/overhaul.fixture.ts'
import { buildOverhaulItem } from '../overhaul/overhaul-items.fixture.ts'
import { buildRepair } from '../repairs/repairs.fixture.ts'

export const fixtures: Fixture[] = [
  { module: 'mall', row: ({ services }) => buildGood(services) },
  {
    module: 'overhaul-parts',
    row: async ({ services, offices }) => {
      const { id: itemId } = await buildOverhaulItem(services, { machineKind: 'fan', parts: ['belt'] })
      return buildPlan(services, offices.direct, { itemId })
    },
  },
  {
    module: 'repair-parts',
    row: ({ services, offices }) => buildRepair(services, offices.direct, { machine: 'fan' }),
  },
  { module: 'good-favourites', row: ({ services }) => buildGood(services) },
]
