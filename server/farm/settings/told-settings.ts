import { type SettingDocument, type SettingValue, settingByName } from '#shared/signals.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { type Return, readReturns } from '#shared/temporary-settings.ts'
import type { LatestState } from '../../telemetry/device-side.ts'
import { isSetting, wireValue } from '../../telemetry/wire-readings.ts'

const VERSION = 'Settings/Version'

/** What a controller reports about its settings and its last command. */
export interface ToldSettings {
  /** Null if it counts none. */
  version: number | null
  values: SettingDocument
  /** Whether it answers commands at all; otherwise the new values themselves are the answer. */
  answers: boolean
  lastId: string
  result: number | null
  says: string
  /** What its gateway will set by itself; null if it keeps no list of that. */
  returns: Return[] | null
  /** Server time of its last message, ms since 1970. */
  at: number | null
}

/** The settings last reported by the controller; those without a value are left out. */
export function toldSettings(latest: LatestState | undefined): ToldSettings {
  const read = (metric: string) => wireValue(latest?.readings.get(metric)?.value ?? null)
  const [version, result, returns] = [read(VERSION), read('Command/Result'), read('Command/Returns')]
  return {
    version: typeof version === 'number' ? version : null,
    values: valuesOf(latest),
    answers: latest?.readings.has('Command/LastId') ?? false,
    lastId: String(read('Command/LastId') ?? ''),
    result: typeof result === 'number' ? result : null,
    says: String(read('Command/Message') ?? ''),
    returns: typeof returns === 'string' ? readReturns(returns) : null,
    at: latest?.lastMessageAt ?? null,
  }
}

function valuesOf(latest: LatestState | undefined): SettingDocument {
  const values: Record<string, SettingValue> = {}
  for (const [metric, { value }] of latest?.readings ?? []) {
    if (!isSetting(metric) || metric === VERSION) continue
    const plain = typeof value === 'boolean' ? value : wireValue(value)
    const signal = settingByName(metric)
    if (plain === null || plain === undefined) continue
    // Switches are stored as numbers.
    values[metric] = signal?.datatype === DataType.Boolean ? Boolean(plain) : plain
  }
  return values
}
