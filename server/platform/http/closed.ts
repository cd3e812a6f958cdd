import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { decidesRights, isOfPeople } from '#shared/permissions.ts'
import { partsOf } from './schema-parts.ts'

/** What decides by default how an endpoint is closed. */
type Closed = Pick<Endpoint, 'inPerson' | 'programsWith' | 'wantsProof' | 'method' | 'access' | 'body'> &
  Partial<Pick<Endpoint, 'returns'>>

/** Whether a field of the schema is marked as `secret`, at any depth. */
function hasSecret(schema: z.ZodType | undefined): boolean {
  if (!schema) return false
  if (schema.meta()?.secret === true) return true
  const { shape = {}, options = [], element, innerType, in: from, out, valueType } = partsOf(schema)
  return [...Object.values(shape), ...options, element, innerType, from, out, valueType].some(hasSecret)
}

/**
 * Whether an endpoint requires a recent proof of identity. Unless it says otherwise, this holds for changes of rights,
 * consents or settings, and for whatever takes or gives a secret.
 */
export const asksForProof = ({ wantsProof, method, access, body, returns }: Closed): boolean =>
  wantsProof ??
  (method !== 'GET' &&
    access !== 'public' &&
    ([access].flat().some(decidesRights) || hasSecret(body) || hasSecret(returns)))

/**
 * Whether an endpoint is closed to API tokens. Unless it says otherwise, that holds for whatever wants a proof, needs no
 * grant (it is about oneself), or changes users, roles or customers: a token makes no tokens, gives no rights and reads no
 * messages.
 */
export const isInPerson = (endpoint: Closed): boolean => {
  const { inPerson, programsWith, method, access } = endpoint
  return (
    inPerson ??
    (asksForProof(endpoint) ||
      (access === 'signedIn' && !programsWith) ||
      (method !== 'GET' && [access].flat().some(isOfPeople)))
  )
}
