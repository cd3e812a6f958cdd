import { isOnDuty } from '#shared/duties.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { holders } from '../../people/customers/people.ts'
import { isOfFarm } from '../../platform/database/customers-seen.ts'
import type { Db } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { dutiesOf, holderOf } from './on-call.ts'

interface Place {
  officePath: string
  farmPath: string
}

/** The people of a farm who receive its alarms. */
export const hearers = (db: Db, farmPath: string) =>
  holders(db, CUSTOMER, ['house_alarm:query'], isOfFarm(account.officeId, farmPath))

/**
 * Who of a farm is on call now for an office, or for one of its houses, in the order in which they are told; a stand-in in the place
 * of somebody who hears no alarm. `db` carries the system's scope: colleagues above a farm team are on its plan too.
 */
export async function onCallNow(
  db: Db,
  { officePath, farmPath }: Place,
  houseId?: string,
): Promise<{ hasPlan: boolean; people: { id: string; name: string; step: number }[] }> {
  const hearing = new Map((await hearers(db, farmPath)).map(({ id, actualName }) => [id, actualName]))
  const all = (await dutiesOf(db, farmPath)).filter(duty => officePath.startsWith(duty.officePath))
  const on = all
    .filter(({ houseIds }) => !houseId || houseIds === null || houseIds.includes(houseId))
    .filter(duty => isOnDuty(duty, Date.now(), duty.timeZone))
    .toSorted((a, b) => a.step - b.step)
  const people = new Map<string, { id: string; name: string; step: number }>()
  for (const duty of on) {
    const id = holderOf(duty, each => hearing.has(each)) ?? ''
    const name = hearing.get(id)
    if (name && !people.has(id)) people.set(id, { id, name, step: duty.step })
  }
  return { hasPlan: all.length > 0, people: [...people.values()] }
}
