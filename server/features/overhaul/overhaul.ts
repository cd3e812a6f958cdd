import { and, eq, inArray, sql } from 'drizzle-orm'
import { type OverhaulPlan, overhaul } from '#shared/contracts/overhaul.ts'
import { text } from '#shared/text.ts'
import { ticketPlace } from '../../farm/tickets/ticket-place.ts'
import { newId } from '../../platform/database/ids.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { feature } from '../../platform/http/feature.ts'
import { exporting } from '../../platform/jobs/requests.ts'
import { addRow, changeRows } from '../../platform/records/rows.ts'
import { followMaintenance } from './next-maintenance.ts'
import { finish, nextDay, openPlan } from './overhaul.finish.ts'
import { readLog } from './overhaul.log.ts'
import { readPlaces } from './overhaul.places.ts'
import {
  countPlans,
  equipmentIn,
  findPlan,
  isEnded,
  isItemFound,
  isPlanned,
  listPlans,
  OVERHAUL,
  planDetail,
  plannedDays,
} from './overhaul.queries.ts'
import { overhaulSheet } from './overhaul.sheet.ts'

const OPTIONS = 100
const says = {
  item: text('请选择已发布的检修项目', 'Choose released overhaul items'),
  place: text('请选择鸡舍或设备', 'Choose a house or a device'),
  anew: text('此项已重新安排', 'This has been planned anew'),
  hours: text('按运行小时的项目需要鸡舍', 'Choose a house. Running hours come from its controller'),
}

async function planItems(call: Call<typeof overhaul.plan>): Promise<{ planned: number }> {
  const { db, viewer, body } = call
  const { itemIds, ...named } = body
  const { farmPath, ...place } = await ticketPlace(db, viewer, named)
  if (farmPath === null || (!place.houseId && !place.deviceId))
    throw refuse.invalid([{ field: 'houseId', message: says.place }])
  const items = await db
    .select({
      id: overhaulItem.id,
      cycleKind: overhaulItem.cycleKind,
      nextOn: sql<string | null>`${nextDay}`,
    })
    .from(overhaulItem)
    .innerJoin(office, eq(office.id, place.officeId))
    .where(and(inArray(overhaulItem.id, itemIds), eq(overhaulItem.status, 'released')))
  if (items.length < new Set(itemIds).size) throw refuse.invalid([{ field: 'itemIds', message: says.item }])
  if (!place.houseId && items.some(({ cycleKind }) => cycleKind === 'runningHours'))
    throw refuse.invalid([{ field: 'houseId', message: says.hours }])
  const plans = items.map(({ id: itemId, nextOn }) => ({ ...place, farmPath, itemId, nextOn, id: newId() }))
  const made = await addRow(call, overhaulPlan, plans)
    .onConflictDoNothing()
    .returning({ id: overhaulPlan.id })
  await followMaintenance(call, farmPath)
  return { planned: made.length }
}

/** Ends a plan. What was done by it stays in the log. */
async function remove(call: Call<typeof overhaul.remove>): Promise<null> {
  const { id, farmPath } = (await openPlan(call)).row
  await changeRows(call.db, overhaulPlan, eq(overhaulPlan.id, id), { endedAt: sql`now()` })
  await followMaintenance(call, farmPath)
  return null
}

/** Undoes the end of a plan, unless the same has been planned anew. */
async function restore(call: Call<typeof overhaul.restore>): Promise<OverhaulPlan> {
  const { db, params } = call
  const { row } = await openPlan(call, isEnded)
  const { houseId, deviceId, itemId, farmPath } = row
  const isThere = sql`(${houseId}, ${deviceId}, ${itemId}) is not distinct from (${overhaulPlan.houseId}, ${overhaulPlan.deviceId}, ${overhaulPlan.itemId})`
  const [other] = await db.select({ id: overhaulPlan.id }).from(overhaulPlan).where(and(isPlanned, isThere))
  if (other) throw refuse.conflict({ yours: null, current: await findPlan(call, other.id) }, says.anew)
  await changeRows(db, overhaulPlan, eq(overhaulPlan.id, params.id), { endedAt: null })
  await followMaintenance(call, farmPath)
  return findPlan(call, params.id)
}

export const overhaulFeature = feature(OVERHAUL, overhaul, {
  export: exporting(overhaulSheet),
  list: listPlans,
  counts: countPlans,
  days: plannedDays,
  places: readPlaces,
  log: readLog,
  get: call => planDetail(call, call.params.id),
  plan: planItems,
  finish: (call): Promise<OverhaulPlan> => finish(call),
  remove,
  restore,
  itemOptions: ({ db, language, query: { search } }) => {
    const said = sql<string>`${equipmentIn(language)} || ' · ' || ${nameIn(language, overhaulItem)}`
    return db
      .select({ id: overhaulItem.id, name: said })
      .from(overhaulItem)
      .where(and(eq(overhaulItem.status, 'released'), search ? isItemFound(search) : undefined))
      .orderBy(said, overhaulItem.id)
      .limit(OPTIONS)
  },
})
