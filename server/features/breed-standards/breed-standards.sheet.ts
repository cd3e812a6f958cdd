import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { breedStandards, type OwnStandard, StandardSheetRow } from '#shared/contracts/breed-standards.ts'
import { houseTypes } from '#shared/signals.ts'
import {
  housesOf,
  type OwnRow,
  ownFaults,
  ownMeasureNames,
  ownMeasures,
  ownTable,
} from '#shared/standards/own-standard.ts'
import { furtherColumns } from '#shared/standards/standard-table.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { standardTable } from '../../farm/flocks/own-standards.ts'
import { breedStandard } from '../../platform/database/tables/breed-standards.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import type { Asked, Draft, Filled, Writing } from '../../platform/jobs/sheet-parts.ts'

type Row = Filled<z.output<typeof StandardSheetRow>>

const periodNames = { day: text('日龄', 'Days'), week: text('周龄', 'Weeks') } as const
const about = ['name', 'houseType', 'source', 'edition', 'period'] as const
const help = (said: Text) => (language: Language) => said[language]
const labels = {
  name: text('标准名称', 'Standard'),
  houseType: text('鸡舍类型', 'House type'),
  source: text('来源', 'Source'),
  edition: text('版本', 'Edition'),
  period: text('按日龄或周龄', 'By days or weeks'),
  age: text('日龄/周龄', 'Age'),
}

/** A row without these goes on with the standard of the row above. */
async function gather(_: Asked, drafts: readonly Draft[]): Promise<void> {
  let above: Draft | undefined
  for (const draft of drafts) {
    for (const name of about) draft.values[name] ??= above?.values[name]
    if (above?.values.name !== draft.values.name) draft.values.edition ??= ''
    above = draft
  }
}

const keyOf = (values: Draft['values']) => `${String(values.name)} ${String(values.edition ?? '')}`

const partner = text(
  '该标准的其他行有误，整个标准不导入',
  'Another row of this standard is wrong, so none of it is imported',
)
const differs = text('与该标准的第一行不一致', 'Not as in the first row of this standard')
const tooFew = text('一个标准至少要有两行', 'A standard has at least two rows')
const isThere = text('已有同名、同版本的标准', 'There is a standard of this name and edition already')

/** Each standard as a whole: if one of its rows is wrong, none is written. */
async function check({ db, viewer }: Asked, rows: readonly Row[], drafts: readonly Draft[]): Promise<void> {
  const known = await db
    .select({
      name: breedStandard.name,
      edition: breedStandard.edition,
      officePath: breedStandard.officePath,
    })
    .from(breedStandard)
  const taken = new Set(known.filter(each => each.officePath === viewer.officePath).map(keyOf))
  for (const [key, own] of Map.groupBy(rows, ({ draft }) => keyOf(draft.values))) {
    const [first] = own
    if (!first) continue
    if (taken.has(key)) first.draft.faults.push({ field: 'name', message: isThere })
    if (own.length < 2) first.draft.faults.push({ field: 'age', message: tooFew })
    for (const { form, draft } of own)
      for (const name of about)
        if (form[name] !== first.form[name]) draft.faults.push({ field: name, message: differs })
    for (const { row, field, message } of ownFaults(own.map(({ form }) => rowOf(form))))
      own[row]?.draft.faults.push({ field, message })
  }
  for (const partners of Map.groupBy(drafts, ({ values }) => keyOf(values)).values()) {
    if (partners.every(({ faults }) => faults.length === 0)) continue
    for (const { faults } of partners)
      if (faults.length === 0) faults.push({ field: 'name', message: partner })
  }
}

const rowOf = (form: Row['form']): OwnRow => ({
  age: form.age,
  ...Object.fromEntries(ownMeasureNames.map(name => [name, form[name] ?? null])),
})

async function write({ db, viewer }: Writing, rows: readonly Row[]) {
  const written = []
  for (const own of Map.groupBy(rows, ({ draft }) => keyOf(draft.values)).values()) {
    const [first] = own
    if (!first) continue
    const { name, houseType: type, source, edition, period } = first.form
    const table = ownTable(
      own.map(({ form }) => rowOf(form)),
      { type, period },
    )
    const { id } = first
    const { officePath } = viewer
    const [stored] = await db
      .insert(breedStandard)
      .values({ id, officePath, name, houseTypes: housesOf(type), source, edition, period, ...table })
      .returning()
    if (stored) written.push({ id, officePath, shown: standardTable(stored) })
  }
  return written
}

