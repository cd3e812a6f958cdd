import type { TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildMove } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'

async function inHouse({ services, offices }: TestApp) {
  const house = await buildHouse(services, offices.direct)
  return buildFlock(services, offices.direct, { houseId: house.id })
}

export const fixture: Fixture = {
  module: 'flock-moves',
  row: async farm => {
    const [from, to] = [await inHouse(farm), await inHouse(farm)]
    return buildMove(farm.services, farm.offices.direct, { fromFlockId: from.id, toFlockId: to.id })
  },
  rowFor: { create: inHouse },
}
