import {
  type Action,
  actions,
  type Kind,
  type PermissionId,
  permissionIds,
  permissions,
} from '#shared/permissions.ts'
import type { Text } from '#shared/text.ts'
import type { Screen } from '#web/app/screen.ts'
import { menu } from '#web/app/screens.ts'

/** A permission as the matrix shows it: named after the screen, or the part of one, that it opens. */
export interface PermissionRow {
  id: PermissionId
  title: Text
  /** Addresses it opens, for the search. */
  paths: readonly string[]
  actions: readonly Action[]
  audience: readonly Kind[]
}

export interface PermissionGroup {
  title: Text
  rows: readonly PermissionRow[]
}

/** Permissions that open a screen or a part of it. */
const opening = ({ access, parts }: Screen): readonly PermissionId[] => [
  ...(typeof access === 'string' ? [] : access),
  ...permissionIds.filter(id => parts[id]),
]

/** Among several screens, the one everybody can find represents the permission. */
const rank = ({ hidden, kinds }: Screen) => (kinds.length < 3 ? 2 : 0) + (hidden ? 1 : 0)

interface Place {
  group: number
  screen: Screen
}

/** Where each permission belongs: the group of the screen that represents it. */
function placesOf(): ReadonlyMap<PermissionId, Place> {
  const places = new Map<PermissionId, Place>()
  for (const [group, { screens }] of menu.entries())
    for (const screen of screens)
      for (const id of opening(screen)) {
        const known = places.get(id)
        if (!known || rank(screen) < rank(known.screen)) places.set(id, { group, screen })
      }
  return places
}

function groupsOf(): PermissionGroup[] {
  const places = placesOf()
  const opens = (id: PermissionId) =>
    menu.flatMap(({ screens }) =>
      screens.filter(screen => opening(screen).includes(id)).map(({ path }) => path),
    )
  return menu
    .map(({ title }, group) => ({
      title,
      rows: permissionIds.flatMap(id => {
        const place = places.get(id)
        if (place?.group !== group) return []
        const { audience, actions: offered }: { audience: readonly Kind[]; actions: readonly Action[] } =
          permissions[id]
        const ordered = actions.filter(action => offered.includes(action))
        return [
          {
            id,
            title: place.screen.parts[id] ?? place.screen.title,
            paths: opens(id),
            actions: ordered,
            audience,
          },
        ]
      }),
    }))
    .filter(({ rows }) => rows.length > 0)
}

/** Every permission once, grouped like the menu. */
export const permissionGroups: readonly PermissionGroup[] = groupsOf()
export const permissionRows = new Map(permissionGroups.flatMap(({ rows }) => rows.map(row => [row.id, row])))
