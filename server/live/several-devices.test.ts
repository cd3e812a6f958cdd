import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { houses } from '#shared/contracts/houses.ts'
import { DataType } from '#shared/sparkplug/types.ts'
import { soon } from '#shared/testing/soon.ts'
import type { Alarms } from '../farm/alarms/alarms.ts'
import { startAlarmsAlone } from '../farm/alarms/testing/start-alone.ts'
import { hashSecret } from '../telemetry/credentials.ts'
import { type RunningDevices, startDevices } from '../telemetry/devices.ts'
import { SECRET } from '../telemetry/testing/farm.ts'
import { connectPeer, type Peer, TEMPERATURE } from '../telemetry/testing/peer.ts'
import { type Person, type TestApp, testApp } from '../testing/app.ts'
import { buildDevice, buildHouse } from '../testing/farm-builder.ts'
import { startTestHub } from '../testing/live-app.ts'
import { type LiveListener, listenLive } from '../testing/live-listener.ts'

const HOT = { name: 'Alarm/HighTemp', alias: 7, datatype: DataType.Boolean }
const WEIGHT = { name: 'Bird/WeightAvg', alias: 8, datatype: DataType.Float }

let farm: TestApp
let running: RunningDevices
let watching: Alarms
let hub: Awaited<ReturnType<typeof startTestHub>>
let owner: Person
let peer: Peer
let listener: LiveListener
let house: { id: string }
let main: { id: string; code: string }
let second: { id: string; code: string }
let scale: { id: string; code: string }

/** A house with two controllers and a scale behind one gateway, and its farmer with the house open. */
beforeAll(async () => {
  farm = await testApp()
  const { config, store, events, log } = farm.services
  running = await startDevices({
    config: { ...config, mqttPort: 0, mqttHost: '127.0.0.1', mqttClientId: 'smart-farm', mqttUrl: undefined },
    store,
    events,
    log,
  })
  Object.assign(farm.services, { devices: running })
  const office = farm.offices.sharing
  const gateway = await buildDevice(farm.services, office, { credentialHash: hashSecret(SECRET) })
  const behind = (type: 'controller' | 'scale') =>
    buildDevice(farm.services, office, { type, gatewayId: gateway.id })
  main = await behind('controller')
  second = await behind('controller')
  scale = await behind('scale')
  house = await buildHouse(farm.services, office, { deviceIds: [main.id, second.id, scale.id] })
  watching = await startAlarmsAlone(farm.services)
  hub = await startTestHub(farm)
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = farm.app.server.address() as AddressInfo
  const grants = ['chicken_home_manage:query', 'chicken_home_manage:get', 'house_alarm:query'] as const
  owner = await farm.as({ office, kind: 2, grants: [...grants] })
  listener = await listenLive(`ws://127.0.0.1:${port}`, owner.token)
  listener.watch(house.id)
  events.emit('registry', { deviceIds: [gateway.id, main.id, second.id, scale.id] })
  peer = await connectPeer(`mqtt://127.0.0.1:${running.port}`, { code: gateway.code })
  await peer.nodeBirth()
  for (const { code } of [main, second]) await peer.deviceBirth(code, [cool(22), calm])
  await peer.deviceBirth(scale.code, [{ ...WEIGHT, value: 1_400 }])
  await soon(async () => expect((await state()).state).toBe('normal'))
})
afterAll(async () => {
  listener?.socket.terminate()
  await peer?.end()
  await hub?.stop()
  await watching?.stop()
  await running?.stop()
  await farm?.close()
})

const cool = (value: number) => ({ ...TEMPERATURE, value })
const calm = { ...HOT, value: false }
const state = () => owner.call(houses.state, { params: { id: house.id } })
const told = (iotId: string) =>
  listener.of('DEVICE_DATA').flatMap(frame => (frame.iotId === iotId ? Object.entries(frame.values) : []))
const temperatures = (iotId: string) =>
  told(iotId).flatMap(([metric, [value]]) => (metric === TEMPERATURE.name && value !== null ? [value] : []))

