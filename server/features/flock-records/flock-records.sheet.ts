import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { FlockRecordForm, type FlockRecordRow, flockRecords } from '#shared/contracts/flock-records.ts'
import { Id } from '#shared/endpoint.ts'
import {
  type DayFigures,
  type FlockBase,
  ledgerOf,
  maleChangeOf,
  type ToldDay,
} from '#shared/flock-figures/ledger.ts'
import {
  causesSay,
  type DayFacts,
  deathCauseNames,
  deathCauses,
  type RecordNumber,
  recordLabels,
  recordNumberNames,
  recordNumbers,
} from '#shared/flocks.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { boundText, type UnitSystem } from '#shared/units.ts'
import { dateIn } from '#shared/zone-time.ts'
import { carriedMedicine } from '../../farm/flocks/carried-medicine.ts'
import { noDepartures } from '../../farm/flocks/departures.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import {
  type FoundFlock,
  flocksWhere,
  recordsOf,
  seenFlocks,
  zoneOf,
} from '../../farm/flocks/flocks.queries.ts'
import { refreshCarried } from '../../farm/flocks/moves/carried.ts'
import { type MoveRow, movedFields, moveSides, movesOf } from '../../farm/flocks/moves/move-rows.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import { faultRepeated } from '../../platform/jobs/judge-rows.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { Asked, Filled, Writing } from '../../platform/jobs/sheet-parts.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { doubtFile } from './file-doubts.ts'
import { mayChange, mayTellLate, type RecordFilter, recordIds, recordsById } from './flock-records.queries.ts'
import { ownRecordFiles } from './own-files.ts'
import { factsOf, isBlank, lateIsManagers, recordFaults, saysNothing, shortfalls } from './record-rules.ts'
import { resolveRows } from './rows-meant.ts'

const Form = FlockRecordForm.extend({ flockId: Id })
type Row = Filled<z.output<typeof Form>>

const numberColumn = (name: RecordNumber) => {
  const { unit, isWhole } = recordNumbers[name]
  return {
    field: name,
    kind: isWhole ? ('whole' as const) : ('number' as const),
    label: recordLabels[name],
    ...(unit !== '' && { unit }),
    value: (row: FlockRecordRow) => row[name],
  }
}
/** The values allowed in a column of the file. */
const helpOf = (said: Text) => (language: Language) => said[language]
const mostOf = (name: RecordNumber) => (language: Language, units: UnitSystem) => {
  const { most, unit } = recordNumbers[name]
  const said = boundText(most, 'most', unit, { language, units })
  return text(`0 至 ${said}；未记录请留空`, `From 0 to ${said}. Leave empty if not recorded`)[language]
}
const dayColumn = { field: 'day', kind: 'date' as const, label: text('日期', 'Day') }
export const houseLabel = text('鸡舍', 'House')
const causeColumn = {
  field: 'deadCause',
  kind: 'text' as const,
  words: deathCauseNames,
  label: text('死因', 'Cause'),
}
const countsColumn = {
  field: 'lossCauses',
  kind: 'text' as const,
  width: 24,
  label: text('各原因只数', 'Losses by cause'),
}
const noteColumn = { field: 'note', kind: 'text' as const, width: 40, label: text('备注', 'Note') }
const reasonColumn = {
  field: 'reason',
  kind: 'text' as const,
  width: 30,
  label: text('产蛋异常原因', 'Why so many eggs'),
}

/** The flocks of rows that name them by their ids. */
export const flocksOf = async (
  { db, viewer, language }: Asked,
  rows: readonly { form: { flockId: string } }[],
) => {
  const ids = [...new Set(rows.map(({ form }) => form.flockId))]
  if (ids.length === 0) return new Map<string, FoundFlock>()
  const found = await flocksWhere(
    db,
    viewer.scope,
    language,
    sql`${flock.id} = any(${sql.param(ids)}::text[])`,
  )
  return new Map(found.map(each => [each.row.id, each]))
}

