import { and, eq, sql } from 'drizzle-orm'
import { isOnDuty } from '#shared/duties.ts'
import type { Db } from '../../platform/database/store.ts'
import { alarmDuty } from '../../platform/database/tables/alarm-rules.ts'
import { office } from '../../platform/database/tables/offices.ts'

interface Place {
  officePath: string
  farmPath: string
}

/** Who is on call for an office of a farm at a given time, by the farm's clocks, each with a deputy. */
export async function onCallAt(
  db: Db,
  { officePath, farmPath }: Place,
  at: number,
): Promise<{ accountId: string; substituteId: string | null }[]> {
  const duties = await db
    .select({
      accountId: alarmDuty.accountId,
      substituteId: alarmDuty.substituteId,
      weekdays: alarmDuty.weekdays,
      fromClock: alarmDuty.fromClock,
      untilClock: alarmDuty.untilClock,
      fromOn: alarmDuty.fromOn,
      untilOn: alarmDuty.untilOn,
      timeZone: office.timeZone,
    })
    .from(alarmDuty)
    .innerJoin(office, eq(office.path, alarmDuty.farmPath))
    .where(and(eq(alarmDuty.farmPath, farmPath), sql`starts_with(${officePath}, ${alarmDuty.officePath})`))
  return duties.filter(duty => isOnDuty(duty, at, duty.timeZone))
}
