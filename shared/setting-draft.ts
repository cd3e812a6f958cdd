import {
  checkSettings,
  type SettingDocument,
  type SettingGroupKey,
  type SettingProblem,
  type SettingValue,
  settingByName,
  settingsInGroup,
} from './signals.ts'

/** Requested values: nulls, and texts in place of numbers, are reported by the rules, not lost. */
export type Wanted = Readonly<Record<string, SettingValue | null>>

/** Whether two values of a setting are the same on the wire, where decimals have 32 bits. */
export function isSame(a: SettingValue | null | undefined, b: SettingValue | null | undefined): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b
  return Math.fround(a) === Math.fround(b)
}

/** The settings in `wanted` that differ in `told`. */
export const differing = (wanted: Wanted, told: SettingDocument): string[] =>
  Object.keys(wanted).filter(name => !isSame(wanted[name], told[name]))

/** Only these settings of a document. */
export const only = (document: SettingDocument, names: Iterable<string>): SettingDocument =>
  Object.fromEntries(
    [...names].flatMap(name => {
      const value = document[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

/** The settings of a group that its controller has. */
export const groupOf = (group: SettingGroupKey, told: SettingDocument): SettingDocument =>
  only(
    told,
    settingsInGroup(group).map(({ name }) => name),
  )

/** Everything that prevents a change of one group from being sent: each cell with its rule by name. */
export function draftProblems(
  group: SettingGroupKey,
  wanted: Wanted,
  told: SettingDocument,
): SettingProblem[] {
  const strange = Object.keys(wanted).flatMap((field): SettingProblem[] => {
    const signal = settingByName(field)
    if (!signal) return [{ field, message: 'settings.unknown' }]
    if (signal.group !== group) return [{ field, message: 'settings.otherGroup' }]
    return told[field] === undefined ? [{ field, message: 'settings.notHere' }] : []
  })
  if (strange.length > 0) return strange
  const has = groupOf(group, told)
  const before = new Set(checkSettings(has, has).map(({ field, message }) => `${field} ${message}`))
  // A rule that the controller already breaks must not block changes of its other settings.
  return checkSettings({ ...has, ...(wanted as SettingDocument) }, has).filter(
    ({ field, message }) => field in wanted || !before.has(`${field} ${message}`),
  )
}
