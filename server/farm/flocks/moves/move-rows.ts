import { and, asc, desc, eq, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FlockMove } from '#shared/contracts/flock-moves.ts'
import { text } from '#shared/text.ts'
import type { Db } from '../../../platform/database/store.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { flockMove } from '../../../platform/database/tables/flock-moves.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'

export type MoveRow = typeof flockMove.$inferSelect

/** Whether birds came to a flock or left it. */
export type MoveSide = 'in' | 'out'

/** What moves of one kind of birds are called in a move, and in a day's record of each side. */
export const movedFields = {
  in: { birds: 'movedIn', males: 'movedInMales' },
  out: { birds: 'movedOut', males: 'movedOutMales' },
} as const
export const moveSides = ['in', 'out'] as const
export const movedKinds = ['birds', 'males'] as const
export type MovedKind = (typeof movedKinds)[number]
/** What a record of a day tells of a move: that birds, or males of breeders, left or came. */
export type MovedField = (typeof movedFields)[MoveSide][MovedKind]
/** How many birds move, or how many more. */
export type Moved = Readonly<Record<MovedKind, number>>

/** The moves of a day that a record's numbers stand for; those that began a flock stand in its number placed instead. */
export function movesIn(db: Db, flockId: string, day: string, of: MoveSide): Promise<MoveRow[]> {
  const side =
    of === 'out'
      ? eq(flockMove.fromFlockId, flockId)
      : and(eq(flockMove.toFlockId, flockId), eq(flockMove.began, false))
  return db
    .select()
    .from(flockMove)
    .where(and(side, eq(flockMove.day, day)))
    .orderBy(flockMove.createdAt, flockMove.id)
}

/** All moves from and to a flock, by day. */
export const movesOf = (db: Db, flockId: string): Promise<MoveRow[]> =>
  db
    .select()
    .from(flockMove)
    .where(or(eq(flockMove.fromFlockId, flockId), eq(flockMove.toFlockId, flockId)))
    .orderBy(asc(flockMove.day), flockMove.createdAt, flockMove.id)

/** What a move says of the flock that it began is changed by that move. */
export const saidByMove = text(
  '该项由转群决定，请修改那次转群',
  'This follows from the move that brought the birds. Change that move',
)

/** Males cannot be counted where nobody said how many there were. */
export const malesUnknown = text(
  '请先在批次 {number} 中填写入舍公鸡数（没有填 0）',
  'Enter first how many males were placed in flock {number}, 0 if none',
)

/** The move that began a flock. */
export async function beginningOf(db: Db, flockId: string): Promise<MoveRow | undefined> {
  const [row] = await db
    .select()
    .from(flockMove)
    .where(and(eq(flockMove.toFlockId, flockId), eq(flockMove.began, true)))
  return row
}

const [fromFlock, toFlock] = [alias(flock, 'from_flock'), alias(flock, 'to_flock')]
const [fromHouse, toHouse] = [alias(house, 'from_house'), alias(house, 'to_house')]

/** Moves as the API shows them, newest first. */
export async function shownMoves(db: Db, which: { flockId: string } | { id: string }): Promise<FlockMove[]> {
  const rows = await db
    .select({
      move: flockMove,
      fromNumber: fromFlock.number,
      fromHouse: fromHouse.name,
      toNumber: toFlock.number,
      toHouse: toHouse.name,
    })
    .from(flockMove)
    .innerJoin(fromFlock, eq(fromFlock.id, flockMove.fromFlockId))
    .innerJoin(fromHouse, eq(fromHouse.id, fromFlock.houseId))
    .innerJoin(toFlock, eq(toFlock.id, flockMove.toFlockId))
    .innerJoin(toHouse, eq(toHouse.id, toFlock.houseId))
    .where(
      'id' in which
        ? eq(flockMove.id, which.id)
        : or(eq(flockMove.fromFlockId, which.flockId), eq(flockMove.toFlockId, which.flockId)),
    )
    .orderBy(desc(flockMove.day), desc(flockMove.createdAt), flockMove.id)
  return rows.map(({ move, fromNumber, toNumber, ...houses }) => ({
    id: move.id,
    from: { flockId: move.fromFlockId, number: fromNumber, houseName: houses.fromHouse },
    to: { flockId: move.toFlockId, number: toNumber, houseName: houses.toHouse },
    day: move.day,
    birds: move.birds,
    males: move.males,
    reason: move.reason,
    began: move.began,
    ended: move.ended,
    by: move.actorName,
    createdAt: move.createdAt.toISOString(),
    version: move.version,
  }))
}
