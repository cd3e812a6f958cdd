import { features } from '#server/app.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import {
  AGENT,
  CUSTOMER,
  type Grant,
  type Kind,
  type PermissionId,
  permissionIds,
  permissions,
  STAFF,
} from '#shared/permissions.ts'
import { inMenu, type Screen } from '#web/app/screen.ts'
import { menu } from '#web/app/screens.ts'
import type { Asked } from './visitor.ts'

export const kindNames = { [STAFF]: 'staff', [CUSTOMER]: 'farmer', [AGENT]: 'agent' } as const

const mayHold = (kind: Kind, id: PermissionId) => (permissions[id].audience as readonly Kind[]).includes(kind)

/** Kinds of user that can be given the screen's permission and that it is made for. */
export function kindsOf({ access, kinds }: Screen): readonly Kind[] {
  if (typeof access === 'string') return kinds
  return kinds.filter(kind => access.some(id => mayHold(kind, id)))
}

/** A permission that everybody can hold and that opens none of these: a user without any is sent away at once. */
export function otherGrant(...those: Screen[]): Grant {
  const other = permissionIds.find(
    id => permissions[id].audience.length === 3 && !those.some(({ access }) => access.includes(id)),
  )
  if (!other) throw new Error('every permission opens one of these')
  return `${other}:query`
}

/** The screen's own permission for this kind of user, with all its actions or only for viewing. */
export function grantsFor(screen: Screen, kind: Kind, which: 'all' | 'query'): Grant[] {
  if (typeof screen.access === 'string') return [otherGrant(screen)]
  const id = screen.access.find(id => mayHold(kind, id))
  if (!id) return []
  const actions = which === 'query' ? ['query'] : permissions[id].actions
  return actions.map(action => `${id}:${action}` as Grant)
}

/** Everything that this kind of user may hold: a page then shows all of its parts. */
export const everything = (kind: Kind): Grant[] =>
  permissionIds
    .filter(id => mayHold(kind, id))
    .flatMap(id => permissions[id].actions.map(action => `${id}:${action}` as Grant))

/** Paths of the screens in the menu of a person with these rights, in alphabetical order. */
export const entriesFor = (kind: Kind, grants: ReadonlySet<Grant>): string[] =>
  menu
    .flatMap(({ screens }) => screens)
    .filter(screen => inMenu(screen, { kind, grants }))
    .map(({ path }) => path)
    .toSorted()

/** Who may make a call that a page made; undefined for a path in no contract. */
export function accessOf({ method, path }: Asked): Endpoint['access'] | undefined {
  const parts = path.replace(/\?.*/, '').replace('/api', '').split('/')
  const places = (endpoint: Endpoint) => endpoint.path.split('/').filter(part => part.startsWith(':')).length
  return features
    .flatMap(({ contract }) => Object.values<Endpoint>(contract))
    .filter(endpoint => {
      const wanted = endpoint.path.split('/')
      return (
        endpoint.method === method &&
        wanted.length === parts.length &&
        wanted.every((part, i) => part.startsWith(':') || part === parts[i])
      )
    })
    .toSorted((a, b) => places(a) - places(b))[0]?.access
}
