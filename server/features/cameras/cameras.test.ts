import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import type { Grant } from '#shared/permissions.ts'
import { openSource, sealSource } from '../../cameras/camera-source.ts'
import { probeAll } from '../../cameras/probing.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { networksOf } from '../../platform/network/outside.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildCamera } from '../../testing/cameras.ts'
import { buildDepartment, buildHouse } from '../../testing/farm-builder.ts'
import { failedAt, shownByProbe } from '../../testing/quiet-engine.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp({ cameraNetworks: networksOf('10.1.0.0/16') ?? [] })
})
afterAll(() => farm.close())
beforeEach(async () => {
  farm.services.cameras.media.answers = () => shownByProbe
  farm.services.cameras.media.probed = []
  await database().delete(camera)
})

const database = () => farm.services.store.scoped(SYSTEM)
const manages = ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable', 'export'].map(
  action => `camera_manage:${action}` as Grant,
)
const watches: Grant[] = ['chicken_home_manage:query', 'chicken_home_manage:get']
const owner = (name: 'direct' | 'sharing' | 'closed' = 'direct') =>
  farm.as({
    office: farm.offices[name],
    kind: 2,
    grants: [...manages, ...watches, 'opera_history:query', 'opera_history:get'],
  })
const staff = () => farm.as({ office: farm.offices.provider, kind: 1, grants: [...manages, ...watches] })

const ADDRESS = 'rtsp://admin:hunter2%40home@cam.farm.example:8554/Streaming/Channels/101'
const typed = (more: object = {}) => ({
  name: 'Gable end',
  address: ADDRESS,
  officeId: farm.offices.direct.id,
  ...more,
})
const fieldsOf = async (who: Person, body: object) => {
  const answer = await who.ask(cameras.create, { body })
  return [
    answer.statusCode,
    answer.json().data?.map?.(({ field }: { field: string }) => field),
    answer.body,
  ] as const
}
const tested = (who: Person, id: string) =>
  eventually(
    async () => (await who.call(cameras.get, { params: { id } })).test?.endedAt ?? null,
  ).not.toBeNull()

test('an owner adds a camera by its address: it is tested, online, and shows a house', async () => {
  const me = await owner()
  const house = await buildHouse(farm.services, farm.offices.direct)
  const made = await me.call(cameras.create, { body: typed({ houseId: house.id }) })
  expect(made).toMatchObject({
    name: 'Gable end',
    kind: 'rtsp',
    transport: 'tcp',
    address: 'rtsp://cam.farm.example:8554/Streaming/Channels/101',
    remoteIp: 'cam.farm.example',
    remotePort: 8554,
    channelCount: 1,
    status: 'UNACTIVE',
    hasCredentials: true,
    channels: [{ number: 1, houseId: house.id, houseName: house.name }],
  })
  await tested(me, made.id)
  expect(await me.call(cameras.get, { params: { id: made.id } })).toMatchObject({
    status: 'ONLINE',
    problem: null,
    codec: 'H.264',
    width: 1280,
    test: { steps: [{ step: 'address', ok: true }, {}, {}, {}, { step: 'picture', ok: true }] },
  })
  expect(farm.services.cameras.media.probed[0]).toEqual({
    kind: 'rtsp',
    url: 'rtsp://cam.farm.example:8554/Streaming/Channels/101',
    username: 'admin',
    password: 'hunter2@home',
    network: 'any',
  })
  const { items } = await me.call(cameraChannels.watched, { query: {} })
  expect(items).toMatchObject([
    { name: 'Gable end', houseId: house.id, houseName: house.name, status: 'ONLINE' },
  ])
})

test('neither user nor password is in an answer, in the history, or stored readable', async () => {
  const me = await owner()
  const made = await me.call(cameras.create, {
    body: typed({ address: 'cam.farm.example/live', username: 'theUser', password: 'thePassword' }),
  })
  await tested(me, made.id)
  const read = await me.ask(cameras.get, { params: { id: made.id } })
  const listed = await me.ask(cameras.list, {})
  const entries = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.recordId, made.id))
  const [stored] = await database().select().from(camera).where(eq(camera.id, made.id))
  expect(entries.length).toBeGreaterThan(0)
  for (const text of [
    JSON.stringify(made),
    read.body,
    listed.body,
    JSON.stringify(entries),
    JSON.stringify(stored),
  ]) {
    expect(text).not.toContain('thePassword')
    expect(text).not.toContain('theUser')
  }
  expect(openSource(farm.services.config.appSecret, made.id, stored?.source ?? '')).toEqual({
    url: 'rtsp://cam.farm.example/live',
    username: 'theUser',
    password: 'thePassword',
  })
  const history = await me.call(operaHistory.list, { query: {} })
  expect(JSON.stringify(history)).not.toContain('thePassword')
})

