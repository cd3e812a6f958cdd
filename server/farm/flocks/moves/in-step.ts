import { and, eq, sql } from 'drizzle-orm'
import { type DayFigures, ledgerOf } from '#shared/flock-figures/ledger.ts'
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
import {
  type Moved,
  type MovedField,
  type MovedKind,
  type MoveRow,
  type MoveSide,
  movedFields,
  movedKinds,
} from './move-rows.ts'

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
  { day, side, moved, isSoFar }: { day: string; side: MoveSide; moved: Moved; isSoFar: boolean },
): Promise<void> {
  const namesOf = movedFields[side]
  const [stored] = await db
    .select()
    .from(flockRecord)
    .where(and(eq(flockRecord.flockId, of.id), eq(flockRecord.day, day)))
    .for('update')
  const who = { accountId: by.accountId, actorName: by.actualName }
  if (!stored) {
    const { id: flockId, officePath, farmPath } = of
    const owns = { id: newId(), flockId, officePath, farmPath }
    const told = Object.fromEntries(movedKinds.map(kind => [namesOf[kind], moved[kind] || null]))
    await db.insert(flockRecord).values({ ...owns, ...who, day, ...told, soFar: isSoFar })
    return
  }
  const changed = Object.fromEntries(
    movedKinds
      .filter(kind => moved[kind] !== 0)
      .map(kind => {
        const rest = (stored[namesOf[kind]] ?? 0) + moved[kind]
        return [namesOf[kind], rest > 0 ? rest : null]
      }),
  )
  const now = { ...stored, ...changed }
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
      ...changed,
      changedAt: sql`now()`,
    })
}

/** Whether a move between such flocks brings pullets from rearing to where they lay: they are housed there. */
export const housesHens = (from: Pick<FlockRow, 'type'>, to: Pick<FlockRow, 'type'>): boolean =>
  from.type === 'pullet' && to.type !== 'pullet'

/** Adds birds that pullets moved in later, or fewer, make of the hens housed; `day`: that of a move which fills the house on. */
export async function houseMore(
  db: Db,
  { id, matureCount, maturedOn }: Pick<FlockRow, 'id' | 'matureCount' | 'maturedOn'>,
  more: number,
  day?: string,
): Promise<void> {
  if (matureCount === null) return
  const last = day !== undefined && (maturedOn === null || maturedOn < day) ? day : maturedOn
  await changeRows(db, flock, eq(flock.id, id), {
    matureCount: Math.max(0, matureCount + more),
    maturedOn: last,
  })
}

/** Of what a house would have fewer than none by its records, and on which day first; null if of nothing. */
export async function shortIn(
  db: Db,
  flockId: string,
): Promise<{ kind: MovedKind; message: [Text, Record<string, string | number>] } | null> {
  const [found] = await db
    .select({ row: flock, name: house.name })
    .from(flock)
    .innerJoin(house, eq(house.id, flock.houseId))
    .where(eq(flock.id, flockId))
  if (!found) return null
  const days = ledgerOf(baseOf(found.row), await recordsOf(db, [flockId]))
  const short = days.find(({ alive }) => alive !== null && alive < 0)
  const placed = found.row.placedCount
  if (!short && (placed === null || placed >= found.row.soldUndated)) return shortOfMales(found.name, days)
  return {
    kind: 'birds',
    message: [
      text(
        '{house} 到 {day} 存栏会少于 0（差 {lacking} 只）',
        'In {house} there would be fewer than 0 birds on {day} ({lacking} too few)',
      ),
      {
        house: found.name,
        day: short?.day ?? found.row.placedOn,
        lacking: short ? -(short.alive ?? 0) : found.row.soldUndated - (placed ?? 0),
      },
    ],
  }
}

function shortOfMales(house: string, days: readonly DayFigures[]): Awaited<ReturnType<typeof shortIn>> {
  const short = days.find(({ males }) => males !== null && males < 0)
  if (!short) return null
  return {
    kind: 'males',
    message: [
      text(
        '{house} 到 {day} 公鸡存栏会少于 0（差 {lacking} 只）',
        'In {house} there would be fewer than 0 males on {day} ({lacking} too few)',
      ),
      { house, day: short.day, lacking: -(short.males ?? 0) },
    ],
  }
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
 * The move that changed numbers of a day's record change along, and by how many birds; or why it cannot. Null if no number
 * has changed, or no move stands behind them. What was recorded besides moves, from or to other farms, may change.
 */
export function movedAlong(
  side: MoveSide,
  moves: readonly MoveRow[],
  before: Partial<Record<MovedField, number | null>> | undefined,
  now: Readonly<Record<MovedField, number | null>>,
): { field: MovedField; move: MoveRow; more: Moved } | FieldFault | null {
  const namesOf = movedFields[side]
  const changed = (kind: MovedKind) => (now[namesOf[kind]] ?? 0) - (before?.[namesOf[kind]] ?? 0)
  const more: Moved = { birds: changed('birds'), males: changed('males') }
  const field = namesOf[more.birds === 0 ? 'males' : 'birds']
  const [move, other] = moves
  if ((more.birds === 0 && more.males === 0) || !move) return null
  if (other) return { field, message: severalMoves }
  const fewer = movedKinds.find(kind => move[kind] + more[kind] < 0)
  const hens = move.birds + more.birds
  // A flock that began with these birds has hens.
  const isNone = move.began ? hens < 1 : hens + move.males + more.males < 1
  if (fewer || isNone) return { field: fewer ? namesOf[fewer] : field, message: takeMoveBack }
  return { field, move, more }
}

/**
 * Changes a move by some birds on its sides, but for `except`, the flock whose own record already says so. The stocks of
 * both are then to be checked with {@link shortIn}.
 */
export async function changeMove(
  db: Db,
  by: Mover,
  move: MoveRow,
  { more, reason, except }: { more: Moved; reason?: string; except?: string },
): Promise<void> {
  const sides = await db
    .select()
    .from(flock)
    .where(sql`${flock.id} in (${move.fromFlockId}, ${move.toFlockId})`)
  const from = sides.find(({ id }) => id === move.fromFlockId)
  const to = sides.find(({ id }) => id === move.toFlockId)
  if (!from || !to) throw new Error('A move without its flocks')
  const { day } = move
  const isChange = more.birds !== 0 || more.males !== 0
  if (isChange && from.id !== except)
    await addMoved(db, by, from, { day, side: 'out', moved: more, isSoFar: false })
  if (isChange && to.id !== except) {
    if (move.began)
      await changeRows(db, flock, eq(flock.id, to.id), {
        placedCount: (to.placedCount ?? 0) + more.birds,
        ...(more.males !== 0 && { placedMales: (to.placedMales ?? 0) + more.males }),
      })
    else await addMoved(db, by, to, { day, side: 'in', moved: more, isSoFar: false })
  }
  // Who changes the number placed in a flock's form says there how many of them were housed.
  if (more.birds !== 0 && housesHens(from, to) && !(move.began && to.id === except))
    await houseMore(db, to, more.birds)
  await changeRows(db, flockMove, eq(flockMove.id, move.id), {
    birds: move.birds + more.birds,
    males: move.males + more.males,
    ...(reason !== undefined && { reason }),
  })
}
