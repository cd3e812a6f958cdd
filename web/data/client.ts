import i18next from 'i18next'
import { changedBy, type Endpoint, type Input, type Result } from '#shared/endpoint.ts'
import { RELOAD_AFTER_MS, REQUEST_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '#shared/limits.ts'
import { announce } from './announcements.ts'
import { learnServerTime } from './clock.ts'
import { type Failure, ruleFor } from './error-catalogue.ts'
import { isSessionOver, sessionIsOver } from './expiry.ts'
import { usePreferences } from './preferences.ts'
import { askForProof } from './proof.ts'
import { setReachable } from './reachable.ts'
import { isAnythingUnsaved } from './tabs/unsaved.ts'
import { forgetToken, keptToken, TOKEN_KEY, tokenRanOut } from './token.ts'

/** A field the server refused, by its name in the contract. */
export interface FieldError {
  field: string
  message: string
}

/** A failed call. `status` 0: nobody answered in time. `told`: the reader has been told already. */
export class CallError extends Error implements Failure {
  readonly status: number
  readonly code: number
  readonly data: unknown
  readonly isLogin: boolean
  readonly told: boolean

  constructor(failure: Failure, told: boolean) {
    super(failure.message)
    this.status = failure.status
    this.code = failure.code
    this.data = failure.data
    this.isLogin = failure.isLogin
    this.told = told
  }

  /** The fields the server refused; empty for every other failure. */
  get fields(): FieldError[] {
    return fieldsOf(this)
  }
}

const fieldsOf = ({ code, data }: Pick<Failure, 'code' | 'data'>): FieldError[] =>
  code === 40003 && Array.isArray(data) ? (data as FieldError[]) : []

interface Parts {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** The address of a call below /api, with its parameters filled in. */
export function addressOf(endpoint: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  const text = search.toString()
  return `/api${path}${text ? `?${text}` : ''}`
}

type Given<E extends Endpoint> =
  Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>]

const ears = new Set<(path: string) => void>()

/**
 * Calls `hear` with the path of everything a change makes stale, until the returned function is called. Includes changes
 * that were refused or got no answer.
 */
export function hearChanges(hear: (path: string) => void): () => void {
  ears.add(hear)
  return () => void ears.delete(hear)
}

/**
 * Calls an endpoint of a contract and returns its `data`. Fails with {@link CallError}, after announcing what the catalogue
 * of specification section 8 announces. Gives up after 6 s, or two minutes with a file. If the endpoint wants proof of who
 * is calling, asks for it and calls again with it.
 */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Given<E>): Promise<Result<E>> {
  const parts = (input ?? {}) as Parts
  const changed = endpoint.method === 'GET' ? null : changedBy(endpoint)
  if (changed !== null) for (const hear of ears) hear(changed)
  try {
    return await callOnce(endpoint, parts)
  } catch (error) {
    if (!(error instanceof CallError && isProofWanted(error))) throw error
    // Users who gave up know why it was not done.
    if (!(await askForProof())) throw new CallError(error, true)
    return callOnce(endpoint, parts)
  }
}

const isProofWanted = ({ isLogin, data }: CallError): boolean =>
  isLogin && typeof data === 'object' && data !== null && 'proof' in data

/**
 * {@link call} for a question asked by the page's address, with nothing filled in by hand: a bad request is not announced,
 * the page corrects it.
 */
export const callOfAddress = <E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Result<E>> =>
  callOnce(endpoint, input as Parts, true)

async function callOnce<E extends Endpoint>(
  endpoint: E,
  parts: Parts,
  isOfAddress = false,
): Promise<Result<E>> {
  const token = keptToken()?.value ?? null
  let response: Response
  let body: unknown
  try {
    response = await (takeAhead(endpoint, parts, token) ?? send(endpoint, parts, token))
    body = await bodyOf(response)
  } catch {
    setReachable(false)
    throw new CallError(unanswered, false)
  }
  // A proxy that finds no server behind it does not count as an answer of the server.
  if (body === null && response.status >= 502 && response.status <= 504) {
    setReachable(false)
    throw new CallError(unanswered, false)
  }
  setReachable(true)
  learnServerTime(response.headers.get('date'))
  const answer = (body ?? {}) as { code?: unknown; data?: unknown }
  if (response.ok && answer.code === 0) return answer.data as Result<E>
  const failure = failureOf(response.status, body)
  if (isOfAddress && fieldsOf(failure).length > 0) throw new CallError(failure, false)
  throw tell(failure, endpoint.path.endsWith('/open/login'), token)
}

/**
 * Sends data nobody waits for, also while the page closes, and reports no failure. Returns null if nobody answered; for a
 * refusal the `data` there is, so that it is not sent again.
 */
