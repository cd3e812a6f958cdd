import pg, { type Connection, type CustomTypesConfig, type QueryConfig, type QueryResult } from 'pg'
import { type Scope, SYSTEM, settingsOf } from './scope.ts'

/** Sets the scope until the end of the transaction; its values are `scopeValues`. */
export const SET_SCOPE = `select ${settingsOf(SYSTEM)
  .map(([name], index) => `set_config('${name}', $${index + 1}, true)`)
  .join(', ')}`
export const scopeValues = (scope: Scope): string[] => settingsOf(scope).map(([, value]) => value)
const STATEMENT = 'scope'

type Answer = (error: Error | null | undefined, result: QueryResult) => void

/** The parts of pg's own query and connection that this relies on; pg is pinned exactly for it. */
interface Wire {
  parsedStatements: Record<string, string>
  parse(message: { name: string; text: string; types: CustomTypesConfig[] }): void
  bind(message: { statement: string; values: string[]; valueMapper: (value: unknown) => unknown }): void
  execute(message: object): void
}
interface Query {
  name: string | undefined
  prepare(wire: Wire): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
}
type QueryClass = new (config: string | QueryConfig, values: unknown[] | undefined, answer: Answer) => Query

/**
 * One statement with its scope in one round trip: set_config and the statement share one Sync, which makes them one
 * implicit transaction; afterwards the connection has no scope. Must not run on a pipelined client.
 */
export class ScopedQuery extends (pg.Query as unknown as QueryClass) {
  readonly #scope: Scope
  #scoped = false

  constructor(scope: Scope, config: string | QueryConfig, values: unknown[] | undefined, answer: Answer) {
    super(config, values, answer)
    this.#scope = scope
  }

  /** False if the statement failed before its scope was set; such a connection is not reused. */
  get scoped(): boolean {
    return this.#scoped
  }

  /** Never the simple protocol, which would let one text carry several statements. */
  requiresPreparation(): boolean {
    return true
  }

  override prepare(wire: Wire): void {
    if (!wire.parsedStatements[STATEMENT]) {
      wire.parse({ name: STATEMENT, text: SET_SCOPE, types: [] })
      // pg would take the response to this for the statement's own, and think it prepared even when refused.
      this.name = undefined
    }
    wire.bind({ statement: STATEMENT, values: scopeValues(this.#scope), valueMapper: value => value })
    wire.execute({})
    super.prepare(wire)
  }

  override handleDataRow(message: unknown): void {
    if (this.#scoped) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#scoped) {
      super.handleCommandComplete(message, wire)
      return
    }
    this.#scoped = true
    wire.parsedStatements[STATEMENT] = SET_SCOPE
  }
}

/** pg passes its connection to a submitted query. */
export type Submitted = ScopedQuery & { submit: (connection: Connection) => void }
