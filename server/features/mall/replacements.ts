import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { SOON_DAYS } from '#shared/overhaul.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Fitting, Reading } from './my-machines.ts'

/** The days until an overhaul is due, by the calendar of the farm. */
const daysLeft = sql<number>`(${overhaulPlan.nextOn} - (now() at time zone ${office.timeZone})::date)`

/** The farm's overhauls that use something up, those due first at the beginning; or one by its id, whatever it uses. */
export const replacements = ({ db, language }: Reading, id?: string) =>
  db
    .select({
      item: nameIn(language, overhaulItem),
      chineseName: overhaulItem.chineseName,
      englishName: overhaulItem.englishName,
      machine: overhaulItem.machineKind,
      parts: overhaulItem.parts,
      partsPer: overhaulItem.partsPer,
      houseId: overhaulPlan.houseId,
      house: house.name,
      lastAt: overhaulPlan.lastAt,
      daysLeft,
    })
    .from(overhaulPlan)
    .innerJoin(overhaulItem, eq(overhaulItem.id, overhaulPlan.itemId))
    .innerJoin(office, eq(office.id, overhaulPlan.officeId))
    .leftJoin(house, eq(house.id, overhaulPlan.houseId))
    .where(
      and(
        isNull(overhaulPlan.endedAt),
        id === undefined
          ? and(isNotNull(overhaulPlan.nextOn), sql`${overhaulItem.parts} <> '{}'`)
          : eq(overhaulPlan.id, id),
      ),
    )
    .orderBy(overhaulPlan.nextOn, overhaulPlan.id)
export type Plan = Awaited<ReturnType<typeof replacements>>[number]

/** Whether it is late, due, or will be within days. */
export const isSoon = ({ daysLeft }: Pick<Plan, 'daysLeft'>): boolean => daysLeft <= SOON_DAYS

/** Whether an overhaul uses up such a good. */
export const needs = (
  { machine, parts }: Pick<Plan, 'machine' | 'parts'>,
  row: Pick<Fitting, 'machines' | 'part'>,
): boolean =>
  row.part !== null && machine !== null && parts.includes(row.part) && row.machines.includes(machine)
