import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import {
  type CarriedOut,
  type FlockRecord,
  FlockRecordForm,
  flockRecords,
  type Told,
} from '#shared/contracts/flock-records.ts'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import { mainCauseOf } from '#shared/flocks.ts'
import { treatmentOf } from '#shared/health-programme.ts'
import type { HouseType } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import { dateIn, daysBetween } from '#shared/zone-time.ts'
import { carriedMedicine } from '../../farm/flocks/carried-medicine.ts'
import { departuresOf, noDepartures } from '../../farm/flocks/departures.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import { carriedOut, programmeOf } from '../../farm/flocks/flock-programme.ts'
import { OWN_DAYS } from '../../farm/flocks/flock-rules.ts'
import { findFlock, type RecordRow, recordsOf, seenFlocks, zoneOf } from '../../farm/flocks/flocks.queries.ts'
import { givenTo } from '../../farm/flocks/given-days.ts'
import { measuredOn } from '../../farm/flocks/measured.ts'
import {
  alongWith,
  keepInStep,
  movesBehind,
  refuseMoved,
  withMoved,
} from '../../farm/flocks/moves/record-in-step.ts'
import { newId } from '../../platform/database/ids.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { attachFiles } from '../../platform/files/people-files.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { noteLook } from '../../platform/http/viewing.ts'
import { sheetOf as excelOf } from '../../platform/jobs/requests.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'
import {
  listRecords,
  mayChange,
  mayTellLate,
  sheetOf,
  shownRecord,
  trailOf,
} from './flock-records.queries.ts'
import { flockRecordsSheet } from './flock-records.sheet.ts'
import { factsOf, isBlank, lateIsManagers, recordFaults, saysNothing } from './record-rules.ts'
import { keepTakenBack } from './taken-back.ts'

/**
 * Creates or changes the record of a flock's day. A caller who saw an older version is shown the newer one: nothing is lost.
 */
async function keepRecord(
  call: ChangingCall & { params: { id: string }; body: FlockRecordForm },
): Promise<FlockRecord> {
  const { db, params, viewer, language } = call
  const read = async () => {
    const found = await findFlock(db, viewer.scope, params.id, language)
    const records = await recordsOf(db, [found.row.id])
    return { ...found, records, before: records.find(({ day }) => day === call.body.day) }
  }
  const found = await openFound(call, flock.id, read, ({ before }) =>
    before ? shownRecord(before) : { day: call.body.day },
  )
  const { row, houseRow, records, before } = found
  const behind = await movesBehind(db, viewer.scope, row.id, call.body.day)
  const body = withMoved(call.body, before, behind)
  call.named({ house: text(houseRow.name, houseRow.name) })
  const facts = factsOf(row.type, body, before)
  const told = columnsOf(row.type, body, before)
  if (before && body.version !== before.version) {
    // After a lost answer it is sent again, and two people with the same values have no conflict.
    if (saysSame(before, told)) return shownRecord(before)
    // The stored version is this browser's own, sent earlier without an answer: nobody else has changed anything.
    if (
      !body.earlier.some(each =>
        saysSame(before, columnsOf(row.type, withMoved(each, before, behind), before)),
      )
    ) {
      const { earlier: _, ...yours } = body
      throw refuse.conflict({ yours, current: shownRecord(before) })
    }
  }
  const zone = zoneOf(found)
  const today = dateIn(zone, new Date())
  if (before) await refuseOthers(call, before, told, today)
  else if (!mayTellLate(viewer, row, body.day, today)) throw refuse.forbidden(lateIsManagers)
  const others = records.filter(({ day }) => day !== body.day)
  const carried = await carriedMedicine(db, viewer.scope, row, others)
  const isJoined = Boolean(facts.movedIn || facts.movedInMales)
  const brought = isJoined ? await carriedMedicine(db, viewer.scope, row, [{ ...facts, day: body.day }]) : []
  const binds = body.treatments.length > 0 || brought.length > 0
  const faults = recordFaults(body, facts, {
    today,
    placedOn: row.placedOn,
    endedOn: row.endedOn,
    others,
    base: baseOf(row),
    before,
    given: [...others, ...carried],
    brought,
    departures: binds ? await departuresOf(db, viewer.scope, row, records) : noDepartures,
  })
  if (saysNothing(facts, body)) faults.push({ field: 'day', message: isBlank })
  const { along, faults: moved } = alongWith(facts, before, behind)
  faults.push(...moved)
  if (faults.length > 0) throw refuse.invalid(faults)
  const { measured, doubted } = await measuredOn(db, row.houseId, body.day, zone)
  const kept = Object.entries(before?.measured ?? {}).filter(([figure]) => !Object.hasOwn(doubted, figure))
  const columns = {
    ...told,
    // The comparison is kept even when that day's readings are gone, but not with a counter in doubt.
    measured: { ...Object.fromEntries(kept), ...measured },
    soFar: body.day >= today,
    accountId: viewer.accountId,
    actorName: viewer.actualName,
  }
  const [stored] = before
    ? await changeRows(db, flockRecord, eq(flockRecord.id, before.id), {
        ...columns,
        changedAt: sql`now()`,
      }).returning()
    : await db
        .insert(flockRecord)
        .values({
          id: newId(),
          flockId: row.id,
          officePath: row.officePath,
          farmPath: row.farmPath,
          day: body.day,
          ...columns,
        })
        .returning()
  if (!stored) throw refuse.notFound()
  await keepTakenBack(db, viewer, before, told.treatments)
  const owner = { id: stored.id, officePath: stored.officePath, access: [flockRecords.sheet.access] }
  await attachFiles(db, viewer, owner, [{ field: 'pictures', use: 'picture', ids: body.pictures }])
  await keepInStep({ db, scope: viewer.scope, by: viewer }, row.id, along)
  return shownRecord(stored)
}

