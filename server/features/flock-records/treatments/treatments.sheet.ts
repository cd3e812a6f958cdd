import { eq, inArray, sql } from 'drizzle-orm'
import type { Treatment } from '#shared/contracts/flock-records.ts'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { flockTreatments, TreatmentRow } from '#shared/contracts/flock-treatments.ts'
import { TREATMENTS, treatmentKindNames, treatmentKinds } from '#shared/flocks.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { lastDayOf } from '#shared/withdrawal.ts'
import { dateIn, daysAfter, daysBetween } from '#shared/zone-time.ts'
import { carriedMedicine } from '../../../farm/flocks/carried-medicine.ts'
import { type Departures, departuresOf } from '../../../farm/flocks/departures.ts'
import { baseOf } from '../../../farm/flocks/flock-course.ts'
import {
  carriedOut,
  type FollowedProgramme,
  programmeOf,
  withSteps,
} from '../../../farm/flocks/flock-programme.ts'
import {
  type FoundFlock,
  type RecordRow,
  recordsOf,
  seenFlocks,
  zoneOf,
} from '../../../farm/flocks/flocks.queries.ts'
import { givenTo } from '../../../farm/flocks/given-days.ts'
import { refreshCarried } from '../../../farm/flocks/moves/carried.ts'
import { proposeTreatments } from '../../../farm/own-file/treatments/propose.ts'
import { readTreatments } from '../../../farm/own-file/treatments/read.ts'
import type { TreatmentUse } from '../../../farm/own-file/treatments/words.ts'
import { newId } from '../../../platform/database/ids.ts'
import { flockRecord } from '../../../platform/database/tables/flocks.ts'
import type { FieldFault } from '../../../platform/http/errors.ts'
import { listSheet } from '../../../platform/jobs/list-sheet.ts'
import type { Asked, Draft, Filled, Writing, Written } from '../../../platform/jobs/sheet-parts.ts'
import { changeRows } from '../../../platform/records/rows.ts'
import {
  mayChange,
  mayTellLate,
  type RecordFilter,
  recordIds,
  recordsById,
} from '../flock-records.queries.ts'
import { flocksOf, houseLabel, isSoFar, notYours, shownById } from '../flock-records.sheet.ts'
import { ownFilesOf } from '../own-files.ts'
import { factsOf, lateIsManagers, recordFaults } from '../record-rules.ts'
import { resolveFlocks } from '../rows-meant.ts'

type Form = TreatmentRow
type Row = Filled<Form>

const LIST = 'flock-treatments'

/** The fields of a treatment in a row, with their titles. */
const labels = {
  kind: text('类别', 'Kind'),
  name: text('药品或疫苗名称', 'Product'),
  batch: text('批号', 'Batch'),
  dose: text('剂量', 'Dose'),
  route: text('给药途径', 'Route'),
  days: text('用药天数', 'Days given'),
  withdrawalDays: text('休药期（天）', 'Withdrawal, meat (days)'),
  eggWithdrawalDays: text('弃蛋期（天）', 'Withdrawal, eggs (days)'),
  amount: text('总用量', 'Amount used'),
  birds: text('用药只数', 'Birds treated'),
  against: text('用药原因', 'Given against'),
  supplier: text('供货单位', 'Supplier'),
  vet: text('兽医', 'Veterinarian'),
  prescription: text('处方号', 'Prescription no.'),
} as const satisfies Partial<Record<keyof Form, Text>>
type Field = keyof typeof labels
const fields = Object.keys(labels) as Field[]
const dayLabel = text('开始日期', 'First given')
const reasonLabel = text('说明', 'Reason')

const otherUses = {
  house: houseLabel,
  day: dayLabel,
  age: text('日龄', 'Day of age'),
  until: text('结束日期', 'Last given'),
  reason: reasonLabel,
} as const satisfies Partial<Record<TreatmentUse, Text>>

/** The row's part of a day's record. */
function treatmentOf({ flockId: _, day, days, reason: __, withdrawalDays, ...told }: Form): OwnTreatment {
  return {
    ...told,
    ...(days && { until: days > 1 ? daysAfter(day, days - 1) : null }),
    ...(withdrawalDays != null && { withdrawalDays }),
  }
}
/** Withdrawal days may be left out where they are recorded already. */
type OwnTreatment = Omit<Treatment, 'withdrawalDays'> & { withdrawalDays?: number }

/** What of a record is the same medicine: its name and batch. */
const keyOf = ({ kind, name, batch = '' }: Pick<Treatment, 'kind' | 'name' | 'batch'>): string =>
  `${kind} ${name.trim().toLowerCase()} ${batch.trim()}`

