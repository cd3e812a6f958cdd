import type { AddressInfo } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { cameraChannels, cameras } from '#shared/contracts/cameras.ts'
import { session } from '#shared/contracts/session.ts'
import { LIVE_PICTURES } from '#shared/limits.ts'
import { WEBRTC_PROTOCOL } from '#shared/live-pictures.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { camera, liveTicket } from '../platform/database/tables/cameras.ts'
import { accountRole, office } from '../platform/database/tables/offices.ts'
import { eventually } from '../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../testing/app.ts'
import { buildCamera } from '../testing/cameras.ts'
import { startTestHub } from '../testing/live-app.ts'
import { type Admission, openAdmission } from './admission.ts'
import { serveLive } from './live-socket.ts'

let farm: TestApp
let admission: Admission
let address: string
let stop: () => Promise<void>
beforeAll(async () => {
  farm = await testApp()
  // As in the server: the live channel stands at the same door.
  const hub = await startTestHub(farm)
  admission = openAdmission(farm.services)
  const pictures = serveLive(farm.app.server, { engine: farm.services.cameras.media, admit: admission.admit })
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  address = `ws://127.0.0.1:${(farm.app.server.address() as AddressInfo).port}`
  stop = async () => {
    admission.stop()
    await pictures.stop()
    await hub.stop()
    await farm.close()
  }
})
afterAll(() => stop())
beforeEach(async () => {
  await database().delete(camera)
})

const database = () => farm.services.store.scoped(SYSTEM)
const watches: Grant[] = ['chicken_home_manage:query', 'chicken_home_manage:get']
const owner = () =>
  farm.as({
    office: farm.offices.closed,
    kind: 2,
    grants: [...watches, 'camera_manage:disable', 'camera_manage:edit'],
  })
const share = (until: Date | null) =>
  database().update(office).set({ farmAccessUntil: until }).where(eq(office.id, farm.offices.closed.id))
const soon = () => new Date(Date.now() + 60_000)

const ticketFor = (who: Person, id: string) => who.call(cameraChannels.live, { params: { id } })

/** Opens a picture; what it was sent, and when its socket was closed. */
function open(channelId: string, token: string, protocols: string[] = []) {
  const socket = new WebSocket(`${address}/api/ws/live/${channelId}/${token}`, protocols)
  const frames: string[] = []
  socket.on('message', (data, isBinary) => frames.push(isBinary ? 'bytes' : String(data)))
  const closed = new Promise<number>(resolve => {
    socket.on('error', () => {})
    socket.on('close', () => resolve(Date.now()))
  })
  const refused = new Promise<number | null>(resolve => {
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('open', () => resolve(null))
  })
  return { socket, frames, closed, refused }
}

/** Opens a picture by WebRTC, as far as the server's answer. */
async function watchByRtc(who: Person, id: string) {
  const { token, ways } = await ticketFor(who, id)
  expect(ways).toContain('webrtc')
  const picture = open(id, token, [WEBRTC_PROTOCOL])
  expect(await picture.refused).toBe(null)
  picture.socket.send(JSON.stringify({ type: 'offer', sdp: 'v=0' }))
  await eventually(async () => picture.frames).toEqual([JSON.stringify({ type: 'answer', sdp: 'v=0\r\n' })])
  return picture
}

async function watch(who: Person, id: string) {
  const { token } = await ticketFor(who, id)
  const picture = open(id, token)
  expect(await picture.refused).toBe(null)
  await eventually(async () => picture.frames).toEqual([expect.stringContaining('"type":"init"'), 'bytes'])
  return picture
}

/** A running picture ends at most this long after the right to it. ms */
const ENDS_MS = 2_000

test('a ticket opens its picture once, for its channel, within 30 seconds', async () => {
  const me = await owner()
  const [{ id }, other] = [
    await buildCamera(farm.services, farm.offices.closed),
    await buildCamera(farm.services, farm.offices.closed),
  ]
  const { token, until } = await ticketFor(me, id)
  expect(Date.parse(until) - Date.now()).toBeGreaterThan(20_000)
  expect(await open(other.id, token).refused).toBe(401)
  // Shown at the wrong door it is used up.
  expect(await open(id, token).refused).toBe(401)
  const picture = await watch(me, id)
  const second = await ticketFor(me, id)
  const again = open(id, second.token)
  expect(await again.refused).toBe(null)
  expect(await open(id, second.token).refused).toBe(401)
  const third = await ticketFor(me, id)
  await database().update(liveTicket).set({ expiresAt: new Date() })
  expect(await open(id, third.token).refused).toBe(401)
  for (const token of ['x', 'A'.repeat(43), me.token]) expect(await open(id, token).refused).toBe(401)
  picture.socket.close()
  again.socket.close()
})

