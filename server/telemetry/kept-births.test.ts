import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { decodePayload } from '#shared/sparkplug/decode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered } from './testing/farm.ts'
import { connectPeer, TEMPERATURE } from './testing/peer.ts'

let farm: DeviceFarm
let number = 0
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())

async function connect() {
  number += 1
  const gateway = await farm.register(`GW-births-${number}`, 'gateway', farm.offices.sharing)
  const controller = await farm.register(`HC-births-${number}`, 'controller', farm.offices.sharing, gateway)
  return { gateway, controller, peer: await connectPeer(farm.url, { code: gateway.code }) }
}
interface Kept {
  kind: string
  path: string
  size: number
  payload: Buffer | null
}
const keptOf = ({ id }: Registered) =>
  farm.rows<Kept>('select kind, office_path as path, size, payload from device_birth where device_id = $1', [
    id,
  ])
const firstValue = ({ payload }: Kept) => payload && decodePayload(payload).metrics[0]?.value

test('the last birth of a gateway and a controller is kept as it came, until a newer one replaces it', async () => {
  const { gateway, controller, peer } = await connect()
  const birth = (value: number) => peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value }])
  await peer.nodeBirth()
  await birth(20)
  await eventually(async () => (await keptOf(controller)).map(firstValue)).toEqual([20])
  await birth(21)
  await eventually(async () => (await keptOf(controller)).map(firstValue)).toEqual([21])
  const [node] = await keptOf(gateway)
  expect(node).toMatchObject({ kind: 'NBIRTH', path: farm.offices.sharing.path })
  expect(node?.payload?.length).toBe(node?.size)
  await peer.end()
})

test('of a birth that is far too large only the size is kept, and the device is online all the same', async () => {
  const { controller, peer } = await connect()
  await peer.nodeBirth()
  const value = 'x'.repeat(300_000)
  await peer.deviceBirth(controller.code, [{ name: 'Maker/Manual', datatype: DataType.String, value }])
  await eventually(async () => await keptOf(controller)).toMatchObject([{ kind: 'DBIRTH', payload: null }])
  expect((await keptOf(controller))[0]?.size).toBeGreaterThan(300_000)
  await peer.end()
})

test('births waiting when the server stops are written', async () => {
  const { controller, peer } = await connect()
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value: 23 }])
  await farm.restart()
  expect((await keptOf(controller)).map(firstValue)).toEqual([23])
})

test('a device with a new owner shows the new owner nothing from before', async () => {
  const { controller, peer } = await connect()
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value: 24 }])
  const { id, path } = farm.offices.closed
  const moved = { officeId: id, officePath: path }
  await farm.store.scoped(SYSTEM).update(device).set(moved).where(eq(device.id, controller.id))
  farm.events.emit('registry', { deviceIds: [controller.id] })
  await farm.restart()
  expect((await keptOf(controller)).filter(kept => kept.path === path)).toEqual([])
  await peer.end()
})