/** A recorded treatment as a row tells it. */
const told = (day: string, treatment: Treatment): Record<Field, string | number | null> => {
  const { kind, name, batch, dose, route, withdrawalDays, eggWithdrawalDays } = treatment
  const { amount, birds, against, supplier, vet, prescription } = treatment
  return {
    kind,
    name,
    batch: batch ?? null,
    dose: dose || null,
    route: route || null,
    days: daysBetween(day, lastDayOf(day, treatment)) + 1,
    withdrawalDays,
    eggWithdrawalDays: eggWithdrawalDays ?? null,
    amount: amount ?? null,
    birds: birds ?? null,
    against: against ?? null,
    supplier: supplier ?? null,
    vet: vet ?? null,
    prescription: prescription ?? null,
  }
}

/** The row with what the record of its day says of that medicine and the row leaves out. */
function joined(row: OwnTreatment, stored: Treatment | undefined): Treatment {
  const said = Object.entries(row).filter(
    ([field, value]) => field === 'until' || (value !== null && value !== ''),
  )
  return { dose: '', route: '', withdrawalDays: 0, ...stored, ...Object.fromEntries(said) } as Treatment
}

/** A day's treatments with those of these rows: what the day has already is replaced, never doubled. */
function together(stored: readonly Treatment[], rows: readonly Row[]): Treatment[] {
  const all = new Map(stored.map(treatment => [keyOf(treatment), treatment]))
  for (const { form } of rows) {
    const own = treatmentOf(form)
    all.set(keyOf(own), joined(own, all.get(keyOf(own))))
  }
  return [...all.values()]
}

/** A recorded value as the reader of the preview sees it. */
function shownOf(value: string | number | null, language: Language): string | null {
  if (value === 'medicine' || value === 'vaccine') return treatmentKindNames[value][language]
  return value === null ? null : String(value)
}

/** What a row does to the record of its day. */
function changeOf(
  { form }: Row,
  house: string,
  stored: readonly Treatment[],
  language: Language,
): Draft['change'] {
  const known = `${house} · ${form.day}`
  const own = treatmentOf(form)
  const before = stored.find(treatment => keyOf(treatment) === keyOf(own))
  if (!before) return { kind: 'added', known, was: {} }
  const [was, is] = [told(form.day, before), told(form.day, joined(own, before))]
  const differing = fields.filter(field => was[field] !== is[field])
  return {
    kind: differing.length === 0 ? 'unchanged' : 'changed',
    known,
    was: Object.fromEntries(differing.map(field => [field, shownOf(was[field], language)])),
  }
}

const dayOf = ({ form: { flockId, day } }: Row) => `${flockId} ${day}`

async function resolve(asked: Asked, drafts: readonly Draft[]): Promise<void> {
  await resolveFlocks(asked, drafts)
  for (const { values } of drafts) values.kind ??= 'medicine'
}

const repeated = text(
  '文件中同一天已有同名、同批号的一行',
  'The file has this product and batch for this day already',
)
const noWithdrawal = text('请填写休药期；没有请填 0', 'Enter the withdrawal period; 0 if there is none')
const tooMany = text('一天最多 {most} 项用药与免疫', 'At most {most} products a day')

/** Each day's medicines together, by the rules of the form of a day. */
async function check(asked: Asked, rows: readonly Row[]): Promise<void> {
  const { db, viewer, language } = asked
  const flocks = await flocksOf(asked, rows)
  for (const [flockId, found] of flocks) {
    const records = await recordsOf(db, [flockId])
    const byDay = new Map(records.map(record => [record.day, record]))
    const own = rows.filter(({ form, draft }) => form.flockId === flockId && draft.faults.length === 0)
    const today = dateIn(zoneOf(found), new Date())
    const given = [...records, ...(await carriedMedicine(db, viewer.scope, found.row, records))]
    const departures = await departuresOf(db, viewer.scope, found.row, records)
    for (const ofDay of Map.groupBy(own, dayOf).values()) {
      const [first] = ofDay
      if (!first) continue
      const { day } = first.form
      const record = byDay.get(day)
      const seen = new Set<string>()
      for (const row of ofDay) {
        const key = keyOf(treatmentOf(row.form))
        if (seen.has(key)) row.draft.faults.push({ field: 'name', message: repeated })
        seen.add(key)
        const isNew = !record?.treatments.some(treatment => keyOf(treatment) === key)
        if (isNew && row.form.kind === 'medicine' && row.form.withdrawalDays == null)
          row.draft.faults.push({ field: 'withdrawalDays', message: noWithdrawal })
        row.draft.change = changeOf(row, found.houseRow.name, record?.treatments ?? [], language)
      }
      const changing = ofDay.filter(({ draft }) => draft.change?.kind !== 'unchanged')
      const treatments = together(record?.treatments ?? [], ofDay)
      const faults: FieldFault[] = []
      if (record && !(await mayChange(db, viewer, record, today)))
        faults.push({ field: 'day', message: notYours })
      if (!record && !mayTellLate(viewer, found.row, day, today))
        faults.push({ field: 'day', message: lateIsManagers })
      if (treatments.length > TREATMENTS)
        faults.push({ field: 'name', message: [tooMany, { most: TREATMENTS }] })
      const reason = ofDay.map(({ form }) => form.reason).find(Boolean) ?? record?.reason ?? ''
      faults.push(
        ...dayFaults({ found, record, day, treatments, reason }, { today, records, given, departures }),
      )
      for (const { draft } of changing) draft.faults.push(...faults)
    }
  }
}

