import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { Contract, Endpoint, Result } from '#shared/endpoint.ts'
import { IMPORT_BYTES } from '#shared/limits.ts'
import type { Reader } from '#shared/units.ts'
import { onBehalfOf } from '../database/shares.ts'
import type { Db, Store } from '../database/store.ts'
import { isDiskFull } from '../disk.ts'
import type { Services } from '../services.ts'
import { addressKey, isLocal } from './address.ts'
import type { AnyCall, Call } from './call.ts'
import { sayingWho } from './changed-by.ts'
import { asksForProof, isInPerson } from './closed.ts'
import { refuse } from './errors.ts'
import { type KeepRow, notesOf, writeHistory } from './history.ts'
import { holds } from './holds.ts'
import type { Identify, Viewer } from './identify.ts'
import { noteModule } from './modules.ts'
import { askForProof } from './proof.ts'
import { countTold, refuseGuessing, tellsTaken } from './taken-told.ts'
import { isStorable, languageOf, parsed, refuseUnstorable, unitsOf } from './wire.ts'
import { onTheWire, shown, Written } from './written.ts'

export type Handlers<C extends Contract> = {
  [K in keyof C]: (call: Call<C[K]>) => Promise<Result<C[K]>> | Result<C[K]>
}

export interface Feature {
  /** The module in the operation history. */
  name: string
  contract: Contract
  mount(app: FastifyInstance, services: Services, identify: Identify): void
}

type Handler = (call: Record<string, unknown>) => unknown

/**
 * A feature: every endpoint of its contract has a handler and is guarded before its body is read. What a call asks of the
 * database counts as its account's share, but for the changes named in `handling`: these have connections of their own.
 */
export function feature<C extends Contract>(
  name: string,
  contract: C,
  handlers: Handlers<C>,
  handling: readonly (keyof C)[] = [],
): Feature {
  noteModule(name, contract)
  return {
    name,
    contract,
    mount(app, services, identify) {
      for (const [type, endpoint] of Object.entries<Endpoint>(contract)) {
        const handle = handlers[type] as unknown as Handler
        const route: RouteOptions = {
          method: endpoint.method,
          url: `/api${endpoint.path}`,
          config: endpoint.access === 'public' ? { limitedAs: 'open' } : {},
          onRequest: guard(endpoint, services, identify),
          handler: async (request, reply) => {
            const { store } = services
            const changing = handling.includes(type) ? store.reserved('handling') : store
            const served = { module: name, type, endpoint, handle, services, changing }
            const account = request.caller.viewer?.accountId ?? addressKey(request.ip)
            const data = await onBehalfOf(account, () => answer(served, request))
            reply.header('cache-control', 'no-store')
            if (!(data instanceof Written)) return reply.send(onTheWire(data))
            return reply.type('application/json; charset=utf-8').send(data.bytes)
          },
        }
        if (endpoint.takes === undefined)
          app.route(endpoint.takesUpTo ? { ...route, bodyLimit: endpoint.takesUpTo } : route)
        else mountUpload(app, route, endpoint.takes, endpoint.takesUpTo ?? IMPORT_BYTES)
      }
    },
  }
}

type Guarded = Pick<
  Endpoint,
  | 'access'
  | 'kinds'
  | 'method'
  | 'servesMailedPassword'
  | 'servesWall'
  | 'whenReadOnly'
  | 'inPerson'
  | 'programsWith'
  | 'wantsProof'
  | 'body'
> &
  Partial<Pick<Endpoint, 'returns'>>

/** Refuses unauthorised callers before anything they send is read; sets `request.caller`. */
export function guard(endpoint: Guarded, services: Services, identify: Identify) {
  const closed = { ...endpoint, inPerson: isInPerson(endpoint), wantsProof: asksForProof(endpoint) }
  return async (request: FastifyRequest): Promise<void> => {
    request.caller = await callerOf(request, services, identify)
    const refusal = refusalFor(closed, request.caller.viewer)
    if (refusal) throw refusal
    const isSpared = endpoint.method === 'GET' || endpoint.access === 'public' || endpoint.whenReadOnly
    if (!isSpared && (await isDiskFull(services))) throw refuse.noRoom()
    if (closed.wantsProof) await askForProof(request.caller.viewer, services)
  }
}

