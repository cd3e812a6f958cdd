import { alarmByMetric, metricByName } from '#shared/signals.ts'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import type { About } from './about.ts'
import { conversionOf, metricOf, type Role, roleOf, stateOf, unitIn } from './columns.ts'
import { momentReader, momentsOf, wayName } from './moments.ts'
import { type Cell, decimalMarkOf, isNoValue, numberOf } from './numbers.ts'
import { refusal } from './refusal.ts'
import { type Row, separatorNames, type Table, tableOf } from './table.ts'

/** One value of a house. */
export interface Reading {
  house: string
  metric: string
  /** ms since 1970 */
  at: number
  value: MetricValue
}

/** A file that was read, and how it was understood. */
export interface ReadFile {
  readings: Reading[]
  /** In one sentence. */
  understood: string
}

/** Which column of a file has which role. */
interface Layout {
  table: Table
  roles: Map<Role, number>
  /** Column of each metric; none in a file with one reading a row. */
  series: { column: number; series: Series }[]
  left: string[]
}
/** What a column's, or a sensor's, values are. */
interface Series {
  heading: string
  metric: string
  convert: (value: number) => number
}

export interface Reader {
  about: About
  /** What has no column for the house belongs to this one. */
  house: string
  /** Columns and sensors that nobody knows are left out. */
  skipsUnknown: boolean
  timeZoneOf(house: string | null): string | null
}

const isRole = (name: string): name is Role =>
  ['time', 'date', 'utc', 'house', 'name', 'value', 'unit', 'other'].includes(name)
const isMetric = (name: string) => metricByName.has(name) || alarmByMetric.has(name)

/** Reads a file of foreign readings, wide or one reading a row. Throws StartError. */
export function readReadings(file: string, text: string, reader: Reader): ReadFile {
  const table = tableOf(file, text)
  const layout = layoutOf(table, reader)
  const readings = layout.series.length > 0 ? readWide(layout, reader) : readLong(layout, reader)
  for (const [key, of] of Map.groupBy(
    readings.readings,
    ({ house, metric }) => `${metric} of house ${house}`,
  ))
    if (of.length === 1)
      throw refusal(file, null, `has only one reading of ${key}: nothing can be judged over time`)
  if (readings.readings.length === 0) throw refusal(file, null, 'has no readings')
  return readings
}

function layoutOf(table: Table, { about, skipsUnknown }: Reader): Layout {
  const { file, head, rows } = table
  const roles = new Map<Role, number>()
  const series: Layout['series'] = []
  const unknown: string[] = []
  for (const [column, heading] of head.entries()) {
    const told = about.columns[heading]
    const role =
      told === null
        ? 'other'
        : told !== undefined && isRole(told)
          ? told
          : told === undefined
            ? roleOf(heading)
            : null
    if (role !== null) {
      const before = roles.get(role)
      if (before !== undefined && role !== 'other')
        throw refusal(
          file,
          null,
          `“${head[before]}” and “${heading}” both look like the ${role}: name one "other" in columns`,
        )
      roles.set(role, column)
      continue
    }
    const metric = told ?? metricOf(heading)
    if (metric === null) unknown.push(heading)
    else series.push({ column, series: seriesOf(file, heading, metric, unitIn(heading)) })
  }
  if (!['time', 'date', 'utc'].some(role => roles.has(role as Role)))
    throw refusal(file, null, `has no column of times among ${head.map(name => `“${name}”`).join(', ')}`)
  const isLong = roles.has('value')
  if (isLong && series.length > 0)
    throw refusal(file, null, `has a column of values and columns of metrics (${series[0]?.series.heading})`)
  // A file with one reading a row may say anything else about its sensors.
  if (!isLong && unknown.length > 0 && !skipsUnknown)
    throw refusal(
      file,
      rows[0] ? rows[0].line - 1 : null,
      `${unknownWords(unknown)}. Name its metric in columns of house.json, or null to leave it out, or say --skip-unknown`,
    )
  if (!isLong && series.length === 0) throw refusal(file, null, 'has no column that is a metric of a house')
  const twice = series.find(
    ({ series: { metric } }, i) => series.findIndex(other => other.series.metric === metric) !== i,
  )
  if (twice) {
    const first = series.find(other => other.series.metric === twice.series.metric)
    throw refusal(
      file,
      null,
      `“${first?.series.heading}” and “${twice.series.heading}” are both ${twice.series.metric}: say in columns which is which`,
    )
  }
  return { table, roles, series: isLong ? [] : series, left: isLong ? [] : unknown }
}

