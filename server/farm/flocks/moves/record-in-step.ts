import { inArray } from 'drizzle-orm'
import type { DayFacts } from '#shared/flocks.ts'
import { text } from '#shared/text.ts'
import { asSystem } from '../../../platform/database/as-system.ts'
import type { Db, Scope } from '../../../platform/database/store.ts'
import { flock } from '../../../platform/database/tables/flocks.ts'
import { type FieldFault, refuse } from '../../../platform/http/errors.ts'
import { refreshCarried } from './carried.ts'
import { changeMove, type Mover, movedAlong, shortIn } from './in-step.ts'
import {
  type Moved,
  type MovedField,
  type MoveRow,
  type MoveSide,
  malesUnknown,
  movedFields,
  moveSides,
  movesIn,
} from './move-rows.ts'

type Told = Partial<Record<MovedField, number | null | undefined>>

/** The moves behind the numbers of a day's record. */
export type MovesBehind = Readonly<Record<MoveSide, readonly MoveRow[]>>

/** The moves between houses that a day's record stands for, whether the viewer sees the other house or not. */
export const movesBehind = (db: Db, scope: Scope, flockId: string, day: string): Promise<MovesBehind> =>
  asSystem(db, scope, async () => ({
    in: await movesIn(db, flockId, day, 'in'),
    out: await movesIn(db, flockId, day, 'out'),
  }))

/** What moves brought or took is in the record, whether whoever records the day says so or not. */
export const withMoved = <T extends Told>(told: T, before: Told | undefined, behind: MovesBehind): T => ({
  ...told,
  ...Object.fromEntries(
    moveSides
      .filter(side => behind[side].length > 0)
      .flatMap(side => Object.values(movedFields[side]))
      .flatMap(field => (told[field] == null ? [[field, before?.[field] ?? null]] : [])),
  ),
})

/** Moves that a changed record, or number placed, changes along; `field` has what is wrong with it. */
export interface Along {
  field: MovedField | 'placedCount' | 'placedMales'
  move: MoveRow
  more: Moved
}

/** Which moves change along with a record, and what is wrong with that. */
export function alongWith(
  facts: Pick<DayFacts, MovedField>,
  before: Pick<DayFacts, MovedField> | undefined,
  behind: MovesBehind,
): { along: Along[]; faults: FieldFault[] } {
  const found = moveSides.map(side => movedAlong(side, behind[side], before, facts))
  return {
    along: found.flatMap(one => (one && 'move' in one ? [one] : [])),
    faults: found.flatMap(one => (one && 'message' in one ? [one] : [])),
  }
}

/**
 * Brings everything in step with a record that was stored, changed or taken back: the other side of its moves, and what
 * flocks that began by moves from this one have behind them.
 */
export async function keepInStep(
  { db, scope, by }: { db: Db; scope: Scope; by: Mover },
  flockId: string,
  along: readonly Along[],
): Promise<void> {
  const flockIds = along.flatMap(({ move }) => [move.fromFlockId, move.toFlockId])
  const others = along.map(({ move }) => (move.fromFlockId === flockId ? move.toFlockId : move.fromFlockId))
  const faults = await asSystem(db, scope, async () => {
    const sides =
      flockIds.length === 0
        ? []
        : await db.select().from(flock).where(inArray(flock.id, flockIds)).for('update')
    const faults: FieldFault[] = []
    for (const { field, move, more } of along) {
      const other = move.fromFlockId === flockId ? move.toFlockId : move.fromFlockId
      const ended = sides.find(({ id, endedOn }) => id === other && endedOn !== null)
      if (ended) {
        faults.push({ field, message: [endedSays, { number: ended.number }] })
        continue
      }
      const uncounted = sides.find(({ placedMales }) => placedMales === null)
      if (more.males !== 0 && uncounted) {
        faults.push({ field, message: [malesUnknown, { number: uncounted.number }] })
        continue
      }
      await changeMove(db, by, move, { more, except: flockId })
      const short = await shortIn(db, other)
      if (short) faults.push({ field, message: short.message })
    }
    return faults
  })
  if (faults.length > 0) throw refuse.invalid(faults)
  await refreshCarried(db, scope, [flockId, ...others])
}

const endedSays = text(
  '这些鸡所在的另一批次 {number} 已结束，请先重新打开',
  'Flock {number} on the other side of the move is closed. Reopen it first',
)

/** The record of a day with moves is not taken back by itself. */
export function refuseMoved(behind: MovesBehind): void {
  if (moveSides.every(side => behind[side].length === 0)) return
  throw refuse.invalid([
    {
      field: 'day',
      message: text(
        '当天有转群，请先在批次页撤回那次转群',
        'Birds were moved between houses on this day. Take back that move on the flock’s page first',
      ),
    },
  ])
}
