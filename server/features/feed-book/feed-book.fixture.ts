import { buildHouse } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import { buildFeedEntry } from '../../testing/house-entries.ts'

export const fixture: Fixture = {
  module: 'feed-book',
  row: async ({ services, offices }) => {
    const house = await buildHouse(services, offices.direct)
    return buildFeedEntry(services, offices.direct, { houseId: house.id })
  },
}
