import type { SettingMap } from '#shared/controller-program/default-settings.ts'
import type { SettingProblem, SettingValue } from '#shared/signals.ts'
import { checkSettings, settingByName, settingsInGroup } from '#shared/signals.ts'
import { DataType } from '#shared/sparkplug/types.ts'

/** The settings of one controller: those shared by all houses of its type, and its own. */
export interface SettingStore {
  get(name: string): SettingValue | undefined
  /** every setting with its value, in the order of the signal model */
  all(): Iterable<readonly [string, SettingValue]>
  /** Writes a document completely, or nothing of it: then the problems say why. */
  change(document: Readonly<Record<string, SettingValue>>): SettingProblem[]
  /** a setting that changes by itself, such as the birds' age; no new version */
  follow(name: string, value: SettingValue): void
  /** values that differ from those of other houses of the type */
  own(): Iterable<readonly [string, SettingValue]>
  /** increases with each change */
  version(): bigint
}

/** A store over `shared` defaults in which the house's `own` values take precedence. */
export function settingStore(shared: SettingMap, own: SettingMap, firstVersion = 1): SettingStore {
  let version = BigInt(firstVersion)
  const get = (name: string) => own.get(name) ?? shared.get(name)
  return {
    get,
    *all() {
      for (const [name, value] of shared) yield [name, own.get(name) ?? value] as const
    },
    change(document) {
      const rounded = Object.fromEntries(
        Object.entries(document).map(([name, value]) => [name, exact(name, value)]),
      )
      const reported = groupsOf(rounded, get)
      const problems = checkSettings({ ...reported, ...rounded }, reported)
      if (problems.length > 0) return problems
      for (const [name, value] of Object.entries(rounded)) own.set(name, value)
      version += 1n
      return []
    },
    follow(name, value) {
      own.set(name, value)
    },
    own: () => own,
    version: () => version,
  }
}

/** A Float arrives as 23.399999618530273: the decimals of the setting make it 23.4 again. */
function exact(name: string, value: SettingValue): SettingValue {
  const signal = settingByName(name)
  if (typeof value !== 'number' || signal?.datatype !== DataType.Float) return value
  return Number(value.toFixed(signal.decimals))
}

/** Current values of all groups a document touches: rules between fields need the neighbours. */
function groupsOf(
  document: Readonly<Record<string, SettingValue>>,
  get: (name: string) => SettingValue | undefined,
): Record<string, SettingValue> {
  const groups = new Set(Object.keys(document).map(name => settingByName(name)?.group))
  const values: Record<string, SettingValue> = {}
  for (const group of groups) {
    if (!group) continue
    for (const { name } of settingsInGroup(group)) {
      const value = get(name)
      if (value !== undefined) values[name] = value
    }
  }
  return values
}
