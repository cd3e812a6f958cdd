import { createHash } from 'node:crypto'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { houseReadings } from '#shared/contracts/house-readings.ts'
import type { ImportSummary } from '#shared/contracts/jobs.ts'
import type { FileLayout, FileSheet } from '#shared/file-layout.ts'
import { READING_ROWS } from '#shared/limits.ts'
import type { Language } from '#shared/text.ts'
import { houseZone } from '../../farm/houses/placed-houses.ts'
import { saysNothing } from '../../farm/own-file/by-values.ts'
import { keepLayout, keptLayouts, proposedAgain } from '../../farm/own-file/kept-layouts.ts'
import { sheetOfText } from '../../farm/own-file/text-file.ts'
import type { HouseSeries } from '../../farm/own-readings/house-series.ts'
import { withHouses } from '../../farm/own-readings/named-houses.ts'
import { createNotes, sayNote } from '../../farm/own-readings/notes.ts'
import { proposeReadings, type ReadingPlace } from '../../farm/own-readings/propose.ts'
import { type FaultyReading, readReadings } from '../../farm/own-readings/read-readings.ts'
import { usesIn } from '../../farm/own-readings/words.ts'
import { newId } from '../../platform/database/ids.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { readingImport } from '../../platform/database/tables/reading-imports.ts'
import { textOf } from '../../platform/jobs/read-import.ts'
import { JobFailed } from '../../platform/jobs/running-job.ts'
import type { Asked, WholeFile, WholeImport, Writing } from '../../platform/jobs/sheet-parts.ts'
import type { WorkbookSource } from '../../platform/jobs/workbook.ts'
import { type Columns, makeRoom, spansOf, storeImport, withoutHeld } from '../../telemetry/import-readings.ts'

const LIST = 'house-readings'

interface FoundPlace extends ReadingPlace {
  officePath: string
  farmPath: string
}

/** The houses whose readings the asker may see, named as people choose them. */
async function placesOf({ db, viewer, language }: Asked): Promise<FoundPlace[]> {
  const { farm } = viewer.scope
  const rows = await db
    .select({
      id: house.id,
      name: house.name,
      officePath: house.officePath,
      farmPath: office.farmPath,
      officeName: nameIn(language, office),
      timeZone: houseZone,
    })
    .from(house)
    .innerJoin(office, eq(office.id, house.officeId))
    .where(
      and(
        isNull(house.deletedAt),
        sql`(${farm} = '*' or ${office.farmPath} = ${farm}
          or ${office.farmPath} in (select path from office where farm_access_until > now()))`,
      ),
    )
    .orderBy(house.name, house.id)
  const names = Map.groupBy(rows, ({ name }) => name)
  return rows.flatMap(({ name, officeName, farmPath, ...row }) => {
    if (farmPath === null) return []
    const alike = names.get(name) ?? []
    const place = alike.findIndex(({ id }) => id === row.id)
    const label = alike.length === 1 ? name : `${name} · ${officeName}${place > 0 ? ` (${place + 1})` : ''}`
    return [{ ...row, farmPath, house: label, number: '' }]
  })
}

/** What tells sheets of one kind from others: their titles. */
const fingerprint = ({ columns }: FileSheet): string =>
  createHash('sha256')
    .update(JSON.stringify(columns.flatMap(({ at, title }) => (at.startsWith('#') ? [] : [[at, title]]))))
    .digest('base64url')

/** The proposal with what was chosen the last time for sheets of the same titles, and own houses by their names in such files. */
async function remembered(asked: Asked, proposed: FileLayout) {
  const keys = proposed.sheets.map(fingerprint)
  const known = await keptLayouts(asked, LIST, keys)
  const [any] = known.values()
  const layout = {
    ...proposed,
    dates: proposed.dates ?? any?.dates ?? null,
    sheets: proposed.sheets.map((sheet, i) => {
      const last = known.get(keys[i] ?? '')?.sheet.columns ?? []
      const before = new Map(last.map(column => [column.title, column]))
      const columns = sheet.columns.map(column => {
        const kept = before.get(column.title)
        if (kept && saysNothing(column.title))
          return proposedAgain(column, last.find(({ at }) => at === column.at) ?? column)
        return kept ? { ...column, use: kept.use, unit: kept.unit, problem: kept.problem } : column
      })
      return { ...sheet, columns }
    }),
  }
  const houses = keys.map(key => new Map(Object.entries(known.get(key)?.houses ?? {})))
  return { layout, houses }
}

/** What somebody has chosen, and the own houses of it, sheet by sheet. */
const chosenIn = (layout: FileLayout) => ({
  layout,
  houses: layout.sheets.map(({ houses = [] }) => new Map(houses.map(({ named, house }) => [named, house]))),
})

async function keep(asked: Asked, { sheets, dates }: FileLayout): Promise<void> {
  const used = sheets.filter(({ isUsed }) => isUsed)
  const known = await keptLayouts(asked, LIST, used.map(fingerprint))
  for (const { houses = [], ...sheet } of used) {
    const titles = fingerprint(sheet)
    const own = houses.flatMap(({ named, house }) => (house === null ? [] : [[named, house] as const]))
    await keepLayout(asked, {
      list: LIST,
      titles,
      kept: {
        sheet,
        houses: { ...known.get(titles)?.houses, ...Object.fromEntries(own) },
        dates,
        bagKg: null,
      },
    })
  }
}

interface Reading {
  layout: FileLayout
  places: FoundPlace[]
  read: ReturnType<typeof readReadings>
}

