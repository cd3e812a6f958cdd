import { createHash } from 'node:crypto'
import { desc } from 'drizzle-orm'
import type { FileColumn, FileLayout, FileSheet, LayoutChoices } from '#shared/file-layout.ts'
import { deathCauseNames, recordLabels, recordNumberNames } from '#shared/flocks.ts'
import { type Language, type Text, text } from '#shared/text.ts'
import { dateIn } from '#shared/zone-time.ts'
import { baseOf } from '../../farm/flocks/flock-course.ts'
import { type FoundFlock, flocksWhere, zoneOf } from '../../farm/flocks/flocks.queries.ts'
import { saysNothing } from '../../farm/own-file/by-values.ts'
import type { FileDay, FileUnit } from '../../farm/own-file/file-day.ts'
import { keepLayout, keptLayouts, proposedAgain } from '../../farm/own-file/kept-layouts.ts'
import type { Place } from '../../farm/own-file/places.ts'
import { proposeLayout } from '../../farm/own-file/propose.ts'
import { type FileDays, readDays } from '../../farm/own-file/read-days.ts'
import { sheetOfText } from '../../farm/own-file/text-file.ts'
import { type CauseUse, causeUses, type Use, unitNames, unitsOf } from '../../farm/own-file/words.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ReadSheet } from '../../platform/excel/read-workbook.ts'
import { say } from '../../platform/http/texts.ts'
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

/**
 * The asker's houses, and the flocks that were in them before, named as people choose them. The name of a house means the birds
 * that are in it, or were last, and those before them for the days of their time.
 */
async function placesOf({ db, viewer, language }: Asked): Promise<Place[]> {
  const found = await flocksWhere(db, viewer.scope, language, undefined).orderBy(
    desc(flock.placedOn),
    flock.number,
  )
  const homes = [...Map.groupBy(found, ({ row }) => row.houseId).values()].flatMap(flocks => {
    const [running] = flocks.filter(({ row }) => row.endedOn === null)
    const last = running ?? flocks[0]
    return last ? [{ last, before: flocks.filter(each => each !== last) }] : []
  })
  const names = Map.groupBy(homes, ({ last }) => last.houseRow.name)
  const houses = homes
    .toSorted((a, b) => (a.last.row.number < b.last.row.number ? -1 : 1))
    .map(({ last, before }): Place => {
      const { name } = last.houseRow
      const house = (names.get(name)?.length ?? 0) > 1 ? last.row.number : name
      return { ...placeOf(last, house), before: before.map(asFlock) }
    })
  return [...houses, ...homes.flatMap(({ before }) => before.map(asFlock))]
}

const asFlock = (found: FoundFlock): Place => ({
  ...placeOf(found, `${found.houseRow.name} · ${found.row.number}`),
  isFlock: true,
})

function placeOf(found: FoundFlock, house: string): Place {
  const { row } = found
  return {
    house,
    number: row.number,
    dayZero: baseOf(row).dayZero,
    firstDay: row.placementDay,
    placedOn: row.placedOn,
    until: row.endedOn ?? dateIn(zoneOf(found), new Date()),
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
        ...(sheet.span && { span: { ...sheet.span, is: kept.sheet.span?.is ?? sheet.span.is } }),
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
  read(sheets: readonly ReadSheet[], layout: FileLayout, places: readonly Place[]): FileDays
  uses(language: Language): LayoutChoices['uses']
}

/** A farm's own sheets about its flocks: what was chosen for such titles is kept for the next time. */
export const ownFilesOf = ({ list, propose, read, uses }: Kind): OwnFiles => ({
  ofText: sheetOfText,
  read: async (asked, sheets, chosen) => {
    const places = await placesOf(asked)
    const layout = chosen ?? (await remembered(asked, list, propose(sheets, places), places))
    const { days, notes } = read(sheets, layout, places)
    const rows = days.map(({ values, faults, found, cells, units, spread }, i) => ({
      draft: {
        row: i + 1,
        values: Object.keys(spread).length > 0 ? { ...values, spread } : values,
        faults,
        cells,
        units: named(units, asked.language),
      },
      found: Object.fromEntries(
        Object.entries(found).map(([field, said]) => [field, withUnit(said, units[field], asked.language)]),
      ),
    }))
    return {
      layout,
      choices: { uses: uses(asked.language), houses: places.map(({ house }) => house) },
      notes: notes.map(note => say(asked.language, note)),
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
