import { describe, expect, test } from 'vitest'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { FIRMWARE, HUMIDITY, TEMPERATURE, WATER } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm, reportsOf, statusOf } = peers

describe('a controller', () => {
  test('is online after its birth, and its reading is stored before it is acknowledged', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(
      controller.code,
      [
        { ...TEMPERATURE, value: 23.4 },
        { ...WATER, value: 123_456_789.25 },
      ],
      at,
    )

    expect(await reportsOf(controller)).toEqual([
      { at: new Date(at), values: [23.4], exact: [123_456_789.25] },
    ])
    expect(peers.farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)).toEqual({
      value: expect.closeTo(23.4, 4),
      at,
    })
    expect(
      peers.farm.heard.some(
        report => report.deviceId === controller.id && report.at === at && !report.historical,
      ),
    ).toBe(true)
    await eventually(() => Promise.all([statusOf(controller), statusOf(gateway)])).toEqual([
      'ONLINE',
      'ONLINE',
    ])
    await peer.end()
  })

  test('that sends one sample in two messages gets one report, and a repetition changes nothing', async () => {
    const { controller, peer } = await bornFarm()
    const at = Date.now() - 1_000
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }], at)
    await peer.data(controller.code, [{ ...HUMIDITY, value: 61.5 }], at)
    await peer.data(
      controller.code,
      [
        { ...TEMPERATURE, value: 99 },
        { ...HUMIDITY, value: 99 },
      ],
      at,
    )

    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[20, 61.5]])
    await peer.end()
  })

  test('that sends its metrics with different times gets one report per time', async () => {
    const { controller, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(controller.code, [
      { ...TEMPERATURE, value: 20, timestamp: at - 5_000 },
      { ...HUMIDITY, value: 60, timestamp: at },
    ])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[20], [null, 60]])
    await peer.end()
  })

  test('keeps a metric that no birth announced, in a layout of its own, also in the report stored earlier', async () => {
    const { controller, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }], at)
    const foreign = { name: 'Foreign/Probe', datatype: DataType.Int16, value: 7 }
    await peer.data(controller.code, [foreign, { ...TEMPERATURE, value: 20 }], at)

    const [row, ...others] = await peers.farm.rows<{ values: number[]; names: string[] }>(
      'select r."values", l.real_metrics as names from report r join report_layout l on l.id = r.layout where device = $1',
      [controller.serial],
    )
    expect(others).toEqual([])
    expect(row?.values[row.names.indexOf(TEMPERATURE.name)]).toBe(20)
    expect(row?.values[row.names.indexOf('Foreign/Probe')]).toBe(7)
    expect(peers.farm.devices.latest(controller.id)?.readings.get('Foreign/Probe')?.value).toBe(7)
    await peer.end()
  })

  test('has each change of a text stored, and a repeated text once', async () => {
    const { controller, peer } = await bornFarm(false)
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code, [{ ...FIRMWARE, value: '1.0' }])
    const at = Date.now()
    await peer.data(controller.code, [{ ...FIRMWARE, value: '1.0' }], at + 10)
    await peer.data(controller.code, [{ ...FIRMWARE, value: '1.1' }], at + 20)
    const kept = await peers.farm.rows<{ value: string }>(
      'select value from text_reading where device_id = $1 order by at',
      [controller.id],
    )
    expect(kept.map(({ value }) => value)).toEqual(['1.0', '1.1'])
    await peer.end()
  })

  test('has each change of a text stored when they come in one message, or while others are on their way', async () => {
    const { controller, peer } = await bornFarm(false)
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code, [{ ...FIRMWARE, value: 'A' }])
    const at = Date.now()
    const texts = (values: string[], from: number) =>
      peer.data(
        controller.code,
        values.map((value, i) => ({ ...FIRMWARE, value, timestamp: from + i })),
        from,
      )
    await texts(['A', 'B', 'A', 'A'], at + 1)
    await Promise.all(['C', 'D', 'C', 'C', 'A'].map((value, i) => texts([value], at + 10 + i)))
    const kept = await peers.farm.rows<{ value: string }>(
      'select value from text_reading where device_id = $1 order by at',
      [controller.id],
    )
    expect(kept.map(({ value }) => value).join('')).toBe('ABACDCA')
    await peer.end()
  })

  test('may leave out the types that its birth announced', async () => {
    const { controller, peer } = await bornFarm(false)
    const birth = [
      { name: 'Below', alias: 10, datatype: DataType.Int16, value: 0 },
      { name: 'Switch', alias: 11, datatype: DataType.Boolean, value: false },
      { name: 'Counter', alias: 12, datatype: DataType.Int64, value: 0n },
    ]
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code, birth)
    const values = [-273, true, 2n ** 40n]
    const metrics = birth.map(({ alias, datatype }, i) => ({ alias, datatype, value: values[i] ?? null }))
    const payload = { timestamp: Date.now() + 1, seq: peer.seq(), metrics }
    await peer.send('DDATA', encodePayload(payload, { datatypes: false }), controller.code)
    expect(await reportsOf(controller)).toMatchObject([{}, { values: [-273, 1], exact: [2 ** 40] }])
    expect(peers.farm.devices.latest(controller.id)?.readings.get('Counter')?.value).toBe(2n ** 40n)
    await peer.end()
  })

  test('that marks a reading as bad shows none and stores none', async () => {
    const { controller, peer } = await bornFarm()
    const quality = { quality: { type: DataType.Int32, value: 0 } }
    await peer.data(controller.code, [
      { ...TEMPERATURE, value: -39.9, properties: quality },
      { ...HUMIDITY, value: 50 },
    ])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[null, 50]])
    expect(peers.farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value).toBeNull()
    await peer.end()
  })

  test('that reports the limit of an alarm is believed, in a birth and with a later value', async () => {
    const { controller, peer } = await bornFarm(false)
    const hot = { name: 'Alarm/HighTemp', alias: 10, datatype: DataType.Boolean }
    const goingBy = (value: number) => ({ properties: { limit: { type: DataType.Double, value } } })
    const limit = () => peers.farm.devices.latest(controller.id)?.limits?.get(hot.name)
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code, [{ ...hot, value: false, ...goingBy(26.5) }])
    expect(limit()).toBe(26.5)
    await peer.data(controller.code, [
      { alias: hot.alias, datatype: hot.datatype, value: true, ...goingBy(40) },
    ])
    expect(limit()).toBe(40)
    await peer.data(controller.code, [{ alias: hot.alias, datatype: hot.datatype, value: false }])
    expect(limit()).toBe(40)
    await peer.end()
  })
})
