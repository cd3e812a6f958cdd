import { randomBytes } from 'node:crypto'
import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Language } from '#shared/text.ts'
import { type Trouble, troubleOf } from '../database/trouble.ts'
import { FilesAway } from '../files/file-places.ts'
import { answerTo, type ErrorAnswer, failure, outage, type Refusal, refusalOf, refuse } from './errors.ts'
import { PasswordsBusy } from './passwords.ts'
import { languageOf } from './wire.ts'

/** The path without the query and without the token that a socket's path carries. */
const loggable = (url: string): string =>
  url.replace(/[?#].*$/s, '').replace(/(\/api\/ws\/(?:live\/[^/]+\/)?)[^/]+/i, '$1…')

/** A reference that the reader of a failure can quote and that finds it in the log. */
export const newReference = (): string => randomBytes(5).toString('hex')

/** What is wrong neither with the call nor with us: the same call may succeed a little later. */
const refuseFor: Partial<Record<Trouble, () => Refusal>> = {
  contended: refuse.busy,
  tooLong: refuse.tooLong,
  shareFull: refuse.shareFull,
}

function answerFor(error: unknown, language: Language, log: FastifyBaseLogger): ErrorAnswer {
  if (error instanceof FilesAway) {
    log.warn({ reason: error.reason }, 'the file store cannot be reached')
    return outage(language, 'server.noFiles')
  }
  const trouble = troubleOf(error)
  if (trouble === 'away') {
    log.warn('the database cannot be reached')
    return outage(language)
  }
  const refusal =
    error instanceof PasswordsBusy ? refuse.busy() : (refuseFor[trouble]?.() ?? refusalOf(error))
  if (refusal) return answerTo(refusal, language)
  const reference = newReference()
  // drizzle's message contains the statement's values, which must not be logged.
  const told =
    error instanceof DrizzleQueryError ? { err: error.cause, statement: error.query } : { err: error }
  log.error({ ...told, reference }, 'a request failed')
  return failure(language, reference)
}

/** Answers any error in the wire format. */
export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  deployed: Language | undefined,
): FastifyReply {
  const language = request.caller?.language ?? languageOf(request.headers, null, deployed)
  const { status, body, retryAfterS } = answerFor(error, language, request.log)
  if (retryAfterS !== undefined) reply.header('retry-after', retryAfterS)
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(body))
}

/** Bodies are JSON or empty; errors leave in the wire format; the log gets one line per request. */
export function shapeAnswers(app: FastifyInstance, deployed: Language | undefined): void {
  app.decorateRequest('caller')
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Some clients name the type even on calls without a body.
    if (body === '') done(null, undefined)
    else void parse(request, body as string, done)
  })
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply, deployed))
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, log } = request
    const line = { method, path: loggable(url), status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
    // For refusals also who called, and from where.
    const accountId = request.caller?.viewer?.accountId ?? null
    if (reply.statusCode >= 400) log.info({ ...line, accountId, ip: request.ip }, 'request')
    else log.debug(line, 'request')
  })
}
