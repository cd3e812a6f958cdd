import { buildHouse, buildReadingImport } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'

export const fixture: Fixture = {
  module: 'house-readings',
  row: async ({ services, offices }) => {
    const { id: houseId } = await buildHouse(services, offices.direct)
    return buildReadingImport(services, offices.direct, { houseId })
  },
}
