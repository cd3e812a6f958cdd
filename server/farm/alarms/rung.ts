import type { alarm } from '../../platform/database/tables/alarms.ts'
import type { Chain } from './chain.ts'
import type { Calls } from './receivers.ts'
import type { RingReason } from './titles.ts'

/** An alarm that people are told of. */
export type Rung = Pick<
  typeof alarm.$inferSelect,
  | 'id'
  | 'rule'
  | 'code'
  | 'source'
  | 'level'
  | 'subjectId'
  | 'houseIds'
  | 'officePath'
  | 'farmPath'
  | 'repeats'
  | 'handling'
  | 'handledBy'
  | 'handledAt'
  | 'cause'
  | 'latchedAt'
> & {
  value: number | null
  limit: number | null
  raisedAt: Date
  why: RingReason
  /** What its farm wants done, in its own words. */
  ownAction: string | null
  calls: Calls | undefined
  /** Null for an alarm that is not told along the chain. */
  chain: Chain | null
  chainFrom: Date | null
}

/** Alarms that one message tells of: those it is named for, and those that they explain. */
export interface Bundle<T> {
  first: readonly [T, ...T[]]
  under: readonly T[]
}
