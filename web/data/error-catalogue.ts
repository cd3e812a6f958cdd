import { type Consent, consents } from '#shared/consents.ts'

/** What the server said instead of success: HTTP status and the body, if any. */
export interface Failure {
  status: number
  /** `code` of the body; the HTTP status when there is no body. */
  code: number
  message: string
  /** 400: `[{ field, message }]`; 409: what is in the way. */
  data: unknown
  /** The session is valid; only this call needs more. */
  isLogin: boolean
}

/** A rule of the catalogue: which text is announced, and whether the session is over. */
export interface Rule {
  /** Key of the title in the texts; null when the caller reports it itself. */
  title: 'forbidden' | 'unauthorized' | 'requestError' | null
  /** The sentence: the server's own, or a key of the texts. */
  says: 'server' | 'verificationFailed' | 'accountOrPassword'
  endsSession: boolean
}

const silent: Rule = { title: null, says: 'server', endsSession: false }

/** Which consent of a customer is missing (RA, RC), if that is the reason. */
export function notSharedOf({ status, data }: Pick<Failure, 'status' | 'data'>): Consent | null {
  const named = typeof data === 'object' && data !== null && 'notShared' in data ? data.notShared : null
  return status === 403 ? (consents.find(consent => consent === named) ?? null) : null
}

/**
 * Specification section 8. 403, 401, 40003 and 50500 are announced wherever they happen; everything else is left to the
 * caller. With `signingIn`, a 40003 without the server's own sentence says that account or password is wrong.
 */
export function ruleFor(failure: Failure, signingIn: boolean): Rule {
  // The screen says so in its place.
  if (notSharedOf(failure)) return silent
  if (failure.status === 403) return { ...silent, title: 'forbidden' }
  if (failure.status === 401 && !failure.isLogin)
    return { title: 'unauthorized', says: 'verificationFailed', endsSession: true }
  if (failure.code === 40003)
    return {
      ...silent,
      title: 'requestError',
      says: signingIn && !failure.message ? 'accountOrPassword' : 'server',
    }
  if (failure.code === 50500) return { ...silent, title: 'requestError' }
  return silent
}
