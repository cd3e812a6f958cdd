import { type SettingGroupKey, settingGroupNames } from '#shared/signals.ts'
import type { Language } from '#shared/text.ts'

/** The title of a group of settings. */
export const groupTitle = (key: SettingGroupKey, language: Language): string =>
  settingGroupNames[key][language]
