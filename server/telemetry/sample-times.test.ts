import { deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { HUMIDITY, TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm, reportsOf, quarantineOf } = peers

describe('a controller', () => {
  test('whose clock is ahead gets its samples stored at server time, their distances kept', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const ahead = Date.now() + 3_600_000
    const before = Date.now()
    await peer.data(
      controller.code,
      [
        { ...TEMPERATURE, value: 20, timestamp: ahead - 60_000 },
        { ...TEMPERATURE, value: 21, timestamp: ahead },
      ],
      ahead,
    )
    const [older, newer] = await reportsOf(controller)
    expect(newer?.at.getTime()).toBeGreaterThanOrEqual(before)
    expect(newer?.at.getTime()).toBeLessThanOrEqual(Date.now())
    expect((newer?.at.getTime() ?? 0) - (older?.at.getTime() ?? 0)).toBe(60_000)
    await eventually(() =>
      peers.farm.rows(`select detail from device_connection where device_id = $1 and event = 'clock'`, [
        gateway.id,
      ]),
    ).toHaveLength(1)
    await peer.end()
  })

  test('whose clock was some minutes ahead and is set right is live at once', async () => {
    const { controller, peer } = await bornFarm()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }], Date.now() + 540_000)
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code)
    // On a fast machine all this happens within the millisecond in which the first value counts as known.
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 41 }], Date.now() + 1)
    expect(peers.farm.heard.findLast(({ deviceId }) => deviceId === controller.id)?.historical).toBe(false)
    expect(peers.farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value).toBe(41)
    await peer.end()
  })

  test('that has never set its clock is stored at server time', async () => {
    const { controller, peer } = await bornFarm()
    const before = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }], 86_400_000)
    const [report] = await reportsOf(controller)
    expect(report?.at.getTime()).toBeGreaterThanOrEqual(before)
    await peer.end()
  })

  test('that drains its buffer adds to the history of last month, and to nothing current', async () => {
    const { controller, peer } = await bornFarm()
    const at = Date.now() - 40 * 86_400_000
    const now = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 25 }], now)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 18, timestamp: at, isHistorical: true }])
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 19, timestamp: at + 1 }])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[18], [19], [25]])
    expect(peers.farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)).toEqual({
      value: 25,
      at: now,
    })
    const told = peers.farm.heard
      .filter(report => report.deviceId === controller.id)
      .map(report => report.historical)
    expect(told).toEqual([false, false, true, true])
    await peer.end()
  })

  test('cannot bring readings older than their retention; the rest of the message is kept', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const at = Date.now()
    const old = { ...TEMPERATURE, value: 1, timestamp: at - 100 * 86_400_000, isHistorical: true }
    await peer.data(controller.code, [old, { ...HUMIDITY, value: 2, timestamp: at }])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[null, 2]])
    await eventually(() => quarantineOf(gateway)).toMatchObject([
      { reason: 'older than the retention of readings' },
    ])
    await peer.end()
  })

  test.each([
    ['GZIP', gzipSync],
    ['DEFLATE', deflateSync],
  ] as const)('may compress its messages with %s', async (algorithm, compress) => {
    const { controller, peer } = await bornFarm()
    const metrics = [{ ...TEMPERATURE, value: 22.5 }]
    const body = compress(encodePayload({ timestamp: Date.now(), seq: peer.seq(), metrics }))
    await peer.send(
      'DDATA',
      {
        uuid: 'SPBV1.0_COMPRESSED',
        body,
        metrics: [{ name: 'algorithm', datatype: DataType.String, value: algorithm }],
      },
      controller.code,
    )
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[22.5]])
    await peer.end()
  })
})
