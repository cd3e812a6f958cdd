import { sql } from 'drizzle-orm'
import type { Repair } from '#shared/contracts/repairs.ts'
import { repairSteps } from '#shared/repairs.ts'
import { text } from '#shared/text.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import { tickets } from './tickets.ts'

/** Their module in the operation history. */
export const REPAIRS = 'repairs'

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
    timeZone: sql<string>`coalesce((select h.time_zone from house h where h.id = ${repair}.house_id),
      (select o.time_zone from office o where o.path = ${repair}.office_path), provider_zone())`,
    accepter: repair.accepter,
    acceptedAt: repair.acceptedAt,
    finishedAt: repair.finishedAt,
    visitAt: repair.visitAt,
    visitHours: repair.visitHours,
  },
  search: [repair.title, repair.equipment, repair.description],
  staff: ['device_repair_admin_list:edit'],
  manages: 'device_repair_client_list:edit',
  tells: text('{customer}报修：{number}', '{customer} requests repair {number}'),
})
