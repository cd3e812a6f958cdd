import { settingGroupKeys } from '#shared/signals.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { iotProduct } from '../../platform/database/tables/house-groups.ts'
import type { Services } from '../../platform/services.ts'
import type { Fixture } from '../../testing/fixtures.ts'

let built = 0

/** A released product of the provider that has all there is, unless it is said to be another's or to have less. */
export async function buildProduct({ store }: Services, more: Partial<typeof iotProduct.$inferInsert> = {}) {
  const number = ++built
  const row = {
    id: newId(),
    officePath: ROOT_PATH,
    chineseName: `环控器 ${number}`,
    englishName: `Controller ${number}`,
    maker: 'Retech',
    protocol: 'sparkplug' as const,
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
    status: 'released' as const,
    ...more,
  }
  await store.scoped(SYSTEM).insert(iotProduct).values(row)
  return row
}

export const fixture: Fixture = {
  module: 'iot-products',
  row: ({ services }) => buildProduct(services, { status: 'draft' }),
  rowFor: { withdraw: ({ services }) => buildProduct(services) },
}
