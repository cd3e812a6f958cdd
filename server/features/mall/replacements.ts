import { and, eq, sql } from 'drizzle-orm'
import { isNeededBy } from '#shared/machine-fit.ts'
import { type Machine, machineNames } from '#shared/machines.ts'
import { SOON_DAYS } from '#shared/overhaul.ts'
import type { Text } from '#shared/text.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { overhaulItem, overhaulPlan } from '../../platform/database/tables/overhaul.ts'
import type { Fitting, Reading } from './my-machines.ts'

/** Words in the names of overhauls that need a part: cleaning and checking need none. */
const REPLACES = '更换|replace'

/** The days until an overhaul is due, by the calendar of the farm. */
const daysLeft = sql<number>`(${overhaulPlan.nextOn} - (now() at time zone ${office.timeZone})::date)`

/** The farm's overhauls that replace something, those due first at the beginning. */
export const replacements = ({ db, language }: Reading) =>
  db
    .select({
      item: nameIn(language, overhaulItem),
      chineseName: overhaulItem.chineseName,
      englishName: overhaulItem.englishName,
      chineseEquipment: overhaulItem.chineseEquipment,
      englishEquipment: overhaulItem.englishEquipment,
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
        sql`${overhaulPlan.nextOn} is not null`,
        sql`(${overhaulItem.chineseName} ~ ${REPLACES} or ${overhaulItem.englishName} ~* ${REPLACES})`,
      ),
    )
    .orderBy(overhaulPlan.nextOn, overhaulPlan.id)
export type Plan = Awaited<ReturnType<typeof replacements>>[number]

/** Whether it is late, due, or will be within days. */
export const isSoon = ({ daysLeft }: Pick<Plan, 'daysLeft'>): boolean => daysLeft <= SOON_DAYS

/** The machine of an item, by the name of its equipment in either language. */
export function machineOf({ chineseEquipment, englishEquipment }: Plan): Machine | undefined {
  const names = Object.entries(machineNames) as [Machine, (typeof machineNames)[Machine]][]
  return names.find(
    ([, name]) => name['zh-CN'] === chineseEquipment || name['en-US'] === englishEquipment,
  )?.[0]
}

interface Named {
  chineseName: string
  englishName: string
}
/** Whether work that replaces something in a house needs this good. */
export function needs(plan: Plan, row: Pick<Fitting, 'machines'> & Named): boolean {
  const machine = machineOf(plan)
  return (
    machine !== undefined && row.machines.includes(machine) && isNeededBy(bothOf(plan), machine, bothOf(row))
  )
}
const bothOf = ({ chineseName, englishName }: Named): Text => ({
  'zh-CN': chineseName,
  'en-US': englishName,
})
