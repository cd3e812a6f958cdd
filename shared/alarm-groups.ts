import { alarmLabel } from './alarms.ts'
import type { Language, Text } from './text.ts'
import type { UnitSystem } from './units.ts'

/** What makes alarms share a line: the same place and time. */
interface Grouped {
  code: string
  /** The place, and whatever else must match. */
  place: string
  /** ms since 1970; null if unknown */
  at: number | null
}

const FAN_FAULT = /^FanGroupFault(\d+)$/
/** A controller checks its fan groups in turn: one reported slightly later failed with the others. ms */
const TOGETHER_MS = 60_000

/** Groups fan-group faults of one house that began together; every other row stays alone. Keeps the order. */
export function groupFanFaults<T>(rows: readonly T[], about: (row: T) => Grouped | null): [T, ...T[]][] {
  const groups: [T, ...T[]][] = []
  for (const row of rows) {
    const one = about(row)
    const group = groups.find(([first]) => isOne(about(first), one))
    if (group) group.push(row)
    else groups.push([row])
  }
  return groups
}

const isOne = (a: Grouped | null, b: Grouped | null): boolean =>
  a !== null &&
  b !== null &&
  FAN_FAULT.test(a.code) &&
  FAN_FAULT.test(b.code) &&
  a.place === b.place &&
  Math.abs((a.at ?? 0) - (b.at ?? 0)) <= TOGETHER_MS

/** The label of an alarm, or of several fan groups that failed together: `Fan groups 1–3, 5: fault`. Told twice it is one. */
export function alarmsLabel(told: readonly string[], units: UnitSystem = 'metric'): Text {
  const codes = [...new Set(told)]
  if (codes.length === 1 || !codes.every(code => FAN_FAULT.test(code))) {
    const names = codes.map(code => alarmLabel(code, units))
    const joined = (language: Language) =>
      names.map(name => name[language]).join(language === 'zh-CN' ? '、' : ', ')
    return { 'zh-CN': joined('zh-CN'), 'en-US': joined('en-US') }
  }
  const runs = runsOf(codes.map(code => Number(FAN_FAULT.exec(code)?.[1] ?? 0)))
  return { 'zh-CN': `风机组 ${runs.join('、')} 故障`, 'en-US': `Fan groups ${runs.join(', ')}: fault` }
}

/** Numbers in order, consecutive ones as a range: 1, 2, 3, 5 as `1–3` and `5`. */
export function runsOf(numbers: readonly number[]): string[] {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number <= last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
}
