import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { isTiered } from '#shared/contracts/cage-types.ts'
import { ownedMachines } from '#shared/house-equipment.ts'
import {
  BELT_NAMES,
  driveParts,
  type Fit,
  type FittedMachines,
  fitOf,
  modelKey,
  type OwnedMachine,
} from '#shared/machine-fit.ts'
import type { Machine } from '#shared/machines.ts'
import { CUSTOMER } from '#shared/permissions.ts'
import { drivenMachines } from '../../farm/houses/driven-machines.ts'
import { nameIn } from '../../platform/database/name-in.ts'
import { device, house, houseDevice } from '../../platform/database/tables/farms.ts'
import { good } from '../../platform/database/tables/goods.ts'
import { cageType, iotProduct } from '../../platform/database/tables/house-groups.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { inOwnFarm } from '../../platform/http/own-farm.ts'

/** The basis of every answer of the mall. */
export type Reading = Pick<ChangingCall, 'db' | 'viewer' | 'language' | 'services'>

/** Every house with a controller has them. */
const always: readonly Machine[] = ['controller', 'temperatureSensor']

/** A house of the customer and the machines in it. */
export interface OwnHouse {
  id: string
  name: string
  /** Each model as on record; without model what the controller drives of which nothing is on record. */
  machines: OwnedMachine[]
  product: { id: string; name: string } | null
  cage: { id: string; name: string } | null
}

/** The houses of the buyer's own farm with their machines: none for agents, who have no houses, and none of its customers. */
export async function ownHouses(call: Reading): Promise<OwnHouse[]> {
  const { db, viewer, language, services } = inOwnFarm(call)
  if (viewer.kind !== CUSTOMER) return []
  const rows = await db
    .select({
      id: house.id,
      name: house.name,
      equipment: house.equipment,
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
  return rows.map(row => {
    const { id, name, equipment, deviceId, productId, productName, cageId, cageName, layout } = row
    const recorded = equipment ? ownedMachines(equipment) : []
    const seen: Machine[] = deviceId
      ? [...always, ...drivenMachines(services.devices.latest(deviceId)?.readings).keys()]
      : []
    if (layout && isTiered(layout)) seen.push('cage')
    const unrecorded = seen.filter(machine => !recorded.some(each => each.machine === machine))
    return {
      id,
      name,
      machines: [...recorded, ...unrecorded.map(machine => ({ machine, model: '', count: null }))],
      product: productId ? { id: productId, name: productName } : null,
      cage: cageId ? { id: cageId, name: cageName } : null,
    }
  })
}

const { machines, modelKeys, part, productIds, cageTypeIds, chineseName, englishName } = good
/** All that says what a good fits. */
export const fittingColumns = { machines, modelKeys, part, productIds, cageTypeIds, chineseName, englishName }

/** What a good fits. */
export interface Fitting extends FittedMachines {
  productIds: readonly string[]
  cageTypeIds: readonly string[]
}

/** How a good fits something in a house. */
export const fitIn = ({ productIds, cageTypeIds, ...good }: Fitting, house: OwnHouse): Fit =>
  productIds.includes(house.product?.id ?? '') || cageTypeIds.includes(house.cage?.id ?? '')
    ? 'fits'
    : fitOf(good, house.machines).fit

/** Whether a good fits something in these houses: the same as `fitIn` says of each, and little work for each good. */
export function fitsAny(houses: readonly OwnHouse[]): SQL {
  const list = (values: (string | undefined)[]) => sql`${sql.param([...new Set(values)])}::text[]`
  const owned = houses.flatMap(({ machines }) => machines)
  const named = new Map(
    owned
      .filter(({ model }) => model !== '')
      .map(({ machine, model, isDirect = false }) => {
        const key = modelKey(model)
        return [`${machine} ${key} ${isDirect}`, { machine, key, isDirect }]
      }),
  )
  const models = [...named.values()]
  const ids = (of: ({ id: string } | null)[]) => list(of.flatMap(each => each?.id ?? []))
  const isBelt = sql`(${good.part} is not distinct from 'belt'
    or ${good.part} is null and ${good.chineseName} || ' ' || ${good.englishName} ~* ${BELT_NAMES})`
  const isOfDrive = sql`(${good.part} is null or ${good.part} = any(${list([...driveParts])}))`
  return sql`(${good.productIds} && ${ids(houses.map(({ product }) => product))}
    or ${good.cageTypeIds} && ${ids(houses.map(({ cage }) => cage))}
    or ${good.modelKeys} = '{}' and case when ${isOfDrive}
      then ${good.machines} && ${list(owned.filter(({ isDirect }) => !isDirect).map(({ machine }) => machine))}
      else ${good.machines} && ${list(owned.map(({ machine }) => machine))} end
    or ${good.modelKeys} && ${list(models.map(({ key }) => key))}
      and exists (select from unnest(${sql.param(models.map(({ machine }) => machine))}::text[],
          ${sql.param(models.map(({ key }) => key))}::text[],
          ${sql.param(models.map(({ isDirect }) => isDirect))}::boolean[]) own(machine, model, direct)
        where own.machine = any(${good.machines}) and own.model = any(${good.modelKeys})
          and not (own.direct and ${isBelt})))`
}
