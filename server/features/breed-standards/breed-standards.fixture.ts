import { buildStandard } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'

export const fixture: Fixture = {
  module: 'breed-standards',
  row: ({ services, offices }) => buildStandard(services, offices.provider),
}
