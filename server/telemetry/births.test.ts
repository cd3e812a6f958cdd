import { describe, expect, test } from 'vitest'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { connectPeer, TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm, reportsOf, statusOf } = peers

describe('births and deaths', () => {
  test('a gateway that loses power goes offline with its controllers, announced by its will', async () => {
    const { controller, gateway, peer } = await bornFarm()
    peer.cut()
    await eventually(() => Promise.all([statusOf(controller), statusOf(gateway)])).toEqual([
      'OFFLINE',
      'OFFLINE',
    ])
    await eventually(() =>
      peers.farm.statuses.findLast(status => status.deviceId === controller.id),
    ).toMatchObject({
      from: 'ONLINE',
      to: 'OFFLINE',
      reason: 'ndeath',
    })
  })

  test('what a gateway says about itself is known, newer data over its birth, and is no report', async () => {
    const { gateway, peer } = await bornFarm()
    const signal = (value: number) => ({ name: 'Node Info/Signal', datatype: DataType.Int32, value })
    const firmware = { name: 'Node Info/Firmware', datatype: DataType.String, value: '2.4.1' }
    await peer.nodeBirth([signal(-67), firmware])
    await peer.send('NDATA', { timestamp: Date.now() + 1, seq: peer.seq(), metrics: [signal(-74)] })
    const told = (name: string) => peers.farm.devices.latest(gateway.id)?.readings.get(name)?.value
    await eventually(() => told('Node Info/Signal')).toBe(-74)
    expect(told('Node Info/Firmware')).toBe('2.4.1')
    expect(await reportsOf(gateway)).toEqual([])
    await peer.end()
  })

  test('a gateway that leaves politely without a death is offline as well', async () => {
    const { controller, peer } = await bornFarm()
    await peer.end()
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    expect(peers.farm.statuses.findLast(status => status.deviceId === controller.id)?.reason).toBe(
      'disconnect',
    )
  })

  test('a controller that dies behind its gateway goes offline alone', async () => {
    const { controller, gateway, peer } = await bornFarm()
    await peer.send('DDEATH', { timestamp: Date.now(), seq: peer.seq(), metrics: [] }, controller.code)
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    expect(await statusOf(gateway)).toBe('ONLINE')
    await peer.end()
  })

  test('a gateway that connects again replaces its old connection and stays online', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const again = await connectPeer(peers.farm.url, { code: gateway.code })
    await again.nodeBirth()
    await again.deviceBirth(controller.code)
    await eventually(() => peer.client.connected).toBe(false)
    await again.data(controller.code, [{ ...TEMPERATURE, value: 30 }])
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await again.end()
  })

  test('the death of an older connection does not end the life of a newer one', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const newer = await connectPeer(peers.farm.url, { code: gateway.code, clientId: 'another' })
    await newer.nodeBirth()
    await newer.deviceBirth(controller.code)
    peer.cut()
    await eventually(() =>
      peers.farm.rows(`select from device_connection where device_id = $1 and event = 'disconnect'`, [
        gateway.id,
      ]),
    ).toHaveLength(1)
    expect(await statusOf(controller)).toBe('ONLINE')
    await newer.end()
  })

  test('a gateway may send its birth again and again, with more bdSeq metrics each time', async () => {
    const { controller, peer } = await bornFarm()
    const bdSeq = { name: 'bdSeq', datatype: DataType.UInt64, value: 0n }
    await peer.nodeBirth([bdSeq])
    await peer.nodeBirth([bdSeq, bdSeq])
    await peer.deviceBirth(controller.code)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(
      peers.farm.statuses.filter(({ deviceId, to }) => deviceId === controller.id && to === 'OFFLINE'),
    ).toEqual([])
    expect(await reportsOf(controller)).toHaveLength(1)
    peer.cut()
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
  })

  test('data before the birth is stored as history, and births are requested', async () => {
    const { controller, peer } = await bornFarm(false)
    const at = Date.now() - 5_000
    await peer.send(
      'DDATA',
      { timestamp: at, seq: 4, metrics: [{ ...TEMPERATURE, alias: undefined, value: 19 }] },
      controller.code,
    )
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[19]])
    expect(peers.farm.heard.findLast(({ deviceId }) => deviceId === controller.id)?.historical).toBe(true)
    await eventually(() => peer.rebirthsAsked()).toBe(1)
    await peer.end()
  })

  test('an alias that no birth announced makes the server request births once, not at every message', async () => {
    const { controller, peer } = await bornFarm()
    for (let i = 0; i < 5; i++)
      await peer.data(controller.code, [{ alias: 77, value: 1, datatype: DataType.Float }])
    await eventually(() => peer.rebirthsAsked()).toBe(1)
    await peer.end()
  })

  test('a lost message makes the server request births after waiting for it', async () => {
    const { controller, peer } = await bornFarm()
    peer.seq()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(peer.rebirthsAsked()).toBe(0)
    await eventually(() => peer.rebirthsAsked()).toBe(1)
    await peer.end()
  })

  test('what a gateway flushes between its death and its next birth is history under the old aliases', async () => {
    const { controller, gateway, peer } = await bornFarm()
    peer.cut()
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    const again = await connectPeer(peers.farm.url, { code: gateway.code })
    const at = Date.now() - 3_000
    await again.data(controller.code, [{ ...TEMPERATURE, value: 17 }], at)
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[17]])
    expect(await statusOf(controller)).toBe('OFFLINE')
    await again.nodeBirth()
    await again.deviceBirth(controller.code)
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await again.end()
  })

  test('a controller that speaks MQTT itself is gateway and device in one', async () => {
    const both = await peers.farm.register('HC-both', 'controller', peers.farm.offices.closed)
    const peer = await connectPeer(peers.farm.url, { code: both.code })
    await peer.nodeBirth()
    await peer.deviceBirth(both.code)
    await peer.data(both.code, [{ ...TEMPERATURE, value: 21 }])
    expect((await reportsOf(both)).map(report => report.values)).toEqual([[21]])
    await eventually(() => statusOf(both)).toBe('ONLINE')
    await peer.end()
  })
})
