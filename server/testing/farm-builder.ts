import { newId } from '../database/ids.ts'
import { SYSTEM } from '../database/store.ts'
import { device, house, houseDevice } from '../database/tables/farms.ts'
import type { Services } from '../services.ts'
import type { SeededOffice } from './store.ts'

let built = 0

type NewDevice = Partial<typeof device.$inferInsert>
type NewHouse = Partial<typeof house.$inferInsert> & { deviceIds?: string[] }

/** A registered device; a gateway unless said otherwise. */
export async function buildDevice({ store }: Services, office: SeededOffice, more: NewDevice = {}) {
  const code = more.code ?? `DEV-${++built}-${newId().slice(-6)}`
  const row = {
    ...{ id: newId(), officeId: office.id, officePath: office.path, type: 'gateway' as const },
    ...{ code, codeKey: code.toLowerCase(), name: `Device ${code}`, ...more },
  }
  await store.scoped(SYSTEM).insert(device).values(row)
  return row
}

/** A house, served by the devices that are named. */
export async function buildHouse({ store }: Services, office: SeededOffice, more: NewHouse = {}) {
  const { deviceIds = [], ...columns } = more
  const row = {
    ...{ id: newId(), officeId: office.id, officePath: office.path, name: `House ${++built}` },
    ...({ type: 'layer', lengthM: 100, widthM: 14, heightM: 3, ...columns } as const),
  }
  await store.transaction(SYSTEM, async db => {
    await db.insert(house).values(row)
    for (const deviceId of deviceIds)
      await db.insert(houseDevice).values({
        ...{ id: newId(), houseId: row.id, deviceId, officePath: office.path },
        from: new Date(Date.now() - 86_400_000),
      })
  })
  return row
}
