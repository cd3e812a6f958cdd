import { CUSTOMER } from '#shared/permissions.ts'
import type { Db } from '../database/store.ts'
import type { Services } from '../services.ts'
import type { Viewer } from './identify.ts'

/** The same call within the viewer's own farm: of a farm that is an agent too, without what its customers have. */
export function inOwnFarm<C extends { db: Db; viewer: Viewer; services: Services }>(call: C): C {
  const { viewer, services } = call
  if (viewer.kind !== CUSTOMER || !viewer.seesCustomers) return call
  const scope = { ...viewer.scope, customers: 'own' }
  return { ...call, db: services.store.scoped(scope), viewer: { ...viewer, scope } }
}
