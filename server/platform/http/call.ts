import type { Endpoint, Request } from '#shared/endpoint.ts'
import type { Language, Text } from '#shared/text.ts'
import type { UnitSystem } from '#shared/units.ts'
import type { Db } from '../database/store.ts'
import type { Services } from '../services.ts'
import type { KeepRow } from './history.ts'
import type { Viewer } from './identify.ts'

export interface AnyCall {
  services: Services
  /** Of the reader; every text of the answer is in it. */
  language: Language
  /** Of the reader: what the answer writes as words or into a file is in them. Values of the answer itself are metric. */
  units: UnitSystem
  ip: string
  /** What the calling program says of itself; '' for nothing. */
  userAgent: string
}

interface PublicCall extends AnyCall {
  viewer: Viewer | null
  /** As sent; of no session when `viewer` is null. */
  token: string | undefined
}

interface ReadingCall extends AnyCall {
  viewer: Viewer
  /** Carries the viewer's scope, one statement at a time. */
  db: Db
  /** Several statements that must see the same state. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
}

export interface ChangingCall extends AnyCall {
  viewer: Viewer
  /** The open transaction of this call; its row of the operation history is written in it as well. */
  db: Db
  /** Keeps the row as it was, in the shape the API shows it, for the operation history. */
  before(row: object): void
  /** Words for the sentence of the operation history that neither the row nor the body has. */
  named(words: Record<string, Text>): void
  /** Path of the office the row belongs to, so that it sees the history row too; the viewer's own by default. */
  about(officePath: string): void
  /** Keeps the row of the operation history for what is done later, and told only then. */
  toldLater(keep: KeepRow): void
  /** What must happen once the change is stored, and only then. */
  afterwards(work: () => void): void
}

/** What the handler of an endpoint is given. */
export type Call<E extends Endpoint> = Request<E> &
  (E['access'] extends 'public' ? PublicCall : E['method'] extends 'GET' ? ReadingCall : ChangingCall)
