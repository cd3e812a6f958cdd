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
export const fixture = publishedFixture('iot-products', buildProduct)
