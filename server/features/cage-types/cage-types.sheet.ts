import type { z } from 'zod'
import { cageLayouts } from '#shared/cage-types.ts'
import { CageTypeForm, cageTypes } from '#shared/contracts/cage-types.ts'
import { houseTypes } from '#shared/signals.ts'
import { ROOT_PATH } from '../../database/scope.ts'
import { cageType } from '../../database/tables/house-groups.ts'
import { faultRepeated } from '../../jobs/judge-rows.ts'
import { type Asked, type Filled, type ImportColumn, listSheet } from '../../jobs/list-sheet.ts'
import { cageTypeFaults, columnsOf } from './cage-type-changes.ts'
import { cageTypeIds, cageTypesById } from './cage-types.queries.ts'

type Row = Filled<z.output<typeof CageTypeForm>>

const keyOf = ({ chineseName, englishName }: { chineseName: string; englishName: string }) =>
  `${chineseName}\n${englishName}`.toLowerCase()

/** Rules of a type, and that no other has its names: a file is easily imported twice. */
async function checkCageTypes({ db }: Asked, rows: readonly Row[]): Promise<void> {
  for (const { draft, form } of rows) draft.faults.push(...cageTypeFaults(form))
  faultRepeated(rows, 'chineseName', keyOf, row => ['import.repeated', { row }])
  const { chineseName, englishName } = cageType
  const taken = new Set((await db.select({ chineseName, englishName }).from(cageType)).map(keyOf))
  for (const { draft, form } of rows)
    if (taken.has(keyOf(form))) draft.faults.push({ field: 'chineseName', message: 'import.cageTypeExists' })
}

async function writeCageTypes({ db }: Asked, rows: readonly Row[]) {
  await db
    .insert(cageType)
    .values(rows.map(({ id, form }) => ({ id, officePath: ROOT_PATH, ...columnsOf(form) })))
  const written = await cageTypesById(
    db,
    rows.map(({ id }) => id),
  )
  return written.map(shown => ({ id: shown.id, officePath: ROOT_PATH, shown }))
}

/** What a sheet says of a type in both directions. */
const described = [
  { field: 'chineseName', kind: 'text', width: 24 },
  { field: 'englishName', kind: 'text', width: 28 },
  { field: 'layout', kind: 'text', words: 'cageLayout', choices: cageLayouts, isRequired: true },
  { field: 'tiers', kind: 'whole', isRequired: true, width: 10 },
  { field: 'rows', kind: 'whole', isRequired: true, width: 10 },
  { field: 'birdsPerCage', kind: 'whole' },
  {
    ...{ field: 'houseTypes', kind: 'text', words: 'houseType', choices: houseTypes, isList: true },
    ...{ isRequired: true, width: 32 },
  },
] as const satisfies readonly ImportColumn[]

/** The cage system types in Excel, and from it; imported ones are drafts until they are released. */
export const cageTypesSheet = listSheet({
  list: 'cage-types',
  contract: cageTypes,
  columns: [
    ...described,
    { field: 'status', kind: 'text', words: 'cageStatus', width: 14 },
    { field: 'houses', kind: 'whole', width: 10 },
    { field: 'createdAt', kind: 'instant' },
  ],
  ids: ({ db, language }, query: Parameters<typeof cageTypeIds>[1]) => cageTypeIds(db, query, language),
  rows: ({ db }, ids) => cageTypesById(db, ids),
  import: {
    form: CageTypeForm,
    columns: described,
    resolve: async (_, drafts) => {
      // An empty cell is an empty name; one of the two must be there.
      for (const { values } of drafts) {
        values.chineseName ??= ''
        values.englishName ??= ''
      }
    },
    check: checkCageTypes,
    write: writeCageTypes,
  },
})
