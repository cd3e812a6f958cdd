import { and, eq, isNull, ne } from 'drizzle-orm'
import { text } from '#shared/text.ts'
import type { Db } from '../../platform/database/store.ts'
import { device, house } from '../../platform/database/tables/farms.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { refuse } from '../../platform/http/errors.ts'
import type { Viewer } from '../../platform/http/identify.ts'

interface Named {
  /** The customer or agent that staff act for. */
  officeId?: string | null | undefined
  houseId?: string | null | undefined
  deviceId?: string | null | undefined
}

const unknown = {
  houseId: text('请选择范围内的鸡舍', 'Choose one of your houses'),
  deviceId: text('请选择范围内的设备', 'Choose one of your devices'),
  officeId: text('请选择范围内的客户', 'Choose one of your customers'),
}
const elsewhere = text('鸡舍和设备不属于同一客户', 'House and device must belong to the same customer')

/** The owner of a new ticket: by its house, else its device, else its maker. Refuses what is out of scope. */
export async function ticketPlace(db: Db, viewer: Viewer, { houseId, deviceId, officeId: named }: Named) {
  const ofHouse = houseId ? await officeOf(db, house, 'houseId', houseId) : undefined
  const ofDevice = deviceId ? await officeOf(db, device, 'deviceId', deviceId) : undefined
  if (ofHouse && ofDevice && ofHouse.farmPath !== ofDevice.farmPath)
    throw refuse.invalid([{ field: 'deviceId', message: elsewhere }])
  const { officeId, officePath, farmPath } =
    ofHouse ?? ofDevice ?? (named ? await namedOffice(db, named) : ownOffice(viewer))
  return { officeId, officePath, farmPath, houseId: houseId ?? null, deviceId: deviceId ?? null }
}

const columns = { officeId: office.id, officePath: office.path, farmPath: office.farmPath }

async function officeOf(
  db: Db,
  table: typeof house | typeof device,
  field: 'houseId' | 'deviceId',
  id: string,
) {
  const [found] = await db
    .select(columns)
    .from(table)
    .innerJoin(office, eq(office.id, table.officeId))
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
  if (!found) throw refuse.invalid([{ field, message: unknown[field] }])
  return found
}

/** The viewer's own, as their session knows it. */
const ownOffice = ({ officeId, officePath, scope }: Viewer) => ({
  officeId,
  officePath,
  farmPath: scope.farm || null,
})

async function namedOffice(db: Db, officeId: string) {
  const [found] = await db
    .select(columns)
    .from(office)
    .where(and(eq(office.id, officeId), isNull(office.deletedAt), ne(office.kind, 'provider')))
  if (!found) throw refuse.invalid([{ field: 'officeId', message: unknown.officeId }])
  return found
}