export async function sendQuietly<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
): Promise<Partial<Result<E>> | null> {
  try {
    const response = await send(endpoint, input as Parts, keptToken()?.value ?? null, true)
    if (response.status >= 500) return null
    const { data } = (await response.json()) as { data?: Partial<Result<E>> | null }
    return data ?? {}
  } catch {
    return null
  }
}

function send(endpoint: Endpoint, parts: Parts, token: string | null, keepalive = false): Promise<Response> {
  const { language, units } = usePreferences.getState()
  const headers: Record<string, string> = { 'Access-i18n': language, 'Access-Units': units }
  if (token) headers[TOKEN_KEY] = token
  if (parts.body !== undefined) headers['Content-Type'] = endpoint.takes ?? 'application/json'
  return fetch(addressOf(endpoint, parts), {
    method: endpoint.method,
    headers,
    body: bodyFor(endpoint, parts.body),
    keepalive,
    signal: AbortSignal.timeout(endpoint.takes ? UPLOAD_TIMEOUT_MS : REQUEST_TIMEOUT_MS),
  })
}

/** The one question sent before the code that asks it has loaded. */
let ahead: {
  endpoint: Endpoint
  address: string
  token: string | null
  response: Promise<Response>
} | null = null

/**
 * Sends a question that a {@link call} with the same input is about to ask. The first such call within 6 s takes this
 * answer, or its failure.
 */
export function askAhead<E extends Endpoint>(endpoint: E, input: Input<E>): void {
  const parts = input as Parts
  const token = keptToken()?.value ?? null
  const response = send(endpoint, parts, token)
  response.catch(() => undefined)
  const mine = { endpoint, address: addressOf(endpoint, parts), token, response }
  ahead = mine
  setTimeout(() => {
    if (ahead === mine) ahead = null
  }, REQUEST_TIMEOUT_MS)
}

function takeAhead(endpoint: Endpoint, parts: Parts, token: string | null): Promise<Response> | null {
  // Compare the endpoint too: another may answer at the same address by another method.
  if (ahead?.endpoint !== endpoint || ahead.token !== token) return null
  if (ahead.address !== addressOf(endpoint, parts)) return null
  const { response } = ahead
  ahead = null
  return response
}

/** A file is sent as it is, everything else as JSON. */
function bodyFor({ takes }: Endpoint, body: unknown): BodyInit | null {
  if (body === undefined) return null
  return takes ? (body as BodyInit) : JSON.stringify(body)
}

const unanswered: Failure = { status: 0, code: 0, message: '', data: null, isLogin: false }

/** The JSON of an answer, or null if it is something else, such as a proxy's page. */
async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads an error body; anything missing or malformed becomes the HTTP status and an empty message. */
export function failureOf(status: number, body: unknown): Failure {
  const known = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const result = known.result as { isLogin?: unknown } | undefined
  return {
    status,
    code: typeof known.code === 'number' && known.code !== 0 ? known.code : status,
    message: typeof known.message === 'string' ? known.message : '',
    data: known.data ?? null,
    isLogin: result?.isLogin === true,
  }
}

let leaving = false
let isSigningOut = false

/** While the user signs out, the ended session refuses what is still on its way: that is no news to them. */
export const signsOut = (is: boolean): void => {
  isSigningOut = is
}

/**
 * Announces what the catalogue says, ends the session where it says so, and returns the error for the caller. If the session
 * ends while there is unsaved input, the page stays as it is and asks for the password there.
 */
function tell(failure: Failure, signingIn: boolean, token: string | null): CallError {
  const rule = ruleFor(failure, signingIn)
  // If another tab has replaced the token meanwhile, it is not our session that ended.
  const ours = token !== null ? keptToken()?.value === token : tokenRanOut()
  const isKnown = leaving || isSigningOut || isSessionOver() || (token !== null && !ours)
  if (rule.endsSession && isKnown) return new CallError(failure, true)
  if (rule.title !== null) {
    const title = rule.title
    const text =
      rule.says === 'server'
        ? failure.message
        : i18next.t($ => $[rule.says as 'verificationFailed'], { ns: 'data' })
    announce({
      kind: 'error',
      title: i18next.t($ => $[title], { ns: 'data' }),
      text: text || i18next.t($ => $.tryAgain, { ns: 'data' }),
    })
  }
  if (rule.endsSession && ours && isAnythingUnsaved()) sessionIsOver(true)
  else if (rule.endsSession && ours) {
    leaving = true
    forgetToken()
    setTimeout(() => location.reload(), RELOAD_AFTER_MS)
  }
  return new CallError(failure, rule.title !== null)
}
