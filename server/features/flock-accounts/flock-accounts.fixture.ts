import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'

export const fixture: Fixture = {
  module: 'flock-accounts',
  row: async ({ services, offices }) => {
    const house = await buildHouse(services, offices.direct)
    return buildFlock(services, offices.direct, { houseId: house.id })
  },
}
