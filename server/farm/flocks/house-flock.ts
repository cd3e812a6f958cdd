import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { categoryOf } from '#shared/flocks.ts'
import { openingFieldsOf, openingOf } from '#shared/opening.ts'
import type { HouseType } from '#shared/signals.ts'
import { text } from '#shared/text.ts'
import { withdrawalOn } from '#shared/withdrawal.ts'
import { dateIn } from '#shared/zone-time.ts'
import { asSystem } from '../../platform/database/as-system.ts'
import { newId } from '../../platform/database/ids.ts'
import { beside, type Db, type Scope } from '../../platform/database/store.ts'
import { houseNow } from '../../platform/database/tables/farms.ts'
import { flockAccount } from '../../platform/database/tables/flock-accounts.ts'
import { flockProgramme } from '../../platform/database/tables/flock-health.ts'
import { flockMove } from '../../platform/database/tables/flock-moves.ts'
import { flock, flockRecord, flockRecordPast } from '../../platform/database/tables/flocks.ts'
import { feedEntry, hygieneEntry } from '../../platform/database/tables/house-entries.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type FieldFault, refuse } from '../../platform/http/errors.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { lookFaults } from '../houses/signal-looks.ts'
import { carriedMedicine } from './carried-medicine.ts'
import { finalOfFlock } from './flock-course.ts'
import { giveProgramme } from './flock-programme.ts'
import {
  type Around,
  type CheckedFlock,
  endFault,
  flockAtTheSameTime,
  flockFaults,
  hasFlock,
  withheld,
} from './flock-rules.ts'
import { recordsOf } from './flocks.queries.ts'
import { refreshCarried } from './moves/carried.ts'
import { beginningOf, saidByMove } from './moves/move-rows.ts'

/** What a house's form says about its flock. */
interface FlockOnHouse {
  breed: string | null
  flockStartedOn: string | null
  flockHatchedOn: string | null
  flockCount: number | null
  flockSold: number | null
}
export interface Place {
  id: string
  type: HouseType
  officeId: string
  officePath: string
  farmPath: string
  timeZone: string
}

/** A unique flock number: the day of its placement and a count. */
export const drawnNumber = (placedOn: string) => sql<string>`next_flock_number(${placedOn}::date)`

/** The same, drawn beside the transaction as other numbers are. */
export async function nextNumber(db: Db, placedOn: string): Promise<string> {
  const drawn = sql`select ${drawnNumber(placedOn)} as number`
  const { rows } = await beside(db).execute<{ number: string }>(drawn)
  return rows[0]?.number ?? ''
}

/** Whether the office counts the placement day as day 0 or 1. */
export const placementDayOf = (officeId: string) =>
  sql<number>`(select ${office.placementDay} from ${office} where ${office.id} = ${officeId})`

/** Records the breeds that new houses are for, before there is a flock, and even if the customer does not share. */
export const tellBreeds = (db: Db, scope: Scope, told: readonly { id: string; breed: string | null }[]) =>
  asSystem(db, scope, () =>
    db.execute(sql`update house_now n set breed = t.breed
      from unnest(${sql.param(told.map(({ id }) => id))}::text[], ${sql.param(told.map(({ breed }) => breed))}::text[]) t (id, breed)
      where n.house_id = t.id`),
  )

/** The flock that is in a house or planned for it, locked until the end of the transaction. */
async function openFlock(db: Db, houseId: string) {
  const [found] = await db
    .select()
    .from(flock)
    .where(and(eq(flock.houseId, houseId), isNull(flock.endedOn), isNull(flock.deletedAt)))
    .for('update')
  return found
}

/**
 * Makes a house's flock match the house's form: begins one, changes the one there, or ends it if the form has none. What is
 * known of the house follows by triggers, except the breed it is for, which needs no flock.
 */
