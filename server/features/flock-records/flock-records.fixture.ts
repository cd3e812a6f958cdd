import type { TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import { followedBy } from '../health-programmes/health-programmes.fixture.ts'

async function inHouse({ services, offices }: TestApp) {
  const house = await buildHouse(services, offices.direct)
  return buildFlock(services, offices.direct, { houseId: house.id })
}

export const fixture: Fixture = {
  module: 'flock-records',
  row: inHouse,
  rowFor: {
    carryOut: async farm => followedBy(farm, (await inHouse(farm)).id),
    takeBack: async farm => {
      const flock = await inHouse(farm)
      await buildRecord(farm.services, farm.offices.direct, { flockId: flock.id, day: '2026-01-31', dead: 1 })
      return flock
    },
  },
}
