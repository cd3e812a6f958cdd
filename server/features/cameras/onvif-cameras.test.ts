import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import type { Grant } from '#shared/permissions.ts'
import { openAdmission } from '../../cameras/admission.ts'
import type { MediaSource, Probe } from '../../cameras/media-engine.ts'
import { OnvifThread } from '../../cameras/onvif/onvif-thread.ts'
import { type OnvifCamera, startOnvifCamera } from '../../cameras/onvif/testing/onvif-camera.ts'
import { probeAll } from '../../cameras/probing.ts'
import { doorsTo } from '../../cameras/testing/watching.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { camera } from '../../platform/database/tables/cameras.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { networksOf } from '../../platform/network/outside.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildCamera } from '../../testing/cameras.ts'
import { buildHouse } from '../../testing/farm-builder.ts'
import { shownByProbe } from '../../testing/quiet-engine.ts'

const PASSWORD = 'secret of the camera'
const YEAR_S = 365 * 86_400
let farm: TestApp
let peer: OnvifCamera
let onvif: OnvifThread
beforeAll(async () => {
  farm = await testApp({ cameraNetworks: networksOf('10.1.0.0/16') ?? [] })
  peer = await startOnvifCamera({
    user: 'farm',
    password: PASSWORD,
    rtspPort: 554,
    clockOffS: -YEAR_S,
    canMove: true,
    recordings: [
      { token: 'r1', sourceId: 'VideoSource_1', path: '/kept' },
      { token: 'r2', sourceId: 'VideoSource_2', path: '/kept' },
    ],
    streams: [
      { token: 'main 1', encoding: 'H264', width: 1920, height: 1080, path: '/1' },
      { token: 'sub 1', encoding: 'H264', width: 640, height: 360, path: '/2' },
      { token: 'main 2', encoding: 'H264', width: 1920, height: 1080, path: '/3', source: 2 },
    ],
  })
  onvif = new OnvifThread(doorsTo(peer.port), farm.services.log, 100_000)
  // A thread takes its time to begin on a busy machine.
  await onvif.discover()
  // As behind the door of a demonstration: a camera on this machine.
  Object.assign(farm.services.cameras, { onvif, simulatedPort: peer.port })
})
beforeEach(() => {
  farm.services.cameras.media.answers = answers
})
afterEach(async () => {
  farm.services.cameras.media.probed = []
  await database().delete(camera)
})
afterAll(async () => {
  await onvif.close()
  await peer.stop()
  await farm.close()
})

/** A probe of a stream of ONVIF that shows a picture. */
const shownStream: Probe = {
  ...shownByProbe,
  steps: shownByProbe.steps.filter(({ step }) => ['describe', 'picture'].includes(step)),
}
const answers = ({ kind }: MediaSource) => (kind === 'onvif' ? shownStream : shownByProbe)

const database = () => farm.services.store.scoped(SYSTEM)
const grants = [
  ...['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'].map(
    action => `camera_manage:${action}` as Grant,
  ),
  'chicken_home_manage:query',
  'chicken_home_manage:get',
] as Grant[]
const owner = () => farm.as({ office: farm.offices.direct, kind: 2, grants })

const tested = (who: Person, id: string) =>
  eventually(
    async () => (await who.call(cameras.get, { params: { id } })).test?.endedAt ?? null,
  ).not.toBeNull()

async function add(me: Person, more: object = {}) {
  const house = await buildHouse(farm.services, farm.offices.direct)
  const made = await me.call(cameras.create, {
    body: {
      kind: 'onvif',
      name: 'Dome',
      address: `127.0.0.1:${peer.port}`,
      username: 'farm',
      password: PASSWORD,
      officeId: farm.offices.direct.id,
      houseId: house.id,
      ...more,
    },
  })
  await tested(me, made.id)
  return { house, params: { id: made.id } }
}