/** Carries out a step of the flock's programme on a day: adds it to what is recorded for that day. */
async function carryOut(
  call: ChangingCall & { params: { id: string }; body: CarriedOut },
): Promise<FlockRecord> {
  const { db, params, body, viewer, language } = call
  const { stepId, day, reason, ...given } = body
  await findFlock(db, viewer.scope, params.id, language)
  // Two who carry it out at a time give it once.
  await db.select({ id: flock.id }).from(flock).where(eq(flock.id, params.id)).for('update')
  const step = (await programmeOf(db, params.id))?.steps.find(({ id }) => id === stepId)
  const fault = (field: string, message: FieldFault['message']) => refuse.invalid([{ field, message }])
  if (!step) throw fault('stepId', text('该批次的程序中没有此项', 'The flock’s programme has no such step'))
  const records = await recordsOf(db, [params.id])
  const days = (await givenTo(db, viewer.scope, [params.id])).get(params.id) ?? []
  const done = carriedOut(days).get(stepId)
  if (done)
    throw fault('stepId', [text('此项已记录在 {day}', 'This step is recorded for {day}'), { day: done.day }])
  const before = records.find(each => each.day === day)
  call.named({ name: text(given.name ?? step.name, given.name ?? step.name) })
  const form = FlockRecordForm.parse({
    ...(before ? shownRecord(before) : { day }),
    reason: [before?.reason ?? '', reason].filter(Boolean).join(' '),
    treatments: [...(before?.treatments ?? []), { ...treatmentOf(step, day), ...given }],
  })
  return keepRecord({ ...call, body: form })
}

/** Others may add to a day what is not recorded yet; they do not change what somebody recorded. */
async function refuseOthers(
  { db, viewer }: ChangingCall,
  before: RecordRow,
  told: ReturnType<typeof columnsOf>,
  today: string,
): Promise<void> {
  if (await mayChange(db, viewer, before, today)) return
  const isRecent = daysBetween(before.day, today) <= OWN_DAYS
  const adds = Object.entries(told).every(([name, value]) => {
    const stored = before[name as keyof RecordRow]
    return isUnsaid(stored) || isDeepStrictEqual(stored, value) || isLonger(stored, value)
  })
  if (isRecent && adds) return
  throw refuse.forbidden([
    text(
      '该日由 {name} 记录。只有批次管理人员可以修改他人的记录和较早的记录',
      '{name} recorded this day. Only those who manage flocks change what others recorded, and older days',
    ),
    { name: before.actorName },
  ])
}

