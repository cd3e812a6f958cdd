import { settingGroupKeys } from '#shared/signals.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import { publishedFixture, publishedRow } from '../../testing/published-fixture.ts'

/** A released product with everything, of the provider by default. */
export const buildProduct = publishedRow(iotProduct, {
  maker: 'Retech',
  protocol: 'sparkplug',
  firmware: '',
  groups: [...settingGroupKeys],
  levels: 18,
  fanGroups: 12,
  probes: 8,
  heatingZones: 6,
  relays: 64,
  analogInputs: 16,
  digitalInputs: 16,
  dimmers: 4,
})
/** A register map with one register. */
export const SMALL_MAP = `map: mine
name: { zh: 我的, en: Mine }
maker: Retech
source: A letter of the maker
confidence: maker
registers:
  - { register: 12, type: int16, scale: 0.01, metric: Climate/Temp/Avg }
`
export const fixture = publishedFixture('iot-products', buildProduct)
