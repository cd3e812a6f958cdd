import { grantsOf, needsSecondFactor, type RolePermission } from '#shared/permissions.ts'
import type { Services } from '../services.ts'
import { refuse } from './errors.ts'
import type { Viewer } from './identify.ts'
import { isProven } from './sessions.ts'

/**
 * Refuses callers without a recent proof of identity; the web client then asks for one and calls again. Asks the database
 * each time: such calls are rare, and a proof just given must count at once.
 */
export async function askForProof(viewer: Viewer | null, { store }: Pick<Services, 'store'>): Promise<void> {
  if (viewer && !(await isProven(store.reserved('sessions'), viewer.tokenHash)))
    throw refuse.needsMore('access.proof', { proof: true })
}

/**
 * The same for giving somebody rights for which staff need a second factor: otherwise anybody at an unattended screen
 * could make themselves an account with them. `had` are the rights those people already have.
 */
export async function askForProofOf(
  viewer: Viewer,
  services: Pick<Services, 'store'>,
  given: readonly RolePermission[],
  had: readonly RolePermission[] = [],
): Promise<void> {
  const stood = grantsOf(had)
  const added = new Set([...grantsOf(given)].filter(grant => !stood.has(grant)))
  if (needsSecondFactor(added)) await askForProof(viewer, services)
}
