import { differing, draftProblems, isSame, type Wanted } from '#shared/setting-draft.ts'
import type { JudgedHouse } from '#shared/setting-levels.ts'
import { settingRisks } from '#shared/setting-risks.ts'
import {
  type SettingDocument,
  type SettingGroupKey,
  type SettingProblem,
  settingByName,
} from '#shared/signals.ts'

/** Somebody's changes on the screen, checked by the server's own rules. */
export interface Draft {
  group: SettingGroupKey
  values: SettingDocument
  /** Only settings that differ from the controller's. */
  wanted: Wanted
  changed: string[]
  /** The values with the draft applied. */
  document: Readonly<Record<string, SettingDocument[string] | null>>
  problems: SettingProblem[]
  risks: SettingProblem[]
}

/** Checks the input over the values of a group; values that are `kept` are changes though the controller has them already. */
export function draftOf(
  group: SettingGroupKey,
  values: SettingDocument,
  typed: Wanted,
  house: JudgedHouse,
  kept: readonly string[] = [],
): Draft {
  const changed = [...new Set([...differing(typed, values), ...kept])]
  const wanted = Object.fromEntries(changed.map(name => [name, typed[name] ?? null]))
  const problems = changed.length === 0 ? [] : draftProblems(group, wanted, values)
  const document = { ...values, ...wanted }
  const risks = problems.length > 0 ? [] : settingRisks(values, wanted, house)
  return { group, values, wanted, changed, document, problems, risks }
}

/**
 * Temporary values that were typed over themselves: sent without an end they become permanent. `before` are the values shown
 * when they were typed.
 */
export const keptTemporary = (
  held: readonly { name: string }[],
  typed: Wanted,
  { before, values }: { before: SettingDocument; values: SettingDocument },
): string[] =>
  held
    .map(({ name }) => name)
    .filter(name => name in typed && isSame(typed[name], values[name]) && isSame(before[name], values[name]))

/** Parts of a point that follow when its target is dragged: their distance stays. */
const FOLLOWERS = ['Heat', 'Cool', 'Tunnel']

/** The settings of a point whose target is moved to a value, °C. */
export function movedTarget(draft: Draft, field: string, target: number): Wanted {
  const before = draft.document[field]
  if (typeof before !== 'number') return { [field]: target }
  const by = target - before
  const point = field.replace(/[^/]*$/, '')
  const followers = FOLLOWERS.flatMap(part => {
    const name = point + part
    const value = draft.document[name]
    const { low = -40, high = 90 } = settingByName(name) ?? {}
    return typeof value === 'number' ? [[name, tenth(Math.min(high, Math.max(low, value + by)))]] : []
  })
  return { [field]: tenth(target), ...Object.fromEntries(followers) }
}

const tenth = (value: number) => Math.round(value * 10) / 10