test('a password in the path of the address is hidden, and kept when the form is saved again', async () => {
  const me = await owner()
  const path = '/user=admin_password=tlJwpbo6_channel=1_stream=0.sdp'
  const made = await me.call(cameras.create, { body: typed({ address: `rtsp://cam.farm.example${path}` }) })
  expect(made.address).toBe('rtsp://cam.farm.example/user=admin_password=•••_channel=1_stream=0.sdp')
  await tested(me, made.id)
  const params = { id: made.id }
  const { version } = await me.call(cameras.get, { params })
  await me.call(cameras.update, { params, body: { name: 'Renamed', address: made.address, version } })
  const [stored] = await database().select().from(camera).where(eq(camera.id, made.id))
  expect(openSource(farm.services.config.appSecret, made.id, stored?.source ?? '')?.url).toContain('tlJwpbo6')
  const changed = await me.ask(cameras.update, {
    params,
    body: { name: 'Renamed', address: made.address.replace('channel=1', 'channel=2') },
  })
  expect([changed.statusCode, changed.json().data[0].field]).toEqual([400, 'address'])
})

test('an address that cannot be a camera, or may not be reached, is refused in words at the field', async () => {
  const me = await owner()
  const refused = {
    'http://cam.farm.example/video': 'rtsp://',
    'rtsp://': 'complete',
    'rtsp://192.168.1.64/live': 'CAMERA_NETWORKS',
    'rtsp://10.2.0.1/live': 'CAMERA_NETWORKS',
    'rtsp://127.0.0.1:8554/live': 'server itself',
    'rtsp://localhost/live': 'server itself',
    'rtsp://[::1]/live': 'server itself',
    'rtsp://169.254.169.254/latest': 'server itself',
    'rtsp://0x7f.1/live': 'server itself',
  }
  for (const [address, says] of Object.entries(refused)) {
    const [status, fields, body] = await fieldsOf(me, typed({ address }))
    expect([address, status, fields]).toEqual([address, 400, ['address']])
    expect(body).toContain(says)
  }
  expect((await fieldsOf(me, typed({ address: 'rtsp://10.1.2.3/live' })))[0]).toBe(200)
  expect((await fieldsOf(me, typed({ address: 'a\nb' })))[1]).toEqual(['address'])
  expect((await fieldsOf(me, typed({ name: '' })))[1]).toEqual(['name'])
  expect((await fieldsOf(me, typed({ houseId: 'nowhere' })))[1]).toEqual(['houseId'])
  const foreign = await buildHouse(farm.services, farm.offices.sharing)
  expect((await fieldsOf(me, typed({ houseId: foreign.id })))[1]).toEqual(['houseId'])
  const [status, fields] = await fieldsOf(me, typed({ code: 'DOOR-1' }))
  expect([status, fields]).toEqual([200, undefined])
  expect((await fieldsOf(me, typed({ code: 'door-1' })))[1]).toEqual(['code'])
})

test('the simulated camera of a demonstration is the only thing reached on this machine', async () => {
  const me = await owner()
  farm.services.cameras.simulatedPort = 8554
  expect((await fieldsOf(me, typed({ address: 'rtsp://127.0.0.1:8554/EC-1' })))[0]).toBe(200)
  expect((await fieldsOf(me, typed({ address: 'rtsp://127.0.0.1:5432/EC-1' })))[1]).toEqual(['address'])
  farm.services.cameras.simulatedPort = null
})

