import { deflateSync, gzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYSTEM } from '#server/database/store.ts'
import { device } from '#server/database/tables/farms.ts'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { type DeviceFarm, deviceFarm, type Registered } from './testing/farm.ts'
import { connectPeer, FIRMWARE, HUMIDITY, type Peer, TEMPERATURE, WATER } from './testing/peer.ts'

let farm: DeviceFarm
let number = 0
beforeAll(async () => {
  farm = await deviceFarm()
})
afterAll(() => farm.close())

interface Setup {
  gateway: Registered
  controller: Registered
  peer: Peer
}
/** A gateway with one controller, connected and born. */
async function bornFarm(born = true): Promise<Setup> {
  number++
  const gateway = await farm.register(`GW-${number}`, 'gateway', farm.offices.sharing)
  const controller = await farm.register(`HC-${number}`, 'controller', farm.offices.sharing, gateway)
  const peer = await connectPeer(farm.url, { code: gateway.code })
  if (born) {
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code)
  }
  return { gateway, controller, peer }
}
interface Stored {
  at: Date
  values: (number | null)[]
  exact: (number | null)[] | null
}
const reportsOf = ({ serial }: Registered) =>
  farm.rows<Stored>('select at, "values", exact from report where device = $1 order by at', [serial])
const statusOf = async ({ id }: Registered) =>
  (await farm.rows<{ status: string }>('select status from device where id = $1', [id]))[0]?.status
const quarantineOf = ({ id }: Registered) =>
  farm.rows<{ reason: string; topic: string; size: number }>(
    'select reason, topic, size from quarantine where device_id = $1 order by id',
    [id],
  )

