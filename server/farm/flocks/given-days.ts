import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flockMove } from '../../platform/database/tables/flock-moves.ts'
import { flockRecord } from '../../platform/database/tables/flocks.ts'
import type { RecordRow } from './flocks.queries.ts'

/** A day on which birds were given something, as recorded. */
export type GivenDay = Pick<RecordRow, 'flockId' | 'day' | 'treatments' | 'actorName'>

/** Where the birds of a flock were as another flock, up to and with a day; null: they are there still. */
interface Stay {
  of: string
  flockId: string
  until: string | null
}

/**
 * What the birds of these flocks were given, by flock and oldest first: there, and before the moves that began their flock in
 * the houses they came from. Whether the viewer sees those houses does not matter: it is in the birds.
 */
export const givenTo = (
  db: Db,
  scope: Scope,
  flockIds: readonly string[],
): Promise<ReadonlyMap<string, GivenDay[]>> =>
  asSystem(db, scope, async () => {
    const stays = await staysOf(db, flockIds)
    if (stays.length === 0) return new Map<string, GivenDay[]>()
    const rows = await db
      .select({
        flockId: flockRecord.flockId,
        day: flockRecord.day,
        treatments: flockRecord.treatments,
        actorName: flockRecord.actorName,
      })
      .from(flockRecord)
      .where(
        and(
          inArray(flockRecord.flockId, [...new Set(stays.map(({ flockId }) => flockId))]),
          sql`${flockRecord.treatments} <> '[]'::jsonb`,
        ),
      )
      .orderBy(asc(flockRecord.day))
    const inFlock = Map.groupBy(rows, ({ flockId }) => flockId)
    const given = new Map<string, GivenDay[]>()
    // The houses they came from are last.
    for (const { of, flockId, until } of stays.toReversed()) {
      const days = (inFlock.get(flockId) ?? []).filter(({ day }) => until === null || day <= until)
      given.set(of, [...(given.get(of) ?? []), ...days])
    }
    return given
  })

async function staysOf(db: Db, flockIds: readonly string[]): Promise<Stay[]> {
  const stays: Stay[] = []
  let last: Stay[] = flockIds.map(id => ({ of: id, flockId: id, until: null }))
  while (last.length > 0) {
    stays.push(...last)
    const ids = last.map(({ flockId }) => flockId)
    const moves = await db
      .select({ from: flockMove.fromFlockId, to: flockMove.toFlockId, day: flockMove.day })
      .from(flockMove)
      .where(and(inArray(flockMove.toFlockId, ids), eq(flockMove.began, true)))
    const beginnings = new Map(moves.map(move => [move.to, move]))
    last = last.flatMap(({ of, flockId }) => {
      const began = beginnings.get(flockId)
      return began ? [{ of, flockId: began.from, until: began.day }] : []
    })
  }
  return stays
}