export const notYours = text(
  '只有批次管理人员可以修改他人的记录和较早的记录',
  'Only those who manage flocks change what others recorded, and older days',
)

/** Each day against the others of its flock, those of the file among them. */
async function checkRecords(asked: Asked, rows: readonly Row[]): Promise<void> {
  faultRepeated(
    rows,
    'day',
    ({ flockId, day }) => `${flockId} ${day}`,
    row => ['import.repeated', { row }],
  )
  for (const [id, found] of await flocksOf(asked, rows)) {
    const changing = new Set(rows.map(({ draft }) => draft.current?.id))
    const stored = await recordsOf(asked.db, [id])
    const byId = new Map(stored.map(record => [record.id, record]))
    const records = stored.filter(record => !changing.has(record.id))
    const own = rows
      .filter(({ form, draft }) => form.flockId === id && draft.faults.length === 0)
      .map(row => ({
        ...row,
        facts: factsOf(found.row.type, row.form, byId.get(row.draft.current?.id ?? '')),
      }))
    const told = own.map(({ form, facts }) => ({ ...facts, day: form.day }))
    const base = baseOf(found.row)
    const ledger = ledgerOf(base, [...records, ...told])
    const figuresOn = new Map(ledger.map(each => [each.day, each]))
    const today = dateIn(zoneOf(found), new Date())
    const moves = await asSystem(asked.db, asked.viewer.scope, () => movesOf(asked.db, id))
    const carried = await carriedMedicine(asked.db, asked.viewer.scope, found.row, [...records, ...told])
    for (const { form, facts, draft } of own) {
      const { day } = form
      // What comes back as it was fetched says nothing new of a flock that is closed.
      if (found.row.endedOn !== null && draft.change?.kind === 'unchanged') {
        draft.change = { ...draft.change, known: `${found.houseRow.name} · ${day}` }
        continue
      }
      const known = `${found.houseRow.name} · ${day}`
      draft.change = draft.change ? { ...draft.change, known } : { kind: 'added', known, was: {} }
      const before = byId.get(draft.current?.id ?? '')
      if (
        before &&
        draft.change.kind === 'changed' &&
        !(await mayChange(asked.db, asked.viewer, before, today))
      )
        draft.faults.push({ field: 'day', message: notYours })
      if (!before && !mayTellLate(asked.viewer, found.row, day, today))
        draft.faults.push({ field: 'day', message: lateIsManagers })
      draft.faults.push(...movedFaults(moves, id, { form, facts, before }))
      if (saysNothing(facts, form)) draft.faults.push({ field: 'day', message: isBlank })
      draft.faults.push(
        ...recordFaults(form, facts, {
          today,
          placedOn: found.row.placedOn,
          endedOn: found.row.endedOn,
          others: [],
          base: morningOf(base, figuresOn.get(day), facts),
          given: [...stored, ...carried],
          // A file brings no medicines.
          departures: noDepartures,
          isFile: true,
        }),
      )
    }
    faultLater(base, records, own)
    const withBefore = own.map(row => ({ ...row, before: byId.get(row.draft.current?.id ?? '') }))
    await doubtFile(asked, found, withBefore, { ledger, records, today })
  }
}

/** What moves between houses brought or took is changed on both sides at once, not by a file. */
function movedFaults(
  moves: readonly MoveRow[],
  flockId: string,
  { form, facts, before }: { form: { day: string }; facts: DayFacts; before: DayFacts | undefined },
): FieldFault[] {
  return moveSides.flatMap(side => {
    const isBehind = moves.some(
      ({ day, fromFlockId, began }) =>
        day === form.day && (side === 'out' ? fromFlockId === flockId : fromFlockId !== flockId && !began),
    )
    return Object.values(movedFields[side]).flatMap(field =>
      isBehind && (before?.[field] ?? null) !== facts[field] ? [{ field, message: isMoved }] : [],
    )
  })
}
const isMoved = text(
  '该数字来自转群记录，请在批次页修改那次转群',
  'This number comes from a move between houses. Change that move on the flock’s page',
)

