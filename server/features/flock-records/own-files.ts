import { createHash } from 'node:crypto'
import { isNull, or } from 'drizzle-orm'
import type { FileColumn, FileLayout, FileSheet, LayoutChoices } from '#shared/file-layout.ts'
import { deathCauseNames, recordLabels, recordNumberNames } from '#shared/flocks.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import { type FoundFlock, flocksWhere } from '../../farm/flocks/flocks.queries.ts'
import { saysNothing } from '../../farm/own-file/by-values.ts'
import { keepLayout, keptLayouts, proposedAgain } from '../../farm/own-file/kept-layouts.ts'
import type { Place } from '../../farm/own-file/places.ts'
import { proposeLayout } from '../../farm/own-file/propose.ts'
import { type FileDay, type FileUnit, readDays } from '../../farm/own-file/read-days.ts'
import { sheetOfText } from '../../farm/own-file/text-file.ts'
import { type CauseUse, causeUses, type Use, unitNames, unitsOf } from '../../farm/own-file/words.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ReadSheet } from '../../platform/excel/read-workbook.ts'
import type { Asked, OwnFiles } from '../../platform/jobs/sheet-parts.ts'

const otherUses: Readonly<Record<Exclude<Use, keyof typeof recordLabels | CauseUse>, Text>> = {
  day: text('日期', 'Day'),
  age: text('日龄', 'Day of age'),
  week: text('周龄', 'Week of age'),
  house: text('鸡舍', 'House'),
  eggsTotal: text('产蛋总数', 'Eggs, all'),
  deadCause: text('死因', 'Cause of death'),
  lossCauses: text('各原因只数', 'Losses by cause'),
  note: text('备注', 'Note'),
}
const causes = causeUses.map(([use, cause]) => {
  const { 'zh-CN': zh, 'en-US': en } = deathCauseNames[cause]
  return [use, text(`死因：${zh}（只）`, `Lost by: ${en}`)] as const
})

const choiceOf = (value: Use, label: Text, language: Language) => ({
  value,
  label: label[language],
  units: Object.keys(unitsOf[value] ?? {}),
})
const usesIn = (language: Language) => [
  ...Object.entries(otherUses).map(([use, label]) => choiceOf(use as Use, label, language)),
  ...recordNumberNames.map(name => choiceOf(name, recordLabels[name], language)),
  ...causes.map(([use, label]) => choiceOf(use, label, language)),
]

/** The flocks in the asker's houses, and past ones that were brought by a file, named as people choose them. */
async function placesOf({ db, viewer, language }: Asked): Promise<Place[]> {
  const takesFiles = or(isNull(flock.endedOn), isNull(flock.final))
  const all = await flocksWhere(db, viewer.scope, language, takesFiles).orderBy(flock.number)
  const [found, past] = [all.filter(isRunning), all.filter(each => !isRunning(each))]
  const names = Map.groupBy(found, ({ houseRow }) => houseRow.name)
  const nameOf = ({ row, houseRow }: FoundFlock) => {
    if (row.endedOn !== null) return `${houseRow.name} · ${row.number}`
    return (names.get(houseRow.name)?.length ?? 0) > 1 ? row.number : houseRow.name
  }
  return [...found, ...past].map(each => placeOf(each, nameOf(each)))
}

const isRunning = ({ row }: FoundFlock): boolean => row.endedOn === null

function placeOf({ row }: FoundFlock, house: string): Place {
  return {
    house,
    number: row.number,
    dayZero: baseOf(row).dayZero,
    firstDay: row.placementDay,
    placedOn: row.placedOn,
    birds: row.placedCount,
  }
}

/** What tells sheets of one kind from others: their titles and their direction. */
const fingerprint = ({ columns, isAcross }: FileSheet): string =>
  createHash('sha256')
    .update(JSON.stringify([isAcross, columns.map(({ at, title }) => [at, title])]))
    .digest('base64url')

