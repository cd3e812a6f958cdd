import { settings } from '#shared/contracts/settings.ts'

/** Endpoints whose answers a change of settings, or an edit at the panel, makes old. */
export const settingPaths = [settings.ofHouse.path, settings.ofGroup.path, settings.changes.path]
