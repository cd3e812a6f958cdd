import { eq } from 'drizzle-orm'
import type { FlockMove } from '#shared/contracts/flock-moves.ts'
import { text } from '#shared/text.ts'
import { flockAtTheSameTime, hasFlock, otherBirds } from '../../farm/flocks/flock-rules.ts'
import { recordsOf } from '../../farm/flocks/flocks.queries.ts'
import { refreshCarried } from '../../farm/flocks/moves/carried.ts'
import { addMoved, changeMove, houseMore, housesHens, shortIn } from '../../farm/flocks/moves/in-step.ts'
import { type MoveRow, movesOf, shownMoves } from '../../farm/flocks/moves/move-rows.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flockMove } from '../../platform/database/tables/flock-moves.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { changeRows, openRow, removeRow } from '../../platform/records/rows.ts'
import { noHens, numberFaults, tellMove, wordsOf } from './move-birds.ts'

type Changing<Body> = ChangingCall & { params: { id: string }; body: Body }
type FlockRow = typeof flock.$inferSelect

/** A move with both its flocks, locked; refused where one of them is closed by more than the move itself. */
async function openMove(call: Changing<{ version?: number | undefined }>) {
  const { db, params } = call
  const read = async (): Promise<FlockMove> => {
    const [shown] = await shownMoves(db, { id: params.id })
    if (!shown) throw refuse.notFound()
    return shown
  }
  const { row: shown } = await openRow(call, flockMove, read)
  const [move] = await db.select().from(flockMove).where(eq(flockMove.id, params.id))
  const from = await sideOf(call, move?.fromFlockId ?? '')
  const to = await sideOf(call, move?.toFlockId ?? '')
  if (!move || !from || !to) throw refuse.notFound()
  if (to.endedOn !== null || (from.endedOn !== null && !move.ended))
    throw refuse.conflict({ yours: call.body, current: null }, [
      text('批次 {number} 已结束，请先重新打开', 'Flock {number} is closed. Reopen it first'),
      { number: to.endedOn !== null ? to.number : from.number },
    ])
  return { shown, move, from, to }
}

async function sideOf({ db }: ChangingCall, id: string): Promise<FlockRow | undefined> {
  const [row] = await db.select().from(flock).where(eq(flock.id, id)).for('update')
  return row
}

/** Birds are in the house again that the move had emptied: its flock goes on, unless another has come since, or it is for others. */
async function reopen({ db }: ChangingCall, move: MoveRow, from: FlockRow): Promise<FieldFault | null> {
  if (!move.ended || from.endedOn === null) return null
  const { id, houseId, placedOn } = from
  const [place] = await db.select({ type: house.type }).from(house).where(eq(house.id, houseId)).for('update')
  const unfit = place && otherBirds(from, place)
  if (unfit) return { field: 'id', message: unfit }
  const other = await flockAtTheSameTime(db, { houseId, placedOn, endedOn: null, except: id })
  if (other) return { field: 'id', message: hasFlock(other.number) }
  await changeRows(db, flock, eq(flock.id, id), { endedOn: null, closeReason: '', final: null })
  return null
}

/** Corrects the number of birds that moved, on both sides. */
export async function correctMove(
  call: Changing<{ birds: number; males?: number | undefined; reason: string; version?: number | undefined }>,
): Promise<FlockMove> {
  const { db, viewer, body } = call
  const { move, from, to } = await openMove(call)
  const { birds, males = move.males } = body
  const more = { birds: birds - move.birds, males: males - move.males }
  const wrong = numberFaults({ birds, males }, from, to)
  if (wrong.length === 0 && birds === 0 && move.began) wrong.push({ field: 'birds', message: noHens })
  if (wrong.length > 0) throw refuse.invalid(wrong)
  const isFewer = more.birds < 0 || more.males < 0
  if (isFewer) {
    const fault = await reopen(call, move, from)
    if (fault) throw refuse.invalid([{ ...fault, field: 'birds' }])
  }
  await changeMove(db, viewer, move, { more, reason: body.reason })
  if (isFewer && move.ended) await db.update(flockMove).set({ ended: false }).where(eq(flockMove.id, move.id))
  await refreshCarried(db, viewer.scope, [from.id, to.id])
  const short = (await shortIn(db, from.id)) ?? (await shortIn(db, to.id))
  if (short) throw refuse.invalid([{ field: short.kind, message: short.message }])
  return tellMove(call, move.id)
}

/** Takes a move back on both sides, as if it had never been. */
export async function takeBackMove(call: Changing<{ version?: number | undefined }>): Promise<null> {
  const { db, viewer } = call
  const { shown, move, from, to } = await openMove(call)
  const { day } = move
  const moved = { birds: -move.birds, males: -move.males }
  const refused = (message: FieldFault['message']) => refuse.invalid([{ field: 'id', message }])
  const fault = await reopen(call, move, from)
  if (fault) throw refuse.invalid([fault])
  if (move.began) {
    const [record] = await recordsOf(db, [to.id])
    const others = (await movesOf(db, to.id)).filter(({ id }) => id !== move.id)
    if (record || others.length > 0)
      throw refused([
        text(
          '批次 {number} 已有 {day} 的记录或转群，请先撤回',
          'Flock {number} has records or moves since {day}. Take those back first',
        ),
        { number: to.number, day: record?.day ?? others[0]?.day ?? move.day },
      ])
    await changeRows(db, flock, eq(flock.id, to.id), { deletedAt: new Date() })
  } else {
    await addMoved(db, viewer, to, { day, side: 'in', moved, isSoFar: false })
    if (housesHens(from, to)) await houseMore(db, to, moved.birds)
  }
  await addMoved(db, viewer, from, { day, side: 'out', moved, isSoFar: false })
  await removeRow(call, flockMove, eq(flockMove.id, move.id), () => shown)
  await refreshCarried(db, viewer.scope, [from.id, to.id])
  const short = move.began ? null : await shortIn(db, to.id)
  if (short) throw refused(short.message)
  call.named(wordsOf(shown))
  call.afterwards(() => void call.services.events.emit('registry', { deviceIds: [] }))
  return null
}
