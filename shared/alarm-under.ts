import { kindOf, SILENT, TOGETHER_MS } from './alarm-cause.ts'
import { alarmsLabel } from './alarm-groups.ts'
import { isWorse } from './alarms.ts'
import type { Severity } from './signals.ts'
import { type Text, text } from './text.ts'
import type { UnitSystem } from './units.ts'

/** What of an active alarm decides under which it stands. */
export interface Standing {
  code: string
  level: Severity
  /** Ids of its houses. */
  houses: readonly string[]
  /** ms since 1970; null if unknown */
  since: number | null
}

/** What stops when there is no power: none of it can be mended before the power is back. */
const WITHOUT_POWER = [
  'FanGroupFault',
  'PhaseLoss',
  'PadPumpFault',
  'HeaterFault',
  'LightFault',
  'PressureLow',
  'PressureHigh',
  'VentilationOff',
  'EmergencyVent',
  'HighTemp',
  'LowTemp',
  'HighHum',
  'HighCO2',
  'HighNH3',
  'WaterNone',
  'WaterLow',
] as const

/**
 * Kinds of alarms that one of another kind explains so far that one line says it all. What gets worse by itself is in no
 * line but its own: heat beyond the absolute limit, a generator that does not start, heat while only some fans stand.
 */
export const explained: Readonly<Record<string, readonly string[]>> = {
  PowerFail: WITHOUT_POWER,
  PhaseLoss: ['FanGroupFault', 'PadPumpFault'],
  WaterNone: ['WaterNone', 'WaterLow', 'WaterFalling'],
  WaterHigh: ['WaterHigh'],
  Offline: SILENT,
  NoData: SILENT,
  SensorTemp: ['ProbesApart'],
}

/** Alarms that are told alone whatever else stands. */
export const alone: readonly string[] = ['AbsHighTemp', 'GeneratorNotRunning']

/** Whether an active alarm explains another, which then stands under it: the same places, not before it, and not graver. */
export function explains(cause: Standing, other: Standing): boolean {
  if (!explained[kindOf(cause.code)]?.includes(kindOf(other.code)) || alone.includes(kindOf(other.code)))
    return false
  const isThere = other.houses.length > 0 && other.houses.every(id => cause.houses.includes(id))
  if (!isThere || isWorse(other.level, cause.level)) return false
  return cause.since === null || other.since === null || other.since + TOGETHER_MS >= cause.since
}

/**
 * Lines of alarms: each with those that it explains under it, in the order of the first. `about` says null for one that
 * stands for itself.
 */
export function underCauses<T>(rows: readonly T[], about: (row: T) => Standing | null): [T, ...T[]][] {
  const known = rows.map(row => ({ row, standing: about(row) }))
  const under = new Map<number, number>()
  const rootOf = (i: number): number => {
    const above = under.get(i)
    return above === undefined ? i : rootOf(above)
  }
  // A cause is in every house of what it explains, so that its first one is enough to look in.
  const inHouse = new Map<string, number[]>()
  for (const [i, { standing }] of known.entries())
    for (const house of standing?.houses ?? []) {
      const there = inHouse.get(house)
      if (there) there.push(i)
      else inHouse.set(house, [i])
    }
  for (const [i, { standing }] of known.entries()) {
    const [house] = standing?.houses ?? []
    if (!standing || house === undefined) continue
    const cause = inHouse.get(house)?.find(at => {
      const other = known[at]?.standing
      return at !== i && other && explains(other, standing) && rootOf(at) !== i
    })
    if (cause !== undefined) under.set(i, cause)
  }
  const lines = new Map<number, [T, ...T[]]>()
  for (const [i, { row }] of known.entries()) if (!under.has(i)) lines.set(i, [row])
  for (const [i, { row }] of known.entries()) if (under.has(i)) lines.get(rootOf(i))?.push(row)
  return [...lines.values()]
}

/** The name of a line: fan groups that failed together by their numbers, else the first alarm `and 4 more`. */
export function lineLabel(codes: readonly string[], units: UnitSystem = 'metric'): Text {
  const [first = ''] = codes
  const alike = codes.filter(code => kindOf(code) === 'FanGroupFault' && kindOf(first) === 'FanGroupFault')
  const named = alarmsLabel(alike.length > 0 ? alike : [first], units)
  const more = codes.length - Math.max(1, alike.length)
  if (more === 0) return named
  return text(`${named['zh-CN']}，另有 ${more} 条`, `${named['en-US']} and ${more} more`)
}
