import { gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/platform/database/store.ts'
import { device } from '#server/platform/database/tables/farms.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { connectPeer, TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm, reportsOf, quarantineOf } = peers

describe('what cannot be understood', () => {
  test('is quarantined and acknowledged, and the next good message is stored', async () => {
    const { controller, gateway, peer } = await bornFarm()
    await peer.send('DDATA', Buffer.from('{"temperature": 23}'), controller.code)
    const bomb = gzipSync(Buffer.alloc(5 * 1024 * 1024))
    await peer.send(
      'DDATA',
      {
        uuid: 'SPBV1.0_COMPRESSED',
        body: bomb,
        metrics: [{ name: 'algorithm', datatype: DataType.String, value: 'GZIP' }],
      },
      controller.code,
    )
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[24]])
    await eventually(() => quarantineOf(gateway)).toMatchObject([
      { size: 19 },
      { reason: expect.stringContaining('inflated') },
    ])
    await peer.end()
  })

  test('names the device that is not registered, and does not hold up the others', async () => {
    const { controller, gateway, peer } = await bornFarm()
    await peer.deviceBirth('HC-unknown')
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(await reportsOf(controller)).toHaveLength(1)
    await eventually(() => quarantineOf(gateway)).toMatchObject([
      { reason: 'the device "HC-unknown" is not registered under this gateway' },
    ])
    await peer.end()
  })

  test('leaves no gap in the numbers of the gateway: no births are requested', async () => {
    const { gateway, controller, peer } = await bornFarm(false)
    const off = await peers.farm.register(
      `${controller.code}-off`,
      'controller',
      peers.farm.offices.sharing,
      gateway,
    )
    await peers.farm.store
      .scoped(SYSTEM)
      .update(device)
      .set({ status: 'DISABLE' })
      .where(eq(device.id, off.id))
    peers.farm.events.emit('registry', { deviceIds: [off.id] })
    await peer.end()
    const again = await connectPeer(peers.farm.url, { code: gateway.code })
    await again.nodeBirth()
    await again.deviceBirth(controller.code)
    await again.deviceBirth('HC-unknown')
    await again.data('HC-unknown', [{ ...TEMPERATURE, value: 23 }])
    await again.data(off.code, [{ ...TEMPERATURE, value: 25 }])
    await again.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    const unlucky = await bornFarm()
    unlucky.peer.seq()
    await unlucky.peer.data(unlucky.controller.code, [{ ...TEMPERATURE, value: 24 }])
    await eventually(() => unlucky.peer.rebirthsAsked()).toBe(1)
    expect(again.rebirthsAsked()).toBe(0)
    await Promise.all([again.end(), unlucky.peer.end()])
  })

  test('does not include message types of a later Sparkplug: those are ignored', async () => {
    const { gateway, controller, peer } = await bornFarm()
    await peer.send('NRESP', { metrics: [] })
    await peer.send('DRESP', { metrics: [] }, controller.code)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(await reportsOf(controller)).toHaveLength(1)
    expect(await quarantineOf(gateway)).toEqual([])
    await peer.end()
  })

  test('includes forged topics: nothing reaches the other gateway, neither as data nor as a command', async () => {
    const { controller, peer } = await bornFarm()
    const intruder = await bornFarm()
    await intruder.peer.client.publishAsync(
      `spBv1.0/farm/DDATA/${peer.client.options.username}/${controller.code}`,
      Buffer.from(encodePayload({ timestamp: Date.now(), seq: 2, metrics: [{ ...TEMPERATURE, value: 1 }] })),
      { qos: 1 },
    )
    await intruder.peer.client.publishAsync(`spBv1.0/farm/NCMD/${peer.client.options.username}`, 'x', {
      qos: 1,
    })
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[24]])
    expect(peer.received.filter(({ topic }) => topic.includes('NCMD'))).toEqual([])
    await eventually(() => quarantineOf(intruder.gateway)).toHaveLength(2)
    await Promise.all([peer.end(), intruder.peer.end()])
  })
})
