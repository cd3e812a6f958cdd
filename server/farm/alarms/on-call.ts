import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { holidaysOf, isOnDuty } from '#shared/duties.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDuty, alarmHoliday } from '../../platform/database/tables/alarm-rules.ts'
import { account, office } from '../../platform/database/tables/offices.ts'

interface Place {
  officePath: string
  farmPath: string
}

const standIn = alias(account, 'stand_in')

/** Holidays of a farm's plan, in order. */
export const holidaysFor = (db: Db, farmPath: string) =>
  db
    .select({
      id: alarmHoliday.id,
      fromOn: alarmHoliday.fromOn,
      untilOn: alarmHoliday.untilOn,
      name: alarmHoliday.name,
    })
    .from(alarmHoliday)
    .where(eq(alarmHoliday.farmPath, farmPath))
    .orderBy(alarmHoliday.fromOn, alarmHoliday.id)

/** A duty counts for alarms of its office and those below, and of its houses where it names some. */
export const concerns = (
  duty: { officePath: string; houseIds: readonly string[] | null },
  { officePath, houseIds }: { officePath: string; houseIds: readonly string[] },
): boolean =>
  officePath.startsWith(duty.officePath) &&
  (duty.houseIds === null || duty.houseIds.some(id => houseIds.includes(id)))

/** What a duty says of when, where and at which step. */
export const dutyColumns = {
  weekdays: alarmDuty.weekdays,
  fromClock: alarmDuty.fromClock,
  untilClock: alarmDuty.untilClock,
  fromOn: alarmDuty.fromOn,
  untilOn: alarmDuty.untilOn,
  step: alarmDuty.step,
  houseIds: alarmDuty.houseIds,
  holidays: alarmDuty.holidays,
}

/** The duties of a farm and its teams, whoever of their people is still there. */
export async function dutiesOf(db: Db, farmPath: string) {
  const isHoliday = holidaysOf(await holidaysFor(db, farmPath))
  const duties = await db
    .select({
      officePath: alarmDuty.officePath,
      accountId: alarmDuty.accountId,
      substituteId: alarmDuty.substituteId,
      substitute: standIn.actualName,
      ...dutyColumns,
      timeZone: office.timeZone,
    })
    .from(alarmDuty)
    .innerJoin(office, eq(office.path, alarmDuty.farmPath))
    .leftJoin(standIn, eq(standIn.id, alarmDuty.substituteId))
    .where(eq(alarmDuty.farmPath, farmPath))
  return duties.map(duty => ({ ...duty, isHoliday }))
}

/** Who holds a duty: its person, or the stand-in in the place of somebody who hears no alarm; undefined: nobody. */
export const holderOf = (
  { accountId, substituteId }: { accountId: string; substituteId: string | null },
  hears: (id: string) => boolean,
): string | undefined => [accountId, substituteId].find(id => id !== null && hears(id)) ?? undefined

/**
 * Who is on call for an office of a farm at a given time, by the farm's clocks, each with a deputy; a stand-in in the place of
 * somebody who hears no alarm, as the chain wakes them.
 */
export async function onCallAt(
  db: Db,
  { officePath, farmPath }: Place,
  at: number,
  hears: (id: string) => boolean,
): Promise<{ accountId: string; substituteId: string | null; step: number }[]> {
  const duties = await dutiesOf(db, farmPath)
  return duties.flatMap(duty => {
    if (!officePath.startsWith(duty.officePath) || !isOnDuty(duty, at, duty.timeZone)) return []
    const accountId = holderOf(duty, hears)
    const { step, substituteId } = duty
    return accountId
      ? [{ accountId, substituteId: accountId === substituteId ? null : substituteId, step }]
      : []
  })
}