/** A standard in rows of its ages. */
const rowsOf = ({ id, name, houseTypes: types, source, period, columns, rows }: OwnStandard) => {
  // In lay, losses are counted from the beginning of it.
  let housed = 100
  return rows.map(row => {
    const told = Object.fromEntries(columns.map((column, i) => [column, row[i] ?? null]))
    const { mortality, phase, ...figures } = told
    const of = phase === 'lay' ? housed : 100
    const livability = typeof mortality === 'number' ? of * (1 - mortality / 100) : null
    if (phase !== 'lay' && livability !== null) housed = livability
    const { publisher, edition } = source
    return {
      ...figures,
      ...Object.fromEntries(
        Object.entries(furtherColumns).map(([name, column]) => [name, told[column] ?? null]),
      ),
      id,
      name,
      houseType: types[0],
      source: publisher,
      period,
      edition: edition === 'undated' ? '' : edition,
      age: told[period] ?? null,
      livability,
    }
  })
}

const measureColumns = ownMeasureNames.map(field => {
  const measure: { unit?: string; label: Text; formerly?: Text } = ownMeasures[field]
  return {
    field,
    kind: 'number' as const,
    label: measure.label,
    ...(measure.unit && { unit: measure.unit }),
    ...(measure.formerly && { formerly: [measure.formerly] }),
  }
})

/** Standards in Excel, a row for each age. */
export const breedStandardsSheet = listSheet({
  list: 'breed-standards',
  contract: breedStandards,
  columns: [
    { field: 'name', kind: 'text', width: 28, label: labels.name },
    { field: 'houseType', kind: 'text', words: 'houseType', label: labels.houseType },
    { field: 'source', kind: 'text', width: 28, label: labels.source },
    { field: 'edition', kind: 'text', label: labels.edition },
    { field: 'period', kind: 'text', words: periodNames, label: labels.period },
    { field: 'age', kind: 'whole', label: labels.age },
    ...measureColumns,
  ],
  ids: async ({ db }) =>
    (await db.select({ id: breedStandard.id }).from(breedStandard).orderBy(breedStandard.name)).map(
      ({ id }) => id,
    ),
  rows: async ({ db }, ids) => {
    const rows = await db
      .select()
      .from(breedStandard)
      .where(inArray(breedStandard.id, [...ids]))
    return rows.flatMap(row => rowsOf(standardTable(row)))
  },
  import: {
    form: StandardSheetRow,
    areParts: true,
    columns: [
      {
        field: 'name',
        kind: 'text',
        width: 28,
        isRequired: true,
        label: labels.name,
        help: help(text('同一标准的后续行可留空', 'May be left empty in the further rows of a standard')),
      },
      {
        field: 'houseType',
        kind: 'text',
        words: 'houseType',
        choices: houseTypes,
        isRequired: true,
        label: labels.houseType,
        help: help(text('蛋鸡标准也用于育雏育成', 'A standard of layers is for their rearing too')),
      },
      {
        field: 'source',
        kind: 'text',
        width: 28,
        isRequired: true,
        label: labels.source,
        help: help(
          text('如种禽公司、孵化场或本场', 'Such as the breeding company, the hatchery, or your farm'),
        ),
      },
      {
        field: 'edition',
        kind: 'text',
        label: labels.edition,
        help: help(text('年份或版本，可留空', 'Year or edition; may be left empty')),
      },
      {
        field: 'period',
        kind: 'text',
        words: periodNames,
        choices: ['day', 'week'],
        isRequired: true,
        label: labels.period,
        help: help(text('整个标准按日龄或按周龄', 'For the whole standard')),
      },
      {
        field: 'age',
        kind: 'whole',
        isRequired: true,
        label: labels.age,
        help: help(text('从小到大，不能缺行', 'Rising, without a missing row')),
      },
      ...measureColumns.map(column => ({
        ...column,
        help: help(
          text(
            '按标题中的单位填写；没有的指标整列留空',
            'In the unit of the title. Leave out what is not published',
          ),
        ),
      })),
    ],
    gather,
    resolve: async () => {},
    check,
    write,
  },
})
