import { features } from '#server/app.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { type Grant, type Kind, type PermissionId, permissions } from '#shared/permissions.ts'
import type { Screen } from '#web/app/screen.ts'
import type { Asked } from './visitor.ts'

const mayHold = (kind: Kind, id: PermissionId) => (permissions[id].audience as readonly Kind[]).includes(kind)

/** Kinds of user who can be given the screen's permission and for whom it is made. */
export function kindsOf({ access, kinds }: Screen): readonly Kind[] {
  if (typeof access === 'string') return kinds
  return kinds.filter(kind => access.some(id => mayHold(kind, id)))
}

/** A permission that everybody can hold and that does not open the screen: without any a user is sent away at once. */
export const otherGrant = (screen: Screen): Grant =>
  screen.access.includes('weather') ? 'retech_datav:query' : 'weather:query'

/** The screen's own permission for this kind of user, with all its actions or only to look. */
export function grantsFor(screen: Screen, kind: Kind, which: 'all' | 'query'): Grant[] {
  if (typeof screen.access === 'string') return [otherGrant(screen)]
  const id = screen.access.find(id => mayHold(kind, id))
  if (!id) return []
  const actions = which === 'query' ? ['query'] : permissions[id].actions
  return actions.map(action => `${id}:${action}` as Grant)
}

/** Who may make a call that a page made; undefined for a path no contract knows. */
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
