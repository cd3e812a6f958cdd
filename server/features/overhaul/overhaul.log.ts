import { and, desc, eq, gte, lt, sql } from 'drizzle-orm'
import { LOG_LINES, type overhaul } from '#shared/contracts/overhaul.ts'
import { text } from '#shared/text.ts'
import { isOfOffice } from '../../platform/database/customers-seen.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulDeed, overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import { recordEntry, repair } from '../../platform/database/tables/tickets.ts'
import type { Call } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { equipmentIn, OVERHAUL } from './overhaul.queries.ts'

const beforeFirst = text('不能早于开始日期', 'Cannot be before the first day')

/** Overhauls done within some days by each customer's calendar, newest first: date, check, result, person. */
export async function readLog({ db, viewer, language, query }: Call<typeof overhaul.log>) {
  const { firstDay, lastDay, officeId, houseId } = query
  if (lastDay < firstDay) throw refuse.invalid([{ field: 'lastDay', message: beforeFirst }])
  const midnight = (day: string, later: number) =>
    sql`((${day}::date + ${later}::int)::timestamp at time zone ${office.timeZone})`
  const rows = await db
    .select({
      id: overhaulDeed.entryId,
      at: recordEntry.at,
      by: recordEntry.actorName,
      item: nameIn(language, overhaulItem),
      equipment: equipmentIn(language),
      customer: sql<string | null>`(select ${nameIn(language, office)} from ${office}
          where ${office.path} = ${overhaulPlan.farmPath} and ${office.path} <> ${viewer.scope.farm})`,
      house: house.name,
      device: device.name,
      step: recordEntry.step,
      checks: overhaulDeed.checks,
      reading: overhaulDeed.reading,
      note: recordEntry.text,
      repairNumber: repair.number,
      timeZone: office.timeZone,
    })
    .from(overhaulDeed)
    .innerJoin(recordEntry, and(eq(recordEntry.id, overhaulDeed.entryId), eq(recordEntry.module, OVERHAUL)))
    .innerJoin(overhaulPlan, eq(overhaulPlan.id, overhaulDeed.planId))
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .innerJoin(office, eq(office.id, overhaulPlan.officeId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .leftJoin(device, eq(device.id, overhaulPlan.deviceId))
    .leftJoin(repair, eq(repair.id, overhaulDeed.repairId))
    .where(
      and(
        gte(recordEntry.at, midnight(firstDay, 0)),
        lt(recordEntry.at, midnight(lastDay, 1)),
        officeId ? isOfOffice(overhaulPlan.officePath, officeId) : undefined,
        houseId ? eq(overhaulPlan.houseId, houseId) : undefined,
      ),
    )
    .orderBy(desc(recordEntry.at), desc(overhaulDeed.entryId))
    .limit(LOG_LINES + 1)
  return {
    isWhole: rows.length <= LOG_LINES,
    lines: rows.slice(0, LOG_LINES).map(({ at, step, checks, house, device, ...row }) => ({
      ...row,
      at: at.toISOString(),
      place: [house, device].filter(Boolean).join(' · '),
      isPassed: step !== 'failed',
      failed: checks.flatMap(({ text, isFailed }) => (isFailed ? [text[language]] : [])),
      note: row.note ?? '',
    })),
  }
}
