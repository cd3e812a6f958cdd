import { eq } from 'drizzle-orm'
import { repairFields, repairs } from '#shared/contracts/repairs.ts'
import { repairStandings } from '#shared/repairs.ts'
import { text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { refuseOddDays, refuseOddMoment } from '../../farm/tickets/plausible-days.ts'
import { REPAIRS as MODULE, repairTickets } from '../../farm/tickets/repair-tickets.ts'
import { sentBefore } from '../../farm/tickets/sent-once.ts'
import { ticketSheetColumns } from '../../farm/tickets/tickets.ts'
import { refuseUnknownStatement } from '../../people/service-statement.ts'
import { recordEntry, repair } from '../../platform/database/tables/tickets.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { columnsOf } from '../../platform/records/definition.ts'
import { entriesOf } from '../../platform/records/entries.ts'
import { claimedBy, claimOf } from './claims.ts'
import { attachReadings, placeOfAlarm, readingsOf } from './repair-readings.ts'
import { visitsToday } from './visits.ts'

const saysNothing = text('请写说明、加图片或录音', 'Write something, or add a picture or a recording')

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

export const repairsFeature = feature(MODULE, repairs, {
  export: exporting(repairsSheet),
  list: repairTickets.list,
  counts: repairTickets.counts,
  waiting: repairTickets.waiting,
  visits: visitsToday,
  get: async call => {
    const { id } = call.params
    const item = await repairTickets.find(call, id)
    const { description, machine, phone, record, cancelReason, alarmId, farmPath } = repair
    const [[more], entries, claim] = await Promise.all([
      call.db
        .select({ description, machine, phone, record, cancelReason, alarmId, farmPath })
        .from(repair)
        .where(eq(repair.id, id)),
      entriesOf(call, MODULE, id),
      claimedBy(call.db, id),
    ])
    const readings = await readingsOf(call, id, more?.farmPath ?? null)
    return {
      ...item,
      description: '',
      machine: null,
      phone: '',
      record: null,
      cancelReason: null,
      alarmId: null,
      ...more,
      claim,
      entries,
      readings,
    }
  },
  create: async call => {
    const { houseId, deviceId, alarmId, statement, sentId, pictures, orderId, line, ...typed } = call.body
    const known = await sentBefore(call, repair, sentId)
    if (known) return repairTickets.find(call, known)
    await refuseUnknownStatement(call.services.store, statement)
    const { expectedOn } = typed
    await refuseOddDays(call.db, { promised: { expectedOn } }, dateIn(call.viewer.timeZone, new Date()))
    const claim = orderId ? await claimOf(call.db, call.viewer, { orderId, lineId: line }) : {}
    const { pictures: _, ...fields } = repairFields
    const ofAlarm = alarmId ? await placeOfAlarm(call.db, alarmId) : null
    const machine = typed.machine === undefined ? ofAlarm?.machine : typed.machine
    const made = await repairTickets.create(
      call,
      ofAlarm?.place ?? { houseId, deviceId },
      { ...columnsOf(fields, { ...typed, machine }), ...claim, alarmId, statement, sentId },
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
  plan: call => {
    const { visitAt, visitHours } = call.body
    refuseOddMoment('visitAt', visitAt)
    return repairTickets.take(call, 'plan', { changes: { visitAt: new Date(visitAt), visitHours } })
  },
  phone: call => repairTickets.take(call, 'phone', { written: call.body.note, pictures: call.body.pictures }),
  note: async call => {
    const { note: written, pictures, recordings: said, sentId } = call.body
    const recordings = said ?? []
    const { id, accountId: authorId, sentId: key } = recordEntry
    if (await sentBefore(call, { id, authorId, sentId: key }, sentId))
      return repairTickets.find(call, call.params.id)
    if (written === '' && pictures.length + recordings.length === 0)
      throw refuse.invalid([{ field: 'note', message: saysNothing }])
    return repairTickets.take(call, 'note', { written, pictures, recordings, sentId })
  },
  finish: call => repairTickets.take(call, 'finish', { changes: { finishedAt: new Date() } }),
  // It keeps its state; the cancellation is stored beside it.
  cancel: call =>
    repairTickets.take(call, 'cancel', {
      keepsState: true,
      changes: { cancelledAt: new Date(), cancelReason: call.body.reason, waitsSince: null },
      written: call.body.reason,
    }),
})
