import type { WebSocket } from 'ws'
import type { KnownHouse } from '../farm/house-state/house-directory.ts'
import { isInScope } from '../platform/database/scope.ts'
import type { Viewer } from '../platform/http/identify.ts'
import type { Checked } from './rechecks.ts'

/** Somebody with an open socket. */
export interface Client extends Checked {
  socket: WebSocket
  ip: string
  /** Houses shown by its visible tab that it may see. */
  watched: Set<string>
  /** Changes of what it may see that it has not been told of yet. */
  untold?: { lost: Set<string>; rights: boolean } | undefined
}

/** Everybody with an open socket. */
export type Clients = ReadonlyMap<WebSocket, Client>

/** They must first do something about how they sign in. */
export const isHeldBack = ({ mustChangePassword, mustSetFactor }: Viewer) =>
  mustChangePassword || mustSetFactor

export const maySeeHouse = (viewer: Viewer, house: KnownHouse): boolean =>
  viewer.grants.has('chicken_home_manage:query') &&
  isInScope(viewer.scope, { ...house, path: house.officePath })

/** Readings and alarms are farm data: one's own, or shared by the customer until a date (RA). */
export function maySeeFarm(viewer: Viewer, house: KnownHouse, now = Date.now()): boolean {
  if (!maySeeHouse(viewer, house)) return false
  const { farm } = viewer.scope
  return farm === '*' || farm === house.farmPath || house.sharedUntil > now
}

/** Settings are the customer's own, or of one that lets others control its controllers until a date (RC). */
export function maySeeSettings(viewer: Viewer, house: KnownHouse, now = Date.now()): boolean {
  if (!viewer.grants.has('device_setting:query') || !maySeeFarm(viewer, house, now)) return false
  return viewer.scope.farm === house.farmPath || house.controlledUntil > now
}