test('a stored password is never sent to another host than the one it was entered for', async () => {
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.direct)
  const params = { id }
  const put = (body: object) => me.ask(cameras.update, { params, body: { name: 'Door', ...body } })
  const moved = await put({ address: 'rtsp://thief.example/live' })
  expect([moved.statusCode, moved.json().data[0].field]).toEqual([400, 'password'])
  expect((await put({ address: 'rtsp://8.8.4.4:554/other' })).statusCode).toBe(200)
  const stored = async () => {
    const [row] = await database().select().from(camera).where(eq(camera.id, id))
    return openSource(farm.services.config.appSecret, id, row?.source ?? '')
  }
  expect(await stored()).toEqual({
    url: 'rtsp://8.8.4.4:554/other',
    username: 'admin',
    password: 'geheim',
  })
  expect(
    (await put({ address: 'rtsp://new.example/live', username: 'me', password: 'other' })).statusCode,
  ).toBe(200)
  expect(await stored()).toEqual({ url: 'rtsp://new.example/live', username: 'me', password: 'other' })
  expect((await put({ address: 'rtsp://new.example/live', forgetCredentials: true })).statusCode).toBe(200)
  expect(await stored()).toEqual({ url: 'rtsp://new.example/live', username: null, password: null })
})

test('why a camera shows nothing is told: each problem by the step at which the test ended', async () => {
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.direct)
  const params = { id }
  const cases = [
    ['address', 'refusedAddress'],
    ['connect', 'unreachable'],
    ['signIn', 'wrongPassword'],
    ['describe', 'noStream'],
    ['describe', 'unsupportedCodec'],
    ['picture', 'damaged'],
  ] as const
  for (const [step, fault] of cases) {
    farm.services.cameras.media.answers = () => failedAt(step, fault, 'H.265 at rtsp://u:secret@host/x')
    await me.call(cameras.probe, { params })
    await tested(me, id)
    const now = await me.call(cameras.get, { params })
    expect(now).toMatchObject({ status: 'OFFLINE', problem: fault, problemDetail: 'H.265 at rtsp://…' })
    expect(now.test?.steps.at(-1)).toEqual({ step, ok: false, problem: fault })
  }
  farm.services.cameras.media.answers = () => shownByProbe
  await me.call(cameras.probe, { params })
  await tested(me, id)
  expect(await me.call(cameras.get, { params })).toMatchObject({ status: 'ONLINE', problem: null })
  await me.call(cameraChannels.remove, { params })
  expect(await me.call(cameras.get, { params })).toMatchObject({ channelCount: 0, problem: 'noChannels' })
})

test('every minute’s round tries those that are on and show no picture, one that refuses the password only after a while', async () => {
  const build = (more = {}) => buildCamera(farm.services, farm.offices.direct, more)
  const [seen, silent, off, watched, locked] = [
    await build(),
    await build({ status: 'ONLINE' }),
    await build({ status: 'DISABLE' }),
    await build({ status: 'OFFLINE', fault: 'unreachable' }),
    await build({ fault: 'wrongPassword', probedAt: new Date() }),
  ]
  const { media } = farm.services.cameras
  const url = 'rtsp://198.51.100.7/silent'
  await database().update(camera).set({ address: url }).where(eq(camera.id, silent.id))
  media.answers = () => (media.probed.length === 2 ? failedAt('connect', 'unreachable') : shownByProbe)
  const leave = media.watch(
    watched.id,
    { kind: 'rtsp', url, network: 'any' },
    { init() {}, fragment() {}, failed() {}, backlog: () => 0 },
  )
  await probeAll(farm.services)
  leave()
  expect(media.probed).toHaveLength(2)
  const rows = await database().select().from(camera)
  const statusOf = (id: string) => rows.find(row => row.id === id)?.status
  expect([statusOf(seen.id), statusOf(silent.id)].sort()).toEqual(['OFFLINE', 'ONLINE'])
  expect(statusOf(off.id)).toBe('DISABLE')
  expect(rows.find(row => row.id === watched.id)).toMatchObject({ status: 'ONLINE', fault: null })
  expect(rows.find(row => row.id === locked.id)).toMatchObject({ fault: 'wrongPassword' })
  const channels = await database().select().from(cameraChannel)
  for (const { cameraId, status } of channels)
    expect([cameraId, status]).toEqual([cameraId, statusOf(cameraId)])
  await database()
    .update(camera)
    .set({ probedAt: sql`now() - interval '31 minutes'` })
    .where(eq(camera.id, locked.id))
  media.probed = []
  media.answers = () => shownByProbe
  await probeAll(farm.services)
  expect(media.probed).toHaveLength(4)
})

