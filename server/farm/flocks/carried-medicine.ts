import { and, eq, gte, inArray, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { TREATMENT_DAYS, WITHDRAWAL_DAYS } from '#shared/flocks.ts'
import type { HouseType } from '#shared/signals.ts'
import type { Given } from '#shared/withdrawal.ts'
import { daysAfter } from '#shared/zone-time.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flockMove } from '../../platform/database/tables/flock-moves.ts'
import { flock, flockRecord } from '../../platform/database/tables/flocks.ts'
import { comesFrom } from './goes-to.ts'

/** Days between leaving one house and arriving in another of the farm. */
const ON_THE_WAY = 3
/** Days by which the age of the same birds may differ where it is entered twice. */
const SAME_AGE = 7

/** A flock as far as its birds can have come from another one. */
interface Arrived {
  id: string
  houseId: string
  farmPath: string
  type: HouseType
  placedOn: string
  hatchedOn: string | null
}

/**
 * Medicine that birds of a flock had before they came: of the farm's flocks that birds left, or that ended, in the days
 * before these arrived. Whether the viewer sees that flock does not matter: the residues are in the birds.
 */
export async function carriedMedicine(
  db: Db,
  scope: Scope,
  { id, houseId, farmPath, type, placedOn, hatchedOn }: Arrived,
  records: readonly { day: string; movedIn: number | null; movedInMales: number | null }[],
): Promise<Given[]> {
  const linked = await linkedMedicine(db, scope, id)
  const cameOlder = hatchedOn !== null && hatchedOn < placedOn
  const arrivals = [
    ...(cameOlder ? [placedOn] : []),
    ...records.flatMap(each => (each.movedIn || each.movedInMales ? [each.day] : [])),
  ].filter(day => !linked.days.has(day))
  if (arrivals.length === 0) return linked.given
  const of = { id, houseId, farmPath, type, bornOn: hatchedOn ?? placedOn }
  return asSystem(db, scope, async () => {
    const given = await Promise.all(arrivals.map(day => givenBefore(db, of, day)))
    return [...linked.given, ...given.flat()]
  })
}

/** What birds had in the houses from which moves brought them, and before those; and on which days those moves were. */
const linkedMedicine = (
  db: Db,
  scope: Scope,
  flockId: string,
): Promise<{ given: Given[]; days: Set<string> }> =>
  asSystem(db, scope, async () => {
    const into = (id: string) => db.select().from(flockMove).where(eq(flockMove.toFlockId, id))
    const first = await into(flockId)
    // The last day on which birds came from each flock: those that came later had more.
    const until = new Map<string, string>()
    const waiting = first.map(({ fromFlockId, day }) => ({ fromFlockId, day }))
    for (let move = waiting.shift(); move; move = waiting.shift()) {
      const { fromFlockId, day } = move
      if ((until.get(fromFlockId) ?? '') >= day) continue
      until.set(fromFlockId, day)
      const before = (await into(fromFlockId)).filter(each => each.day <= day)
      waiting.push(...before.map(each => ({ fromFlockId: each.fromFlockId, day: each.day })))
    }
    // What was given here is among its own records.
    until.delete(flockId)
    const given: Given[] = []
    for (const [id, day] of until) given.push(...(await givenIn(db, [id], day)))
    return { given, days: new Set(first.map(({ day }) => day)) }
  })

type From = Pick<Arrived, 'id' | 'houseId' | 'farmPath' | 'type'> & { bornOn: string }

async function givenBefore(db: Db, of: From, day: string): Promise<Given[]> {
  const from = daysAfter(day, -ON_THE_WAY)
  const isLeft = sql`exists (select 1 from flock_record r where r.flock_id = ${flock.id} and (r.moved_out > 0 or r.moved_out_males > 0)
    and r.day between ${from}::date and ${day}::date)`
  // Birds that took the place of others in a house did not come from these; the same birds may go on there as another flock.
  const canBeFrom = or(
    ne(flock.houseId, of.houseId),
    sql`abs(coalesce(${flock.hatchedOn}, ${flock.placedOn}) - ${of.bornOn}::date) <= ${SAME_AGE}`,
  )
  const sources = await db
    .select({ id: flock.id })
    .from(flock)
    .where(
      and(
        eq(flock.farmPath, of.farmPath),
        ne(flock.id, of.id),
        inArray(flock.type, comesFrom(of.type)),
        canBeFrom,
        isNull(flock.deletedAt),
        or(isLeft, and(gte(flock.endedOn, from), lte(flock.endedOn, day))) as SQL,
      ),
    )
  const ids = sources.map(source => source.id)
  return ids.length === 0 ? [] : givenIn(db, ids, day)
}

/** Medicine given in flocks up to a day, as far as it may still be in the birds. */
const givenIn = (db: Db, flockIds: readonly string[], day: string): Promise<Given[]> =>
  db
    .select({ day: flockRecord.day, treatments: flockRecord.treatments })
    .from(flockRecord)
    .where(
      and(
        inArray(flockRecord.flockId, [...flockIds]),
        lte(flockRecord.day, day),
        gte(flockRecord.day, daysAfter(day, -WITHDRAWAL_DAYS - TREATMENT_DAYS)),
        sql`${flockRecord.treatments} <> '[]'::jsonb`,
      ),
    )
