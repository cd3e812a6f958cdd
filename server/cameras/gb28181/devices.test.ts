import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { stepsOfKind } from '#shared/cameras.ts'
import { cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import type { Grant } from '#shared/permissions.ts'
import { Film } from '#simulator/camera/film.ts'
import { type GbDevice, startGbDevice } from '#simulator/camera/gb28181/device.ts'
import { viewOf } from '#simulator/camera/scene.ts'
import { SUMMER, buildHouse as simulateHouse } from '#simulator/testing/house.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { camera } from '../../platform/database/tables/cameras.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { openAdmission } from '../admission.ts'
import { openMediaEngine, type Probe } from '../media-engine.ts'
import { probeAll } from '../probing.ts'
import { watching } from '../testing/watching.ts'
import { openDirectory } from './directory.ts'
import { openStation, type Station } from './station.ts'

let farm: TestApp
let station: Station
let directory: ReturnType<typeof openDirectory>
const devices: GbDevice[] = []

beforeAll(async () => {
  farm = await testApp()
  station = openStation({
    sip: { port: 0, serverId: '34020000002000000001', address: '127.0.0.1', mediaPorts: [0, 0] },
    host: '127.0.0.1',
    cameraNetworks: [],
    date: () => '2026-11-28T12:00:00.000',
    log: farm.services.log,
  })
  Object.assign(farm.services.cameras, { gb: station })
  directory = openDirectory(farm.services)
  await station.start(directory)
})
afterEach(() => {
  for (const device of devices.splice(0)) device.stop()
})
afterAll(async () => {
  await station.stop()
  await directory.stop()
  await farm.close()
})

const actions = ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'] as const
const owner = (name: 'direct' | 'sharing' = 'direct') =>
  farm.as({
    office: farm.offices[name],
    kind: 2,
    grants: [
      ...actions.map(action => `camera_manage:${action}` as Grant),
      'chicken_home_manage:query',
      'chicken_home_manage:get',
    ],
  })

const nobody = { init() {}, fragment() {}, failed() {}, backlog: () => 0 }

const PASSWORD = 'Kiwi7Kiwi7'
const CHANNELS = [
  { id: '34020000001310000001', name: '1号鸡舍山墙' },
  { id: '34020000001310000002', name: '1号鸡舍进风口' },
]

async function add(me: Person, more: object = {}) {
  const values = await me.call(cameras.gbValues)
  if (!values) throw new Error('devices may not sign in')
  const made = await me.call(cameras.createGb, {
    body: {
      name: 'Recorder',
      officeId: farm.offices.direct.id,
      deviceId: values.deviceId,
      password: PASSWORD,
      ...more,
    },
  })
  return { made, values, params: { id: made.id } }
}

async function plugIn(
  values: { serverId: string; domain: string; address: string; port: number; deviceId: string },
  password = PASSWORD,
) {
  const house = simulateHouse('broiler', SUMMER)
  const film = new Film(() => viewOf('HZ-1', house), 1)
  const device = await startGbDevice({
    serverId: values.serverId,
    domain: values.domain,
    serverIp: values.address,
    serverPort: values.port,
    deviceId: values.deviceId,
    password,
    channels: CHANNELS,
    film: () => film,
  })
  devices.push(device)
  return device
}

test('a recorder that is given the values of its page is online, tested, and has its channels; the first shows the house', async () => {
  const me = await owner()
  const house = await buildHouse(farm.services, farm.offices.direct)
  const { made, values, params } = await add(me, { houseId: house.id })
  expect(made).toMatchObject({
    kind: 'gb28181',
    transport: 'tcpPassive',
    status: 'UNACTIVE',
    problem: 'notRegistered',
    gb: { deviceId: values.deviceId, registeredAt: null },
  })
  expect(JSON.stringify(made)).not.toContain(PASSWORD)
  const recorder = await plugIn(values)
  await eventually(async () => (await me.call(cameras.get, { params })).test?.endedAt ?? null).not.toBeNull()
  recorder.keepAlive()
  await eventually(
    async () => (await me.call(cameras.get, { params })).gb?.keptAliveAt ?? null,
  ).not.toBeNull()
  const now = await me.call(cameras.get, { params })
  expect(now).toMatchObject({
    status: 'ONLINE',
    problem: null,
    remoteIp: '127.0.0.1',
    channelCount: 2,
    channels: [
      { number: 1, name: '1号鸡舍山墙', streamPath: '/34020000001310000001', houseId: house.id },
      { number: 2, name: '1号鸡舍进风口', streamPath: '/34020000001310000002', houseId: null },
    ],
    gb: { found: 2, says: '模拟器 SIM-8 V1.0' },
  })
  expect(now.test?.steps.slice(0, 3)).toEqual([
    { step: 'register', ok: true, problem: null },
    { step: 'keepAlive', ok: true, problem: null },
    { step: 'catalog', ok: true, problem: null },
  ])
  expect(farm.services.cameras.media.probed.at(-1)).toEqual({
    kind: 'gb28181',
    url: `gb28181://${values.deviceId}/34020000001310000001/tcpPassive`,
    network: 'any',
  })
  // Told again, nothing is doubled, and what people have named stays.
  await me.call(cameras.readChannels, { params })
  await eventually(async () => (await me.call(cameras.get, { params })).gb?.catalogAt).not.toBe(
    now.gb?.catalogAt,
  )
  expect((await me.call(cameras.get, { params })).channels).toMatchObject(now.channels)
})

test('a device that sends H.265 is told so, tried again by itself once it is set right, and cleared by a live picture', async () => {
  const me = await owner()
  const { media } = farm.services.cameras
  const noPicture = (fault: 'unsupportedCodec' | 'noStream', detail?: string): Probe => ({
    reached: true,
    steps: [
      { step: 'invite', ok: true },
      { step: 'picture', ok: false, fault, ...(detail !== undefined && { detail }) },
    ],
  })
  const shows = media.answers
  media.answers = () => noPicture('unsupportedCodec', 'H265')
  const { made, values, params } = await add(me)
  const now = () => me.call(cameras.get, { params })
  try {
    await plugIn(values)
    await eventually(async () => (await now()).test?.endedAt ?? null).not.toBeNull()
    const failed = await now()
    expect(failed).toMatchObject({
      status: 'ONLINE',
      problem: 'unsupportedCodec',
      problemDetail: 'H265',
    })
    // Each step is one of those that the wizard shows.
    expect(failed.test?.steps.map(({ step, problem }) => [step, problem])).toEqual(
      stepsOfKind.gb28181.map(step => [step, step === 'picture' ? 'unsupportedCodec' : null]),
    )

    media.answers = () => noPicture('noStream')
    await probeAll(farm.services)
    expect((await now()).test?.steps.at(-1)?.problem).toBe('noStream')

    // Somebody sees its picture.
    const channelId = made.channels[0]?.id ?? ''
    const leave = media.watch(channelId, { kind: 'gb28181', url: '', network: 'any' }, nobody)
    await probeAll(farm.services)
    leave()
    expect((await now()).problem).toBeNull()

    await farm.services.store
      .scoped(SYSTEM)
      .update(camera)
      .set({ fault: 'noStream' })
      .where(eq(camera.id, made.id))
    media.answers = shows
    await probeAll(farm.services)
    const mended = await now()
    expect([mended.problem, mended.test?.steps.every(({ ok }) => ok)]).toEqual([null, true])

    // One that nobody sets up any more is left alone, and so is one that shows its picture.
    const asked = media.probed.length
    await probeAll(farm.services)
    await farm.services.store
      .scoped(SYSTEM)
      .update(camera)
      .set({ fault: 'noStream', testAskedAt: new Date(Date.now() - 2 * 3_600_000) })
      .where(eq(camera.id, made.id))
    await probeAll(farm.services)
    expect(media.probed.length).toBe(asked)
  } finally {
    media.answers = shows
  }
})

test('a wrong password is told to who added the device, and mended by another one', async () => {
  const me = await owner()
  const { values, params } = await add(me)
  await plugIn(values, 'mistyped99')
  await eventually(async () => (await me.call(cameras.get, { params })).problem).toBe('wrongPassword')
  const { version, name, address } = await me.call(cameras.get, { params })
  await me.call(cameras.update, { params, body: { name, address, password: 'mistyped99', version } })
  await plugIn(values, 'mistyped99')
  await eventually(async () => (await me.call(cameras.get, { params })).status).toBe('ONLINE')
})

test('what a recorder kept is played from a time on, once, for each who asks, and ends with the right to it', async () => {
  const me = await owner()
  const { made, values, params } = await add(me)
  const recorder = await plugIn(values)
  const channelId = '34020000001310000001'
  await eventually(async () => (await me.call(cameras.get, { params })).channels[0]?.streamPath).toBe(
    `/${channelId}`,
  )
  const of = { params: { id: made.channels[0]?.id ?? '' } }
  const from = Math.floor(Date.now() / 1_000) - 7_200
  const at = (seconds: number) => new Date((from + seconds) * 1_000).toISOString()
  const engine = openMediaEngine({
    dial: { rules: () => ({ networks: '', doors: {} }) },
    log: farm.services.log,
    gb: station,
  })
  const quiet = farm.services.cameras.media
  Object.assign(farm.services.cameras, { media: engine })
  const admission = openAdmission(farm.services)
  const play = async (to = 600) => {
    const body = { fromAt: at(0), toAt: at(to) }
    const { token } = await me.call(cameraChannels.replay, { ...of, body })
    const admitted = await admission.admit(of.params.id, token)
    if (!admitted) throw new Error('the ticket opens nothing')
    const viewer = watching(engine, admitted.streamId, admitted.source)
    const unheard = admitted.onRevoked(() => {
      viewer.leave()
      viewer.faults.push('ended')
    })
    return { viewer, unheard }
  }
  try {
    const first = await play()
    await first.viewer.has(5)
    const second = await play(60)
    await second.viewer.has(5)
    expect(recorder.played).toEqual([
      { from, to: from + 600 },
      { from, to: from + 60 },
    ])
    // One of before may still be ending.
    await eventually(async () => recorder.sending).toBe(2)
    second.viewer.leave()
    second.unheard()
    await eventually(async () => recorder.sending).toBe(1)
    // Played to its end it is over, and nobody asks for it again.
    recorder.finish(channelId)
    await first.viewer.fails()
    expect(first.viewer.faults).toEqual(['ended'])
    await eventually(async () => recorder.sending).toBe(0)
    first.unheard()

    const third = await play()
    await third.viewer.has(5)
    await me.call(cameras.disable, { params })
    await eventually(async () => third.viewer.faults).toContain('ended')
    expect(recorder.played).toHaveLength(3)
  } finally {
    admission.stop()
    await engine.close()
    Object.assign(farm.services.cameras, { media: quiet })
  }
  const refused = async (body: { fromAt: string; toAt: string }) => {
    const answer = await me.ask(cameraChannels.replay, { ...of, body })
    return [answer.statusCode, answer.json().data?.[0]?.field]
  }
  await me.call(cameras.enable, { params })
  expect(await refused({ fromAt: at(0), toAt: at(0) })).toEqual([400, 'toAt'])
  expect(await refused({ fromAt: at(0), toAt: at(3_601) })).toEqual([400, 'toAt'])
  expect(await refused({ fromAt: at(7_000), toAt: at(9_000) })).toEqual([400, 'toAt'])
  const other = await owner('sharing')
  const body = { fromAt: at(0), toAt: at(60) }
  expect((await other.ask(cameraChannels.replay, { ...of, body })).statusCode).toBe(404)
})

test('a disabled or deleted device is sent away and may not come back', async () => {
  const me = await owner()
  const { values, params } = await add(me)
  await plugIn(values)
  await eventually(async () => (await me.call(cameras.get, { params })).status).toBe('ONLINE')
  await me.call(cameras.disable, { params })
  await eventually(async () => station.state(values.deviceId).isRegistered).toBe(false)
  const again = await plugIn(values)
  await eventually(async () => again.answers.length).toBe(2)
  expect(again.answers).toEqual([401, 401])
  expect((await me.call(cameras.get, { params })).status).toBe('DISABLE')
})

test('bad values are refused at their field, and an id is used once', async () => {
  const me = await owner()
  const { values } = await add(me)
  const refused = async (more: object) => {
    const body = {
      name: 'Two',
      officeId: farm.offices.direct.id,
      deviceId: '34020000001320000002',
      password: PASSWORD,
    }
    const answer = await me.ask(cameras.createGb, { body: { ...body, ...more } })
    return [answer.statusCode, answer.json().data?.[0]?.field]
  }
  expect(await refused({ deviceId: values.deviceId })).toEqual([400, 'deviceId'])
  expect(await refused({ deviceId: '3402' })).toEqual([400, 'deviceId'])
  expect(await refused({ password: 'short' })).toEqual([400, 'password'])
  expect(await refused({ password: 'with space and ü' })).toEqual([400, 'password'])
  expect(await refused({ name: '' })).toEqual([400, 'name'])
  expect(await refused({ transport: 'tcp' })).toEqual([400, 'transport'])
  expect(await refused({ officeId: farm.offices.sharing.id })).not.toContain(200)
})

test('who may change cameras turns them: one line of the history, and an end by itself when nobody asks any more', async () => {
  const me = await owner()
  const { made, values, params } = await add(me)
  const recorder = await plugIn(values)
  await eventually(async () => (await me.call(cameras.get, { params })).channels[0]?.streamPath).toBe(
    '/34020000001310000001',
  )
  const channel = { id: made.channels[0]?.id ?? '' }
  await me.call(cameraChannels.turn, { params: channel, body: { move: 'left' } })
  await me.call(cameraChannels.turn, { params: channel, body: { move: 'left' } })
  // Asked for twice it is ordered once; then nobody asks again, as when a page is closed.
  await eventually(async () => recorder.orders).toEqual(['A50F010260600077', 'A50F0100000000B5'])
  await me.call(cameraChannels.turn, { params: channel, body: { preset: { doing: 'call', number: 3 } } })
  await eventually(async () => recorder.orders.at(-1)).toBe('A50F01820003003A')
  await me.call(cameraChannels.turn, { params: channel, body: { move: null } })
  const rows = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.recordId, channel.id))
  expect(rows.map(({ description }) => description['en-US'])).toEqual(['Moved camera “1号鸡舍山墙”'])
  const other = await owner('sharing')
  expect((await other.ask(cameraChannels.turn, { params: channel, body: { move: 'up' } })).statusCode).toBe(
    404,
  )
  const looker = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['chicken_home_manage:query', 'chicken_home_manage:get'],
  })
  expect((await looker.ask(cameraChannels.turn, { params: channel, body: { move: 'up' } })).statusCode).toBe(
    403,
  )
  const nothing = await me.ask(cameraChannels.turn, { params: channel, body: {} })
  expect([nothing.statusCode, nothing.json().data[0].field]).toEqual([400, 'move'])
})

test('a device that falls silent is offline, with the next step', async () => {
  const me = await owner()
  const { values, params } = await add(me)
  const recorder = await plugIn(values)
  await eventually(async () => (await me.call(cameras.get, { params })).status).toBe('ONLINE')
  recorder.stop()
  // As after three missed beats.
  station.forget(values.deviceId)
  await eventually(() => me.call(cameras.get, { params })).toMatchObject({
    status: 'OFFLINE',
    problem: 'notRegistered',
    gb: { registeredAt: null },
  })
  await me.call(cameras.probe, { params })
  await eventually(async () => (await me.call(cameras.get, { params })).test?.steps[0]).toEqual({
    step: 'register',
    ok: false,
    problem: 'notRegistered',
  })
  const rows = await farm.services.store.scoped(SYSTEM).select().from(camera).where(eq(camera.id, params.id))
  expect(JSON.stringify(rows)).not.toContain(PASSWORD)
})
