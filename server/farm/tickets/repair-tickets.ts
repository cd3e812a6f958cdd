import { sql } from 'drizzle-orm'
import type { Repair } from '#shared/contracts/repairs.ts'
import { repairSteps } from '#shared/repairs.ts'
import { text } from '#shared/text.ts'
import { waits } from '#shared/tickets.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import { tickets } from './tickets.ts'

/** Their module in the operation history. */
export const REPAIRS = 'repairs'

/** The zone by whose calendar the day counts on which a farm expects its repair. */
const timeZone = sql<string>`coalesce((select h.time_zone from house h where h.id = ${repair}.house_id),
      (select o.time_zone from office o where o.path = ${repair}.office_path), provider_zone())`
const isOpen = sql`(${repair.cancelledAt} is null and ${repair.state} <> 'finished')`
/** The day on which the farm expects it has passed, or nobody accepted it for too long. */
const isLate = sql`(${repair.expectedOn} < (now() at time zone ${timeZone})::date
  or ${repair.waitsSince} is not null and worked_hours(${repair.waitsSince}, (select provider_zone())) >= ${waits.days.below})`

/** Repairs, however they are opened: requested by a farm, or after an overhaul that did not pass. */
export const repairTickets = tickets<Repair, typeof repairSteps>({
  module: REPAIRS,
  businessType: 'repair',
  table: repair,
  prefix: 'RP',
  steps: repairSteps,
  standing: sql<string>`case when ${repair.cancelledAt} is null then ${repair.state} else 'cancelled' end`,
  state: 'state',
  waiting: 'pending',
  shown: {
    title: repair.title,
    equipment: repair.equipment,
    expectedOn: repair.expectedOn,
    timeZone,
    accepter: repair.accepter,
    acceptedAt: repair.acceptedAt,
    finishedAt: repair.finishedAt,
    visitAt: repair.visitAt,
    visitHours: repair.visitHours,
  },
  // Late ones, then open ones, the oldest first; then closed ones, the last closed first.
  usual: [
    sql`case when not ${isOpen} then 2 when ${isLate} then 0 else 1 end`,
    sql`case when ${isOpen} then ${repair.madeAt} end`,
  ],
  search: [repair.title, repair.equipment, repair.description],
  staff: ['device_repair_admin_list:edit'],
  manages: 'device_repair_client_list:edit',
  tells: text('{customer}报修：{number}', '{customer} requests repair {number}'),
})