test('an owner adds a camera by its address alone: it tells its pictures, and its clock that is wrong', async () => {
  const me = await owner()
  const { house, params } = await add(me)
  const found = await me.call(cameras.get, { params })
  expect(found).toMatchObject({
    kind: 'onvif',
    address: `http://127.0.0.1:${peer.port}/onvif/device_service`,
    status: 'ONLINE',
    problem: null,
    onvif: { says: 'Test & Sons IPC-7 V5.1', found: 2 },
    channels: [
      {
        number: 1,
        name: 'Dome',
        houseId: house.id,
        streamPath: '/main%201',
        subPath: '/sub%201',
        canMove: true,
      },
      { number: 2, name: 'Dome 2', houseId: null, streamPath: '/main%202', subPath: '' },
    ],
  })
  expect(Math.abs((found.onvif?.clockOffS ?? 0) + YEAR_S)).toBeLessThan(60)
  expect(found.test?.steps.map(({ step, ok }) => [step, ok])).toEqual(
    ['address', 'connect', 'onvif', 'signIn', 'profiles', 'describe', 'picture'].map(step => [step, true]),
  )
  const { items } = await me.call(cameraChannels.watched, { query: {} })
  expect(items).toMatchObject([
    { name: 'Dome', houseId: house.id, canMove: true, hasSub: true },
    { name: 'Dome 2', canMove: true, hasSub: false },
  ])
  // Named and put into a house, a channel stays what it is when the camera is read again.
  const [, second] = found.channels
  if (!second) throw new Error('it has no second channel')
  const { id, number, version, streamPath } = second
  const body = { number, name: 'Inlet', streamPath, houseId: house.id, version }
  await me.call(cameraChannels.update, { params: { id }, body })
  await me.call(cameras.probe, { params })
  await tested(me, params.id)
  expect((await me.call(cameras.get, { params })).channels.map(({ name }) => name)).toEqual(['Dome', 'Inlet'])
})

test('a wrong password is told as that, and stands in no answer, row or history', async () => {
  const me = await owner()
  const { params } = await add(me, { password: 'not the secret' })
  const read = await me.ask(cameras.get, { params })
  expect(read.json().data).toMatchObject({ status: 'UNACTIVE', problem: 'wrongPassword' })
  expect(read.json().data.test.steps.at(-1)).toEqual({ step: 'signIn', ok: false, problem: 'wrongPassword' })
  const [stored] = await database().select().from(camera).where(eq(camera.id, params.id))
  const entries = await database().select().from(operationHistory)
  expect(JSON.stringify([read.body, stored, entries])).not.toContain('not the secret')
})

test('what may not be reached, or is no address of this kind, is refused in words at the field', async () => {
  const me = await owner()
  const refused = {
    '192.168.1.64': 'CAMERA_NETWORKS',
    'http://10.2.0.1': 'CAMERA_NETWORKS',
    '127.0.0.1': 'server itself',
    'http://0x7f.1:80/': 'server itself',
    'rtsp://cam.farm.example/live': 'IP address or name',
    'https://cam.farm.example/': 'IP address or name',
  }
  for (const [address, says] of Object.entries(refused)) {
    const body = { kind: 'onvif' as const, name: 'x', address, officeId: farm.offices.direct.id }
    const answer = await me.ask(cameras.create, { body })
    expect([address, answer.statusCode, answer.json().data?.[0]?.field]).toEqual([address, 400, 'address'])
    expect(answer.body).toContain(says)
  }
})

test('every minute only its picture is asked for; another address is read anew', async () => {
  const me = await owner()
  const { params } = await add(me)
  const looks = () => peer.heard.filter(({ operation }) => operation === 'GetProfiles').length
  const before = looks()
  farm.services.cameras.media.probed = []
  await probeAll(farm.services)
  expect([looks(), farm.services.cameras.media.probed]).toMatchObject([
    before,
    [{ kind: 'onvif', profile: 'main 1' }],
  ])
  const { version } = await me.call(cameras.get, { params })
  const body = { name: 'Dome', address: `127.0.0.1:${peer.port}/onvif/device_service`, version }
  await me.call(cameras.update, { params, body })
  expect(looks()).toBe(before)
})

