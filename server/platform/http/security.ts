import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { addressKey } from './address.ts'
import { refuse } from './errors.ts'
import { API_TOKEN_PREFIX } from './identify.ts'

/** Calls a minute from one address. A whole farm office shares one. */
const A_MINUTE = {
  program: 600,
  open: 120,
  /** A page of the mall has dozens of pictures, and a guessed id finds none. */
  file: 6_000,
}
type Limited = keyof typeof A_MINUTE

/** Limits endpoints without a session, and programs; signed-in people are not limited. */
function limitedAs({ routeOptions, headers }: FastifyRequest): Limited | undefined {
  const isProgram = String(headers['access-token'] ?? '').startsWith(API_TOKEN_PREFIX)
  return routeOptions.config.limitedAs ?? (isProgram ? 'program' : undefined)
}

const isSecure = ({ tls, publicUrl }: Config): boolean => tls !== undefined || publicUrl.startsWith('https:')

const directives = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // antd writes its styles at run time. A nonce must be new in every answer, which the page stored for offline use
  // cannot have; and a style, unlike a script, runs nothing.
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'", 'data:'],
  'connect-src': ["'self'"],
  'media-src': ["'self'", 'blob:'],
  'worker-src': ["'self'", 'blob:'],
  'object-src': ["'none'"],
  'base-uri': ["'self'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

/** The headers helmet sets: the same on every answer, so they are computed once. */
function securityHeaders(isTls: boolean): OutgoingHttpHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // On a page without TLS browsers ignore these and complain about them.
    strictTransportSecurity: isTls && { maxAge: 31_536_000, includeSubDomains: false },
    crossOriginOpenerPolicy: isTls,
    originAgentCluster: isTls,
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
  })
  const asked = new IncomingMessage(new Socket())
  const answer = new ServerResponse(asked)
  setHeaders(asked, answer, () => {})
  return answer.getHeaders()
}

/** Security headers on every answer, and a limit on calls by programs and calls without a session. */
export function secure(app: FastifyInstance, config: Config, openCallsAMinute = A_MINUTE.open): void {
  const headers = securityHeaders(isSecure(config))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  app.register(rateLimit, {
    max: request => ({ ...A_MINUTE, open: openCallsAMinute })[limitedAs(request) ?? 'program'],
    timeWindow: 60_000,
    cache: 10_000,
    allowList: request => limitedAs(request) === undefined,
    // By address, never by token: invented tokens would push out other people's tallies.
    keyGenerator: request => `${limitedAs(request)} ${addressKey(request.ip)}`,
    errorResponseBuilder: (_, { ttl }) => refuse.tooMany(Math.max(1, Math.ceil(ttl / 1000))),
  })
}
