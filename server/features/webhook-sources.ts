import { Alarm } from '#shared/contracts/alarms.ts'
import { Inquiry } from '#shared/contracts/inquiries.ts'
import { Order } from '#shared/contracts/orders.ts'
import { Repair } from '#shared/contracts/repairs.ts'
import { repairTickets } from '../farm/tickets/repair-tickets.ts'
import { alarmsById, findAlarm, seenOf } from './alarms/alarms.queries.ts'
import { asked } from './inquiries/inquiries.ts'
import { evenDeleted } from './orders/deleted-orders.ts'
import type { WebhookSources } from './webhooks/message.ts'

/** The content of webhooks about a record: what the list shows to the webhook's last editor. */
export const webhookSources: WebhookSources = {
  order: { shape: Order, rows: (asking, id) => evenDeleted(asking, [id]) },
  inquiry: { shape: Inquiry, rows: (asking, id) => asked.byId(asking, [id]) },
  repair: { shape: Repair, rows: (asking, id) => repairTickets.byId(asking, [id]) },
  alarm: {
    shape: Alarm,
    rows: (asking, id) => alarmsById(asking, [id]),
    seen: async ({ db }, id) => seenOf(db, [await findAlarm(db, id)]),
  },
}
