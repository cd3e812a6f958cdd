import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import helmet from 'helmet'
import type { Config } from '../config.ts'
import { addressKey } from './address.ts'
import { refuse } from './errors.ts'
import { API_TOKEN_PREFIX } from './identify.ts'

/** Calls a minute of programs at one address. */
const TOKEN_CALLS_A_MINUTE = 600
const isProgram = ({ headers }: FastifyRequest) =>
  String(headers['access-token'] ?? '').startsWith(API_TOKEN_PREFIX)

/** Calls a minute from one address to what needs no session. A farm office is one address. */
const OPEN_CALLS_A_MINUTE = 120
/** Files a minute to one address: a page of goods alone shows twenty pictures. */
const FILES_A_MINUTE = 3_000

const isSecure = ({ tls, publicUrl }: Config): boolean => tls !== undefined || publicUrl.startsWith('https:')

const directives = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  // antd writes its styles at run time. A nonce would have to be new in every answer, which the page kept for opening
  // without a connection cannot have; a style, unlike a script, runs nothing.
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

/** What a call counts as: one of each kind holds up none of another. */
function kindOf({ routeOptions: { config } }: FastifyRequest): 'open' | 'file' | 'program' {
  if (config.isFile) return 'file'
  return config.isOpen ? 'open' : 'program'
}

/** What helmet sets on an answer: the same on every one, so it is asked once. */
function securityHeaders(isTls: boolean): OutgoingHttpHeaders {
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    // Browsers complain about these where the page came without TLS, and ignore them.
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

/** Security headers on every answer, and a limit on what may be called without a session, and by programs. */
export function secure(app: FastifyInstance, config: Config, openCallsAMinute = OPEN_CALLS_A_MINUTE): void {
  const headers = securityHeaders(isSecure(config))
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
  const most = { open: openCallsAMinute, file: FILES_A_MINUTE, program: TOKEN_CALLS_A_MINUTE }
  app.register(rateLimit, {
    max: request => most[kindOf(request)],
    timeWindow: 60_000,
    cache: 10_000,
    allowList: request => kindOf(request) === 'program' && !isProgram(request),
    // By address, never by token: made-up ones would push out the tallies of others.
    keyGenerator: request => `${kindOf(request)} ${addressKey(request.ip)}`,
    errorResponseBuilder: (_, { ttl }) => refuse.tooMany(Math.max(1, Math.ceil(ttl / 1000))),
  })
}
