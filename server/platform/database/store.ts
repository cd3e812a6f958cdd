import type { Writable } from 'node:stream'
import { NodePgDatabase, NodePgTransaction } from 'drizzle-orm/node-postgres'
import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { Dialect } from './dialect.ts'
import { type Listener, type Listening, listenTo } from './listen.ts'
import { lowerPriority } from './low-priority.ts'
import { type Connection, RowSession } from './rows.ts'
import type { Scope } from './scope.ts'
import { ScopedQuery, SET_SCOPE, type Submitted, scopeValues } from './scoped-query.ts'
import {
  accountNow,
  besideNow,
  createShares,
  insideTransaction,
  type Kind,
  kindNow,
  type Limits,
  type Load,
  type Shares,
} from './shares.ts'
import { statementNames } from './statement-names.ts'
import { namedOutage } from './unavailable.ts'

export { type Scope, SYSTEM, scopeOf } from './scope.ts'

export type Db = NodePgDatabase

/**
 * Work whose connections nobody else takes: alarms are recorded, people told, and what people do about alarms is noted;
 * sessions are looked up; sockets are served. `background` is what the server does by itself and nobody waits for.
 */
type Purpose = 'alarms' | 'telling' | 'handling' | 'sessions' | 'live' | 'background' | 'health'

/** The only way to the tables. Without a scope there is no `Db`. */
export interface Store {
  /** Single statements, each with the scope in one round trip. Cheap: make one per request. */
  scoped(scope: Scope): Db
  /** Several statements, all or nothing. A nested `db.transaction` is a savepoint. */
  transaction<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /** The same with connections of its own. Without a purpose, accounts share them, see `shares.ts`. */
  reserved(purpose: Purpose): Store
  /**
   * Signs in as the role of the device side: telemetry and device tables of all offices, nothing else. Without a purpose for
   * readings alone.
   */
  ingest: pg.Pool
  /** Hears the database's notifications on a channel, over its own connection. Stop it before `close`. */
  listen(channel: string, listener: Listener): Listening
  /** By purpose, '' for what accounts share. */
  load(): ({ purpose: Purpose | '' } & Load)[]
  /** Waits for running statements, then closes all connections. */
  close(): Promise<void>
}

/** Below the web client's time-out of 6 s, so that the caller gets an answer. ms */
const STATEMENT_TIMEOUT = 5_000
const INGEST_TIMEOUT = 30_000
/** For an answer that never comes (dead network): by then the server's own time-out has long passed. ms */
const ANSWER_MARGIN = 2_000
const FREE_CONNECTION_TIMEOUT = 5_000
/**
 * A new connection reads the catalogue and plans its statements anew: tens of milliseconds of work, and much that happens does so
 * every minute. ms
 */
const IDLE_TIMEOUT = 150_000
/** A plan takes some 50 kB per connection. */
const PLANNED_STATEMENTS = 200

/** Some connections, whose turn it is to use them, and how their statements are named. */
interface Lane {
  single: pg.Pool
  several: pg.Pool
  shares: Shares
  /** Whose share a statement of this scope takes. */
  ofWhom(scope: Scope): string
  nameOf: Names
}

/** Connections for single statements and for transactions are different ones, and so are the plans that they keep. */
type Names = Readonly<Record<'single' | 'several', ReturnType<typeof statementNames>>>

type Division = { '': Limits } & Partial<Record<Purpose, Limits>>

/** How many connections there are for what: some fifty in all, opened when they are needed. */
const SERVER: Division = {
  '': { connections: { single: 8, several: 6, heavy: 2 }, each: 4, tires: true },
  alarms: { connections: { single: 2, several: 2 } },
  telling: { connections: { single: 2, several: 3 } },
  handling: { connections: { single: 1, several: 4 }, each: 2 },
  sessions: { connections: { single: 3, several: 2 } },
  live: { connections: { single: 2, several: 1 }, each: 1 },
  background: { connections: { single: 3, several: 3 } },
  health: { connections: { single: 1, several: 0 } },
}
/** Of a thread that does one job at a time, for whatever purpose. */
export const OF_ONE_JOB: Division = { '': { connections: { single: 2, several: 2 } } }
/** Of the role of the device side. */
const DEVICE_SIDE = { readings: 4, background: 4, health: 1 }
/** Besides those: what a transaction asks outside itself does not wait for a turn. */
const BESIDE = 2

