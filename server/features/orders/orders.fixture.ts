import type { OrderStanding } from '#shared/orders.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { order } from '../../platform/database/tables/orders.ts'
import type { Services } from '../../platform/services.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'

let built = 0

/** An order of one line in a given state. */
export async function buildOrder(
  services: Services,
  office: SeededOffice,
  { standing = 'placed', ...more }: Partial<typeof order.$inferInsert> & { standing?: string } = {},
) {
  const author = await buildUser(services, office)
  const state = standing === 'withdrawn' ? 'placed' : (standing as Exclude<OrderStanding, 'withdrawn'>)
  const name = 'Fan belt B-1321'
  const line = {
    code: 'B-1321',
    chineseName: '风机皮带 B-1321',
    englishName: name,
    quantity: 12,
    price: '38.00',
  }
  const row = {
    id: newId(),
    number: `SO20261101-${1_000 + ++built}`,
    officeId: office.id,
    officePath: office.path,
    farmPath: office.farmPath,
    authorId: author.id,
    authorName: 'Wang Lei',
    state,
    consignee: 'Wang Lei',
    phone: '+86 536 555 0148',
    country: 'CN',
    city: 'Weifang',
    address: '',
    content: '',
    currency: 'CNY' as const,
    lines: [line],
    goods: '456',
    sum: '456',
    waitsSince: standing === 'placed' ? new Date() : null,
    withdrawnAt: standing === 'withdrawn' ? new Date() : null,
    ...more,
  }
  await services.store.scoped(SYSTEM).insert(order).values(row)
  return row
}

const standing =
  (where: OrderStanding, more: Partial<typeof order.$inferInsert> = {}): Fixture['row'] =>
  ({ services, offices }) =>
    buildOrder(services, offices.direct, { standing: where, ...more })

export const fixture: Fixture = {
  module: 'orders',
  row: standing('placed'),
  rowFor: {
    ship: standing('production'),
    complete: standing('transit'),
    unproduce: standing('production'),
    unship: standing('transit'),
    reopen: standing('completed'),
    unpay: standing('transit', { paidOn: '2026-11-01' }),
    remove: standing('withdrawn'),
    restore: standing('withdrawn'),
  },
}
