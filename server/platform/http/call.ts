import type { Endpoint, Request } from '#shared/endpoint.ts'
import type { Language, Text } from '#shared/text.ts'
import type { UnitSystem } from '#shared/units.ts'
import type { Db } from '../database/store.ts'
import type { Services } from '../services.ts'
import type { HistoryNote, KeepRow } from './history.ts'
import type { Viewer } from './identify.ts'

export interface AnyCall {
  services: Services
  /** The reader's language; all texts of the answer are in it. */
  language: Language
  /** The reader's units, for values in sentences and files. Values in the answer itself are metric. */
  units: UnitSystem
  ip: string
  /** Whether a program on this machine calls, not somebody behind a proxy on it. */
  isLocal: boolean
  /** How the calling program identifies itself; '' if it does not. */
  userAgent: string
}

interface PublicCall extends AnyCall {
  viewer: Viewer | null
  /** As sent; when `viewer` is null it belongs to no session. */
  token: string | undefined
}

interface ReadingCall extends AnyCall {
  viewer: Viewer
  /** Carries the viewer's scope, one statement at a time. */
  db: Db
  /** For several statements that must see the same state. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
}

export interface ChangingCall extends AnyCall {
  viewer: Viewer
  /** The open transaction of this call; its operation history row is written in it too. */
  db: Db
  /** What the history hears of the row; `platform/records/rows.ts` tells it of each row that it opens, adds or deletes. */
  tellHistory(note: HistoryNote): void
  /** Words for the history sentence that neither the row nor the body has. */
  named(words: Record<string, Text>): void
  /** Takes over the history row of an action that is carried out, and recorded, later. */
  toldLater(keep: KeepRow): void
  /** What must happen only once the change is stored. */
  afterwards(work: () => void): void
}

/** What an endpoint's handler receives. */
export type Call<E extends Endpoint> = Request<E> &
  (E['access'] extends 'public' ? PublicCall : E['method'] extends 'GET' ? ReadingCall : ChangingCall)