interface StoreOptions {
  /**
   * Whether a busy machine does what people ask for, and what nobody waits for, behind readings and alarms, and whoever asks
   * without end is slowed down.
   */
  peopleWait?: boolean
}

/** Opens the pools. Connects on first use: while the database is away calls fail, not this. */
export function openStore(
  urls: { app: string; ingest: string },
  division = SERVER,
  { peopleWait = false }: StoreOptions = {},
): Store {
  const nameOf: Names = {
    single: statementNames(PLANNED_STATEMENTS),
    several: statementNames(PLANNED_STATEMENTS),
  }
  const lanes = (Object.entries(division) as [Purpose | '', Limits][]).map(([purpose, limits]) => {
    const { single, several, heavy = 0 } = limits.connections
    const lane: Lane = {
      single: pool(urls.app, single + heavy + BESIDE, STATEMENT_TIMEOUT),
      several: pool(urls.app, several + BESIDE, STATEMENT_TIMEOUT, { pipeline: true }),
      shares: createShares({ ...limits, ...(!peopleWait && { tires: undefined }) }),
      ofWhom: ({ account }) => account || (purpose === '' ? accountNow() : ''),
      nameOf,
    }
    if (peopleWait && (limits.tires || purpose === 'background'))
      for (const shared of [lane.single, lane.several])
        shared.on('connect', client => lowerPriority(urls.app, processOf(client)))
    return { purpose, lane }
  })
  const readings = pool(urls.ingest, DEVICE_SIDE.readings, INGEST_TIMEOUT)
  const background = pool(urls.ingest, DEVICE_SIDE.background, INGEST_TIMEOUT)
  const health = pool(urls.ingest, DEVICE_SIDE.health, STATEMENT_TIMEOUT)
  const deviceSide: Partial<Record<Purpose | '', pg.Pool>> = { background, health }
  const pools = [readings, background, health, ...lanes.flatMap(({ lane }) => [lane.single, lane.several])]
  const stores = new Map<Purpose | '', Store>()
  const storeOf = (purpose: Purpose | '') => (stores.get(purpose) ?? stores.get('')) as Store
  for (const { purpose, lane } of lanes)
    stores.set(purpose, {
      scoped: scope => scopedDb(lane, scope),
      transaction: (scope, work) => transaction(lane, scope, work),
      reserved: storeOf,
      ingest: deviceSide[purpose] ?? readings,
      listen: (channel, listener) => listenTo(urls.app, channel, listener),
      load: () => lanes.map(({ purpose, lane: { shares } }) => ({ purpose, ...shares.load() })),
      close: async () => {
        await Promise.all(pools.map(each => each.end()))
      },
    })
  return storeOf('')
}

function pool(url: string, max: number, timeout: number, more: pg.PoolConfig = {}): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max,
    statement_timeout: timeout,
    query_timeout: timeout + ANSWER_MARGIN,
    idle_in_transaction_session_timeout: 4 * timeout,
    connectionTimeoutMillis: FREE_CONNECTION_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    keepAlive: true,
    ...more,
  })
  // When its database goes away, an idle or lent connection emits an error: the pool drops it, and its user learns of it
  // from the next statement. Without listeners the whole process would end.
  made.on('error', () => {})
  made.on('connect', client => client.on('error', () => {}))
  return made
}

/** Commands whose effect would outlive the implicit transaction of one statement. */
const SPANNING =
  /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|set|reset|discard|listen|lock)\b/i

/** A connection's prepared plan is gone or no longer fits the tables: another connection plans it anew. */
const isPlanLost = (error: Error) => 'code' in error && (error.code === '0A000' || error.code === '26000')

/** The database outside the transaction of `db`: what is written there stays, whatever becomes of the transaction. */
export const beside = (db: Db): Db => (besideNow() as Db | undefined) ?? db