export async function keepFlockOf(
  { db, scope }: { db: Db; scope: Scope },
  place: Place,
  said: FlockOnHouse,
): Promise<void> {
  await db.update(houseNow).set({ breed: said.breed }).where(eq(houseNow.houseId, place.id))
  const open = await openFlock(db, place.id)
  if (said.flockStartedOn === null) return open && endOrForget(db, scope, open, place.timeZone)
  const columns = {
    breed: said.breed,
    placedOn: said.flockStartedOn,
    // Broilers arrive as chicks; those taken over keep the hatch date of their own form.
    hatchedOn: place.type === 'broiler' ? (open?.takenOver ? open.hatchedOn : null) : said.flockHatchedOn,
    placedCount: said.flockCount,
  }
  if (!open) {
    const begun = { ...columns, soldUndated: said.flockSold ?? 0 }
    const unlooked = await lookFaults(db, place.id, 'flockStartedOn')
    if (unlooked.length > 0) throw refuse.invalid(unlooked)
    await refuseWrong(
      db,
      place,
      { ...nothingMore, ...begun },
      { records: [], soldUndated: begun.soldUndated },
    )
    return beginFlock(db, place, begun)
  }
  if (open.type !== place.type)
    throw refuse.invalid([
      {
        field: 'type',
        message: [
          text(
            '鸡舍内有批次 {number}，结束该批次后才能更改类型',
            'Flock {number} is in the house. Its type can be changed once that flock is closed',
          ),
          { number: open.number },
        ],
      },
    ])
  const records = await recordsOf(db, [open.id])
  const sold = records.reduce((sum, each) => sum + (each.sold ?? 0) + (each.movedOut ?? 0), 0)
  const soldUndated = (said.flockSold ?? 0) - sold
  if (soldUndated < 0)
    throw refuse.invalid([
      {
        field: 'flockSold',
        message: [text('养殖记录中已售出或转出 {sold} 只', 'The records already show {sold}'), { sold }],
      },
    ])
  // The form's number includes what was moved in since.
  const movedIn = records.reduce((sum, each) => sum + (each.movedIn ?? 0), 0)
  const placedCount = columns.placedCount === null ? null : columns.placedCount - movedIn
  await refuseMoved(db, scope, open, { ...columns, placedCount })
  const checked = { ...open, ...columns, placedCount, soldUndated, opening: openingFieldsOf(openingOf(open)) }
  await refuseWrong(db, place, checked, { records, soldUndated }, open.id)
  if (soldUndated > open.soldUndated) {
    const carried = await carriedMedicine(db, scope, open, records)
    const { meat } = withdrawalOn(dateIn(place.timeZone, new Date()), [...records, ...carried])
    if (meat !== null) throw refuse.invalid([{ field: 'flockSold', message: withheld(meat) }])
  }
  await changeRows(db, flock, eq(flock.id, open.id), { ...columns, placedCount, soldUndated })
  await refreshCarried(db, scope, [open.id])
}

/** What a move between houses says of a flock that it began is changed by that move, on both sides. */
async function refuseMoved(
  db: Db,
  scope: Scope,
  open: typeof flock.$inferSelect,
  said: Pick<Begun, 'placedOn' | 'hatchedOn' | 'placedCount'>,
): Promise<void> {
  if (!(await asSystem(db, scope, () => beginningOf(db, open.id)))) return
  const fields = (['placedOn', 'hatchedOn', 'placedCount'] as const).filter(name => said[name] !== open[name])
  if (fields.length > 0)
    throw refuse.invalid(
      fields.map(name => ({ field: fieldOnHouse[name] ?? 'flockStartedOn', message: saidByMove })),
    )
}

const nothingMore = { placedMales: null, maturedOn: null, matureCount: null }

/** The house's form has other names for the fields of a flock. */
const fieldOnHouse: Readonly<Record<string, string>> = {
  placedOn: 'flockStartedOn',
  hatchedOn: 'flockHatchedOn',
  placedCount: 'flockCount',
}

/** The same checks as those of the flock's own form. */
async function refuseWrong(
  db: Db,
  place: Place,
  checked: CheckedFlock,
  known: Pick<Around, 'records' | 'soldUndated'>,
  except?: string,
): Promise<void> {
  const faults: FieldFault[] = flockFaults(checked, { ...known, today: dateIn(place.timeZone, new Date()) })
  const { placedOn } = checked
  const other = await flockAtTheSameTime(db, {
    houseId: place.id,
    placedOn,
    endedOn: null,
    ...(except !== undefined && { except }),
  })
  if (other) faults.push({ field: 'placedOn', message: hasFlock(other.number) })
  if (faults.length > 0)
    throw refuse.invalid(
      faults.map(fault => ({ ...fault, field: fieldOnHouse[fault.field] ?? 'flockStartedOn' })),
    )
}