/** A stored day may need birds that the file removes before it: the fault is on the last row before that day. */
function faultLater(
  base: FlockBase,
  records: readonly ToldDay[],
  own: readonly (Row & { facts: DayFacts })[],
) {
  const right = own
    .filter(({ draft }) => draft.faults.length === 0)
    .toSorted((a, b) => (a.form.day < b.form.day ? 1 : -1))
  const known = new Set(records.map(({ day }) => day))
  const told = right.map(({ form, facts }) => ({ ...facts, day: form.day }))
  const days = ledgerOf(base, [...records, ...told]).filter(({ day }) => known.has(day))
  for (const { form, facts, draft } of right) {
    const isFewerIn = draft.change?.was.movedInMales !== undefined
    draft.faults.push(...shortfalls(form.day, facts, days, { isFewerIn }))
    if (draft.faults.length > 0) return
  }
}

/** A flock that begins with one morning's birds: the basis of a day, without all earlier days. */
function morningOf(base: FlockBase, figures: DayFigures | undefined, facts: DayFacts): FlockBase {
  const males = figures?.males ?? null
  return {
    ...base,
    placedCount: figures?.aliveAtStart ?? null,
    placedMales: males === null ? null : males - maleChangeOf(facts),
    soldUndated: 0,
  }
}

/** A day that is not over is completed after its midnight, as one that is typed in. */
export const isSoFar = (found: FoundFlock, day: string): boolean => day >= dateIn(zoneOf(found), new Date())

async function writeRecords(asked: Writing, all: readonly Row[]) {
  const { db, viewer } = asked
  const rows = all.filter(({ draft }) => draft.change?.kind !== 'unchanged')
  const flocks = await flocksOf(asked, rows)
  const changing = rows.filter(({ draft }) => draft.current)
  const before = await shownById(asked, changing)
  for (const row of changing) await changeRecord(asked, row, flocks.get(row.form.flockId), before.get(row.id))
  const adding = rows.filter(({ draft }) => !draft.current)
  const made = adding.map(({ id, form }) => {
    const found = flocks.get(form.flockId)
    if (!found) throw new Error('A record without its flock')
    const { day, flockId, deadCause = null, lossCauses, confirmed, reason, note } = form
    return {
      id,
      flockId,
      officePath: found.row.officePath,
      farmPath: found.row.farmPath,
      day,
      ...factsOf(found.row.type, form),
      soFar: isSoFar(found, day),
      deadCause,
      lossCauses,
      confirmed,
      reason,
      note,
      accountId: viewer.accountId,
      actorName: viewer.actualName,
    }
  })
  const CHUNK = 1_000
  for (let from = 0; from < made.length; from += CHUNK)
    await db.insert(flockRecord).values(made.slice(from, from + CHUNK))
  await refreshCarried(db, viewer.scope, [...flocks.keys()])
  const shown = await shownById(asked, rows)
  return rows.map(({ id, form }) => ({
    id,
    officePath: flocks.get(form.flockId)?.row.officePath ?? '',
    shown: shown.get(id),
    ...(before.has(id) && { before: before.get(id) }),
  }))
}

export const shownById = async ({ db, viewer, language }: Asked, rows: readonly { id: string }[]) => {
  const ids = rows.map(({ id }) => id)
  const { items } = await recordsById(db, viewer.scope, language, ids)
  return new Map(items.map(row => [row.id, row]))
}

