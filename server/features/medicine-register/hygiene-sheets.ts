import { and, asc, inArray, type SQL } from 'drizzle-orm'
import type { MedicineRegisterForm } from '#shared/contracts/medicine-register.ts'
import {
  carcassWayNames,
  type HygieneKind,
  hygieneFields,
  hygieneKindNames,
  hygienePlaceNames,
} from '#shared/hygiene.ts'
import type { Language } from '#shared/text.ts'
import { type Reader, shownUnit } from '#shared/units.ts'
import type { FoundFlock } from '../../farm/flocks/flocks.queries.ts'
import { entriesWhere, type FoundEntry, matchingEntries } from '../../farm/house-entries/entry-rows.ts'
import { hygieneLabels } from '../../farm/house-entries/hygiene-columns.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { hygieneEntry } from '../../platform/database/tables/house-entries.ts'
import type { CellKind, CellValue } from '../../platform/excel/cell.ts'
import type { Sheet, SheetColumn } from '../../platform/excel/sheet.ts'
import type { Asked } from '../../platform/jobs/sheet-parts.ts'

/** Rows of an archive for three years of many houses. */
const ROWS_MOST = 50_000

const kinds = Object.keys(hygieneKindNames) as HygieneKind[]
type Field = (typeof hygieneFields)[HygieneKind][number]

const kindOf: Readonly<Partial<Record<Field, CellKind>>> = { amountKg: 'number', carcasses: 'whole' }

/** What a register is of besides medicine: the hygiene entries of its houses in its days. */
export async function hygieneOf(
  { db, viewer, language }: Pick<Asked, 'db' | 'viewer' | 'language'>,
  flocks: readonly FoundFlock[],
  { houseId, officeId, flockId, firstDay, lastDay }: MedicineRegisterForm,
): Promise<FoundEntry[]> {
  const ofFlock = flockId === undefined ? undefined : flocks.map(({ row }) => row.houseId)
  const condition = and(
    matchingEntries(hygieneEntry, [], { houseId, officeId, firstDay, lastDay }),
    ofFlock && inArray(hygieneEntry.houseId, [...ofFlock, '']),
  ) as SQL
  return entriesWhere(db, viewer.scope, language, hygieneEntry, condition, {
    order: [asc(hygieneEntry.farmPath), asc(house.name), asc(hygieneEntry.day), asc(hygieneEntry.id)],
    limit: ROWS_MOST,
  })
}

function cellOf(name: Field, value: unknown, { language, units }: Reader): CellValue {
  if (value === null || value === undefined) return null
  if (name === 'place') return hygienePlaceNames[value as keyof typeof hygienePlaceNames][language]
  if (name === 'way') return carcassWayNames[value as keyof typeof carcassWayNames][language]
  if (name === 'amountKg') return shownUnit('kg', units).shown(value as number)
  return value as CellValue
}

/** A sheet for each kind of entry: disinfection, manure, carcasses. */
export function hygieneSheets(found: readonly FoundEntry[], reader: Reader): Sheet[] {
  const { language, units } = reader
  return kinds.map(kind => {
    const fields: readonly Field[] = hygieneFields[kind]
    async function* rows() {
      yield found
        .filter(({ row }) => row.kind === kind)
        .map(({ row, houseRow }): CellValue[] => [
          houseRow.name,
          row.day,
          ...fields.map(name => cellOf(name, row[name], reader)),
          row.note,
          row.actorName,
        ])
    }
    const title = (name: keyof typeof hygieneLabels) => hygieneLabels[name][language]
    const columns: SheetColumn[] = [
      { title: title('house'), kind: 'text', width: 20 },
      { title: title('day'), kind: 'date' },
      ...fields.map(
        (name): SheetColumn => ({
          title: name === 'amountKg' ? `${title(name)} ${shownUnit('kg', units).unit}` : title(name),
          kind: kindOf[name] ?? 'text',
          ...(kindOf[name] === undefined && { width: 24 }),
        }),
      ),
      { title: title('note'), kind: 'text', width: 30 },
      { title: recordedBy[language], kind: 'text' },
    ]
    return { name: hygieneKindNames[kind][language], columns, rows: rows() }
  })
}
const recordedBy: Readonly<Record<Language, string>> = { 'zh-CN': '记录人', 'en-US': 'Recorded by' }