type Begun = Pick<
  typeof flock.$inferInsert,
  'breed' | 'placedOn' | 'hatchedOn' | 'placedCount' | 'soldUndated'
>

/** Begins a flock from a house's form. */
export async function beginFlock(db: Db, place: Omit<Place, 'timeZone'>, begun: Begun): Promise<void> {
  const id = newId()
  await db.insert(flock).values({
    id,
    number: await nextNumber(db, begun.placedOn),
    houseId: place.id,
    officePath: place.officePath,
    farmPath: place.farmPath,
    type: place.type,
    category: categoryOf[place.type],
    placementDay: placementDayOf(place.officeId),
    ...begun,
    hatchedOn: place.type === 'broiler' ? null : begun.hatchedOn,
  })
  const { officePath, farmPath, type } = place
  const { placedOn, breed = null } = begun
  await giveProgramme(db, { id, officePath, farmPath, type, breed, placedOn })
}

/**
 * A flock that never arrived leaves nothing behind; one that was here without any record ends today, unless medicine is in the
 * birds. One with records, or that a move began, is closed by its own form, which asks for what belongs to that.
 */
async function endOrForget(
  db: Db,
  scope: Scope,
  open: typeof flock.$inferSelect,
  timeZone: string,
): Promise<void> {
  const today = dateIn(timeZone, new Date())
  const refused = (message: FieldFault['message']) => refuse.invalid([{ field: 'flockStartedOn', message }])
  if (await asSystem(db, scope, () => beginningOf(db, open.id))) throw refused(saidByMove)
  if (open.placedOn > today) {
    await db.delete(flock).where(eq(flock.id, open.id))
    return
  }
  if ((await db.$count(flockRecord, eq(flockRecord.flockId, open.id))) > 0)
    throw refused([
      text(
        '批次 {number} 已有养殖记录，请在“批次与养殖日志”中结束该批次',
        'Flock {number} has records. Close it in “Flocks and breeding log”',
      ),
      { number: open.number },
    ])
  const { placedOn, placedCount, placedMales, soldUndated, reopenedFrom } = open
  const birds = placedCount === null ? null : placedCount - soldUndated
  const fault = endFault(today, placedOn, {
    today,
    lastOn: null,
    alive: birds === 0 ? (placedMales ?? 0) : birds,
    meatUntil: withdrawalOn(today, await carriedMedicine(db, scope, open, [])).meat,
    reopenedFrom,
    reason: '',
  })
  if (fault) throw refused(fault.message)
  await changeRows(db, flock, eq(flock.id, open.id), {
    endedOn: today,
    final: await finalOfFlock(db, { ...open, endedOn: today }),
  })
}

/** Moves the flocks of a house and their records to the office that the house belongs to. */
export async function moveFlocks(db: Db, houseId: string, officePath: string): Promise<void> {
  await db.update(feedEntry).set({ officePath }).where(eq(feedEntry.houseId, houseId))
  await db.update(hygieneEntry).set({ officePath }).where(eq(hygieneEntry.houseId, houseId))
  const moved = await db
    .update(flock)
    .set({ officePath })
    .where(eq(flock.houseId, houseId))
    .returning({ id: flock.id })
  for (const { id } of moved) {
    await db.update(flockMove).set({ officePath }).where(eq(flockMove.fromFlockId, id))
    await db.update(flockProgramme).set({ officePath }).where(eq(flockProgramme.flockId, id))
    await db.update(flockAccount).set({ officePath }).where(eq(flockAccount.flockId, id))
    const records = await db
      .update(flockRecord)
      .set({ officePath })
      .where(eq(flockRecord.flockId, id))
      .returning({ id: flockRecord.id })
    const ids = records.map(record => record.id)
    await db.update(flockRecordPast).set({ officePath }).where(inArray(flockRecordPast.recordId, ids))
  }
}
