import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { valuesOf } from '#shared/choices.ts'
import { type HygieneEntry, HygieneForm, hygiene } from '#shared/contracts/hygiene.ts'
import {
  carcassWayNames,
  carcassWays,
  hygieneFields,
  hygieneKindNames,
  hygienePlaceNames,
  hygienePlaces,
} from '#shared/hygiene.ts'
import { type Text, text } from '#shared/text.ts'
import { entriesImport } from '../../farm/house-entries/entries-import.ts'
import { type EntryFilter, entriesWhere, seenEntries } from '../../farm/house-entries/entry-rows.ts'
import { houseEntries } from '../../farm/house-entries/house-entries.ts'
import { hygieneLabels } from '../../farm/house-entries/hygiene-columns.ts'
import { hygieneEntry } from '../../platform/database/tables/house-entries.ts'
import type { FieldFault } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { listSheet } from '../../platform/jobs/list-sheet.ts'
import { sheetOf } from '../../platform/jobs/requests.ts'
import type { Asked, ImportColumn } from '../../platform/jobs/sheet-parts.ts'

type Form = Omit<z.output<typeof HygieneForm>, 'houseId'>

const wanted = text('请填写', 'This is needed')

/** What each kind cannot do without. */
function faults(form: Form): FieldFault[] {
  const missing = (field: keyof Form): FieldFault[] => [{ field, message: wanted }]
  switch (form.kind) {
    case 'disinfection':
      return [...(form.agent === '' ? missing('agent') : []), ...(form.place ? [] : missing('place'))]
    case 'manure':
      return [
        ...(form.amountKg ? [] : missing('amountKg')),
        ...(form.receiver === '' ? missing('receiver') : []),
      ]
    case 'carcasses':
      return [
        ...(form.carcasses || form.amountKg ? [] : missing('carcasses')),
        ...(form.way ? [] : missing('way')),
      ]
  }
}

/** An entry has what belongs to its kind, whatever else was typed before the kind was changed. */
const columnsOf = (form: Form) => {
  const fields: readonly string[] = hygieneFields[form.kind]
  const own = <Name extends keyof Form, Empty>(name: Name, empty: Empty) =>
    fields.includes(name) ? (form[name] ?? empty) : empty
  return {
    kind: form.kind,
    agent: own('agent', ''),
    dose: own('dose', ''),
    place: own('place', null),
    person: own('person', ''),
    amountKg: own('amountKg', null),
    carcasses: own('carcasses', null),
    way: own('way', null),
    receiver: own('receiver', ''),
  }
}

const entries = houseEntries<Form, HygieneEntry>({
  table: hygieneEntry,
  searched: [hygieneEntry.agent, hygieneEntry.receiver, hygieneEntry.person],
  columnsOf,
  faults,
})

const readEntries = ({ db, viewer, language }: Asked, ids: readonly string[]) =>
  entriesWhere(db, viewer.scope, language, hygieneEntry, inArray(hygieneEntry.id, [...ids, '']))

const imported: ReturnType<typeof entriesImport<z.output<typeof HygieneForm>>> = entriesImport(
  entries as never,
  ({ kind, agent, place, amountKg, carcasses, receiver }) =>
    [kind, agent, place ?? null, amountKg ?? null, carcasses ?? null, receiver].map(String).join(' '),
)

const help = (said: Text) => (language: 'zh-CN' | 'en-US') => said[language]
const empty = help(text('按类别填写，其余留空', 'As the kind of entry needs it; else left empty'))

const columns = [
  { field: 'day', kind: 'date', label: hygieneLabels.day },
  { field: 'kind', kind: 'text', words: hygieneKindNames, label: hygieneLabels.kind },
  { field: 'agent', kind: 'text', width: 24, label: hygieneLabels.agent },
  { field: 'dose', kind: 'text', label: hygieneLabels.dose },
  { field: 'place', kind: 'text', words: hygienePlaceNames, label: hygieneLabels.place },
  { field: 'person', kind: 'text', label: hygieneLabels.person },
  { field: 'amountKg', kind: 'number', label: hygieneLabels.amountKg },
  { field: 'carcasses', kind: 'whole', label: hygieneLabels.carcasses },
  { field: 'way', kind: 'text', words: carcassWayNames, label: hygieneLabels.way },
  { field: 'receiver', kind: 'text', width: 24, label: hygieneLabels.receiver },
  { field: 'note', kind: 'text', width: 40, label: hygieneLabels.note },
] as const satisfies ImportColumn[]

const choices: Readonly<Record<string, readonly string[]>> = {
  kind: valuesOf(hygieneKindNames),
  place: hygienePlaces,
  way: carcassWays,
}

export const hygieneSheet = listSheet({
  list: 'hygiene',
  contract: hygiene,
  columns: [
    { field: 'houseName', kind: 'text', width: 24, label: hygieneLabels.house },
    { field: 'customer', kind: 'text', width: 28, isOthers: true, label: text('客户', 'Customer') },
    ...columns,
    { field: 'by', kind: 'text', label: text('记录人', 'By') },
  ],
  ids: (asked, query: EntryFilter & { sort?: string | undefined }) => entries.ids(asked, query),
  rows: async (asked, ids) => (await readEntries(asked, ids)).map(each => entries.show(each, asked.viewer)),
  seen: async (asked, ids) => seenEntries(await readEntries(asked, ids)),
  import: {
    form: HygieneForm,
    columns: [
      {
        field: 'houseId',
        kind: 'text',
        width: 24,
        isRequired: true,
        label: hygieneLabels.house,
        help: help(text('鸡舍名称', 'Name of the house')),
      },
      ...columns.map(
        (column): ImportColumn => ({
          ...column,
          ...(choices[column.field] && { choices: choices[column.field] ?? [] }),
          ...((column.field === 'day' || column.field === 'kind') && { isRequired: true }),
          help: empty,
        }),
      ),
    ],
    async resolve(asked, drafts) {
      await imported.resolve(asked, drafts)
      for (const { values } of drafts)
        for (const name of ['agent', 'dose', 'person', 'receiver', 'note']) values[name] ??= ''
    },
    check: imported.check,
    write: imported.write,
  },
})

const { list, get, create, update, remove } = entries

export const hygieneFeature = feature('hygiene', hygiene, {
  ...sheetOf(hygieneSheet),
  list,
  get,
  create,
  update,
  remove,
})