test('a camera whose picture was seen is asked each minute whether it is there, and sends nothing for it', async () => {
  const { media } = farm.services.cameras
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.direct, { status: 'UNACTIVE' })
  const read = () => me.call(cameras.get, { params: { id } })
  media.pictured = 0
  await probeAll(farm.services)
  const first = await read()
  expect([media.pictured, first.status, first.width]).toEqual([1, 'ONLINE', 1280])
  media.answers = () => ({ reached: true, steps: shownByProbe.steps.slice(0, 4) })
  for (let minute = 0; minute < 10; minute++) await probeAll(farm.services)
  const later = await read()
  expect([media.pictured, later.status, later.problem]).toEqual([1, 'ONLINE', null])
  // What is known of its picture stays, and a beat was noted.
  expect([later.width, later.codec]).toEqual([1280, 'H.264'])
  expect(Date.parse(later.lastKeepAliveAt ?? '')).toBeGreaterThan(Date.parse(first.lastKeepAliveAt ?? ''))
  // Gone, and back: seen again before it counts as well.
  media.answers = () => failedAt('connect', 'unreachable')
  await probeAll(farm.services)
  expect((await read()).status).toBe('OFFLINE')
  media.answers = () => shownByProbe
  await probeAll(farm.services)
  expect([media.pictured, (await read()).status]).toEqual([2, 'ONLINE'])
})

test('pages that show a still twice a minute make the camera send once, until its source changes', async () => {
  const { media } = farm.services.cameras
  const people = [await owner(), await owner()]
  const { id } = await buildCamera(farm.services, farm.offices.direct, { path: '/a' })
  const asked: string[] = []
  const { keyFrame } = media
  media.keyFrame = async (_, source) => {
    asked.push(source.url)
    return { mime: 'video/mp4', data: new Uint8Array([1]) }
  }
  try {
    const look = () => Promise.all(people.map(who => who.call(cameraChannels.still, { params: { id } })))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await look()
    vi.setSystemTime(Date.now() + 20_000)
    await look()
    expect(asked).toHaveLength(1)
    vi.setSystemTime(Date.now() + 6_000)
    await look()
    expect(asked).toHaveLength(2)
    await database().update(cameraChannel).set({ path: '/b' }).where(eq(cameraChannel.id, id))
    await look()
    expect(asked.at(-1)).toMatch(/\/b$/)
  } finally {
    vi.useRealTimers()
    media.keyFrame = keyFrame
  }
})

test('a camera of the demonstration is not called unreachable before its simulator is there', async () => {
  const me = await owner()
  const url = 'rtsp://127.0.0.1:8554/EC-1'
  Object.assign(farm.services.cameras, { simulatedPort: 8554, areSimulatedUp: () => false })
  farm.services.cameras.media.answers = () => failedAt('connect', 'unreachable')
  const { id } = await buildCamera(farm.services, farm.offices.direct, { status: 'UNACTIVE' })
  const source = sealSource(farm.services.config.appSecret, id, { url, username: null, password: null })
  await database().update(camera).set({ source, address: url }).where(eq(camera.id, id))
  await probeAll(farm.services)
  const read = () => me.call(cameras.get, { params: { id } })
  expect(await read()).toMatchObject({ status: 'UNACTIVE', problem: null })
  Object.assign(farm.services.cameras, { areSimulatedUp: () => true })
  await probeAll(farm.services)
  expect(await read()).toMatchObject({ status: 'UNACTIVE', problem: 'unreachable' })
  Object.assign(farm.services.cameras, { simulatedPort: null })
})

test('another customer’s camera and channel do not exist, for administrators and for watchers', async () => {
  const { id } = await buildCamera(farm.services, farm.offices.sharing)
  const me = await owner('direct')
  const params = { id }
  for (const endpoint of [
    cameras.get,
    cameras.remove,
    cameras.probe,
    cameras.disable,
    cameraChannels.live,
    cameraChannels.still,
    cameraChannels.remove,
  ])
    expect([endpoint.path, (await me.ask(endpoint, { params })).statusCode]).toEqual([endpoint.path, 404])
  expect((await me.call(cameraChannels.watched, { query: {} })).total).toBe(0)
})

