import { once } from 'node:events'
import { existsSync, rmSync, truncateSync } from 'node:fs'
import { type IncomingMessage, get as request } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { eq, gt, max } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cameraClips, cameraRecordings } from '#shared/contracts/camera-clips.ts'
import { cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import type { Grant } from '#shared/permissions.ts'
import { probeAll } from '../../cameras/probing.ts'
import { keepPicture, thinFilms } from '../../cameras/recording/keep-films.ts'
import { followKept, keptPath } from '../../cameras/recording/kept-copies.ts'
import { clipPath, recordingsFolder } from '../../cameras/recording/places.ts'
import { boxesOf } from '../../cameras/recording/read-movie.ts'
import { openRecorder } from '../../cameras/recording/recorder.ts'
import { segmentsOf } from '../../cameras/recording/ring.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { camera, cameraChannel } from '../../platform/database/tables/cameras.ts'
import { consentLog } from '../../platform/database/tables/consents.ts'
import { office } from '../../platform/database/tables/offices.ts'
import {
  cameraClip,
  cameraRecorder,
  clipLink,
  filmPicture,
} from '../../platform/database/tables/recordings.ts'
import { filesFolder } from '../../platform/files/stored-files.ts'
import { beginSilence, endSilence } from '../../platform/silence.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildCamera } from '../../testing/cameras.ts'
import { buildAlarm, buildDepartment, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { buildClip, stillOf, writeRing } from '../../testing/recordings.ts'

let farm: TestApp
let folder: string
let address: string
/** The last line of the owners' log before the test. */
let before: number
beforeAll(async () => {
  farm = await testApp()
  folder = recordingsFolder(farm.services.config)
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(farm.app.server.address() as AddressInfo).port}`
})
afterAll(() => farm.close())
beforeEach(async () => {
  await database().delete(cameraClip)
  await database().delete(camera)
  await database().delete(alarm)
  await database().delete(cameraRecorder)
  await share(null)
  const [last] = await database()
    .select({ id: max(consentLog.id) })
    .from(consentLog)
  before = last?.id ?? 0
})

const database = () => farm.services.store.scoped(SYSTEM)
const watches: Grant[] = ['chicken_home_manage:query', 'chicken_home_manage:get']
const edits: Grant[] = [...watches, 'chicken_home_manage:edit', 'camera_manage:edit', 'camera_manage:query']
const owner = (name: 'closed' | 'direct' = 'closed') =>
  farm.as({ office: farm.offices[name], kind: 2, grants: edits })
const agent = () => farm.as({ office: farm.offices.agent, kind: 3, grants: edits })
const share = (until: Date | null) =>
  database().update(office).set({ farmAccessUntil: until }).where(eq(office.id, farm.offices.closed.id))
const logged = () => database().select().from(consentLog).where(gt(consentLog.id, before))
const soon = () => new Date(Date.now() + 60_000)
const head = async (url: string) => (await fetch(`${address}${url}`, { method: 'HEAD' })).status
const play = async (who: Person, id: string) => (await who.call(cameraClips.play, { params: { id } })).url

/** A recorded camera in a house, with minutes of its ring, and an alarm of the house. */
async function alarmed({ minutesAgo = 3 } = {}) {
  const house = await buildHouse(farm.services, farm.offices.closed)
  const device = await buildDevice(farm.services, farm.offices.closed, { type: 'controller' })
  const { id } = await buildCamera(farm.services, farm.offices.closed, { houseId: house.id, records: true })
  const raisedAt = new Date(Date.now() - minutesAgo * 60_000)
  writeRing(folder, id, Date.now() - 10 * 60_000, Date.now())
  const { id: alarmId } = await buildAlarm(farm.services, farm.offices.closed, {
    subjectId: device.id,
    houseIds: [house.id],
    raisedAt,
  })
  return { house, device, id, raisedAt, alarmId }
}
const clips = () => database().select().from(cameraClip)

test('an alarm has a clip from two minutes before to two minutes after it, which outlives the ring and a restart', async () => {
  const { house, id, raisedAt } = await alarmed()
  const before = openRecorder(farm.services)
  await before.round()
  await before.stop()
  const me = await owner()
  const { items } = await me.call(cameraClips.list, {
    query: { houseId: house.id, at: raisedAt.toISOString() },
  })
  expect(items).toMatchObject([
    { state: 'ready', houseId: house.id, alarmAt: raisedAt.toISOString(), isKept: false, customer: null },
  ])
  const [clip] = items
  expect(Date.parse(clip?.toAt ?? '') - Date.parse(clip?.fromAt ?? '')).toBe(240_000)
  // The ring is switched off, and another process comes up: the clip stays, and is not made twice.
  await me.call(cameraRecordings.change, { params: { id }, body: { records: false, films: false } })
  const after = openRecorder(farm.services)
  await after.round()
  await after.round()
  await after.stop()
  expect(await clips()).toHaveLength(1)
  const answer = await fetch(`${address}${await play(me, clip?.id ?? '')}`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.length).toBe(clip?.bytes)
  expect([...boxesOf(bytes)].map(({ name }) => name)).toEqual(['ftyp', 'moov', 'mdat'])
})

test('alarms close together share one clip; one that nobody recorded says so', async () => {
  const { house, device, id } = await alarmed({ minutesAgo: 1 })
  const recorder = openRecorder(farm.services)
  await recorder.round()
  const [first] = await clips()
  expect(first?.state).toBe('waiting')
  await buildAlarm(farm.services, farm.offices.closed, {
    subjectId: device.id,
    houseIds: [house.id],
    code: 'PowerFail',
    raisedAt: new Date(Date.now() - 5_000),
  })
  await recorder.round()
  const [longer, ...others] = await clips()
  expect(others).toEqual([])
  expect((longer?.toAt.getTime() ?? 0) - (first?.toAt.getTime() ?? 0)).toBeGreaterThan(50_000)
  await database().delete(cameraClip)
  await database().delete(alarm)
  await buildAlarm(farm.services, farm.offices.closed, {
    subjectId: device.id,
    houseIds: [house.id],
    raisedAt: new Date(Date.now() - 15 * 60_000),
  })
  await recorder.round()
  expect(await clips()).toMatchObject([{ state: 'missed', channelId: id }])
  await recorder.stop()
})

test('a kept clip stands where backups find it, opens from there after a restore, and only while it is kept', async () => {
  const me = await owner()
  const files = filesFolder(farm.services.config.dataDir)
  const kept = await buildClip(farm.services, farm.offices.closed, { isKept: true })
  const other = await buildClip(farm.services, farm.offices.closed)
  await followKept(database(), folder, files)
  const stand = () => [kept, other].map(({ id }) => existsSync(keptPath(files, id)))
  expect(stand()).toEqual([true, false])
  // A restored installation has the files, and no recordings.
  rmSync(clipPath(folder, kept.id))
  const answer = await fetch(`${address}${await play(me, kept.id)}`)
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, kept.bytes])
  await followKept(database(), folder, files)
  expect(stand()).toEqual([true, false])
  await database().update(cameraClip).set({ isKept: false }).where(eq(cameraClip.id, kept.id))
  await followKept(database(), folder, files)
  expect(stand()).toEqual([false, false])
})

test('nobody opens a clip of another farm, and an agent only while the farm is shared; each view is a line of the owner’s log', async () => {
  const { id } = await buildClip(farm.services, farm.offices.closed)
  const [stranger, visitor, me] = [await owner('direct'), await agent(), await owner()]
  for (const who of [stranger, visitor]) {
    for (const endpoint of [cameraClips.get, cameraClips.play, cameraClips.links, cameraClips.remove])
      expect((await who.ask(endpoint, { params: { id } })).statusCode).toBe(404)
    expect((await who.call(cameraClips.list, { query: {} })).items).toEqual([])
  }
  await share(soon())
  await play(me, id)
  expect(await logged()).toEqual([])
  await play(visitor, id)
  await play(visitor, id)
  const lines = await logged()
  expect(lines.filter(({ once }) => once === null)).toMatchObject([{ what: 'cameras' }, { what: 'cameras' }])
  // Not even its own address opens it for another session than the one that asked.
  expect((await fetch(`${address}/api/camera-files/${'A'.repeat(43)}`)).status).toBe(404)
})

/** A download that nobody reads on after its beginning; resolves to the moment the server ends it. */
async function halfRead(url: string): Promise<{ cut: Promise<number> }> {
  const sides: Socket[] = []
  const note = (side: Socket) => void sides.push(side)
  farm.app.server.on('connection', note)
  const [answer] = (await once(request(`${address}${url}`, { agent: false }), 'response')) as [
    IncomingMessage,
  ]
  farm.app.server.off('connection', note)
  answer.pause()
  answer.on('error', () => {})
  const side = sides.find(({ remotePort }) => remotePort === answer.socket.localPort)
  return { cut: new Promise(resolve => side?.once('close', () => resolve(Date.now()))) }
}

test('a download under way is cut once consent is revoked', async () => {
  await share(soon())
  // More than the sockets of both sides take in.
  const { id } = await buildClip(farm.services, farm.offices.closed, { bytes: 40_000_000 })
  truncateSync(clipPath(folder, id), 40_000_000)
  const { cut } = await halfRead(await play(await agent(), id))
  await share(null)
  const revoked = Date.now()
  expect((await cut) - revoked).toBeLessThan(2_000 * 3)
})

const ends: Readonly<Record<string, (given: { visitor: Person; id: string }) => Promise<unknown>>> = {
  'consent is revoked': () => share(null),
  'consent runs out': () => share(new Date()),
  'the clip is deleted': async ({ id }) => (await owner()).call(cameraClips.remove, { params: { id } }),
}
test.each(Object.keys(ends))('an address of a clip opens nothing once %s', async name => {
  await share(soon())
  const { id } = await buildClip(farm.services, farm.offices.closed)
  const visitor = await agent()
  const url = await play(visitor, id)
  expect(await head(url)).toBe(200)
  await ends[name]?.({ visitor, id })
  expect(await head(url)).toBe(404)
  if (name === 'the clip is deleted')
    await eventually(async () => existsSync(clipPath(folder, id))).toBe(false)
})

test('a clip is named and kept, and of two people who change it one is told', async () => {
  const { id } = await buildClip(farm.services, farm.offices.closed)
  const me = await owner()
  const body = { name: 'Crowding at the inlets', isKept: true, version: 1 }
  expect(await me.call(cameraClips.update, { params: { id }, body })).toMatchObject({
    name: 'Crowding at the inlets',
    isKept: true,
    version: 2,
  })
  expect((await me.ask(cameraClips.update, { params: { id }, body })).statusCode).toBe(409)
})

test('a vet opens a clip by a link, without an account, until it ends; each view is a line of the owner’s log', async () => {
  const { id } = await buildClip(farm.services, farm.offices.closed, { name: 'Limping' })
  const me = await owner()
  const give = (days: number) =>
    me.call(cameraClips.addLink, { params: { id }, body: { forWhom: 'Dr. Meyer', days } })
  const { token, link } = await give(7)
  expect(Date.parse(link.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  expect(await me.call(cameraClips.get, { params: { id } })).toMatchObject({ isKept: true, links: 1 })
  const open = () => farm.stranger.ask(cameraClips.linked, { params: { token } })
  const seen = (await open()).json().data
  expect(seen).toMatchObject({ name: 'Limping', forWhom: 'Dr. Meyer' })
  expect(await head(seen.url)).toBe(200)
  const part = await fetch(`${address}${seen.url}`, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  expect(await logged()).toMatchObject([
    { what: 'clip', actorName: 'Dr. Meyer', actorId: null, subjectPath: farm.offices.closed.path },
  ])
  expect(await me.call(cameraClips.links, { params: { id } })).toMatchObject([{ views: 1 }])
  // The token is nowhere stored as it is.
  expect(JSON.stringify(await database().select().from(clipLink))).not.toContain(token)
  await me.call(cameraClips.endLink, { params: { id }, body: { linkId: link.id } })
  expect((await open()).statusCode).toBe(404)
  expect(await head(seen.url)).toBe(404)
  const { token: second } = await give(1)
  await database().update(clipLink).set({ expiresAt: new Date() })
  expect((await farm.stranger.ask(cameraClips.linked, { params: { token: second } })).statusCode).toBe(404)
})

test('an office above sees a shared clip and does not hand it on', async () => {
  await share(soon())
  const { id } = await buildClip(farm.services, farm.offices.closed)
  const answer = await (await agent()).ask(cameraClips.addLink, {
    params: { id },
    body: { forWhom: 'A friend', days: 1 },
  })
  expect(answer.statusCode).toBe(403)
})

test('recording is off until somebody switches it on; then the last minutes can be cut out', async () => {
  const { id } = await buildCamera(farm.services, farm.offices.closed)
  const me = await owner()
  expect(await me.call(cameraRecordings.get, { params: { id } })).toMatchObject({
    records: false,
    films: false,
    spans: [],
  })
  const recorder = openRecorder(farm.services)
  await recorder.round()
  expect(farm.services.cameras.media.watched).toEqual([])
  await me.call(cameraRecordings.change, { params: { id }, body: { records: true, films: false } })
  await recorder.round()
  expect(farm.services.cameras.media.watched.map(({ channelId }) => channelId)).toEqual([id])
  const now = Date.now()
  writeRing(folder, id, now - 120_000, now)
  const { spans } = await me.call(cameraRecordings.get, { params: { id } })
  expect(spans).toHaveLength(1)
  const cut = (fromMs: number, toMs: number) => ({
    params: { id },
    body: {
      name: 'Crowding',
      fromAt: new Date(now - fromMs).toISOString(),
      toAt: new Date(now - toMs).toISOString(),
    },
  })
  const made = await me.call(cameraRecordings.cut, cut(90_000, 30_000))
  expect(made).toMatchObject({ state: 'waiting', name: 'Crowding', isKept: true })
  await recorder.round()
  expect(await me.call(cameraClips.get, { params: { id: made.id } })).toMatchObject({ state: 'ready' })
  for (const [from, to, field] of [
    [3_600_000, 3_540_000, 'fromAt'],
    [30_000, 90_000, 'toAt'],
    [2_000_000, 30_000, 'toAt'],
  ] as const) {
    const answer = await me.ask(cameraRecordings.cut, cut(from, to))
    expect([answer.statusCode, answer.json().data[0].field]).toEqual([400, field])
  }
  await me.call(cameraRecordings.change, { params: { id }, body: { records: false, films: false } })
  await recorder.round()
  expect(await segmentsOf(folder, id)).toEqual([])
  expect(farm.services.cameras.media.watched).toEqual([])
  await recorder.stop()
})

test('only one process records; another takes over once it is gone', async () => {
  await buildCamera(farm.services, farm.offices.closed, { records: true })
  const [one, two] = [openRecorder(farm.services), openRecorder(farm.services)]
  await one.round()
  await two.round()
  expect(farm.services.cameras.media.watched).toHaveLength(1)
  await one.stop()
  expect(farm.services.cameras.media.watched).toHaveLength(0)
  await two.round()
  expect(farm.services.cameras.media.watched).toHaveLength(1)
  await two.stop()
})

test('a restored copy neither probes nor records until it is told that it is the real one', async () => {
  await buildCamera(farm.services, farm.offices.closed, { records: true, films: true })
  const { media } = farm.services.cameras
  media.probed = []
  await farm.services.store.transaction(SYSTEM, db => beginSilence(db, null))
  const recorder = openRecorder(farm.services)
  await recorder.round()
  await recorder.film()
  await probeAll(farm.services)
  expect([media.watched, media.probed]).toEqual([[], []])
  await farm.services.store.transaction(SYSTEM, db => endSilence(db, 'test'))
  await probeAll(farm.services)
  await recorder.round()
  expect([media.watched.length, media.probed.length]).toEqual([1, 1])
  await recorder.stop()
})

test('a film keeps a picture every ten minutes, and is one movie of them for whoever may look into the house', async () => {
  const { id } = await buildCamera(farm.services, farm.offices.closed, { films: true })
  farm.services.cameras.media.picture = { mime: 'video/mp4', data: stillOf() }
  const recorder = openRecorder(farm.services)
  await recorder.round()
  await recorder.film()
  await recorder.film()
  farm.services.cameras.media.picture = undefined
  expect(await database().select().from(filmPicture)).toHaveLength(1)
  const day = Date.now() - 86_400_000
  for (let i = 0; i < 12; i++)
    await keepPicture(database(), folder, {
      channelId: id,
      houseId: null,
      at: day + i * 600_000,
      data: stillOf(),
    })
  // Another size is not of the same movie.
  await keepPicture(database(), folder, {
    channelId: id,
    houseId: null,
    at: day + 601_000,
    data: stillOf({ size: { width: 320, height: 180 } }),
  })
  const me = await owner()
  const body = { fromAt: new Date(day - 1_000).toISOString(), toAt: new Date(day + 7_200_000).toISOString() }
  const film = await me.call(cameraRecordings.film, { params: { id }, body })
  expect(film.pictures).toEqual(Array.from({ length: 12 }, (_, i) => day + i * 600_000))
  const answer = await fetch(`${address}${film.address?.url}`)
  expect(answer.status).toBe(200)
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect([...boxesOf(bytes)].map(({ name }) => name)).toEqual(['ftyp', 'moov', 'mdat'])
  for (const who of [await owner('direct'), await agent()])
    expect((await who.ask(cameraRecordings.film, { params: { id }, body })).statusCode).toBe(404)
  await recorder.stop()
})

test('a camera bound to another house shows nothing of the one before: neither its film nor its recording', async () => {
  const { closed } = farm.offices
  const teams = [
    await buildDepartment(farm.services, closed, 'North'),
    await buildDepartment(farm.services, closed, 'South'),
  ]
  const [north, south] = teams.map(({ id, path }) => ({ id, path, farmPath: closed.path }) as never)
  const [old, next] = [
    await buildHouse(farm.services, north as never),
    await buildHouse(farm.services, south as never),
  ]
  const { id, name } = await buildCamera(farm.services, closed, { films: true, records: true })
  const me = await owner()
  const params = { id }
  const bind = (houseId: string) =>
    me.call(cameraChannels.update, { params, body: { name, number: 1, houseId, enabled: true } })
  await bind(old.id)
  farm.services.cameras.media.picture = { mime: 'video/mp4', data: stillOf() }
  const recorder = openRecorder(farm.services)
  await recorder.round()
  await recorder.film()
  farm.services.cameras.media.picture = undefined
  writeRing(folder, id, Date.now() - 60_000, Date.now())
  const body = {
    fromAt: new Date(Date.now() - 60_000).toISOString(),
    toAt: new Date(Date.now() + 60_000).toISOString(),
  }
  const pictures = async (who: Person) =>
    (await who.call(cameraRecordings.film, { params, body })).pictures.length
  const spans = async (who: Person) => (await who.call(cameraRecordings.get, { params })).spans.length
  expect([await pictures(me), await spans(me)]).toEqual([1, 1])

  await bind(next.id)
  await recorder.round()
  const worker = await farm.as({ office: south as never, kind: 2, grants: watches })
  await eventually(() => spans(worker)).toBe(0)
  expect([await pictures(worker), await pictures(me)]).toEqual([0, 0])
  // Bound back, its film is there again.
  await bind(old.id)
  expect(await pictures(me)).toBe(1)
  await recorder.stop()
})

test('old pictures of a film become one an hour, and all films together stay below their size', async () => {
  const { id } = await buildCamera(farm.services, farm.offices.closed, { films: true })
  const hour = Math.floor((Date.now() - 20 * 86_400_000) / 3_600_000) * 3_600_000
  for (const at of [hour, hour + 600_000, hour + 3_600_000, Date.now() - 900_000, Date.now() - 300_000])
    await keepPicture(database(), folder, { channelId: id, houseId: null, at, data: stillOf() })
  await thinFilms(database(), folder)
  const left = async () => (await database().select().from(filmPicture).orderBy(filmPicture.at)).length
  expect(await left()).toBe(4)
  await thinFilms(database(), folder, stillOf().length * 2)
  expect(await left()).toBe(2)
  await database().delete(cameraChannel)
  await thinFilms(database(), folder)
  expect(existsSync(`${folder}/films/${id}`)).toBe(false)
})

test('what a camera’s administrator does under consent stays visible: switching recording is told', async () => {
  await share(soon())
  const { id } = await buildCamera(farm.services, farm.offices.closed)
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: edits })
  await staff.call(cameraRecordings.change, {
    params: { id },
    body: { records: true, films: true },
  })
  expect(await logged()).toMatchObject([{ what: 'cameras' }])
  expect((await (await owner()).ask(cameras.list, {})).statusCode).toBe(200)
})
