import { and, eq, isNull } from 'drizzle-orm'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import type { Db, Scope } from '../../platform/database/store.ts'
import { flockMove } from '../../platform/database/tables/flock-moves.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import { accountedSales } from './accounted-sales.ts'
import { baseOf } from './flock-course.ts'
import { type RecordRow, recordsOf } from './flocks.queries.ts'

type FlockRow = typeof flock.$inferSelect

/** Birds or eggs that left for good on a day; where birds of the flock had joined another: its number, and since when. */
export interface Departure {
  day: string
  joined?: { number: string; on: string }
}
/** What left a flock, and those its birds were moved to, without being in its own records. In the order of days. */
export interface Departures {
  birds: readonly Departure[]
  eggs: readonly Departure[]
}
export const noDepartures: Departures = { birds: [], eggs: [] }

/** What a flock's account has as sold, and its last day if birds were left on it: its daily records say the rest. */
async function ownDepartures(db: Db, row: FlockRow, records: readonly RecordRow[]) {
  const { lots, eggs } = (await accountedSales(db, [row.id])).get(row.id) ?? { lots: [], eggs: [] }
  const last = ledgerOf(baseOf(row), records).at(-1) ?? { alive: row.placedCount, males: row.placedMales }
  const isEmptied = last.alive === 0 && !last.males
  return { birds: row.endedOn === null || isEmptied ? [...lots] : [...lots, row.endedOn], eggs }
}

/** What left flocks that birds of this one were moved to, and those that these were moved to. */
const movedOn = (db: Db, scope: Scope, flockId: string) =>
  asSystem(db, scope, async () => {
    const all: { birds: Departure[]; eggs: Departure[] } = { birds: [], eggs: [] }
    const seen = new Set([flockId])
    const waiting: { id: string; from: string; on?: string }[] = [{ id: flockId, from: '' }]
    for (let at = waiting.shift(); at; at = waiting.shift()) {
      const { id, from, on } = at
      const moves = await db
        .select({ row: flock, day: flockMove.day })
        .from(flockMove)
        .innerJoin(flock, eq(flock.id, flockMove.toFlockId))
        .where(and(eq(flockMove.fromFlockId, id), isNull(flock.deletedAt)))
      for (const { row, day } of moves.filter(move => move.day >= from)) {
        const left = on ?? day
        if (row.id === flockId || seen.has(`${row.id} ${left}`)) continue
        seen.add(`${row.id} ${left}`)
        waiting.push({ id: row.id, from: day, on: left })
        const records = await recordsOf(db, [row.id])
        const { birds, eggs } = await ownDepartures(db, row, records)
        const sold = records.flatMap(each => (each.sold ? [each.day] : []))
        const told = (days: readonly string[]) =>
          days
            .filter(each => each >= day)
            .map(each => ({ day: each, joined: { number: row.number, on: left } }))
        all.birds.push(...told([...birds, ...sold]))
        all.eggs.push(...told(eggs))
      }
    }
    return all
  })

const byDay = (a: Departure, b: Departure) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)

/**
 * What medicine that is told later can come too late for: birds and eggs sold by the account, birds that left when the flock
 * was closed, and what flocks sold that its birds were moved to, whoever sees those.
 */
export async function departuresOf(
  db: Db,
  scope: Scope,
  row: FlockRow,
  records: readonly RecordRow[],
): Promise<Departures> {
  const own = await ownDepartures(db, row, records)
  const moved = await movedOn(db, scope, row.id)
  const told = (days: readonly string[]): Departure[] => days.map(day => ({ day }))
  return {
    birds: [...told(own.birds), ...moved.birds].toSorted(byDay),
    eggs: [...told(own.eggs), ...moved.eggs].toSorted(byDay),
  }
}

/** Those of birds that were still in the flock on a day. */
export const departuresAfter = (day: string, { birds, eggs }: Departures): Departures => {
  const hadIt = ({ joined }: Departure) => joined === undefined || joined.on >= day
  return { birds: birds.filter(hadIt), eggs: eggs.filter(hadIt) }
}
