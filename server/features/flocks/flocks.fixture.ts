import type { TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'

async function inHouse({ services, offices }: TestApp, more: object = {}) {
  const house = await buildHouse(services, offices.direct)
  return buildFlock(services, offices.direct, { houseId: house.id, ...more })
}

export const fixture: Fixture = {
  module: 'flocks',
  row: farm => inHouse(farm),
  rowFor: {
    create: farm => inHouse(farm, { placedOn: '2025-01-01', endedOn: '2025-12-20' }),
    reopen: farm => inHouse(farm, { endedOn: '2026-02-20' }),
    remove: farm => inHouse(farm, { endedOn: '2026-02-20' }),
    restore: farm => inHouse(farm, { endedOn: '2026-02-20' }),
  },
}
