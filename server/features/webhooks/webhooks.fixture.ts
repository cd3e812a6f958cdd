import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { webhook, webhookDelivery } from '../../platform/database/tables/webhooks.ts'
import type { Services } from '../../platform/services.ts'
import { buildUser } from '../../testing/farm-builder.ts'
import type { Fixture } from '../../testing/fixtures.ts'
import type { SeededOffice } from '../../testing/store.ts'
import { newSecret, sealSecret } from './signature.ts'

/** An office's webhook, with a delivered message of the same id. */
export async function buildWebhook(
  services: Services,
  office: SeededOffice,
  more: Partial<typeof webhook.$inferInsert> = {},
) {
  const db = services.store.scoped(SYSTEM)
  const id = newId()
  const row = {
    id,
    officePath: office.path,
    ownerId: more.ownerId ?? (await buildUser(services, office)).id,
    isStaff: false,
    name: 'ERP',
    address: 'https://erp.farm.example/hook',
    events: ['order.created' as const],
    secret: sealSecret(services.config.appSecret, id, newSecret()),
    ...more,
  }
  await db.insert(webhook).values(row)
  const sent = { id, webhookId: id, officePath: office.path, event: 'order.created' }
  await db.insert(webhookDelivery).values({ ...sent, state: 'delivered', status: 200, tries: 1 })
  return row
}

export const fixture: Fixture = {
  module: 'webhooks',
  row: ({ services, offices }) => buildWebhook(services, offices.direct),
}
