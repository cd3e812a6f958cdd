import { eq, sql } from 'drizzle-orm'
import { type Repair, repairFields, repairs } from '#shared/contracts/repairs.ts'
import { repairStandings, repairSteps } from '#shared/repairs.ts'
import { text } from '#shared/text.ts'
import { ticketSheetColumns, tickets } from '../../farm/tickets/tickets.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import { feature } from '../../platform/http/feature.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { entriesOf } from '../../platform/records/entries.ts'
import { columnsOf } from '../../platform/records/records.ts'
import { attachReadings, placeOfAlarm, readingsOf } from './repair-readings.ts'

const MODULE = 'repairs'

const applied = tickets<Repair, typeof repairSteps>({
  module: MODULE,
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
    accepter: repair.accepter,
    acceptedAt: repair.acceptedAt,
    finishedAt: repair.finishedAt,
    visitAt: repair.visitAt,
    visitHours: repair.visitHours,
  },
  search: [repair.title, repair.equipment, repair.description],
  staff: ['device_repair_admin_list:edit'],
  tells: text('{customer}报修：{number}', '{customer} applies for repair {number}'),
})

/** Repairs in Excel. */
export const repairsSheet = listSheet({
  list: MODULE,
  contract: repairs,
  columns: [
    ...ticketSheetColumns(repairStandings),
    { field: 'title', label: repairFields.title.label, kind: 'text', width: 36 },
    { field: 'equipment', label: repairFields.equipment.label, kind: 'text', width: 28 },
    { field: 'expectedOn', label: repairFields.expectedOn.label, kind: 'text' },
    { field: 'accepter', label: text('受理人', 'Accepted by'), kind: 'text' },
    { field: 'acceptedAt', label: text('受理时间', 'Accepted at'), kind: 'instant' },
    { field: 'finishedAt', label: text('完成时间', 'Finished at'), kind: 'instant' },
  ],
  ids: (call, query: Parameters<typeof applied.ids>[1]) => applied.ids(call, query),
  rows: (call, ids) => applied.byId(call, ids),
})

export const repairsFeature = feature(MODULE, repairs, {
  export: exporting(repairsSheet),
  list: applied.list,
  counts: applied.counts,
  waiting: applied.waiting,
  get: async call => {
    const { id } = call.params
    const item = await applied.find(call, id)
    const { description, phone, record, cancelReason, alarmId, farmPath } = repair
    const [[more], entries] = await Promise.all([
      call.db
        .select({ description, phone, record, cancelReason, alarmId, farmPath })
        .from(repair)
        .where(eq(repair.id, id)),
      entriesOf(call, MODULE, id),
    ])
    const readings = await readingsOf(call, id, more?.farmPath ?? null)
    return {
      ...item,
      description: '',
      phone: '',
      record: null,
      cancelReason: null,
      alarmId: null,
      ...more,
      entries,
      readings,
    }
  },
  create: async call => {
    const { houseId, deviceId, alarmId, statement, pictures, ...typed } = call.body
    const { pictures: _, ...fields } = repairFields
    const place = alarmId ? await placeOfAlarm(call.db, alarmId) : { houseId, deviceId }
    const made = await applied.create(
      call,
      place,
      { ...columnsOf(fields, typed), alarmId, statement },
      pictures,
    )
    await attachReadings(call, made.id)
    return made
  },
  accept: call =>
    applied.take(call, 'accept', {
      changes: { record: call.body.record, accepter: call.viewer.actualName, acceptedAt: new Date() },
      written: call.body.record,
    }),
  plan: call =>
    applied.take(call, 'plan', {
      changes: { visitAt: new Date(call.body.visitAt), visitHours: call.body.visitHours },
    }),
  phone: call => applied.take(call, 'phone', { written: call.body.note, pictures: call.body.pictures }),
  note: call => applied.take(call, 'note', { written: call.body.note, pictures: call.body.pictures }),
  finish: call => applied.take(call, 'finish', { changes: { finishedAt: new Date() } }),
  // It keeps its state: that it was cancelled is said beside it.
  cancel: call =>
    applied.take(call, 'cancel', {
      keepsState: true,
      changes: { cancelledAt: new Date(), cancelReason: call.body.reason, waitsSince: null },
      written: call.body.reason,
    }),
})
