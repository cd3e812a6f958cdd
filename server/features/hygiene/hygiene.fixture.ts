import { buildHouse } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import { buildHygieneEntry } from '../../testing/house-entries.ts'

export const fixture: Fixture = {
  module: 'hygiene',
  row: async ({ services, offices }) => {
    const house = await buildHouse(services, offices.direct)
    return buildHygieneEntry(services, offices.direct, { houseId: house.id })
  },
}