const unknownWords = (names: readonly string[]): string =>
  `${names.map(name => `“${name}”`).join(', ')}: nobody knows what ${names.length === 1 ? 'this is' : 'these are'}`

function seriesOf(file: string, heading: string, metric: string, unit: string | null): Series {
  if (!isMetric(metric)) throw refusal(file, null, `columns: there is no metric “${metric}”`)
  const convert = conversionOf(metric, unit)
  if (!convert) throw refusal(file, null, `“${heading}”: values of ${metric} in “${unit}” are not known`)
  return { heading, metric, convert }
}

/** The times of all rows, ms since 1970, and how they are written. */
function timesOf({ table, roles }: Layout, { about, timeZoneOf, house }: Reader) {
  const { file, rows } = table
  const columnOf = (role: Role) => roles.get(role) ?? -1
  const used = roles.has('utc')
    ? ['utc' as const]
    : (['date', 'time'] as const).filter(role => roles.has(role))
  const cellOf = ({ line, cells }: Row): Cell => ({
    line,
    text: used
      .map(role => cells[columnOf(role)] ?? '')
      .join(' ')
      .trim(),
  })
  const cells = rows.map(cellOf)
  const empty = cells.find(({ text }) => text === '')
  if (empty) throw refusal(file, empty.line, 'has no time')
  const zone = roles.has('utc') ? 'UTC' : timeZoneOf(null)
  const zoneOfRow = ({ cells }: Row) => (roles.has('utc') ? zone : timeZoneOf(houseOf(cells)))
  const houseOf = (cells: readonly string[]) =>
    roles.has('house') ? (cells[columnOf('house')] ?? '') : house
  const hints = { timeZone: rows[0] ? zoneOfRow(rows[0]) : zone, ...(about.dates && { order: about.dates }) }
  const moments = momentsOf(file, cells, hints)
  const readers = new Map<string | null, (cell: Cell) => number>()
  const at = rows.map((row, i) => {
    const own = zoneOfRow(row)
    const read = readers.get(own) ?? momentReader(file, moments, own)
    readers.set(own, read)
    return read(cells[i] as Cell)
  })
  return { at, houseOf, way: wayName(moments) }
}

const isNumeric = (text: string): boolean => text !== '' && !isNoValue(text)

/** A cell as a value; undefined for an empty one. Throws StartError. */
function readCell(
  file: string,
  line: number,
  text: string,
  mark: '.' | ',',
  { metric, convert, heading }: Series,
): MetricValue | undefined {
  if (text === '') return undefined
  const state = stateOf(metric, text)
  if (state !== undefined) return asValue(metric, state)
  if (isNoValue(text)) return null
  const value = numberOf(text, mark)
  if (Number.isNaN(value)) throw refusal(file, line, `“${text}” in “${heading}” is no number`)
  return asValue(metric, convert(value))
}

/** Alarms and other switches are true or false, as on the wire. */
const asValue = (metric: string, value: number): MetricValue =>
  alarmByMetric.has(metric) || metricByName.get(metric)?.unit === 'bool' ? value !== 0 : value

