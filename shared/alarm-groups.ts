import { alarmLabel } from './alarms.ts'
import type { Language, Text } from './text.ts'

/** What makes alarms one line: the same place, the same moment. */
interface Grouped {
  code: string
  /** Where, and whatever else must be the same. */
  place: string
  /** ms since 1970; null where it is not known since when */
  at: number | null
}

const FAN_FAULT = /^FanGroupFault(\d+)$/
/** A controller looks at its fan groups in turn: one that is told a little later failed with the others. ms */
const TOGETHER_MS = 60_000

/** Faults of fan groups of one house that began together, as one group; every other row by itself, all in their order. */
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

/** What one alarm, or several fan groups that failed together, are called: `Fan groups 1–3, 5: fault`. */
export function alarmsLabel(codes: readonly string[]): Text {
  if (codes.length === 1 || !codes.every(code => FAN_FAULT.test(code))) {
    const names = codes.map(alarmLabel)
    const joined = (language: Language) =>
      names.map(name => name[language]).join(language === 'zh-CN' ? '、' : ', ')
    return { 'zh-CN': joined('zh-CN'), 'en-US': joined('en-US') }
  }
  const runs = runsOf(codes.map(code => Number(FAN_FAULT.exec(code)?.[1] ?? 0)))
  return { 'zh-CN': `风机组 ${runs.join('、')} 故障`, 'en-US': `Fan groups ${runs.join(', ')}: fault` }
}

/** Numbers in order, neighbours drawn together: 1, 2, 3, 5 as `1–3` and `5`. */
export function runsOf(numbers: readonly number[]): string[] {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number <= last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
}