/** The proposal with what was chosen the last time for sheets of the same titles. */
async function remembered(
  asked: Asked,
  list: string,
  proposed: FileLayout,
  places: readonly Place[],
): Promise<FileLayout> {
  const keys = proposed.sheets.map(fingerprint)
  const known = await keptLayouts(asked, list, keys)
  const [any] = known.values()
  const houses = places.map(({ house }) => house)
  return {
    dates: proposed.dates ?? any?.dates ?? null,
    bagKg: proposed.bagKg ?? any?.bagKg ?? null,
    sheets: proposed.sheets.map((sheet, i) => {
      const kept = known.get(keys[i] ?? '')
      if (!kept) return sheet
      const columns = sheet.columns.map((column, at) => rememberedColumn(column, kept.sheet.columns[at]))
      return {
        ...sheet,
        isUsed: kept.sheet.isUsed,
        house: sheet.house ?? houses.find(each => each === kept.houses[sheet.name]) ?? null,
        columns,
      }
    }),
  }
}

function rememberedColumn(column: FileColumn, before: FileColumn | undefined): FileColumn {
  if (!before) return column
  if (saysNothing(column.title)) return proposedAgain(column, before)
  const { samples, proposed } = column
  return before.use === null ? { ...before, samples, proposed } : { ...before, samples }
}

/** Names that programs give to sheets: the next file's of that name may be about any house. */
const NAMELESS = /^(sheet|tabelle|blad|hoja|feuil|planilha|工作表|表)\s*\d*$/i

async function keep(asked: Asked, list: string, layout: FileLayout): Promise<void> {
  const { dates, bagKg } = layout
  for (const [titles, sheets] of Map.groupBy(layout.sheets, fingerprint)) {
    const [sheet] = sheets
    if (!sheet) continue
    const houses = Object.fromEntries(
      sheets.flatMap(({ name, house }) =>
        house === null || NAMELESS.test(name) ? [] : [[name, house] as const],
      ),
    )
    const kept = { sheet, houses, dates, bagKg }
    await keepLayout(asked, { list, titles, kept })
  }
}

const nameOf = (unit: string, language: Language) => unitNames[unit]?.[language] ?? unit
const withUnit = (said: string, of: FileUnit | undefined, language: Language) =>
  of ? `${said} ${nameOf(of.unit, language)}` : said
const named = (units: FileDay['units'], language: Language) =>
  Object.fromEntries(
    Object.entries(units).map(([field, { unit, factor }]) => [
      field,
      { factor, word: nameOf(unit, language) },
    ]),
  )

/** How files of one list are read. */
interface Kind {
  list: string
  propose(sheets: readonly ReadSheet[], places: readonly Place[]): FileLayout
  read(sheets: readonly ReadSheet[], layout: FileLayout, places: readonly Place[]): FileDay[]
  uses(language: Language): LayoutChoices['uses']
}

/** A farm's own sheets about its flocks: what was chosen for such titles is kept for the next time. */
export const ownFilesOf = ({ list, propose, read, uses }: Kind): OwnFiles => ({
  ofText: sheetOfText,
  read: async (asked, sheets, chosen) => {
    const places = await placesOf(asked)
    const layout = chosen ?? (await remembered(asked, list, propose(sheets, places), places))
    const rows = read(sheets, layout, places).map(({ values, faults, found, cells, units }, i) => ({
      draft: { row: i + 1, values, faults, cells, units: named(units, asked.language) },
      found: Object.fromEntries(
        Object.entries(found).map(([field, said]) => [field, withUnit(said, units[field], asked.language)]),
      ),
    }))
    return {
      layout,
      choices: { uses: uses(asked.language), houses: places.map(({ house }) => house) },
      rows,
    }
  },
  keep: (asked, layout) => keep(asked, list, layout),
})

/** The farm's own sheets of daily records. */
export const ownRecordFiles = ownFilesOf({
  list: 'flock-records',
  propose: proposeLayout,
  read: readDays,
  uses: usesIn,
})