test('two controllers that report in turn keep their values, and the alarm of one is the alarm of the house', async () => {
  await peer.data(second.code, [cool(35), { ...HOT, value: true }])
  for (let i = 1; i <= 5; i++) {
    await peer.data(main.code, [cool(22 + i / 10), calm])
    await peer.data(second.code, [cool(35 + i / 10)])
  }
  await soon(() => {
    expect(temperatures(main.id).at(-1)).toBe(22.5)
    expect(temperatures(second.id).at(-1)).toBe(35.5)
  })
  expect(temperatures(main.id).every(value => Number(value) < 30)).toBe(true)
  await soon(() =>
    expect(listener.of('WARNING_MESSAGE').at(-1)).toMatchObject({
      chickenHouseId: house.id,
      state: 'alarm',
      alarms: [{ code: 'HighTemp', level: 'critical', iotId: second.id }],
    }),
  )
  expect(await state()).toMatchObject({
    state: 'alarm',
    iotId: main.id,
    mainId: main.id,
    readings: { [TEMPERATURE.name]: [22.5, expect.any(Number)], [HOT.name]: [false, expect.any(Number)] },
  })
  const { others } = await state()
  expect(others.find(({ iotId }) => iotId === second.id)?.readings).toMatchObject({
    [TEMPERATURE.name]: [35.5, expect.any(Number)],
    [HOT.name]: [true, expect.any(Number)],
  })
  await watching.settled()
  const { items } = await owner.call(alarms.list, { query: { houseId: house.id } })
  expect(items.map(({ code, iotId, condition }) => [code, iotId, condition])).toEqual([
    ['HighTemp', second.id, 'active'],
  ])
})

test('the same alarm of both controllers stands separately for each', async () => {
  await peer.data(main.code, [{ ...HOT, value: true }])
  const bothStand = [main, second].map(({ id }) => expect.objectContaining({ code: 'HighTemp', iotId: id }))
  await soon(() =>
    expect(listener.of('WARNING_MESSAGE').at(-1)?.alarms).toEqual(expect.arrayContaining(bothStand)),
  )
  expect((await state()).alarms).toHaveLength(2)
  await peer.data(main.code, [calm])
  await soon(async () =>
    expect((await state()).alarms).toEqual([{ code: 'HighTemp', level: 'critical', iotId: second.id }]),
  )
})

test('a chart of the house is of its main controller, of another device as its own', async () => {
  await peer.data(main.code, [cool(23)])
  await peer.data(second.code, [cool(36)])
  await peer.data(scale.code, [{ ...WEIGHT, value: 1_500 }])
  const valuesOf = async (metric: string, deviceId?: string) => {
    const query = { metrics: metric, from: Date.now() - 600_000, to: Date.now() + 1_000, deviceId }
    const { series } = await owner.call(houses.chart, { params: { id: house.id }, query })
    return series[0]?.mean.filter(value => value !== null) ?? []
  }
  await soon(async () => {
    expect((await valuesOf(TEMPERATURE.name)).at(-1)).toBe(23)
    expect((await valuesOf(TEMPERATURE.name, second.id)).at(-1)).toBe(36)
    expect((await valuesOf(WEIGHT.name, scale.id)).at(-1)).toBe(1_500)
  })
  expect((await valuesOf(TEMPERATURE.name)).every(value => value < 30)).toBe(true)
  expect((await valuesOf(TEMPERATURE.name, second.id)).every(value => value === 22 || value > 30)).toBe(true)
  expect(await valuesOf(WEIGHT.name)).toEqual([])
  const of = (deviceId?: string) =>
    owner.call(houses.charted, { params: { id: house.id }, query: { deviceId } })
  expect((await of()).metrics.map(({ name }) => name)).not.toContain(WEIGHT.name)
  expect((await of(scale.id)).metrics.map(({ name }) => name)).toEqual([WEIGHT.name])
  const stranger = await buildDevice(farm.services, farm.offices.closed, { type: 'controller' })
  expect(await valuesOf(TEMPERATURE.name, stranger.id)).toEqual([])
})

test('the house is offline with its main controller, unless a device that still reports is in alarm', async () => {
  await peer.data(second.code, [calm])
  await soon(async () => expect((await state()).state).toBe('normal'))
  await peer.send('DDEATH', { timestamp: Date.now(), seq: peer.seq(), metrics: [] }, main.code)
  await soon(async () => expect((await state()).state).toBe('offline'))
  await peer.data(second.code, [{ ...HOT, value: true }])
  await soon(async () => expect((await state()).state).toBe('alarm'))
})
