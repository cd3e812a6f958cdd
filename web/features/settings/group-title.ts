import { hrefOf, paths } from '#shared/screens.ts'
import { type SettingGroupKey, settingGroupNames } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'

/** The title of a group of settings. */
export const groupTitle = (key: SettingGroupKey, language: Language): string =>
  settingGroupNames[key][language]

/** Groups with screens of their own; the others open on the common one. */
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
