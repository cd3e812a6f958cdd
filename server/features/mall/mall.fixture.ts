import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import type { Fixture } from '../../testing/fixtures.ts'

export const fixtures: Fixture[] = [
  { module: 'mall', row: ({ services }) => buildGood(services) },
  { module: 'good-favourites', row: ({ services }) => buildGood(services) },
]
