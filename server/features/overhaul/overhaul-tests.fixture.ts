import type { Proof } from '#shared/safety-tests.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { buildPlan } from './overhaul.fixture.ts'
import { buildOverhaulItem } from './overhaul-items.fixture.ts'

/** A planned test of one of the office's houses. */
export const buildTest = async (
  services: Services,
  office: SeededOffice,
  proof: Proof,
  more: Parameters<typeof buildPlan>[2] = {},
) => {
  const item = await buildOverhaulItem(services, { proof })
  return buildPlan(services, office, { ...more, itemId: item.id })
}

export const fixture: Fixture = {
  module: 'overhaul-tests',
  row: ({ services, offices }) => buildTest(services, offices.direct, 'thermostat'),
  rowFor: { sendAlarm: ({ services, offices }) => buildTest(services, offices.direct, 'alarm') },
}
