import { type SettingGroupKey, settingGroupNames } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'

/** What a group of settings is called. */
export const groupTitle = (key: SettingGroupKey, language: Language): string =>
  settingGroupNames[key][language]

/** Screens of their own; the other groups open on the screen of all. */
const screens: Partial<Record<SettingGroupKey, string>> = {
  targetTemperature: '/deviceSetting/targetParameter',
  minMaxLevel: '/deviceSetting/targetParameter',
  levels: '/deviceSetting/ventilationLevel',
}

/** Where a group of a house is edited. */
export function addressOf(key: SettingGroupKey, houseId: string, deviceId: string | undefined): string {
  const own = screens[key]
  const search = new URLSearchParams({
    houseId,
    ...(deviceId && { device: deviceId }),
    ...(!own && { group: key }),
  })
  return `${own ?? '/fjznSetting'}?${search}`
}
