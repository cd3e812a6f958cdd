import { houses } from '#shared/contracts/houses.ts'
import { settings } from '#shared/contracts/settings.ts'

/** Endpoints whose answers go stale when settings change, here or at the panel. */
export const settingPaths = [
  settings.ofHouse.path,
  settings.ofGroup.path,
  settings.changes.path,
  houses.controllers.path,
  houses.temporary.path,
]
