import { platformAlarms } from '#shared/alarms.ts'
import type { DateOrder } from '#shared/file-layout.ts'
import { alarmByMetric } from '#shared/signals.ts'
import { momentReader, momentsOf } from './moments.ts'
import { refusal } from './refusal.ts'
import { tableOf } from './table.ts'

/** Something that really broke, as somebody wrote it down. Times in ms since 1970. */
export interface RealFault {
  house: string
  name: string
  from: number
  to: number
  /** Any of these alarms finds it. */
  codes: readonly string[]
}

const COLUMNS = ['house', 'fault', 'from', 'to', 'alarms']
const codes = new Set([
  ...Object.keys(platformAlarms),
  ...[...alarmByMetric.values()].map(({ code }) => code),
])

/** Reads `faults.csv`: house, fault, from, to, and the codes of the alarms that find it, separated by spaces. */
export function readFaults(
  file: string,
  text: string,
  { order, timeZoneOf }: { order?: DateOrder; timeZoneOf(house: string): string | null },
): RealFault[] {
  const { head, rows } = tableOf(file, text)
  const at = COLUMNS.map(name => head.findIndex(heading => heading.toLowerCase() === name))
  const missing = COLUMNS.filter((_, i) => at[i] === -1)
  if (missing.length > 0) throw refusal(file, 1, `has no column ${missing.join(', ')}`)
  const cell = (cells: readonly string[], column: number) => cells[at[column] ?? -1] ?? ''
  const hints = (house: string) => ({ timeZone: timeZoneOf(house), ...(order && { order }) })
  const times = rows.flatMap(({ line, cells }) => [2, 3].map(column => ({ line, text: cell(cells, column) })))
  return rows.map(({ line, cells }, i) => {
    const house = cell(cells, 0)
    const moments = momentsOf(file, times, hints(house))
    const read = momentReader(file, moments, timeZoneOf(house))
    const [from, to] = times.slice(2 * i, 2 * i + 2).map(read)
    if (from === undefined || to === undefined || from >= to)
      throw refusal(file, line, 'ends before it begins')
    const named = cell(cells, 4)
      .split(/[\s|]+/)
      .filter(Boolean)
    const unknown = named.filter(code => !codes.has(code) && !code.startsWith('FarmRule.'))
    if (unknown.length > 0) throw refusal(file, line, `there is no alarm ${unknown.join(', ')}`)
    if (named.length === 0) throw refusal(file, line, 'does not say which alarms find it')
    return { house, name: cell(cells, 1), from, to, codes: named }
  })
}
