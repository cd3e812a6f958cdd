import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { holidaysOf, isOnDuty } from '#shared/duties.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDuty, alarmHoliday } from '../../platform/database/tables/alarm-rules.ts'
import { account, office } from '../../platform/database/tables/offices.ts'

interface Place {
  officePath: string
  farmPath: string
}

const person = alias(account, 'person')
const standIn = alias(account, 'stand_in')

const isIn = (of: typeof person | typeof standIn) =>
  sql<boolean>`(${of.disabledAt} is null and ${of.deletedAt} is null)`

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

/** The duties of a farm and its teams, of people who can sign in, or of everybody. */
export async function dutiesOf(db: Db, farmPath: string, of: 'present' | 'everybody' = 'present') {
  const isHoliday = holidaysOf(await holidaysFor(db, farmPath))
  const duties = await db
    .select({
      officePath: alarmDuty.officePath,
      accountId: alarmDuty.accountId,
      /** Where the person on call is: they hear the alarms of that office and below. */
      personPath: person.officePath,
      substituteId:
        of === 'present'
          ? sql<string | null>`case when ${isIn(standIn)} then ${alarmDuty.substituteId} end`
          : alarmDuty.substituteId,
      substitute: standIn.actualName,
      ...dutyColumns,
      timeZone: office.timeZone,
    })
    .from(alarmDuty)
    .innerJoin(office, eq(office.path, alarmDuty.farmPath))
    .innerJoin(person, eq(person.id, alarmDuty.accountId))
    .leftJoin(standIn, eq(standIn.id, alarmDuty.substituteId))
    .where(and(eq(alarmDuty.farmPath, farmPath), of === 'present' ? isIn(person) : undefined))
  return duties.map(duty => ({ ...duty, isHoliday }))
}

/** The duties for an office of a farm: its own and those of the nodes above it. */
export const dutiesFor = async (db: Db, { officePath, farmPath }: Place) =>
  (await dutiesOf(db, farmPath)).filter(duty => officePath.startsWith(duty.officePath))

/** Who is on call for an office of a farm at a given time, by the farm's clocks, each with a deputy. */
export async function onCallAt(
  db: Db,
  place: Place,
  at: number,
): Promise<{ accountId: string; substituteId: string | null; step: number }[]> {
  const duties = await dutiesFor(db, place)
  return duties.filter(duty => isOnDuty(duty, at, duty.timeZone))
}