test('the camera’s password reaches the engine and never the socket', async () => {
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.closed, { password: 'theSecret' })
  const picture = await watch(me, id)
  expect(farm.services.cameras.media.watched.find(({ channelId }) => channelId === id)?.source).toMatchObject(
    {
      username: 'admin',
      password: 'theSecret',
    },
  )
  expect(picture.frames.join()).not.toContain('theSecret')
  picture.socket.close()
})

const ends: Readonly<Record<string, (given: { id: string; agent: Person }) => Promise<unknown>>> = {
  'its consent is revoked': () => share(null),
  'its consent ends': () => share(new Date()),
  'its permission is taken away': ({ agent }) =>
    database().delete(accountRole).where(eq(accountRole.accountId, agent.accountId)),
  'its session ends': ({ agent }) => agent.call(session.logout),
  'the camera is disabled': async ({ id }) => (await owner()).call(cameras.disable, { params: { id } }),
  'the channel is switched off': async ({ id }) =>
    (await owner()).call(cameraChannels.update, {
      params: { id },
      body: { name: 'x', number: 1, enabled: false },
    }),
  'the channel is deleted': async ({ id }) => (await owner()).call(cameraChannels.remove, { params: { id } }),
}

test.each(Object.keys(ends))('a running picture of an agent ends within two seconds when %s', async name => {
  await share(soon())
  const agent = await farm.as({ office: farm.offices.agent, kind: 3, grants: watches })
  const { id } = await buildCamera(farm.services, farm.offices.closed)
  const picture = await watch(agent, id)
  const from = Date.now()
  await ends[name]?.({ id, agent })
  const done = Date.now()
  // On a machine three times slower the round itself may take a while; what counts is that nothing but the round is awaited.
  expect((await picture.closed) - done).toBeLessThan(ENDS_MS * 3)
  expect(done).toBeGreaterThanOrEqual(from)
  await share(null)
  await eventually(async () => farm.services.cameras.media.state(id).viewers).toBe(0)
})

test.each(Object.keys(ends))('and so does one by WebRTC when %s', async name => {
  await share(soon())
  const agent = await farm.as({ office: farm.offices.agent, kind: 3, grants: watches })
  const { id } = await buildCamera(farm.services, farm.offices.closed, { password: 'theSecret' })
  const { media } = farm.services.cameras
  const picture = await watchByRtc(agent, id)
  expect(media.offered.find(({ channelId }) => channelId === id)?.source.password).toBe('theSecret')
  expect(picture.frames.join()).not.toContain('theSecret')
  await ends[name]?.({ id, agent })
  const done = Date.now()
  expect((await picture.closed) - done).toBeLessThan(ENDS_MS * 3)
  expect(picture.frames.at(-1)).toBe(JSON.stringify({ type: 'fault', fault: 'ended' }))
  await share(null)
  await eventually(async () => media.state(id).viewers).toBe(0)
})

test('a page that closes its socket ends its picture by WebRTC', async () => {
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.closed)
  const picture = await watchByRtc(me, id)
  picture.socket.terminate()
  await eventually(async () => farm.services.cameras.media.state(id).viewers).toBe(0)
})

test('the farm’s own people go on watching when the consent of others ends', async () => {
  await share(soon())
  const me = await owner()
  const agent = await farm.as({ office: farm.offices.agent, kind: 3, grants: watches })
  const { id } = await buildCamera(farm.services, farm.offices.closed)
  const [mine, theirs] = [await watch(me, id), await watch(agent, id)]
  await share(null)
  await theirs.closed
  expect(mine.socket.readyState).toBe(WebSocket.OPEN)
  mine.socket.close()
})

test('the live channel itself goes on at the same door', async () => {
  const me = await owner()
  const socket = new WebSocket(`${address}/api/ws/${me.token}`)
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  socket.close()
})

test('an account has as many live pictures as two full grids; one more is refused in words until one is closed', async () => {
  const me = await owner()
  const { id } = await buildCamera(farm.services, farm.offices.closed)
  const pictures = []
  for (let i = 0; i < LIVE_PICTURES; i++) pictures.push(await watch(me, id))
  const refused = await me.ask(cameraChannels.live, { params: { id } })
  expect([refused.statusCode, refused.json().message]).toEqual([
    429,
    'You have 32 live pictures open, the most at a time. Close some in your other tabs or devices',
  ])
  const other = await owner()
  ;(await watch(other, id)).socket.close()
  pictures.pop()?.socket.close()
  await eventually(async () => (await me.ask(cameraChannels.live, { params: { id } })).statusCode).toBe(200)
  for (const { socket } of pictures) socket.close()
})
