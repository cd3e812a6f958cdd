import { hrefOf, paths } from '#shared/screens.ts'

/** Where a house can be looked at: its monitor, or its controller's details; null for users who may open neither. */
export function houseAddress(exists: (path: string) => boolean): ((id: string) => string) | null {
  if (exists(paths.houseMonitor)) return id => hrefOf(paths.houseMonitor, { houseId: id })
  return exists(paths.controllerDetails) ? id => hrefOf(paths.controllerDetails, { houseId: id }) : null
}
