import { get } from 'sparkplug-payload'
import { expect, test } from 'vitest'
import { encodePayload } from '#shared/sparkplug/encode.ts'
import { DataType, type Metric } from '#shared/sparkplug/types.ts'
import { eventually } from './testing/eventually.ts'
import { HUMIDITY, type Peer, TEMPERATURE } from './testing/peer.ts'
import { peerFarm } from './testing/peer-farm.ts'

const peers = peerFarm()
const { bornFarm, reportsOf, quarantineOf } = peers
const float = (name: string, alias: number): Metric => ({ name, alias, datatype: DataType.Float, value: 1 })

/** The server goes through gateways in order: when it asks a later one for births, it would have asked this one too. */
async function expectNotAsked(peer: Peer): Promise<void> {
  const later = await bornFarm()
  await later.peer.data(later.controller.code, [{ alias: 9_999, datatype: DataType.Float, value: 1 }])
  await eventually(later.peer.rebirthsAsked).toBe(1)
  expect(peer.rebirthsAsked()).toBe(0)
  await later.peer.end()
}

test.each([
  ['a name that cannot be kept', [float('x'.repeat(201), 77)], 77, /too long/],
  [
    'more metrics than a device may have',
    Array.from({ length: 4_001 }, (_, i) => float(`Probe ${i}`, 100 + i)),
    4_100,
    /too many metrics/,
  ],
])('a birth with %s is told, not asked for again', async (_, more, alias, reason) => {
  const { controller, gateway, peer } = await bornFarm(false)
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value: 20 }, ...more])
  await peer.data(controller.code, [
    { ...TEMPERATURE, value: 21 },
    { alias, datatype: DataType.Float, value: 2 },
  ])
  expect((await reportsOf(controller)).at(-1)?.values[0]).toBe(21)
  await eventually(() => quarantineOf(gateway)).toMatchObject([{ reason: expect.stringMatching(reason) }])
  await expectNotAsked(peer)
  await peer.end()
})

test('a birth that cannot be read is reported, and its data does not make the server request it again', async () => {
  const { controller, gateway, peer } = await bornFarm(false)
  await peer.nodeBirth()
  await peer.send('DBIRTH', Buffer.from('no payload'), controller.code)
  peer.seq()
  await peer.data(controller.code, [{ ...TEMPERATURE, name: 'Known by name', alias: undefined, value: 21 }])
  await eventually(() => quarantineOf(gateway)).toHaveLength(1)
  await expectNotAsked(peer)
  await peer.end()
})

test('blanks around a name are dropped, and a name may be that of a prototype property', async () => {
  const { controller, peer } = await bornFarm(false)
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [{ ...TEMPERATURE, name: ` ${TEMPERATURE.name} `, value: 20 }])
  const at = Date.now()
  await peer.data(controller.code, [{ ...float('__proto__', 0), alias: undefined, value: 7 }], at + 1)
  await peer.data(
    controller.code,
    [{ ...float(`${TEMPERATURE.name}\u3000`, 0), alias: undefined, value: 21 }],
    at + 2,
  )
  await peers.farm.restart()
  const readings = peers.farm.devices.latest(controller.id)?.readings
  expect(readings?.get(TEMPERATURE.name)?.value).toBe(21)
  expect(readings?.get('__proto__')?.value).toBe(7)
  await peer.end()
})

test('one alias for two metrics is reported', async () => {
  const { controller, gateway, peer } = await bornFarm(false)
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [
    { ...TEMPERATURE, value: 20 },
    { ...HUMIDITY, alias: TEMPERATURE.alias, value: 60 },
  ])
  await eventually(() => quarantineOf(gateway)).toMatchObject([
    { reason: `alias 1 stands for two metrics: "${TEMPERATURE.name}" and "${HUMIDITY.name}"` },
  ])
  await peer.end()
})

/** "Rong" in GB18030 in place of the same number of bytes, and bytes that are not text at all. */
test.each([
  ['in GB18030 is read', [0xc8, 0xda], '融'],
  ['that nobody can read is left out', [0xc3, 0x28], null],
])('a text %s, and the numbers beside it are stored', async (_, bytes, text) => {
  const { controller, peer } = await bornFarm(false)
  const MODE = { name: 'Mode', alias: 5, datatype: DataType.String, value: 'auto' }
  await peer.nodeBirth()
  await peer.deviceBirth(controller.code, [{ ...TEMPERATURE, value: 20 }, MODE])
  const metrics = [
    { alias: 1, datatype: DataType.Float, value: 23 },
    { alias: 5, datatype: DataType.String, value: '##' },
  ]
  const payload = Buffer.from(encodePayload({ timestamp: Date.now() + 1, seq: peer.seq(), metrics }))
  payload.set(bytes, payload.indexOf('##'))
  await peer.send('DDATA', payload, controller.code)
  expect((await reportsOf(controller)).at(-1)?.values[0]).toBe(23)
  expect(peers.farm.devices.latest(controller.id)?.readings.get('Mode')?.value).toBe(text)
  await peer.end()
})

test('aliases beyond 2^53 are told apart, in the birth and by data', async () => {
  const { controller, gateway, peer } = await bornFarm(false)
  const foreign = get('spBv1.0')
  const at = Date.now()
  /** The two largest aliases there are, `low` -2 and -1. */
  const metric = (low: number, value: number, name?: string) =>
    ({ ...(name && { name }), alias: { low, high: -1, unsigned: true }, type: 'Float', value }) as never
  const encode = (metrics: never[], seq: number, timestamp: number) =>
    foreign?.encodePayload({ timestamp, seq, metrics }) ?? new Uint8Array()
  await peer.nodeBirth()
  const names: [string, string] = [TEMPERATURE.name, HUMIDITY.name]
  await peer.send(
    'DBIRTH',
    encode([metric(-2, 20, names[0]), metric(-1, 60, names[1])], 1, at),
    controller.code,
  )
  await peer.send('DDATA', encode([metric(-2, 21), metric(-1, 61)], 2, at + 1), controller.code)
  const latest = peers.farm.devices.latest(controller.id)?.readings
  expect(names.map(name => latest?.get(name)?.value)).toEqual([21, 61])
  expect(await quarantineOf(gateway)).toEqual([])
  await peer.end()
})