test('staff and agents see cameras only while the customer shares its farm, and each look is a line for its owner', async () => {
  const { closed } = farm.offices
  const house = await buildHouse(farm.services, closed)
  const { id } = await buildCamera(farm.services, closed, { houseId: house.id })
  const params = { id }
  const share = (until: Date | null) =>
    database().update(office).set({ farmAccessUntil: until }).where(eq(office.id, closed.id))
  const people = {
    staff: await staff(),
    agent: await farm.as({ office: farm.offices.agent, kind: 3, grants: watches }),
  }
  await share(null)
  for (const who of Object.values(people)) {
    expect((await who.ask(cameraChannels.live, { params })).statusCode).toBe(404)
    expect(
      (await who.call(cameraChannels.watched, { query: { size: 100 } })).items.map(({ id }) => id),
    ).not.toContain(id)
  }
  const refused = await people.staff.ask(cameras.create, { body: typed({ officeId: closed.id }) })
  expect([refused.statusCode, refused.json().data]).toEqual([403, { notShared: 'farm' }])
  await share(new Date(Date.now() + 60_000))
  for (const who of Object.values(people)) {
    await who.call(cameraChannels.live, { params })
    const noted = await database().select().from(consentLog).where(eq(consentLog.actorId, who.accountId))
    expect(noted.filter(({ what }) => what === 'live')).not.toEqual([])
    expect(noted.map(({ houseId }) => houseId)).toContain(house.id)
  }
  expect((await people.staff.ask(cameras.create, { body: typed({ officeId: closed.id }) })).statusCode).toBe(
    200,
  )
  // Agents administer no cameras.
  expect((await people.agent.ask(cameras.get, { params })).statusCode).toBe(403)
  await share(null)
})

test('the owner reads which pictures were watched, played and turned, each opening once; stills are told apart', async () => {
  const { sharing } = farm.offices
  const house = await buildHouse(farm.services, sharing)
  const gb = { kind: 'gb28181' as const, houseId: house.id, path: '/34020000001310000001' }
  const source = (id: string, gbId: string) => {
    const url = `gb28181://${gbId}/udp`
    return sealSource(farm.services.config.appSecret, id, { url, username: null, password: null })
  }
  const built = async (name: string, gbId: string) => {
    const made = await buildCamera(farm.services, sharing, { ...gb, name, gbId })
    await database()
      .update(camera)
      .set({ source: source(made.id, gbId) })
      .where(eq(camera.id, made.id))
    return { params: { id: made.id } }
  }
  const [gable, inlet] = [
    await built('Gable', '34020000001320000021'),
    await built('Inlet', '34020000001320000022'),
  ]
  const looker = await staff()
  const lines = async (who = looker) => {
    const rows = await database()
      .select()
      .from(consentLog)
      .where(eq(consentLog.actorId, who.accountId))
      .orderBy(consentLog.id)
    return rows.map(({ what, channelName, houseName }) => [what, channelName, houseName])
  }
  await looker.call(cameraChannels.still, gable)
  await looker.call(cameraChannels.live, gable)
  await looker.call(cameraChannels.live, inlet)
  // Its line was lost for a moment.
  await looker.call(cameraChannels.live, gable)
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  await looker.call(cameraChannels.replay, {
    ...gable,
    body: { fromAt: minutesAgo(20), toAt: minutesAgo(10) },
  })
  // An arrow is held: called twice a second.
  const { gb: side } = farm.services.cameras
  if (!side) throw new Error('no devices')
  const order = side.order
  side.order = async () => false
  expect((await looker.ask(cameraChannels.turn, { ...gable, body: { move: 'left' } })).statusCode).toBe(409)
  side.order = async () => true
  for (let i = 0; i < 5; i++) await looker.call(cameraChannels.turn, { ...gable, body: { move: 'left' } })
  side.order = order
  expect(await lines()).toEqual([
    ['cameras', null, house.name],
    ['live', 'Gable', house.name],
    ['live', 'Inlet', house.name],
    ['replay', 'Gable', house.name],
    ['turn', 'Gable', house.name],
  ])
  const turned = await database()
    .select()
    .from(operationHistory)
    .where(and(eq(operationHistory.recordId, gable.params.id), eq(operationHistory.type, 'turn')))
  expect(turned).toHaveLength(1)
  // Another person, and a later opening, are lines of their own; the farm's own people are none.
  const second = await staff()
  await second.call(cameraChannels.live, gable)
  expect(await lines(second)).toEqual([['live', 'Gable', house.name]])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  try {
    await looker.call(cameraChannels.live, gable)
  } finally {
    vi.useRealTimers()
  }
  expect((await lines()).at(-1)).toEqual(['live', 'Gable', house.name])
  const own = await owner('sharing')
  await own.call(cameraChannels.live, gable)
  expect(await lines(own)).toEqual([])
})

