import { and, eq, sql } from 'drizzle-orm'
import { type Repair, repairFields, repairs } from '#shared/contracts/repairs.ts'
import { repairStandings } from '#shared/repairs.ts'
import { text } from '#shared/text.ts'
import { REPAIRS as MODULE, repairTickets } from '../../farm/tickets/repair-tickets.ts'
import { ticketSheetColumns } from '../../farm/tickets/tickets.ts'
import { refuseUnknownStatement } from '../../people/service-statement.ts'
import { repair } from '../../platform/database/tables/tickets.ts'
import type { Call } from '../../platform/http/call.ts'
import { feature } from '../../platform/http/feature.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { columnsOf } from '../../platform/records/definition.ts'
import { entriesOf } from '../../platform/records/entries.ts'
import { attachReadings, placeOfAlarm, readingsOf } from './repair-readings.ts'

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
  ids: (call, query: Parameters<typeof repairTickets.ids>[1]) => repairTickets.ids(call, query),
  rows: (call, ids) => repairTickets.byId(call, ids),
})

/**
 * The viewer's repair if it was already sent and the answer got lost. Of two that arrive at once one waits for the other.
 */
async function sentBefore(call: Call<typeof repairs.create>, sentId: string): Promise<Repair | undefined> {
  const { db, viewer } = call
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${viewer.accountId} ${sentId}`}, 0))`)
  const isSame = and(eq(repair.authorId, viewer.accountId), eq(repair.sentId, sentId))
  const [row] = await db.select({ id: repair.id }).from(repair).where(isSame)
  return row && repairTickets.find(call, row.id)
}

export const repairsFeature = feature(MODULE, repairs, {
  export: exporting(repairsSheet),
  list: repairTickets.list,
  counts: repairTickets.counts,
  waiting: repairTickets.waiting,
  get: async call => {
    const { id } = call.params
    const item = await repairTickets.find(call, id)
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
    const { houseId, deviceId, alarmId, statement, sentId, pictures, ...typed } = call.body
    const known = sentId ? await sentBefore(call, sentId) : undefined
    if (known) return known
    await refuseUnknownStatement(call.services.store, statement)
    const { pictures: _, ...fields } = repairFields
    const place = alarmId ? await placeOfAlarm(call.db, alarmId) : { houseId, deviceId }
    const made = await repairTickets.create(
      call,
      place,
      { ...columnsOf(fields, typed), alarmId, statement, sentId },
      pictures,
    )
    await attachReadings(call, made.id)
    return made
  },
  accept: call =>
    repairTickets.take(call, 'accept', {
      changes: { record: call.body.record, accepter: call.viewer.actualName, acceptedAt: new Date() },
      written: call.body.record,
    }),
  plan: call =>
    repairTickets.take(call, 'plan', {
      changes: { visitAt: new Date(call.body.visitAt), visitHours: call.body.visitHours },
    }),
  phone: call => repairTickets.take(call, 'phone', { written: call.body.note, pictures: call.body.pictures }),
  note: call => repairTickets.take(call, 'note', { written: call.body.note, pictures: call.body.pictures }),
  finish: call => repairTickets.take(call, 'finish', { changes: { finishedAt: new Date() } }),
  // It keeps its state; the cancellation is stored beside it.
  cancel: call =>
    repairTickets.take(call, 'cancel', {
      keepsState: true,
      changes: { cancelledAt: new Date(), cancelReason: call.body.reason, waitsSince: null },
      written: call.body.reason,
    }),
})
