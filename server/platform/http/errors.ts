import type { Consent } from '#shared/consents.ts'
import type { Language } from '#shared/text.ts'
import { type Message, say } from './texts.ts'

/** What is wrong with one field of the input; `said` is a message already in the reader's language. */
export interface FieldFault {
  field: string
  message: Message | { said: string }
}

/** Body codes that differ from the HTTP status. */
const INVALID = 40003
const FAILED = 50500

interface Refused {
  status: number
  code?: number
  message: Message
  faults?: readonly FieldFault[]
  data?: unknown
  /** The session is valid and only this call needs more, so the client must not log out. */
  isLogin?: boolean
  retryAfterS?: number
}

/** An unsuccessful answer, thrown by whoever finds the reason. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly refused: Refused
  constructor(refused: Refused) {
    super(say('en-US', refused.message))
    this.refused = refused
  }
}

const again = (retryAfterS: number, message: Message) => new Refusal({ status: 429, message, retryAfterS })

/** All ways to refuse a caller; throw what they return. */
export const refuse = {
  /** Wrong input, by field. */
  invalid: (faults: readonly FieldFault[], message: Message = 'request.invalid') =>
    new Refusal({ status: 400, code: INVALID, message, faults }),
  unauthorized: () => new Refusal({ status: 401, message: 'access.unauthorized' }),
  /** Signed in, but this call needs more: the right old password, a second factor. */
  needsMore: (message: Message, data: unknown = null) =>
    new Refusal({ status: 401, message, data, isLogin: true }),
  forbidden: (message: Message = 'access.forbidden') => new Refusal({ status: 403, message }),
  /** The customer's owner decides who sees its farm (RA) and its settings (RC). */
  notShared: (consent: Consent) =>
    new Refusal({
      status: 403,
      message: consent === 'farm' ? 'access.notShared' : 'access.notRemote',
      data: { notShared: consent },
    }),
  /** Also for rows outside the viewer's scope. */
  notFound: () => new Refusal({ status: 404, message: 'row.notFound' }),
  /** Two editors: `yours` is what was sent, `current` the row as it is now; the answer also says who was quicker. */
  conflict: (data: { yours: unknown; current: unknown }, message: Message = 'row.conflict') =>
    new Refusal({ status: 409, message, data }),
  tooMany: (seconds: number, message: Message = ['request.tooMany', { seconds }]) => again(seconds, message),
  /** Somebody else was in the way. */
  busy: () => again(1, 'request.busy'),
  /** The disk is so full that only readings, alarms and what safety needs are stored. */
  noRoom: () => new Refusal({ status: 507, message: 'server.diskFull' }),
  /** The account has as much under way as it may. */
  shareFull: () => again(2, 'request.shareFull'),
  /** A statement was stopped at its time-out. */
  tooLong: () => again(5, 'request.tooLong'),
}

export interface ErrorAnswer {
  status: number
  retryAfterS?: number
  body: { code: number; data: unknown; message: string; result?: { isLogin: true } }
}

/** What is wrong with a field, in the reader's language. */
export const sayFault = ({ message }: FieldFault, language: Language): string =>
  typeof message === 'object' && 'said' in message ? message.said : say(language, message)

/** The answer to a refusal in the reader's language. */
export function answerTo({ refused }: Refusal, language: Language): ErrorAnswer {
  const { status, code = status, message, faults, data = null, isLogin, retryAfterS } = refused
  const said = faults?.map(fault => ({ field: fault.field, message: sayFault(fault, language) }))
  return {
    status,
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
    body: {
      code,
      data: said ?? data,
      message: say(language, message),
      ...(isLogin ? { result: { isLogin: true as const } } : {}),
    },
  }
}

/** The framework's own refusals, by its error codes and statuses. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  const { statusCode, code = '' } = error as { statusCode?: unknown; code?: unknown }
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode >= 500) return undefined
  if (statusCode === 413) return new Refusal({ status: 413, message: 'request.tooLarge' })
  if (statusCode === 415) return new Refusal({ status: 415, message: 'request.type' })
  if (code === 'FST_ERR_BAD_URL' || statusCode === 414)
    return new Refusal({ status: 400, code: INVALID, message: 'request.badAddress', faults: [] })
  // The framework's only 403 and 404 are those for files.
  if (statusCode === 403 || statusCode === 404) return refuse.notFound()
  return new Refusal({ status: 400, code: INVALID, message: 'request.malformed', faults: [] })
}

/** Our own fault. The reference is in the log; nothing about the error leaves the server. */
export const failure = (language: Language, reference: string): ErrorAnswer => ({
  status: 500,
  body: { code: FAILED, data: null, message: say(language, ['server.failed', { reference }]) },
})

/** Something this server needs does not answer: the database, or the store of files. */
export const outage = (
  language: Language,
  message: 'server.noDatabase' | 'server.noFiles' = 'server.noDatabase',
): ErrorAnswer => ({
  status: 503,
  retryAfterS: 2,
  body: { code: 503, data: null, message: say(language, message) },
})