/** Lends a connection of the lane when it is its turn; a broken one is closed when it is given back. */
async function lent(lane: Lane, scope: Scope, kind: Kind) {
  // What a transaction asks beside itself takes no turn: it would wait for its own end.
  const end = besideNow() ? () => {} : await lane.shares.take(lane.ofWhom(scope), kind)
  try {
    const client = await lane[kind === 'several' ? kind : 'single'].connect()
    return {
      client,
      giveBack(broken: Error | undefined) {
        client.release(broken)
        end()
      },
    }
  } catch (error) {
    end()
    throw namedOutage(error)
  }
}

function scopedClient(lane: Lane, scope: Scope): Connection {
  return {
    async query(config: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
      const asked = typeof config === 'string' ? { text: config } : config
      if (SPANNING.test(asked.text)) throw new Error('Several statements need store.transaction')
      const name = lane.nameOf.single(asked.text)
      const statement = name === undefined ? asked : { ...asked, name }
      const { client, giveBack } = await lent(lane, scope, kindNow())
      let broken: Error | undefined
      try {
        return await new Promise<QueryResult>((resolve, reject) => {
          const query = new ScopedQuery(scope, statement, values, (error, result) => {
            if (!error) return resolve(result)
            if (!query.scoped || isPlanLost(error)) broken = error
            reject(namedOutage(error))
          })
          client.query(query as unknown as Submitted)
        })
      } finally {
        giveBack(broken)
      }
    },
  }
}

/** The parts of pg's connection that this relies on; pg is pinned exactly for it. */
const processOf = (client: PoolClient) => (client as { processID?: number | null }).processID
const streamOf = (client: PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream

/** What is asked of a transaction's connection before its answers are awaited goes out in one piece. */
function gathering(stream: Writable): () => void {
  let isGathering = false
  return () => {
    if (isGathering) return
    isGathering = true
    stream.cork()
    process.nextTick(() => {
      isGathering = false
      stream.uncork()
    })
  }
}

/** A transaction's connection; `lost` is told when its plans are of no use any more. */
function transactionClient(lane: Lane, client: PoolClient, lost: (error: Error) => void): Connection {
  const gather = gathering(streamOf(client))
  return {
    query(config, values) {
      const asked = typeof config === 'string' ? { text: config } : config
      // Without values it may be several statements, or one that cannot be planned.
      const name = values?.length ? lane.nameOf.several(asked.text) : undefined
      gather()
      return client.query(name === undefined ? asked : { ...asked, name }, values).catch(error => {
        if (isPlanLost(error)) lost(error)
        throw error
      })
    },
  }
}

async function transaction<T>(lane: Lane, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const { client, giveBack } = await lent(lane, scope, 'several')
  let broken: Error | undefined
  // A connection that dies between two statements reports it here; the next statement then fails.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  const connection = transactionClient(lane, client, onError)
  // Sent together with the first statement, which fails if one of these does.
  const begun = Promise.all([connection.query('begin'), connection.query(SET_SCOPE, scopeValues(scope))])
  begun.catch(() => {})
  try {
    const result = await insideTransaction(scopedDb(lane, scope), () => work(transactionDb(connection)))
    await begun
    const { command } = await connection.query('commit')
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed: nothing was stored')
    return result
  } catch (error) {
    const cause = await begun.then(
      () => error,
      failed => failed,
    )
    await connection.query('rollback').catch(failed => {
      broken ??= failed
    })
    throw namedOutage(cause)
  } finally {
    client.off('error', onError)
    giveBack(broken)
  }
}

const dialect = new Dialect()
function scopedDb(lane: Lane, scope: Scope): Db {
  const session = new RowSession(scopedClient(lane, scope), dialect)
  return new NodePgDatabase(dialect, session, undefined)
}

/** drizzle's transaction object on a transaction that is already open, so that nesting makes savepoints. */
function transactionDb(connection: Connection): Db {
  const session = new RowSession(connection, dialect)
  return new NodePgTransaction(dialect, session, undefined)
}