/** Changes a day as its row in the file says. Rejects if somebody has changed it since it was judged. */
async function changeRecord(
  { db, viewer }: Asked,
  { draft, form }: Row,
  found: FoundFlock | undefined,
  before: FlockRecordRow | undefined,
) {
  const { current } = draft
  if (!current || !found) throw new Error('A change without its record')
  const { deadCause = null, lossCauses, confirmed, reason, note } = form
  const isAsJudged = and(eq(flockRecord.id, current.id), eq(flockRecord.version, current.version))
  const changed = await changeRows(db, flockRecord, isAsJudged, {
    ...factsOf(found.row.type, form, before),
    soFar: isSoFar(found, form.day),
    deadCause,
    lossCauses,
    confirmed,
    reason,
    note,
    accountId: viewer.accountId,
    actorName: viewer.actualName,
    changedAt: sql`now()`,
  }).returning({ id: flockRecord.id })
  if (changed.length === 0) throw new Error('The record has been changed meanwhile')
}

/** Export and import of daily records in Excel. */
export const flockRecordsSheet = listSheet({
  list: 'flock-records',
  contract: flockRecords,
  columns: [
    { field: 'houseName', kind: 'text', width: 24, label: houseLabel },
    { field: 'customer', kind: 'text', width: 28, isOthers: true, label: text('客户', 'Customer') },
    { field: 'number', kind: 'text', label: text('批次号', 'Flock') },
    dayColumn,
    ...recordNumberNames.map(numberColumn),
    { field: 'eggs', kind: 'whole', label: text('产蛋总数', 'Eggs') },
    { field: 'mortality', kind: 'number', label: text('当日死淘率 %', 'Daily loss %') },
    causeColumn,
    {
      ...countsColumn,
      value: ({ lossCauses }: FlockRecordRow, { language }) => causesSay(lossCauses, language),
    },
    {
      field: 'treatments',
      kind: 'text',
      width: 30,
      label: text('用药与免疫', 'Medicine and vaccine'),
      value: ({ treatments }: FlockRecordRow, { language }) =>
        treatments
          .map(({ name, batch, dose, route }) => [name, batch, dose, route].filter(Boolean).join(' '))
          .join(language === 'zh-CN' ? '；' : '; '),
    },
    reasonColumn,
    noteColumn,
    { field: 'by', kind: 'text', label: text('记录人', 'By') },
    { field: 'changedAt', kind: 'instant', label: text('记录时间', 'Recorded') },
  ],
  ids: ({ db }, query: RecordFilter) => recordIds(db, query),
  rows: async ({ db, viewer, language }, ids) => (await recordsById(db, viewer.scope, language, ids)).items,
  seen: async ({ db, viewer, language }, ids) =>
    seenFlocks((await recordsById(db, viewer.scope, language, ids)).found),
  import: {
    form: Form,
    columns: [
      {
        field: 'flockId',
        kind: 'text',
        width: 24,
        isRequired: true,
        label: houseLabel,
        help: helpOf(text('鸡舍名称，或批次号', 'House name or flock number')),
      },
      {
        ...dayColumn,
        isRequired: true,
        help: helpOf(
          text(
            '如 2026-01-31；不得早于入舍或晚于今天',
            'Such as 2026-01-31. Not before placement or after today',
          ),
        ),
      },
      ...recordNumberNames.map(name => {
        const { value: _, ...column } = numberColumn(name)
        return { ...column, help: mostOf(name) }
      }),
      { ...causeColumn, choices: deathCauses },
      {
        ...countsColumn,
        help: helpOf(
          text('如 腿病 3、热应激 2；合计不超过死淘数', 'Such as Legs 3, Heat 2. At most all lost'),
        ),
      },
      {
        ...reasonColumn,
        help: helpOf(text('产蛋数超过存栏 1.05 倍时必填', 'Required for more than 1.05 eggs per hen')),
      },
      { ...noteColumn, help: helpOf(text('最多 1000 字', 'At most 1,000 characters')) },
    ],
    resolve: resolveRows,
    ownFiles: ownRecordFiles,
    check: checkRecords,
    write: writeRecords,
  },
})