describe('a controller', () => {
  test('is online after its birth, and its reading is stored when it is acknowledged', async () => {
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
    expect(farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)).toEqual({
      value: expect.closeTo(23.4, 4),
      at,
    })
    expect(
      farm.heard.some(report => report.deviceId === controller.id && report.at === at && !report.historical),
    ).toBe(true)
    await eventually(() => Promise.all([statusOf(controller), statusOf(gateway)])).toEqual([
      'ONLINE',
      'ONLINE',
    ])
    await peer.end()
  })

  test('that sends one sample in two messages has one report, and a repetition changes nothing', async () => {
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

  test('that sends its metrics with different times has one report a time', async () => {
    const { controller, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(controller.code, [
      { ...TEMPERATURE, value: 20, timestamp: at - 5_000 },
      { ...HUMIDITY, value: 60, timestamp: at },
    ])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[20], [null, 60]])
    await peer.end()
  })

  test('keeps a metric that no birth announced, in a layout of its own, also in the report stored before', async () => {
    const { controller, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }], at)
    const foreign = { name: 'Foreign/Probe', datatype: DataType.Int16, value: 7 }
    await peer.data(controller.code, [foreign, { ...TEMPERATURE, value: 21 }], at)

    const [row, ...others] = await farm.rows<{ values: number[]; names: string[] }>(
      'select r."values", l.real_metrics as names from report r join report_layout l on l.id = r.layout where device = $1',
      [controller.serial],
    )
    expect(others).toEqual([])
    expect(row?.values[row.names.indexOf(TEMPERATURE.name)]).toBe(20)
    expect(row?.values[row.names.indexOf('Foreign/Probe')]).toBe(7)
    expect(farm.devices.latest(controller.id)?.readings.get('Foreign/Probe')?.value).toBe(7)
    await peer.end()
  })

  test('has each change of a text kept, and a repeated text once', async () => {
    const { controller, peer } = await bornFarm(false)
    await peer.nodeBirth()
    await peer.deviceBirth(controller.code, [{ ...FIRMWARE, value: '1.0' }])
    const at = Date.now()
    await peer.data(controller.code, [{ ...FIRMWARE, value: '1.0' }], at + 10)
    await peer.data(controller.code, [{ ...FIRMWARE, value: '1.1' }], at + 20)
    const kept = await farm.rows<{ value: string }>(
      'select value from text_reading where device_id = $1 order by at',
      [controller.id],
    )
    expect(kept.map(({ value }) => value)).toEqual(['1.0', '1.1'])
    await peer.end()
  })

  test('has each change of a text kept that came in one message, and while others were on their way', async () => {
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
    const kept = await farm.rows<{ value: string }>(
      'select value from text_reading where device_id = $1 order by at',
      [controller.id],
    )
    expect(kept.map(({ value }) => value).join('')).toBe('ABACDCA')
    await peer.end()
  })

  test('may leave out the types, which its birth has told', async () => {
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
    expect(farm.devices.latest(controller.id)?.readings.get('Counter')?.value).toBe(2n ** 40n)
    await peer.end()
  })

  test('that is disabled behind its gateway is refused, and its neighbour is not', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const neighbour = await farm.register(
      `HC-neighbour-${number}`,
      'controller',
      farm.offices.sharing,
      gateway,
    )
    await farm.store
      .scoped(SYSTEM)
      .update(device)
      .set({ status: 'DISABLE' })
      .where(eq(device.id, controller.id))
    farm.events.emit('registry', { deviceIds: [controller.id] })
    await eventually(() => farm.statuses.findLast(({ deviceId }) => deviceId === controller.id)?.to).toBe(
      'DISABLE',
    )
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }])
    await peer.deviceBirth(neighbour.code, [{ ...TEMPERATURE, value: 21 }])
    expect(await reportsOf(controller)).toEqual([])
    expect(await reportsOf(neighbour)).toHaveLength(1)
    await eventually(() => quarantineOf(gateway)).toMatchObject([{ reason: 'the device is disabled' }])
    await peer.end()
  })

  test('that is enabled again behind its connected gateway is online without anybody going there', async () => {
    const { controller, peer } = await bornFarm()
    const birth = () => peer.nodeBirth().then(() => peer.deviceBirth(controller.code))
    let answered = 0
    peer.client.on('message', () => {
      if (peer.rebirthsAsked() > answered) {
        answered = peer.rebirthsAsked()
        void birth()
      }
    })
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    const set = async (status: 'DISABLE' | 'OFFLINE') => {
      await farm.store.scoped(SYSTEM).update(device).set({ status }).where(eq(device.id, controller.id))
      farm.events.emit('registry', { deviceIds: [controller.id] })
      await eventually(() => farm.statuses.findLast(({ deviceId }) => deviceId === controller.id)?.to).toBe(
        status,
      )
    }
    await set('DISABLE')
    await set('OFFLINE')
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 21 }])
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await peer.end()
  })

  test('that is given to another customer takes nothing it knew with it', async () => {
    const { controller, peer } = await bornFarm()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }])
    expect(farm.devices.silentSince(controller.id)).toBeGreaterThan(Date.now() - 10_000)
    const { id, path } = farm.offices.closed
    await farm.store
      .scoped(SYSTEM)
      .update(device)
      .set({ officeId: id, officePath: path })
      .where(eq(device.id, controller.id))
    farm.events.emit('registry', { deviceIds: [controller.id] })
    await eventually(() => farm.devices.latest(controller.id)?.readings.size).toBe(0)
    await peer.end()
    await farm.restart()
    expect(farm.devices.latest(controller.id)?.readings.size).toBe(0)
  })

  test('that marks a reading as bad shows none, and stores none', async () => {
    const { controller, peer } = await bornFarm()
    const quality = { quality: { type: DataType.Int32, value: 0 } }
    await peer.data(controller.code, [
      { ...TEMPERATURE, value: -39.9, properties: quality },
      { ...HUMIDITY, value: 50 },
    ])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[null, 50]])
    expect(farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value).toBeNull()
    await peer.end()
  })

  test('whose clock is ahead has its samples at the time of the server, their distances kept', async () => {
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
      farm.rows(`select detail from device_connection where device_id = $1 and event = 'clock'`, [
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
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 41 }])
    expect(farm.heard.findLast(({ deviceId }) => deviceId === controller.id)?.historical).toBe(false)
    expect(farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)?.value).toBe(41)
    await peer.end()
  })

  test('that has never set its clock is stored at the time of the server', async () => {
    const { controller, peer } = await bornFarm()
    const before = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 20 }], 86_400_000)
    const [report] = await reportsOf(controller)
    expect(report?.at.getTime()).toBeGreaterThanOrEqual(before)
    await peer.end()
  })

  test('that drains its buffer makes history of last month, and no present', async () => {
    const { controller, peer } = await bornFarm()
    const at = Date.now() - 40 * 86_400_000
    const now = Date.now()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 25 }], now)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 18, timestamp: at, isHistorical: true }])
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 19, timestamp: at + 1 }])
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[18], [19], [25]])
    expect(farm.devices.latest(controller.id)?.readings.get(TEMPERATURE.name)).toEqual({ value: 25, at: now })
    const told = farm.heard
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

  test('names the device that is not registered, and goes on with the others', async () => {
    const { controller, gateway, peer } = await bornFarm()
    await peer.deviceBirth('HC-unknown')
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(await reportsOf(controller)).toHaveLength(1)
    await eventually(() => quarantineOf(gateway)).toMatchObject([
      { reason: 'the device "HC-unknown" is not registered under this gateway' },
    ])
    await peer.end()
  })

  test('leaves no gap in the numbers of the gateway: no births are asked for', async () => {
    const { gateway, controller, peer } = await bornFarm(false)
    const off = await farm.register(`HC-off-${number}`, 'controller', farm.offices.sharing, gateway)
    await farm.store.scoped(SYSTEM).update(device).set({ status: 'DISABLE' }).where(eq(device.id, off.id))
    farm.events.emit('registry', { deviceIds: [off.id] })
    await peer.end()
    const again = await connectPeer(farm.url, { code: gateway.code })
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

  test('is not what a later Sparkplug says: that is passed over', async () => {
    const { gateway, controller, peer } = await bornFarm()
    await peer.send('NRESP', { metrics: [] })
    await peer.send('DRESP', { metrics: [] }, controller.code)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(await reportsOf(controller)).toHaveLength(1)
    expect(await quarantineOf(gateway)).toEqual([])
    await peer.end()
  })

  test('is a forged topic: nothing reaches the other gateway, neither as data nor as a command', async () => {
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

describe('births and deaths', () => {
  test('a gateway that loses power is offline with its controllers, and says so by its will', async () => {
    const { controller, gateway, peer } = await bornFarm()
    peer.cut()
    await eventually(() => Promise.all([statusOf(controller), statusOf(gateway)])).toEqual([
      'OFFLINE',
      'OFFLINE',
    ])
    await eventually(() => farm.statuses.findLast(status => status.deviceId === controller.id)).toMatchObject(
      {
        ...{ from: 'ONLINE', to: 'OFFLINE', reason: 'ndeath' },
      },
    )
  })

  test('a gateway that leaves politely without a death is offline as well', async () => {
    const { controller, peer } = await bornFarm()
    await peer.end()
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    expect(farm.statuses.findLast(status => status.deviceId === controller.id)?.reason).toBe('disconnect')
  })

  test('a controller that dies behind its gateway is offline alone', async () => {
    const { controller, gateway, peer } = await bornFarm()
    await peer.send('DDEATH', { timestamp: Date.now(), seq: peer.seq(), metrics: [] }, controller.code)
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    expect(await statusOf(gateway)).toBe('ONLINE')
    await peer.end()
  })

  test('a gateway that connects again pushes its old connection aside and stays online', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const again = await connectPeer(farm.url, { code: gateway.code })
    await again.nodeBirth()
    await again.deviceBirth(controller.code)
    await eventually(() => peer.client.connected).toBe(false)
    await again.data(controller.code, [{ ...TEMPERATURE, value: 30 }])
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await again.end()
  })

  test('the death of an older connection does not end the life of a newer one', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const newer = await connectPeer(farm.url, { code: gateway.code, clientId: 'another' })
    await newer.nodeBirth()
    await newer.deviceBirth(controller.code)
    peer.cut()
    await eventually(() =>
      farm.rows(`select from device_connection where device_id = $1 and event = 'disconnect'`, [gateway.id]),
    ).toHaveLength(1)
    expect(await statusOf(controller)).toBe('ONLINE')
    await newer.end()
  })

  test('a born gateway may be born again and again, with more bdSeq metrics each time', async () => {
    const { controller, peer } = await bornFarm()
    const bdSeq = { name: 'bdSeq', datatype: DataType.UInt64, value: 0n }
    await peer.nodeBirth([bdSeq])
    await peer.nodeBirth([bdSeq, bdSeq])
    await peer.deviceBirth(controller.code)
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(
      farm.statuses.filter(({ deviceId, to }) => deviceId === controller.id && to === 'OFFLINE'),
    ).toEqual([])
    expect(await reportsOf(controller)).toHaveLength(1)
    peer.cut()
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
  })

  test('data before the birth is stored as history, and births are asked for', async () => {
    const { controller, peer } = await bornFarm(false)
    const at = Date.now() - 5_000
    await peer.send(
      'DDATA',
      { timestamp: at, seq: 4, metrics: [{ ...TEMPERATURE, alias: undefined, value: 19 }] },
      controller.code,
    )
    expect((await reportsOf(controller)).map(report => report.values)).toEqual([[19]])
    expect(farm.heard.findLast(({ deviceId }) => deviceId === controller.id)?.historical).toBe(true)
    await eventually(() => peer.rebirthsAsked()).toBe(1)
    await peer.end()
  })

  test('an alias that no birth announced makes the server ask for births once, not at every message', async () => {
    const { controller, peer } = await bornFarm()
    for (let i = 0; i < 5; i++)
      await peer.data(controller.code, [{ alias: 77, value: 1, datatype: DataType.Float }])
    await eventually(() => peer.rebirthsAsked()).toBe(1)
    await peer.end()
  })

  test('a lost message makes the server ask for births after it has waited for it', async () => {
    const { controller, peer } = await bornFarm()
    peer.seq()
    await peer.data(controller.code, [{ ...TEMPERATURE, value: 24 }])
    expect(peer.rebirthsAsked()).toBe(0)
    await eventually(() => peer.rebirthsAsked()).toBe(1)
    await peer.end()
  })

  test('what a gateway flushes between its death and its next birth is history with the aliases of before', async () => {
    const { controller, gateway, peer } = await bornFarm()
    peer.cut()
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    const again = await connectPeer(farm.url, { code: gateway.code })
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
    const both = await farm.register('HC-both', 'controller', farm.offices.closed)
    const peer = await connectPeer(farm.url, { code: both.code })
    await peer.nodeBirth()
    await peer.deviceBirth(both.code)
    await peer.data(both.code, [{ ...TEMPERATURE, value: 21 }])
    expect((await reportsOf(both)).map(report => report.values)).toEqual([[21]])
    await eventually(() => statusOf(both)).toBe('ONLINE')
    await peer.end()
  })
})

describe('a restart of the server', () => {
  test('forgets no value and no alias, and keeps devices online until they had time to be born', async () => {
    const { controller, gateway, peer } = await bornFarm()
    const at = Date.now()
    await peer.data(
      controller.code,
      [
        { ...TEMPERATURE, value: 26 },
        { ...WATER, value: 5e9 },
      ],
      at,
    )
    await eventually(() => statusOf(controller)).toBe('ONLINE')
    await farm.restart(3_000)
    expect(await statusOf(controller)).toBe('ONLINE')
    expect(farm.devices.latest(controller.id)?.readings.get(WATER.name)).toEqual({ value: 5e9, at })

    const again = await connectPeer(farm.url, { code: gateway.code })
    await again.data(controller.code, [{ ...TEMPERATURE, value: 27 }], at + 1_000)
    expect((await reportsOf(controller)).map(report => report.values[0])).toEqual([26, 27])
    await eventually(() => statusOf(controller)).toBe('OFFLINE')
    expect(farm.statuses.findLast(status => status.deviceId === controller.id)?.reason).toBe('no-birth')
    await again.end()
  })

  test('that is disabled while the database is away is cut off when it is back', async () => {
    const { gateway, peer } = await bornFarm()
    await farm.store.scoped(SYSTEM).update(device).set({ status: 'DISABLE' }).where(eq(device.id, gateway.id))
    await farm.owner.query('revoke select on device from smart_farm_ingest')
    farm.events.emit('registry', { deviceIds: [gateway.id] })
    await expect(farm.rows('select 1 from device')).rejects.toThrow('permission denied')
    await farm.owner.query('grant select on device to smart_farm_ingest')
    await peer.closed
    await eventually(() => farm.statuses.findLast(({ deviceId }) => deviceId === gateway.id)?.to).toBe(
      'DISABLE',
    )
  })

  test('what cannot be committed is not acknowledged, shows in the health, and is stored when it can be', async () => {
    const { controller, peer } = await bornFarm()
    expect(farm.devices.intake()).toEqual({ broker: true, commits: true })
    await farm.owner.query('revoke insert on report from smart_farm_ingest')
    const acknowledged = peer.data(controller.code, [{ ...TEMPERATURE, value: 28 }])
    await eventually(() => farm.devices.intake()).toEqual({ broker: true, commits: false })
    expect(await reportsOf(controller)).toEqual([])
    await farm.owner.query('grant insert on report to smart_farm_ingest')
    await acknowledged
    expect((await reportsOf(controller)).map(report => report.values[0])).toEqual([28])
    expect(farm.devices.intake()).toEqual({ broker: true, commits: true })
  })
})
