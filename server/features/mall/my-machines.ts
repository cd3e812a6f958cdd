import { and, eq, isNull } from 'drizzle-orm'
import { isTiered } from '#shared/contracts/cage-types.ts'
import type { Machine } from '#shared/machines.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { cageType, iotProduct } from '../../platform/database/tables/house-groups.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import type { DeviceSide } from '../../telemetry/device-side.ts'

/** The basis of every answer of the mall. */
export type Reading = Pick<ChangingCall, 'db' | 'viewer' | 'language' | 'services'>

/** The machine a relay drives, by ranges of its function code: from, to and the machine. */
const driven: readonly (readonly [from: number, to: number, machine: Machine])[] = [
  [1, 12, 'fan'],
  [13, 18, 'heater'],
  [19, 19, 'pad'],
  [21, 24, 'inlet'],
  [25, 26, 'tunnelDoor'],
  [27, 30, 'light'],
  [31, 31, 'feedLine'],
  [32, 32, 'waterLine'],
  [33, 33, 'alarm'],
  [34, 34, 'eggBelt'],
  [35, 35, 'manureBelt'],
]
const RELAYS = 64
/** Every house with a controller has them. */
const always: readonly Machine[] = ['controller', 'temperatureSensor']

/** A house of the customer and the machines in it. */
export interface OwnHouse {
  id: string
  name: string
  /** Relays that drive the machine; null if not reported. */
  machines: Map<Machine, number | null>
  product: { id: string; name: string } | null
  cage: { id: string; name: string } | null
}

/** The machines that a controller reports it drives. */
function machinesOf(devices: DeviceSide, id: string): Map<Machine, number | null> {
  const readings = devices.latest(id)?.readings
  const found = new Map<Machine, number | null>(always.map(machine => [machine, null]))
  for (let relay = 1; relay <= RELAYS; relay++) {
    const value = readings?.get(`Settings/Relay/R${String(relay).padStart(2, '0')}/Function`)?.value
    const code = Number(value ?? 0)
    const machine = driven.find(([from, to]) => code >= from && code <= to)?.[2]
    if (machine) found.set(machine, (found.get(machine) ?? 0) + 1)
  }
  return found
}

/** The customer's houses with their machines: none for agents, who have no houses. */
export async function ownHouses({ db, viewer, language, services }: Reading): Promise<OwnHouse[]> {
  if (viewer.kind !== CUSTOMER) return []
  const rows = await db
    .select({
      id: house.id,
      name: house.name,
      deviceId: device.id,
      productId: iotProduct.id,
      productName: nameIn(language, iotProduct),
      cageId: cageType.id,
      cageName: nameIn(language, cageType),
      layout: cageType.layout,
    })
    .from(house)
    .leftJoin(houseDevice, and(eq(houseDevice.houseId, house.id), isNull(houseDevice.to), houseDevice.main))
    .leftJoin(device, eq(device.id, houseDevice.deviceId))
    .leftJoin(iotProduct, eq(iotProduct.id, device.productId))
    .leftJoin(cageType, eq(cageType.id, house.cageTypeId))
    .where(isNull(house.deletedAt))
    .orderBy(house.name, house.id)
  return rows.map(({ id, name, deviceId, productId, productName, cageId, cageName, layout }) => {
    const machines = deviceId ? machinesOf(services.devices, deviceId) : new Map<Machine, number | null>()
    if (layout && isTiered(layout)) machines.set('cage', null)
    return {
      id,
      name,
      machines,
      product: productId ? { id: productId, name: productName } : null,
      cage: cageId ? { id: cageId, name: cageName } : null,
    }
  })
}

/** What a good fits. */
interface Fitting {
  productIds: readonly string[]
  cageTypeIds: readonly string[]
  machines: readonly Machine[]
}

/** Whether a good fits something in a house. */
export const fitsHouse = ({ productIds, cageTypeIds, machines }: Fitting, house: OwnHouse): boolean =>
  productIds.includes(house.product?.id ?? '') ||
  cageTypeIds.includes(house.cage?.id ?? '') ||
  machines.some(machine => house.machines.has(machine))