interface Day {
  found: FoundFlock
  record: RecordRow | undefined
  day: string
  treatments: Treatment[]
  reason: string
}
interface Around {
  today: string
  records: readonly RecordRow[]
  given: Parameters<typeof recordFaults>[2]['given']
  departures: Departures
}

/** What the form of the day would say of its medicines. */
function dayFaults(
  { found, record, day, treatments, reason }: Day,
  { today, records, given, departures }: Around,
): FieldFault[] {
  const stored = record ?? nothing
  const form = { ...stored, day, treatments, reason, earlier: [] } as Parameters<typeof recordFaults>[0]
  const facts = factsOf(found.row.type, form, record)
  const around = {
    today,
    placedOn: found.row.placedOn,
    endedOn: found.row.endedOn,
    others: records,
    base: baseOf(found.row),
    before: record,
    given,
    departures,
    isFile: true,
  }
  return recordFaults(form, facts, around).flatMap(({ field, message }): FieldFault[] => {
    if (field === 'treatments') return [{ field: 'days', message }]
    // What was given is never refused: whoever sold birds that day says what was done about it.
    if (field === 'sold') return reason === '' ? [{ field: 'reason', message }] : []
    return field === 'day' || field === 'reason' ? [{ field, message }] : []
  })
}
const nothing = { lossCauses: {}, weights: null, confirmed: [], note: '', pictures: [] }

const byDayGiven = (a: { own: readonly Row[] }, b: { own: readonly Row[] }): number =>
  (a.own[0]?.form.day ?? '').localeCompare(b.own[0]?.form.day ?? '')

/** Marks what of a flock's programme the treatments of a day carry out, as carrying it out by hand does. */
async function openSteps({ db, viewer }: Writing, flocks: ReadonlyMap<string, FoundFlock>) {
  const given = await givenTo(db, viewer.scope, [...flocks.keys()])
  const followed = new Map<string, { programme: FollowedProgramme; done: Set<string> }>()
  for (const id of flocks.keys()) {
    const programme = await programmeOf(db, id)
    if (programme) followed.set(id, { programme, done: new Set(carriedOut(given.get(id) ?? []).keys()) })
  }
  return (found: FoundFlock, day: string, treatments: Treatment[]): Treatment[] => {
    const mine = followed.get(found.row.id)
    return mine ? withSteps(treatments, day, found, mine.programme, mine.done) : treatments
  }
}

async function write(asked: Writing, all: readonly Row[]): Promise<Written[]> {
  const { db, viewer } = asked
  const rows = all.filter(({ draft }) => draft.change?.kind !== 'unchanged')
  const flocks = await flocksOf(asked, rows)
  const stored = await db
    .select()
    .from(flockRecord)
    .where(inArray(flockRecord.flockId, [...flocks.keys()]))
    .orderBy(flockRecord.id)
    .for('update')
  const byDay = new Map(stored.map(record => [`${record.flockId} ${record.day}`, record]))
  const days = [...Map.groupBy(rows, dayOf)].map(([key, own]) => ({
    id: byDay.get(key)?.id ?? newId(),
    record: byDay.get(key),
    own,
  }))
  const before = await shownById(
    asked,
    days.flatMap(({ id, record }) => (record ? { id } : [])),
  )
  const by = { accountId: viewer.accountId, actorName: viewer.actualName }
  const stepsOf = await openSteps(asked, flocks)
  for (const { id, record, own } of days.toSorted(byDayGiven)) {
    const [first] = own
    const found = flocks.get(first?.form.flockId ?? '')
    if (!first || !found) throw new Error('Medicine without its flock')
    const { flockId, day } = first.form
    const treatments = stepsOf(found, day, together(record?.treatments ?? [], own))
    const reason = own.map(({ form }) => form.reason).find(Boolean) ?? record?.reason ?? ''
    if (record)
      await changeRows(db, flockRecord, eq(flockRecord.id, id), {
        treatments,
        reason,
        ...by,
        changedAt: sql`now()`,
      })
    else {
      const { officePath, farmPath } = found.row
      const soFar = isSoFar(found, day)
      await db
        .insert(flockRecord)
        .values({ id, flockId, officePath, farmPath, day, treatments, reason, soFar, ...by })
    }
  }
  await refreshCarried(db, viewer.scope, [...flocks.keys()])
  const shown = await shownById(asked, days)
  return days.map(({ id, own }) => ({
    id,
    officePath: flocks.get(own[0]?.form.flockId ?? '')?.row.officePath ?? '',
    shown: shown.get(id),
    ...(before.has(id) && { before: before.get(id) }),
  }))
}

