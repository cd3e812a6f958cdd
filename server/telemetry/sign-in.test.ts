import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { createEvents, type Events } from '#server/platform/events.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { hashSecret } from './credentials.ts'
import type { RunningDevices } from './devices.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered } from './testing/farm.ts'
import { type HeldPool, heldPool } from './testing/held-pool.ts'
import { connectPeer } from './testing/peer.ts'

let farm: DeviceFarm
let devices: RunningDevices
let events: Events
/** Statements that look up a gateway by its code. */
let lookups: HeldPool
let url: string
beforeAll(async () => {
  farm = await deviceFarm()
  events = createEvents()
  lookups = heldPool(farm.store.ingest, 'code_key = $1')
  devices = await farm.startAnother({}, { ...farm.store, ingest: lookups.pool }, events)
  url = `mqtt://127.0.0.1:${devices.port}`
})
afterAll(async () => {
  await devices.stop()
  await farm.close()
})

const change = ({ id }: Registered, values: Partial<typeof device.$inferInsert>) =>
  farm.store.scoped(SYSTEM).update(device).set(values).where(eq(device.id, id))
async function registered(code: string): Promise<Registered> {
  const gateway = await farm.register(code, 'gateway', farm.offices.sharing)
  events.emit('registry', { deviceIds: [gateway.id] })
  await (await connectPeer(url, { code })).end()
  return gateway
}

describe('a gateway that signs in', () => {
  test('is disconnected when its credential was reissued while the database still returned the older one', async () => {
    const gateway = await registered('GW-overtaken')
    await change(gateway, { credentialHash: hashSecret('second') })
    lookups.hold()
    const before = lookups.asked()
    const connecting = connectPeer(url, { code: gateway.code, password: 'second' })
    await eventually(() => lookups.asked()).toBe(before + 1)
    await change(gateway, { credentialHash: hashSecret('third') })
    events.emit('registry', { deviceIds: [gateway.id] })
    for (let i = 0; i < 20; i++) await farm.rows('select 1')
    lookups.letGo()
    await connecting.then(
      peer => peer.closed,
      () => {},
    )
    await expect(connectPeer(url, { code: gateway.code, password: 'second' })).rejects.toThrow()
    await (await connectPeer(url, { code: gateway.code, password: 'third' })).end()
  })

  test('is not put back into the registry by an answer from before it was deleted', async () => {
    const gateway = await registered('GW-deleted')
    lookups.hold()
    const before = lookups.asked()
    const connecting = connectPeer(url, { code: gateway.code, password: 'wrong' }).catch(() => {})
    await eventually(() => lookups.asked()).toBe(before + 1)
    await change(gateway, { deletedAt: new Date() })
    events.emit('registry', { deviceIds: [gateway.id] })
    for (let i = 0; i < 20; i++) await farm.rows('select 1')
    lookups.letGo()
    await connecting
    await expect(connectPeer(url, { code: gateway.code })).rejects.toThrow()
  })

  test('leaves what it knew behind when given to another customer, even if that is only seen at sign-in', async () => {
    const gateway = await registered('GW-sold')
    const peer = await connectPeer(url, { code: gateway.code })
    await peer.nodeBirth([{ name: 'Node/Probe', datatype: DataType.Float, value: 1 }])
    await eventually(() => devices.latest(gateway.id)?.readings.size).toBe(1)
    const { id, path } = farm.offices.closed
    await change(gateway, { officeId: id, officePath: path })
    await expect(
      connectPeer(url, { code: gateway.code, clientId: 'another', password: 'wrong' }),
    ).rejects.toThrow()
    expect(devices.latest(gateway.id)?.readings.size).toBe(0)
    await peer.end()
  })

  test('with a NUL in its name is refused like any wrong name, and not told to try again', async () => {
    await expect(connectPeer(url, { code: 'GW-\0', clientId: 'nul', listen: false })).rejects.toMatchObject({
      code: 4,
    })
  })

  test('with its secret needs no database, and guesses cause only a few queries a second', async () => {
    const gateway = await registered('GW-guessed')
    const before = lookups.asked()
    await (await connectPeer(url, { code: gateway.code })).end()
    expect(lookups.asked()).toBe(before)
    const from = Date.now()
    await Promise.allSettled(
      Array.from({ length: 40 }, (_, i) => connectPeer(url, { code: `GW-guess-${i}`, password: 'wrong' })),
    )
    const seconds = Math.floor((Date.now() - from) / 1_000) + 2
    expect(lookups.asked() - before).toBeLessThanOrEqual(5 * seconds)
    await (await connectPeer(url, { code: gateway.code })).end()
  })
})