/** Only this route reads bodies of that type; everywhere else they stay refused. */
function mountUpload(app: FastifyInstance, route: RouteOptions, takes: string, bodyLimit: number): void {
  app.register(async inner => {
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser(takes, { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    inner.route({ ...route, bodyLimit })
  })
}

interface Caller extends Reader {
  viewer: Viewer | null
  token: string | undefined
}

async function callerOf(request: FastifyRequest, services: Services, identify: Identify): Promise<Caller> {
  const header = request.headers['access-token']
  const token = typeof header === 'string' ? header : undefined
  const deployed = services.config.defaultLanguage
  // A refusal, or an outage while we look up the caller, is told in the reader's language too.
  const readerFor = (stored: Pick<Viewer, 'language' | 'units'> | null): Reader => ({
    language: languageOf(request.headers, stored?.language, deployed),
    units: unitsOf(request.headers, stored?.units),
  })
  request.caller = { viewer: null, token, ...readerFor(identify.readerOf(token)) }
  const viewer = await identify(token, request.ip)
  return { viewer, token, ...readerFor(viewer) }
}

/** What refuses this caller, or undefined if they may proceed. */
function refusalFor(endpoint: Guarded, viewer: Viewer | null) {
  const { access, kinds, method, servesMailedPassword, whenReadOnly, inPerson, servesWall } = endpoint
  const { programsWith } = endpoint
  if (access === 'public') return undefined
  if (viewer === null) return refuse.unauthorized()
  if (viewer.mustChangePassword && !servesMailedPassword) return refuse.forbidden('password.mustChange')
  if (viewer.mustSetFactor && access !== 'signedIn') return refuse.forbidden('factor.mustSet')
  if (viewer.program && (inPerson || (viewer.program.isWall && access === 'signedIn' && !servesWall)))
    return refuse.forbidden('access.inPerson')
  if (viewer.program && programsWith && !holds(viewer, programsWith)) return refuse.forbidden()
  if (kinds && !kinds.includes(viewer.kind)) return refuse.forbidden()
  if (!holds(viewer, access)) return refuse.forbidden()
  return viewer.isReadOnly && method !== 'GET' && !whenReadOnly
    ? refuse.forbidden('access.readOnly')
    : undefined
}

interface Served {
  module: string
  type: string
  endpoint: Endpoint
  handle: Handler
  services: Services
  /** Where changes are made. */
  changing: Store
}

async function answer(served: Served, request: FastifyRequest): Promise<unknown> {
  const { endpoint, handle, services } = served
  const { viewer, token, language, units } = request.caller
  const reader = { language, units }
  const { ip, headers } = request
  const from = {
    ip,
    isLocal: isLocal(ip, headers, services.config),
    userAgent: String(headers['user-agent'] ?? ''),
  }
  const input = { ...inputOf(endpoint, request, reader), services, ...reader, ...from }
  if (endpoint.access === 'public') return shown(endpoint, await handle({ ...input, viewer, token }))
  if (!viewer) throw refuse.unauthorized()
  if (endpoint.method !== 'GET') return change(served, { ...input, viewer }, request)
  const { scope } = viewer
  const { scoped, transaction } = services.store
  const result = await handle({
    ...input,
    viewer,
    db: scoped(scope),
    transaction: (work: (db: Db) => Promise<unknown>) => transaction(scope, work),
  })
  return result instanceof Written ? result : shown(endpoint, result)
}

/** Runs the handler and writes its history in one transaction; a refused call stores nothing. */
async function change(
  { module, type, endpoint, handle, services, changing }: Served,
  input: AnyCall & { viewer: Viewer; params: Record<string, string>; body: unknown },
  request: FastifyRequest,
): Promise<unknown> {
  const { viewer, params, ip } = input
  const body = endpoint.takes === undefined ? input.body : undefined
  const { noted, ...notes } = notesOf(viewer)
  let keep: KeepRow | undefined
  const after: (() => void)[] = []
  const telling = {
    ...notes,
    toldLater: (instead: KeepRow) => {
      keep = instead
    },
    afterwards: (work: () => void) => {
      after.push(work)
    },
  }
  const { scoped } = services.store
  const run = async (db: Db) => {
    const result = shown(endpoint, await handle({ ...input, ...telling, db }))
    await writeHistory(db, { module, type, endpoint, viewer, ip, params, body, result, ...noted }, keep)
    return result
  }
  const asking = { store: services.store, viewer }
  if (endpoint.tellsTaken) await refuseGuessing(asking)
  const result = await changing.transaction(viewer.scope, run).catch(async error => {
    if (endpoint.tellsTaken && tellsTaken(error)) await countTold(asking, 1)
    throw await sayingWho(error, scoped(viewer.scope))
  })
  for (const work of after) {
    try {
      work()
    } catch (error) {
      request.log.error({ err: error }, `after ${module}.${type}`)
    }
  }
  return result
}

/** Longer ids than we ever make are simply not found, and neither are ones the database could not be asked for. */
const PARAM_MAX = 64

function inputOf(endpoint: Endpoint, request: FastifyRequest, reader: Reader) {
  const params = request.params as Record<string, string>
  for (const value of Object.values(params))
    if (value.length > PARAM_MAX || !isStorable(value)) throw refuse.notFound()
  refuseUnstorable(request.query)
  const query = endpoint.query && parsed(endpoint.query, request.query, reader, 'query')
  // Uploaded bytes are checked by whoever reads them.
  if (endpoint.takes !== undefined && request.body instanceof Uint8Array)
    return { params, query, body: request.body }
  refuseUnstorable(request.body)
  return {
    params,
    query,
    // A call whose body has no required field may omit it.
    body:
      endpoint.body && parsed(endpoint.body, request.body === undefined ? {} : request.body, reader, 'body'),
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
  interface FastifyContextConfig {
    /** Needs no session, so limited by address: calls, or addresses of files. */
    limitedAs?: 'open' | 'file'
  }
}
