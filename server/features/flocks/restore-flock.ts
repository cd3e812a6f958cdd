import { eq } from 'drizzle-orm'
import type { Flock } from '#shared/contracts/flocks.ts'
import { text } from '#shared/text.ts'
import { flockAtTheSameTime, hasFlock, otherBirds } from '../../farm/flocks/flock-rules.ts'
import { findFlock, flocksWhere, shownFlock } from '../../farm/flocks/flocks.queries.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { flock } from '../../platform/database/tables/flocks.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuseRestoring, standsInTheWay, withDeletion } from '../../platform/http/deleted-rows.ts'
import { refuse } from '../../platform/http/errors.ts'
import { changeRows, openFound } from '../../platform/records/rows.ts'

const houseIsGone = text('该批次的鸡舍已删除，请先恢复鸡舍', 'Its house is deleted. Restore the house first')

/** Undoes the deletion of a flock, unless its house has had another one in that time, or is for other birds now. */
export async function restoreFlock(call: ChangingCall & { params: { id: string } }): Promise<Flock> {
  const { db, params, viewer, language } = call
  const find = async () => {
    const [kept] = await flocksWhere(db, viewer.scope, language, eq(flock.id, params.id), { deleted: 'too' })
    if (!kept) throw refuse.notFound()
    return kept
  }
  const { row, shown } = await openFound(call, flock.id, find, kept =>
    withDeletion(shownFlock(kept), kept.row.deletedAt),
  )
  call.named({ number: text(row.number, row.number) })
  await refuseRestoring(db, row, shown, language)
  const [place] = await db.select().from(house).where(eq(house.id, row.houseId)).for('update')
  if (!place || place.deletedAt !== null) throw standsInTheWay(shown, houseIsGone)
  const { houseId, placedOn, endedOn } = row
  const unfit = endedOn === null ? otherBirds(row, place) : null
  if (unfit) throw standsInTheWay(shown, unfit)
  const other = await flockAtTheSameTime(db, { houseId, placedOn, endedOn })
  if (other) throw standsInTheWay(shown, hasFlock(other.number))
  await changeRows(db, flock, eq(flock.id, row.id), { deletedAt: null })
  call.afterwards(() => void call.services.events.emit('registry', { deviceIds: [] }))
  return shownFlock(await findFlock(db, viewer.scope, row.id, language))
}
