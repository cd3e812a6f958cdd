import { NodePgDatabase, NodePgTransaction } from 'drizzle-orm/node-postgres'
import pg, { type PoolClient, type QueryConfig, type QueryResult } from 'pg'
import { Dialect } from './dialect.ts'
import { type Listener, type Listening, listenTo } from './listen.ts'
import { RowSession } from './rows.ts'
import type { Scope } from './scope.ts'
import { ScopedQuery, SET_SCOPE, type Submitted, scopeValues } from './scoped-query.ts'
import { statementNames } from './statement-names.ts'
import { namedOutage } from './unavailable.ts'

export { type Scope, SYSTEM, scopeOf } from './scope.ts'
export { isDatabaseUnavailable } from './unavailable.ts'

export type Db = NodePgDatabase

/** The only way to the tables. Without a scope there is no `Db`. */
export interface Store {
  /** Single statements, each with the scope in one round trip. Cheap: make one per request. */
  scoped(scope: Scope): Db
  /** Several statements, all or nothing. A nested `db.transaction` is a savepoint. */
  transaction<T>(scope: Scope, work: (db: Db) => Promise<T>): Promise<T>
  /** Signs in as the role of the device side: telemetry and device tables of all offices, nothing else. */
  ingest: pg.Pool
  /** Hears the database's notifications on a channel, over its own connection. Stop it before `close`. */
  listen(channel: string, listener: Listener): Listening
  /** Waits for running statements, then closes all connections. */
  close(): Promise<void>
}

/** Below the web client's time-out of 6 s, so that the caller gets an answer. ms */
const STATEMENT_TIMEOUT = 5_000
const INGEST_TIMEOUT = 30_000
/** For an answer that never comes (dead network): by then the server's own time-out has long passed. ms */
const ANSWER_MARGIN = 2_000
const FREE_CONNECTION_TIMEOUT = 5_000
/** A plan takes some 50 kB per connection. */
const PLANNED_STATEMENTS = 200

/** Opens the pools. Connects on first use: while the database is away calls fail, not this. */
export function openStore(urls: { app: string; ingest: string }): Store {
  const single = pool(urls.app, 16, STATEMENT_TIMEOUT)
  const nameOf = statementNames(PLANNED_STATEMENTS)
  const several = pool(urls.app, 8, STATEMENT_TIMEOUT, { pipeline: true })
  const ingest = pool(urls.ingest, 4, INGEST_TIMEOUT)
  return {
    scoped: scope => scopedDb(single, nameOf, scope),
    transaction: (scope, work) => transaction(several, scope, work),
    ingest,
    listen: (channel, listener) => listenTo(urls.app, channel, listener),
    close: async () => {
      await Promise.all([single.end(), several.end(), ingest.end()])
    },
  }
}

function pool(url: string, max: number, timeout: number, more: pg.PoolConfig = {}): pg.Pool {
  const made = new pg.Pool({
    connectionString: url,
    max,
    statement_timeout: timeout,
    query_timeout: timeout + ANSWER_MARGIN,
    idle_in_transaction_session_timeout: 4 * timeout,
    connectionTimeoutMillis: FREE_CONNECTION_TIMEOUT,
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

type NameOf = ReturnType<typeof statementNames>

function scopedClient(connections: pg.Pool, nameOf: NameOf, scope: Scope) {
  return {
    async query(config: string | QueryConfig, values?: unknown[]): Promise<QueryResult> {
      const asked = typeof config === 'string' ? { text: config } : config
      if (SPANNING.test(asked.text)) throw new Error('Several statements need store.transaction')
      const name = nameOf(asked.text)
      const statement = name === undefined ? asked : { ...asked, name }
      const client = await connections.connect().catch(error => Promise.reject(namedOutage(error)))
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
        client.release(broken)
      }
    },
  }
}

async function transaction<T>(connections: pg.Pool, scope: Scope, work: (db: Db) => Promise<T>): Promise<T> {
  const client = await connections.connect().catch(error => Promise.reject(namedOutage(error)))
  let broken: Error | undefined
  // A connection that dies between two statements reports it here; the next statement then fails.
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    const begun = client.query('begin')
    const set = client.query(SET_SCOPE, scopeValues(scope))
    await Promise.all([begun, set])
    const result = await work(transactionDb(client))
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('A statement of this transaction failed: nothing was stored')
    return result
  } catch (error) {
    await client.query('rollback').catch(failed => {
      broken ??= failed
    })
    throw namedOutage(error)
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

const dialect = new Dialect()
function scopedDb(connections: pg.Pool, nameOf: NameOf, scope: Scope): Db {
  const client = scopedClient(connections, nameOf, scope) as unknown as pg.Client
  const session = new RowSession(client, dialect, undefined)
  return new NodePgDatabase(dialect, session, undefined)
}

/** drizzle's transaction object on a transaction that is already open, so that nesting makes savepoints. */
function transactionDb(client: PoolClient): Db {
  const session = new RowSession(client, dialect, undefined)
  return new NodePgTransaction(dialect, session, undefined)
}
