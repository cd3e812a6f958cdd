import type { Access } from '#shared/endpoint.ts'
import type { Grant } from '#shared/permissions.ts'
import type { Viewer } from './identify.ts'

/** Whether a viewer's rights satisfy this access. */
export function holds({ grants }: Pick<Viewer, 'grants'>, access: Access): boolean {
  if (access === 'public' || access === 'signedIn') return true
  return typeof access === 'string'
    ? grants.has(access)
    : (access as readonly Grant[]).some(grant => grants.has(grant))
}