async function readFile(asked: Asked, { sheets, request, layout: chosen }: WholeFile): Promise<Reading> {
  const places = await placesOf(asked)
  const asks = places.find(({ id }) => id === request.houseId)
  const found = chosen ? chosenIn(chosen) : await remembered(asked, proposeReadings(sheets, places, asks))
  const layout = {
    ...found.layout,
    sheets: found.layout.sheets.map((placed, i) => {
      const sheet = sheets[i]
      const chosenHouses = found.houses[i] ?? new Map()
      return sheet ? withHouses(sheet, placed, { places, asked: asks, chosen: chosenHouses }) : placed
    }),
  }
  return { layout, places, read: readReadings(sheets, layout, { places, now: Date.now() }) }
}

/** Columns of the summary: those that are read, by the place of their sheet and their letters. */
const columnsOf = ({ sheets }: FileLayout) =>
  sheets.flatMap(({ isUsed, columns }, i) =>
    isUsed
      ? columns
          .filter(({ use, at }) => use !== null && !at.startsWith('#'))
          .map(({ at, title }) => ({ field: `${i} ${at}`, letters: at, title, help: null, faults: 0, at }))
      : [],
  )

function faultOf({ sheets }: FileLayout, { sheet, row, cells, message }: FaultyReading) {
  const place = sheets.indexOf(sheet)
  const found = columnsOf({ sheets, dates: null, bagKg: null }).flatMap(({ field, at }) => {
    if (!field.startsWith(`${place} `)) return []
    const cell = cells.get(lettersIndex(at))
    return cell === undefined ? [] : [[field, textOf(cell).slice(0, 100)] as const]
  })
  const field = found[0]?.[0] ?? null
  return { row, found: Object.fromEntries(found), field, message }
}
const lettersIndex = (letters: string): number =>
  [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1

function metricSummary({ name, values }: Columns['metrics'][number]) {
  const told = values.filter(value => !Number.isNaN(value))
  return {
    metric: name,
    readings: told.length,
    low: told.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY),
    mean: told.reduce((sum, value) => sum + value, 0) / told.length,
    high: told.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY),
  }
}

async function check(asked: Asked, file: WholeFile) {
  const { layout, places, read } = await readFile(asked, file)
  const notes = createNotes()
  const houses = []
  for (const series of read.houses) {
    const { kept, held } = await withoutHeld(asked.db, series.place.id, series)
    for (const [metric, count] of held) notes.add('held', metric, '', '', count)
    await file.progress(read.rows, read.rows)
    if (kept.at.length > 0)
      houses.push({ ...timesOf(series, kept), metrics: kept.metrics.map(metricSummary) })
  }
  const faults = read.faulty.filter(({ row }, i) => read.faulty.findIndex(other => other.row === row) === i)
  const columns = columnsOf(layout)
  const summary: ImportSummary = {
    rows: read.rows,
    valid: houses.length > 0 ? read.rows - read.faults - read.left : 0,
    faulty: read.faults,
    columns: columns.map(({ at: _, ...column }) => column),
    unknown: [],
    isAnew: false,
    changes: null,
    written: null,
    own: { layout, choices: choicesOf(places, asked.language, layout), notes: [] },
    readings: { houses, notes: [...read.notes, ...notes.all()].map(note => sayNote(note, asked.language)) },
  }
  return { summary, faults: faults.map(fault => faultOf(layout, fault)) }
}

const timesOf = ({ place }: HouseSeries, { at }: Columns) => ({
  house: place.house,
  timeZone: place.timeZone,
  from: new Date(at[0] ?? 0).toISOString(),
  to: new Date(at.at(-1) ?? 0).toISOString(),
  reports: at.length,
})

const choicesOf = (places: readonly FoundPlace[], language: Language, { zone }: FileLayout) => ({
  uses: usesIn(language),
  houses: places.map(({ house: name }) => name),
  zones: [...new Set([...places.map(({ timeZone }) => timeZone), ...(zone ? [zone] : []), 'UTC'])],
})

/** Reads the file again, makes room, and writes all houses of it in one transaction. */
async function write(asked: Asked, file: WholeFile) {
  const { layout, places, read } = await readFile(asked, file)
  for (const { at } of read.houses) await makeRoom(asked.db, at[0] ?? 0, (at.at(-1) ?? 0) + 1)
  return async ({ db, viewer }: Writing): Promise<number> => {
    await keep({ ...asked, db }, layout)
    let written = 0
    for (const series of read.houses) {
      const place = places.find(({ id }) => id === series.place.id)
      if (!place) throw new JobFailed('job.failed')
      // Two files for one house at a time would each find it free.
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`readings of ${place.id}`}, 0))`)
      const { kept } = await withoutHeld(db, place.id, series)
      const spans = spansOf(kept)
      const [first, last] = [spans[0], spans.at(-1)]
      if (!first || !last) continue
      const id = newId()
      await db.insert(readingImport).values({
        id,
        officePath: place.officePath,
        farmPath: place.farmPath,
        houseId: place.id,
        source: file.source,
        metrics: kept.metrics.map(({ name }) => name),
        starts: new Date(first[0]),
        ends: new Date(last[1]),
        spans,
        reports: kept.at.length,
        readings: kept.metrics.reduce((sum, metric) => sum + metricSummary(metric).readings, 0),
        accountId: viewer.accountId,
        actorName: viewer.actualName,
      })
      await storeImport(db, id, kept, rows => file.progress(rows, kept.at.length))
      written += kept.at.length
    }
    return written
  }
}

const whole: WholeImport = {
  needs: houseReadings.upload.access,
  rowsMax: READING_ROWS,
  ofText: sheetOfText,
  check,
  write,
}

/** Readings of other systems; there is nothing to export here: charts are exported. */
export const readingFiles: WorkbookSource = {
  list: LIST,
  needs: houseReadings.upload.access,
  workbook: () => Promise.reject(new JobFailed('job.failed')),
  whole,
}
