import { and, eq, isNull } from 'drizzle-orm'
import { house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { farmOffice } from '../../platform/http/farm-office.ts'

/** The house that farm data is added to, locked until the transaction ends; refused where its customer does not share. */
export async function houseFor({ db, viewer }: Pick<ChangingCall, 'db' | 'viewer'>, houseId: string) {
  const [found] = await db
    .select({
      id: house.id,
      name: house.name,
      type: house.type,
      officeId: house.officeId,
      zone: house.timeZone,
    })
    .from(house)
    .where(and(eq(house.id, houseId), isNull(house.deletedAt)))
    .for('update')
  if (!found) throw refuse.invalid([{ field: 'houseId', message: 'row.notFound' }])
  const farm = await farmOffice(db, found.officeId)
  const customer = await db
    .select({ until: office.farmAccessUntil })
    .from(office)
    .where(eq(office.path, farm.farmPath))
  const isOwn = viewer.scope.farm === farm.farmPath || viewer.scope.farm === '*'
  if (!isOwn && (customer[0]?.until?.getTime() ?? 0) <= Date.now()) throw refuse.notShared('farm')
  return { ...found, farm, timeZone: found.zone ?? farm.timeZone }
}
