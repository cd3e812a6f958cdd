import type { Client } from 'pg'
import { newSecret, sealSecret } from '../../features/webhooks/signature.ts'
import { newId } from '../../platform/database/ids.ts'

const HOUR_MS = 3_600_000

/** Owner, name, address (under names that nobody can ever own), events, and whether it is the provider's. */
const hooks = [
  [
    'admin',
    'ERP',
    'https://erp.provider.example/smart-farm',
    ['order.created', 'order.moved', 'order.closed'],
    true,
  ],
  ['owner', '场区短信平台', 'https://sms.farm.example/alarm', ['alarm.created', 'alarm.closed'], false],
] as const

/** Messages sent before they were switched off: hours ago, which event, answer, duration (ms), tries. */
const messages = [
  [3, 2, 'delivered', 200, 148, 1],
  [21, 1, 'delivered', 202, 163, 2],
  [22, 1, 'delivered', 200, 131, 1],
  [47, 0, 'failed', 503, 2_040, 8],
  [70, 0, 'delivered', 200, 152, 1],
] as const

/** A webhook of the provider and one of a farm, each with its log, if there are none yet. Switched off: nobody is called. */
export async function addWebhooks(client: Client, appSecret: string): Promise<void> {
  const { rows } = await client.query('select 1 from webhook limit 1')
  if (rows.length > 0) return
  for (const [owner, name, address, events, isStaff] of hooks) {
    const id = newId()
    await client.query(
      `insert into webhook (id, office_path, owner_id, is_staff, name, address, events, is_active, secret)
       select $1, a.office_path, a.id, $3, $4, $5, $6, false, $7 from account a where a.username_key = $2`,
      [id, owner, isStaff, name, address, events, sealSecret(appSecret, id, newSecret())],
    )
    for (const [hours, which, state, status, ms, tries] of messages)
      await client.query(
        `insert into webhook_delivery (id, webhook_id, office_path, event, state, status, duration_ms, tries, made_at, last_try_at)
         select $1, w.id, w.office_path, $3, $4, $5, $6, $7, $8, $8 from webhook w where w.id = $2`,
        [
          newId(),
          id,
          events[Math.min(which, events.length - 1)],
          state,
          status,
          ms,
          tries,
          new Date(Date.now() - hours * HOUR_MS),
        ],
      )
  }
}