test('it is turned by who may, and each picture is asked for by its own stream', async () => {
  const me = await owner()
  const { params } = await add(me)
  const [channel] = (await me.call(cameras.get, { params })).channels
  if (!channel) throw new Error('it has no channel')
  const of = { params: { id: channel.id } }
  await me.call(cameraChannels.turn, { ...of, body: { move: 'up' } })
  await me.call(cameraChannels.turn, { ...of, body: { move: null } })
  const unknown = await me.ask(cameraChannels.turn, {
    ...of,
    body: { preset: { doing: 'call', number: 16 } },
  })
  expect([unknown.statusCode, unknown.body]).toEqual([409, expect.stringContaining('stored at this preset')])
  await me.call(cameraChannels.turn, { ...of, body: { preset: { doing: 'set', number: 16 } } })
  await me.call(cameraChannels.turn, { ...of, body: { preset: { doing: 'call', number: 16 } } })
  expect(peer.heard.map(({ operation }) => operation).filter(each => /Move|Stop|oto/.test(each))).toEqual([
    'ContinuousMove',
    'Stop',
    'GotoPreset',
  ])
  const watcher = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['chicken_home_manage:query', 'chicken_home_manage:get'],
  })
  expect((await watcher.ask(cameraChannels.turn, { ...of, body: { move: 'up' } })).statusCode).toBe(403)

  const admission = openAdmission(farm.services)
  try {
    const profileOf = async (stream: 'main' | 'sub') => {
      const { token } = await me.call(cameraChannels.live, { ...of, query: { stream } })
      const admitted = await admission.admit(channel.id, token)
      return [admitted?.streamId, admitted?.source.profile]
    }
    expect(await profileOf('main')).toEqual([channel.id, 'main 1'])
    expect(await profileOf('sub')).toEqual([`${channel.id}~sub`, 'sub 1'])
  } finally {
    admission.stop()
  }
  // It gives no key frame here, but makes a still itself.
  const still = await me.call(cameraChannels.still, of)
  expect(still?.mime).toBe('image/jpeg')
})

test('only the installation’s own people search its networks', async () => {
  const me = await owner()
  expect((await me.ask(cameras.discover)).statusCode).toBe(403)
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants })
  Object.assign(farm.services.cameras, {
    onvif: { ...onvif, discover: async () => [{ address: 'http://10.1.2.3/onvif', says: 'Dome' }] },
  })
  expect(await staff.call(cameras.discover)).toEqual([{ address: 'http://10.1.2.3/onvif', says: 'Dome' }])
  Object.assign(farm.services.cameras, { onvif })
})

test('the small picture of a known maker is found by its name, and forgotten with the address', async () => {
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.direct)
  const params = { id }
  const put = (address: string) => me.call(cameras.update, { params, body: { name: 'Gable', address } })
  const channelOf = async () => (await me.call(cameras.get, { params })).channels[0]
  await put('rtsp://8.8.4.4:554/Streaming/Channels/102')
  await eventually(channelOf).toMatchObject({
    streamPath: '/Streaming/Channels/101',
    subPath: '/Streaming/Channels/102',
  })
  await put('rtsp://8.8.4.4:554/cam/realmonitor?channel=1&subtype=0')
  await eventually(channelOf).toMatchObject({
    streamPath: '/cam/realmonitor?channel=1&subtype=0',
    subPath: '/cam/realmonitor?channel=1&subtype=1',
  })
  farm.services.cameras.media.answers = source =>
    source.url.endsWith('_sub')
      ? { reached: true, steps: [{ step: 'describe', ok: false, fault: 'noStream' }] }
      : shownByProbe
  await put('rtsp://8.8.4.4:554/h264Preview_01_main')
  await tested(me, id)
  await eventually(async () => farm.services.cameras.media.probed.at(-1)?.url).toContain('_sub')
  expect(await channelOf()).toMatchObject({ streamPath: '', subPath: '' })
})

test('a recorder that tells its recordings is asked for a minute by its own clock', async () => {
  const me = await owner()
  await add(me)
  const { items } = await me.call(cameraChannels.watched, { query: {} })
  expect(items.map(({ canReplay }) => canReplay)).toEqual([true, true])
  const params = { id: items[0]?.id ?? '' }
  const fromAt = new Date(Math.floor(Date.now() / 60_000 - 24 * 60) * 60_000)
  const toAt = new Date(fromAt.getTime() + 60_000)
  const body = { fromAt: fromAt.toISOString(), toAt: toAt.toISOString() }
  const { token } = await me.call(cameraChannels.replay, { params, body })
  const admission = openAdmission(farm.services)
  const admitted = await admission.admit(params.id, token)
  admission.stop()
  const { from = 0, to = 0 } = admitted?.source.played ?? {}
  expect(to - from).toBe(60)
  // Its clock is a year behind, and so are its recordings.
  expect(Math.abs(fromAt.getTime() / 1_000 - YEAR_S - from)).toBeLessThan(60)
})