const help = (said: Text) => (language: Language) => said[language]
const wholes: readonly Field[] = ['days', 'withdrawalDays', 'eggWithdrawalDays', 'birds']
const helps: Partial<Record<Field, Text>> = {
  kind: text('不填为“用药”', 'Medicine if left empty'),
  days: text('含开始当天；不填为当天一次', 'The first day included. Given on that day only if left empty'),
  withdrawalDays: text('从最后一次用药起算；没有请填 0', 'From the last day it is given. 0 if there is none'),
  eggWithdrawalDays: text('不填与休药期相同', 'As for meat if left empty'),
  amount: text('连同单位，如 2 瓶', 'With its unit, such as 2 bottles'),
}
const columnOf = (field: Field) => ({
  field,
  label: labels[field],
  kind: wholes.includes(field) ? ('whole' as const) : ('text' as const),
  ...(field === 'name' && { width: 28 }),
  ...(field === 'kind' && { words: treatmentKindNames }),
})
const columns = fields.map(columnOf)
const anyText = text('按原样填写；没有请留空', 'As it is written there. Leave empty if not known')

/** Medicines and vaccinations in Excel, a row for each. */
export const flockTreatmentsSheet = listSheet({
  list: LIST,
  contract: { ...flockTreatments, create: flockRecords.create },
  columns: [
    { field: 'houseName', kind: 'text', width: 24, label: houseLabel },
    { field: 'customer', kind: 'text', width: 28, isOthers: true, label: text('客户', 'Customer') },
    { field: 'number', kind: 'text', label: text('批次号', 'Flock') },
    { field: 'day', kind: 'date', label: dayLabel },
    ...columns,
    { field: 'by', kind: 'text', label: text('记录人', 'By') },
  ],
  ids: ({ db }, query: RecordFilter) =>
    recordIds(db, query, sql`jsonb_array_length(${flockRecord.treatments}) > 0`),
  rows: async ({ db, viewer, language }, ids) => {
    const { items } = await recordsById(db, viewer.scope, language, ids)
    return items.flatMap(({ id, day, houseName, customer, number, by, treatments }) =>
      treatments.map(treatment => ({ id, day, houseName, customer, number, by, ...told(day, treatment) })),
    )
  },
  seen: async ({ db, viewer, language }, ids) =>
    seenFlocks((await recordsById(db, viewer.scope, language, ids)).found),
  import: {
    form: TreatmentRow,
    areParts: true,
    columns: [
      {
        field: 'flockId',
        kind: 'text',
        width: 24,
        isRequired: true,
        label: houseLabel,
        help: help(text('鸡舍名称，或批次号', 'House name or flock number')),
      },
      {
        field: 'day',
        kind: 'date',
        isRequired: true,
        label: dayLabel,
        help: help(text('如 2026-01-31', 'Such as 2026-01-31')),
      },
      ...columns.map(column => ({
        ...column,
        isRequired: column.field === 'name',
        ...(column.field === 'kind' && { choices: treatmentKinds }),
        help: help(helps[column.field] ?? anyText),
      })),
      {
        field: 'reason',
        kind: 'text',
        width: 30,
        label: reasonLabel,
        help: help(text('休药期内已有鸡只离舍时必填', 'Required if birds left within the withdrawal period')),
      },
    ],
    resolve,
    ownFiles: ownFilesOf({
      list: LIST,
      propose: proposeTreatments,
      read: readTreatments,
      uses: language =>
        Object.entries({ ...otherUses, ...labels }).map(([value, label]) => ({
          value,
          label: label[language],
          units: [],
        })),
    }),
    check,
    write,
  },
})
