import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { isTiered, usualRows } from '#shared/contracts/cage-types.ts'
import type { EquipmentOfHouse, houses } from '#shared/contracts/houses.ts'
import {
  type FanGroup,
  type HouseMachine,
  proposedEquipment,
  risingCurve,
  usualBirds,
  usualMachines,
} from '#shared/house-equipment.ts'
import type { Machine } from '#shared/machines.ts'
import { drivenMachines } from '../../farm/houses/driven-machines.ts'
import { house } from '../../platform/database/tables/farms.ts'
import type { ChangingCall } from '../../platform/http/call.ts'
import { refuse } from '../../platform/http/errors.ts'
import { refuseOlder } from '../../platform/http/versions.ts'
import { changeRows } from '../../platform/records/rows.ts'
import { type Asked, foundShared, lookedAt } from './house-access.ts'
import { openHouse } from './house-changes.ts'
import { type FoundHouse, mainOf } from './houses.queries.ts'

/** Latitude for a house without coordinates, in degrees; it decides how much heating is needed. */
const LATITUDE = 35

type Served = Pick<ChangingCall, 'services'>

/** The recorded equipment of a house, or a proposal; farm data, as what stands in a house is part of the farm. */
export async function equipmentOfHouse(call: Asked & Served): Promise<EquipmentOfHouse> {
  return shownEquipment(call, await lookedAt(call, 'overview'))
}

/** The kinds of machines that its main controller drives, for those who may read its settings. */
function drivenIn({ services }: Served, { isRemote, devices }: FoundHouse): Machine[] {
  if (!isRemote) return []
  const driven = drivenMachines(services.devices.latest(mainOf(devices)?.id ?? '')?.readings)
  return [...driven.keys()].filter(machine => machine !== 'fan')
}

/** What such a house usually has, and what its controller drives besides. */
function proposedFor(call: Served, found: FoundHouse) {
  const { type, lengthM, widthM, heightM, latitude } = found.row
  const birds = found.now?.flockCount || usualBirds({ type, lengthM, widthM })
  const size = { lengthM, widthM, heightM, birds, latitude: latitude ?? LATITUDE }
  const { cage } = found
  const rows = cage ? { ...cage, isTiered: isTiered(cage.layout) } : usualRows(type, widthM)
  const usual = proposedEquipment(type, size)
  const machines = usualMachines(type, size, usual, rows)
  const more = drivenIn(call, found)
    .filter(machine => !machines.some(each => each.machine === machine))
    .map((machine): HouseMachine => ({ machine, model: '', count: null }))
  return { ...usual, machines: [...machines, ...more] }
}

function shownEquipment(call: Served, found: FoundHouse): EquipmentOfHouse {
  const { id, name, equipment, version } = found.row
  const proposed = proposedFor(call, found)
  const shown = equipment ? { ...equipment, machines: equipment.machines ?? [] } : proposed
  return { id, name, isRecorded: equipment !== null, ...shown, proposed, version }
}

type Equipping = ChangingCall & { params: { id: string }; body: z.output<typeof houses.equip.body> }

/** Stores a house's equipment. The same row has its size, so both share one version. */
export async function equipHouseAs(call: Equipping): Promise<EquipmentOfHouse> {
  const { db, body } = call
  const { version, ...told } = body
  refuseTwice(told.fanGroups.map(({ group }) => group))
  refuseRising(told.fanGroups)
  await foundShared(call)
  const { row, shown } = await openHouse(call, found => shownEquipment(call, found))
  refuseOlder(body, row.version, shown)
  const equipment = { ...told, fanGroups: told.fanGroups.toSorted((a, b) => a.group - b.group) }
  await changeRows(db, house, eq(house.id, row.id), { equipment })
  return shownEquipment(call, await foundShared(call))
}

/** Each group occurs once. */
function refuseTwice(groups: readonly number[]): void {
  const twice = groups.find((group, i) => groups.indexOf(group) < i)
  if (twice === undefined) return
  throw refuse.invalid([{ field: 'fanGroups', message: ['house.groupTwice', { group: twice }] }])
}

/** No fan moves more air against a higher pressure. */
function refuseRising(groups: readonly FanGroup[]): void {
  const rises = risingCurve(groups)
  if (!rises) return
  throw refuse.invalid([{ field: `fanGroups.${rises.at}.${rises.point}`, message: 'house.curveRises' }])
}
