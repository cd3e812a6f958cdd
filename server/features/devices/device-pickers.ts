import { and, eq, ilike, isNull, or, sql } from 'drizzle-orm'
import type { DeviceType } from '#shared/devices.ts'
import type { Language } from '#shared/text.ts'
import type { Db } from '../../database/store.ts'
import { device } from '../../database/tables/farms.ts'
import { office } from '../../database/tables/offices.ts'
import { anywhere } from '../../http/lists.ts'
import { matching, officeName } from './devices.queries.ts'

const OPTIONS = 100

/** Picker. Asked for gateways it also lists the controllers that are their own: others can speak through them. */
export async function deviceOptions(
  db: Db,
  { search, type }: { search?: string | undefined; type?: DeviceType | undefined },
) {
  const ofType = type === 'gateway' ? isNull(device.gatewayId) : type && eq(device.type, type)
  return db
    .select({ id: device.id, name: device.name, code: device.code })
    .from(device)
    .where(and(isNull(device.deletedAt), ofType, matching({ search })))
    .orderBy(device.name, device.id)
    .limit(OPTIONS)
}

/** Picker: customers and their nodes a device may belong to. */
export async function officeOptions(db: Db, search: string | undefined, language: Language) {
  const name = officeName(language)
  return db
    .select({ id: office.id, name })
    .from(office)
    .where(
      and(
        isNull(office.deletedAt),
        sql`${office.farmPath} is not null`,
        search
          ? or(ilike(office.chineseName, anywhere(search)), ilike(office.englishName, anywhere(search)))
          : undefined,
      ),
    )
    .orderBy(name, office.id)
    .limit(OPTIONS)
}
