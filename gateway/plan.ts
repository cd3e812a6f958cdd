import type { SettingDocument, SettingValue } from '#shared/signals.ts'
import type { Return } from '#shared/temporary-settings.ts'

/** Replaces what was planned for `names` by what `returns` says of them. */
export function replan(
  planned: readonly Return[],
  names: readonly string[],
  returns: readonly Return[],
): Return[] {
  const steps = new Map<number, Record<string, SettingValue>>()
  const add = (list: readonly Return[], isMeant: (name: string) => boolean) => {
    for (const { at, values } of list)
      for (const [name, value] of Object.entries(values))
        if (isMeant(name)) steps.set(at, { ...steps.get(at), [name]: value })
  }
  add(planned, name => !names.includes(name))
  add(returns, name => names.includes(name))
  return [...steps].map(([at, values]) => ({ at, values })).toSorted((a, b) => a.at - b.at)
}

/** What is due: of each setting the last value whose time has come. */
export function dueOf(planned: readonly Return[], now: number): SettingDocument {
  const due: Record<string, SettingValue> = {}
  for (const { at, values } of planned) if (at <= now) Object.assign(due, values)
  return due
}

/** What is still to come after everything due of `names` was done. */
export function withoutDue(planned: readonly Return[], names: readonly string[], now: number): Return[] {
  const later = planned.filter(({ at }) => at > now)
  const undone = planned
    .filter(({ at }) => at <= now)
    .map(({ at, values }) => ({
      at,
      values: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
    }))
    .filter(({ values }) => Object.keys(values).length > 0)
  return [...undone, ...later]
}