function readWide(layout: Layout, reader: Reader): ReadFile {
  const { table, series, left } = layout
  const { file, rows, separator } = table
  const { at, houseOf, way } = timesOf(layout, reader)
  const numbers = rows.flatMap(({ line, cells }) =>
    series.map(({ column }) => ({ line, text: cells[column] ?? '' })).filter(({ text }) => isNumeric(text)),
  )
  const mark = reader.about.decimal ?? decimalMarkOf(file, numbers, separator)
  const readings = rows.flatMap(({ line, cells }, i) => {
    const house = named(file, line, houseOf(cells))
    return series.flatMap(({ column, series: of }): Reading[] => {
      const value = readCell(file, line, cells[column] ?? '', mark, of)
      return value === undefined ? [] : [{ house, metric: of.metric, at: at[i] as number, value }]
    })
  })
  const silent = series.find(({ series: { metric } }) => readings.every(reading => reading.metric !== metric))
  if (silent) throw refusal(file, null, `“${silent.series.heading}” has no reading`)
  const columns = series.map(({ series: { heading, metric } }) => `${heading} = ${metric}`)
  const without = left.length > 0 ? [`without ${left.join(', ')}`] : []
  const understood = [
    `${rows.length} rows`,
    separatorNames[separator],
    `decimal ${mark}`,
    way,
    ...columns,
    ...without,
  ]
  return { readings, understood: understood.join(', ') }
}

function readLong(layout: Layout, reader: Reader): ReadFile {
  const { table, roles } = layout
  const { file, rows, separator } = table
  const { about, skipsUnknown } = reader
  const { at, houseOf, way } = timesOf(layout, reader)
  const cellOf = (role: Role, cells: readonly string[]) => cells[roles.get(role) ?? -1] ?? ''
  const numbers = rows
    .map(({ line, cells }) => ({ line, text: cellOf('value', cells) }))
    .filter(({ text }) => isNumeric(text))
  const mark = about.decimal ?? decimalMarkOf(file, numbers, separator)
  // Without a column that names them, all values are what the file is called.
  const fileName = file.replace(/^.*\//, '').replace(/(\.(csv|tsv|txt|gz))+$/i, '')
  const known = new Map<string, Series | null>()
  const left = new Map<string, number>()
  function seriesNamed(name: string, unit: string, line: number): Series | null {
    const key = `${name} ${unit}`
    const before = known.get(key)
    if (before !== undefined) return before
    const told = about.columns[name]
    const metric = told === undefined ? metricOf(name) : told
    if (metric === null && told === undefined && !skipsUnknown)
      throw refusal(
        file,
        line,
        `${unknownWords([name])}. Name its metric in columns of house.json, or null to leave it out, or say --skip-unknown`,
      )
    const made = metric === null ? null : seriesOf(file, name, metric, unit === '' ? unitIn(name) : unit)
    known.set(key, made)
    return made
  }
  const readings = rows.flatMap(({ line, cells }, i): Reading[] => {
    const name = roles.has('name') ? cellOf('name', cells) : fileName
    if (name === '') throw refusal(file, line, 'does not say what was measured')
    const series = seriesNamed(name, cellOf('unit', cells), line)
    if (!series) {
      left.set(name, (left.get(name) ?? 0) + 1)
      return []
    }
    const house = named(file, line, houseOf(cells))
    const value = readCell(file, line, cellOf('value', cells), mark, series)
    return value === undefined ? [] : [{ house, metric: series.metric, at: at[i] as number, value }]
  })
  const names = [...known.values()].flatMap(of => (of ? [`${of.heading} = ${of.metric}`] : []))
  const without = [...left].map(([name, count]) => `without ${count} of ${name}`)
  const understood = [
    `${rows.length} rows`,
    'one reading a row',
    separatorNames[separator],
    `decimal ${mark}`,
    way,
    ...names,
    ...without,
  ]
  return { readings, understood: understood.join(', ') }
}

function named(file: string, line: number, house: string): string {
  if (house === '') throw refusal(file, line, 'does not say which house')
  return house
}