const isUnsaid = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)
/** A list that goes on where the stored one ends, as one more treatment does. */
const isLonger = (stored: unknown, value: unknown): boolean =>
  Array.isArray(stored) && Array.isArray(value) && isDeepStrictEqual(stored, value.slice(0, stored.length))

/** Takes back the record of a day: afterwards the day is not recorded. */
async function takeBack(
  call: ChangingCall & { params: { id: string }; body: { day: string; version: number } },
): Promise<null> {
  const { db, params, body, viewer, language } = call
  const read = async () => {
    const found = await findFlock(db, viewer.scope, params.id, language)
    const records = await recordsOf(db, [found.row.id])
    const before = records.find(({ day }) => day === body.day)
    if (!before) throw refuse.notFound()
    return { ...found, records, before }
  }
  const found = await openFound(call, flock.id, read, ({ before }) => shownRecord(before))
  const { row, houseRow, records, before } = found
  call.named({ house: text(houseRow.name, houseRow.name) })
  if (before.version !== body.version) throw refuse.conflict({ yours: body, current: shownRecord(before) })
  if (!(await mayChange(db, viewer, before, dateIn(zoneOf(found), new Date())))) throw refuse.forbidden()
  refuseMoved(await movesBehind(db, viewer.scope, row.id, body.day))
  const others = records.filter(({ day }) => day !== body.day)
  const short = ledgerOf(baseOf(row), others).find(({ alive, males }) => (alive ?? 0) < 0 || (males ?? 0) < 0)
  if (short)
    throw refuse.invalid([
      {
        field: 'day',
        message: [
          text('撤回后，{day} 的存栏会成为负数', 'Without it there would be fewer than 0 birds on {day}'),
          { day: short.day },
        ],
      },
    ])
  await keepTakenBack(db, viewer, before, [])
  await db.delete(flockRecord).where(eq(flockRecord.id, before.id))
  await keepInStep({ db, scope: viewer.scope, by: viewer }, row.id, [])
  return null
}

/** The stored columns of a record. */
const columnsOf = (type: HouseType, told: Told, before?: RecordRow) => ({
  ...factsOf(type, told, before),
  deadCause: mainCauseOf(told.lossCauses) ?? told.deadCause ?? null,
  lossCauses: told.lossCauses,
  weights: told.weights && told.weights.length > 0 ? told.weights : null,
  treatments: told.treatments,
  confirmed: told.confirmed,
  reason: told.reason,
  note: told.note,
  pictures: told.pictures,
})

/** Whether a day is already stored with exactly this content. */
const saysSame = (before: RecordRow, told: object): boolean =>
  Object.entries(told).every(([name, value]) => isDeepStrictEqual(before[name as keyof RecordRow], value))

export const flockRecordsFeature = feature('flock-records', flockRecords, {
  ...excelOf(flockRecordsSheet),
  list: async call => {
    const { db, viewer, language, query } = call
    const { found, ...page } = await listRecords(db, viewer.scope, language, query)
    await noteLook(call, 'overview', seenFlocks(found))
    return page
  },
  sheet: async call => {
    const found = await findFlock(call.db, call.viewer.scope, call.params.id, call.language)
    await noteLook(call, 'readings', seenFlocks([found]))
    return sheetOf(call.db, call.viewer, found, call.query.day)
  },
  trail: async call => {
    const found = await findFlock(call.db, call.viewer.scope, call.params.id, call.language)
    await noteLook(call, 'readings', seenFlocks([found]))
    return trailOf(call.db, found.row.id, call.query.day)
  },
  create: keepRecord,
  carryOut,
  takeBack,
})
