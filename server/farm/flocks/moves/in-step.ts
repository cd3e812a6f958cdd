import { and, eq, sql } from 'drizzle-orm'
import { ledgerOf } from '#shared/flock-figures/ledger.ts'
import { recordNumberNames } from '#shared/flocks.ts'
import { type Text, text } from '#shared/text.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Db } from '../../../platform/database/store.ts'
import { house } from '../../../platform/database/tables/farms.ts'
import { flockMove } from '../../../platform/database/tables/flock-moves.ts'
import { flock, flockRecord } from '../../../platform/database/tables/flocks.ts'
import type { FieldFault } from '../../../platform/http/errors.ts'
import { changeRows } from '../../../platform/records/rows.ts'
import { baseOf } from '../flock-course.ts'
import { recordsOf } from '../flocks.queries.ts'
import type { MovedField, MoveRow } from './move-rows.ts'

type FlockRow = typeof flock.$inferSelect

/** Who writes both sides, and what today is at the house. */
export interface Mover {
  accountId: string
  actualName: string
}

/** Adds birds that came or left to a day's record, or takes them out; a record that then says nothing is taken back. */
export async function addMoved(
  db: Db,
  by: Mover,
  of: Pick<FlockRow, 'id' | 'officePath' | 'farmPath'>,
  { day, field, birds, isSoFar }: { day: string; field: MovedField; birds: number; isSoFar: boolean },
): Promise<void> {
  const [stored] = await db
    .select()
    .from(flockRecord)
    .where(and(eq(flockRecord.flockId, of.id), eq(flockRecord.day, day)))
    .for('update')
  const who = { accountId: by.accountId, actorName: by.actualName }
  if (!stored) {
    const { id: flockId, officePath, farmPath } = of
    const owns = { id: newId(), flockId, officePath, farmPath }
    await db.insert(flockRecord).values({ ...owns, ...who, day, [field]: birds, soFar: isSoFar })
    return
  }
  const rest = (stored[field] ?? 0) + birds
  const now = { ...stored, [field]: rest > 0 ? rest : null }
  const isBlank =
    recordNumberNames.every(name => now[name] === null) &&
    now.treatments.length === 0 &&
    now.note === '' &&
    now.pictures.length === 0 &&
    !now.weights?.length
  if (isBlank) await db.delete(flockRecord).where(eq(flockRecord.id, stored.id))
  else
    await changeRows(db, flockRecord, eq(flockRecord.id, stored.id), {
      ...who,
      [field]: now[field],
      changedAt: sql`now()`,
    })
}

/** A house and the first day on which it would have fewer than no birds by its records; null if there is none. */
export async function shortIn(
  db: Db,
  flockId: string,
): Promise<[Text, Record<string, string | number>] | null> {
  const [found] = await db
    .select({ row: flock, name: house.name })
    .from(flock)
    .innerJoin(house, eq(house.id, flock.houseId))
    .where(eq(flock.id, flockId))
  if (!found) return null
  const days = ledgerOf(baseOf(found.row), await recordsOf(db, [flockId]))
  const short = days.find(({ alive }) => alive !== null && alive < 0)
  const placed = found.row.placedCount
  if (!short && (placed === null || placed >= found.row.soldUndated)) return null
  return [
    text(
      '{house} 到 {day} 存栏会少于 0（差 {lacking} 只）',
      'In {house} there would be fewer than 0 birds on {day} ({lacking} too few)',
    ),
    {
      house: found.name,
      day: short?.day ?? found.row.placedOn,
      lacking: short ? -(short.alive ?? 0) : found.row.soldUndated - (placed ?? 0),
    },
  ]
}

const severalMoves = text(
  '当天有多次转群，请在批次页的转群记录中逐条修改',
  'There were several moves on this day. Change them one by one in the moves of the flock',
)
const takeMoveBack = text(
  '该数字来自转群记录，请撤回那次转群',
  'This number comes from a move between houses. Take back that move',
)

/**
 * The move that a changed number of a day's record changes along, and by how many birds; or why it cannot. Null if the
 * number has not changed, or no move stands behind it. What was recorded besides moves, from or to other farms, may change.
 */
export function movedAlong(
  field: MovedField,
  moves: readonly MoveRow[],
  { before, now }: { before: number | null; now: number | null },
): { move: MoveRow; more: number } | FieldFault | null {
  const more = (now ?? 0) - (before ?? 0)
  const [move, other] = moves
  if (more === 0 || !move) return null
  if (other) return { field, message: severalMoves }
  if (move.birds + more < 1) return { field, message: takeMoveBack }
  return { move, more }
}

/**
 * Changes a move by some birds on its sides, but for `except`, the flock whose own record already says so. The stocks of
 * both are then to be checked with {@link shortIn}.
 */
export async function changeMove(
  db: Db,
  by: Mover,
  move: MoveRow,
  { more, reason, except }: { more: number; reason?: string; except?: string },
): Promise<void> {
  const sides = await db
    .select()
    .from(flock)
    .where(sql`${flock.id} in (${move.fromFlockId}, ${move.toFlockId})`)
  const from = sides.find(({ id }) => id === move.fromFlockId)
  const to = sides.find(({ id }) => id === move.toFlockId)
  if (!from || !to) throw new Error('A move without its flocks')
  const { day } = move
  if (more !== 0 && from.id !== except)
    await addMoved(db, by, from, { day, field: 'movedOut', birds: more, isSoFar: false })
  if (more !== 0 && to.id !== except) {
    if (move.began)
      await changeRows(db, flock, eq(flock.id, to.id), { placedCount: (to.placedCount ?? 0) + more })
    else await addMoved(db, by, to, { day, field: 'movedIn', birds: more, isSoFar: false })
  }
  await changeRows(db, flockMove, eq(flockMove.id, move.id), {
    birds: move.birds + more,
    ...(reason !== undefined && { reason }),
  })
}