test('a live picture is one line an hour in the history of the farm, however often it is opened', async () => {
  const me = await owner()
  const { id, name } = await buildCamera(farm.services, farm.offices.direct)
  for (let i = 0; i < 3; i++) await me.call(cameraChannels.live, { params: { id } })
  const rows = await database().select().from(operationHistory).where(eq(operationHistory.recordId, id))
  expect(rows.map(({ description }) => description['en-US'])).toEqual([`Watched camera “${name}” live`])
})

test('a part of a farm sees the cameras in its houses and nothing of the others; a house takes its channel along', async () => {
  const { direct } = farm.offices
  const team = await buildDepartment(farm.services, direct, 'South yard')
  const place = { id: team.id, path: team.path, farmPath: direct.path }
  const house = await buildHouse(farm.services, place as never)
  const other = await buildCamera(farm.services, direct)
  const me = await owner()
  const made = await me.call(cameras.create, { body: typed({ houseId: house.id }) })
  await tested(me, made.id)
  const worker = await farm.as({ office: place as never, kind: 2, grants: watches })
  const { items } = await worker.call(cameraChannels.watched, { query: {} })
  expect(items.map(({ name, cameraName, status }) => [name, cameraName, status])).toEqual([
    ['Gable end', 'Gable end', 'ONLINE'],
  ])
  const channelId = items[0]?.id ?? ''
  await worker.call(cameraChannels.live, { params: { id: channelId } })
  expect((await worker.ask(cameraChannels.live, { params: { id: other.id } })).statusCode).toBe(404)
  // The whole branch moves, and so do house and channel.
  await database().execute(sql`update office set path = path || '999.' where id = ${team.id}`)
  const [moved] = await database().select().from(cameraChannel).where(eq(cameraChannel.id, channelId))
  expect(moved).toMatchObject({ houseId: house.id, officePath: `${team.path}999.` })
})

test('who may only list cameras does not watch, and who has neither right sees nothing', async () => {
  const { id } = await buildCamera(farm.services, farm.offices.direct)
  const params = { id }
  const lister = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['chicken_home_manage:query'],
  })
  expect((await lister.call(cameraChannels.watched, { query: {} })).total).toBe(1)
  expect((await lister.ask(cameraChannels.live, { params })).statusCode).toBe(403)
  const stranger = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['weather:query'] })
  for (const endpoint of [cameraChannels.watched, cameraChannels.live, cameraChannels.still])
    expect((await stranger.ask(endpoint, { params })).statusCode).toBe(403)
})

test('channels of a recorder each have their path and house; numbers are taken once, and a path holds no password', async () => {
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.direct)
  const params = { id }
  const house = await buildHouse(farm.services, farm.offices.direct)
  const add = (body: object) =>
    me.ask(cameras.addChannel, { params, body: { name: 'Two', number: 2, ...body } })
  const added = await add({ streamPath: '/Streaming/Channels/201', houseId: house.id })
  expect(added.json().data).toMatchObject({
    channelCount: 2,
    channels: [{}, { number: 2, houseName: house.name }],
  })
  const faultOf = async (body: object) => (await add(body)).json().data[0].field
  expect(await faultOf({})).toBe('number')
  expect(await faultOf({ number: 3, streamPath: '/live?password=x' })).toBe('streamPath')
  expect(await faultOf({ number: 3, streamPath: 'live' })).toBe('streamPath')
  const channel = added.json().data.channels[1]
  const { media } = farm.services.cameras
  media.picture = { mime: 'video/mp4', data: new Uint8Array([1, 2, 3]) }
  const keyed: string[] = []
  const keyFrame = media.keyFrame
  media.keyFrame = (channelId, source) => {
    keyed.push(source.url)
    return keyFrame(channelId, source)
  }
  const still = await me.call(cameraChannels.still, { params: { id: channel.id } })
  media.keyFrame = keyFrame
  media.picture = undefined
  expect([keyed, still?.data]).toEqual([['rtsp://8.8.4.4:554/Streaming/Channels/201'], 'AQID'])
  const changed = { name: 'Off', number: 2, enabled: false, streamPath: channel.streamPath, houseId: null }
  await me.call(cameraChannels.update, { params: { id: channel.id }, body: changed })
  expect((await me.ask(cameraChannels.live, { params: { id: channel.id } })).statusCode).toBe(409)
})
