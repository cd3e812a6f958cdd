import { hrefOf, paths } from '#shared/screens.ts'
import { type SettingGroupKey, settingGroupNames } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'

/** What a group of settings is called. */
export const groupTitle = (key: SettingGroupKey, language: Language): string =>
  settingGroupNames[key][language]

/** Screens of their own; the other groups open on the screen of all. */
const screens: Partial<
  Record<SettingGroupKey, typeof paths.targetParameter | typeof paths.ventilationLevel>
> = {
  targetTemperature: paths.targetParameter,
  minMaxLevel: paths.targetParameter,
  levels: paths.ventilationLevel,
}

/** Where a group of a house is edited. */
export function groupHref(key: SettingGroupKey, houseId: string, device: string | undefined): string {
  const own = screens[key]
  return own ? hrefOf(own, { houseId, device }) : hrefOf(paths.settings, { houseId, device, group: key })
}
