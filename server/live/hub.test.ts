import { type AddressInfo, connect } from 'node:net'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { MetricValue } from '#shared/sparkplug/types.ts'
import { soon } from '#shared/testing/soon.ts'
import { newId } from '../platform/database/ids.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { device, house, houseDevice, houseNow } from '../platform/database/tables/farms.ts'
import { operationHistory } from '../platform/database/tables/histories.ts'
import { account, accountRole, office, role, session } from '../platform/database/tables/offices.ts'
import { apiToken } from '../platform/database/tables/personal.ts'
import { type Person, testApp } from '../testing/app.ts'
import { buildNotice } from '../testing/farm-builder.ts'
import { type LiveApp, liveApp, startTestHub } from '../testing/live-app.ts'

/** Within this time a right that ends must end on open sockets. ms */
const WITHIN = 2_000

let farm: LiveApp

/** A house with one controller, known to the live channel. */
async function newHouse(place: 'sharing' | 'closed', alarms: Record<string, MetricValue> = {}) {
  const { id: officeId, path: officePath } = farm.offices[place]
  const [houseId, deviceId] = [newId(), newId()]
  await farm.services.store.transaction(SYSTEM, async db => {
    await db.insert(house).values({
      id: houseId,
      officeId,
      officePath,
      name: `House ${houseId}`,
      type: 'layer',
      lengthM: 100,
      widthM: 14,
      heightM: 3,
    })
    await db.insert(device).values({
      id: deviceId,
      officeId,
      officePath,
      type: 'controller',
      name: 'Controller',
      status: 'ONLINE',
      code: `C-${deviceId}`,
      codeKey: `c-${deviceId}`.toLowerCase(),
    })
    await db
      .insert(houseDevice)
      .values({ id: newId(), houseId, deviceId, officePath, from: new Date(Date.now() - 60_000) })
  })
  const now = Date.now()
  const readings = new Map<string, { value: MetricValue; at: number }>([
    ['Climate/Temp/Avg', { value: 22.5, at: now }],
    ...Object.entries(alarms).map(([metric, value]) => [metric, { value, at: now }] as const),
  ])
  farm.services.devices.states.set(deviceId, { readings, lastMessageAt: now, reportIntervalS: 5 })
  const told = new Promise(resolve => farm.services.events.once('house', resolve))
  farm.services.events.emit('registry', { deviceIds: [deviceId] })
  await told
  return { houseId, deviceId }
}

const owner = (place: 'sharing' | 'closed') =>
  farm.as({ office: farm.offices[place], kind: 2, grants: ['chicken_home_manage:query'] })
const engineer = () =>
  farm.as({ office: farm.offices.provider, kind: 1, grants: ['chicken_home_manage:query'] })

function report(deviceId: string, values: Record<string, MetricValue>, at = Date.now(), historical = false) {
  farm.services.events.emit('report', { deviceId, at, historical, values: new Map(Object.entries(values)) })
}

beforeAll(async () => {
  farm = await liveApp()
})
afterEach(() => farm.hangUp())
afterAll(() => farm.close())

async function answerTo(path: string): Promise<number> {
  const socket = new WebSocket(`${farm.address}${path}`)
  return new Promise(resolve => {
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => {})
  })
}

test('a socket without a valid session is turned away', async () => {
  expect(await answerTo('/api/ws/nobody')).toBe(401)
  expect(await answerTo('/api/ws/%ff%fe')).toBe(401)
  expect(await answerTo('/api/elsewhere')).toBe(404)
})

test('the heartbeat is answered', async () => {
  const { socket } = await farm.listen(await owner('sharing'))
  const answer = new Promise(resolve =>
    socket.on('message', data => String(data) === 'pong' && resolve('pong')),
  )
  socket.send('ping')
  expect(await answer).toBe('pong')
})

test('a farmer who watches a house gets what is known first, then what changes', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await owner('sharing'))
  listener.watch(houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  expect(listener.of('DEVICE_DATA')[0]).toMatchObject({ iotId: deviceId, chickenHouseId: houseId })
  expect(listener.of('DEVICE_DATA')[0]?.values['Climate/Temp/Avg']?.[0]).toBe(22.5)

  report(deviceId, { 'Climate/Temp/Avg': 23.1 })
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(2))
  expect(Object.keys(listener.of('DEVICE_DATA')[1]?.values ?? {})).toEqual(['Climate/Temp/Avg'])
})

test('an alarm of a controller is told again once it is stored, so that lists read in between are read anew', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await owner('sharing'))
  const told = () => listener.of('WARNING_MESSAGE').filter(frame => frame.chickenHouseId === houseId)
  report(deviceId, { 'Alarm/PowerFailure': true })
  await soon(() => expect(told()).toHaveLength(1))
  farm.services.events.emit('alarm', {
    alarmId: newId(),
    change: 'raised',
    alarm: {
      code: 'PowerFailure',
      level: 'emergency',
      iotId: deviceId,
      source: 'controller',
      houseIds: [houseId],
      raisedAt: Date.now(),
    },
  })
  await soon(() => expect(told()).toHaveLength(2))
  const [first, again] = told()
  expect(again).toEqual(first)
})

test('a burst of reports arrives merged, newest sample last, at most four frames a second', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await owner('sharing'))
  listener.watch(houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  const start = Date.now()
  for (let i = 0; i <= 100; i++)
    report(deviceId, { 'Climate/Temp/Avg': i, [`Air/CO2/S${(i % 2) + 1}`]: i }, start + i)
  await soon(() => expect(listener.frames.at(-1)).toHaveProperty(['values', 'Climate/Temp/Avg', 0], 100))
  expect(listener.of('DEVICE_DATA').length).toBeLessThanOrEqual(3)
  expect(listener.of('DEVICE_DATA').at(-1)?.values['Air/CO2/S2']?.[0]).toBe(99)
})

test('historical reports, settings and values no screen shows are not sent; large integers keep their digits', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await owner('sharing'))
  listener.watch(houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  report(deviceId, { 'Climate/Temp/Avg': 1 }, Date.now() - 86_400_000, true)
  report(deviceId, {
    Float: Math.fround(21.1),
    Serial: 9_007_199_254_740_993n,
    Blob: new Uint8Array(3),
    Broken: Number.NaN,
  })
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(2))
  const { values } = listener.of('DEVICE_DATA')[1] ?? { values: {} }
  expect(values).toHaveProperty(['Serial', 0], '9007199254740993')
  expect(values).toHaveProperty(['Float', 0], 21.1)
  expect(values).toHaveProperty(['Broken', 0], null)
  expect(values).not.toHaveProperty('Blob')
  expect(values).not.toHaveProperty(['Settings/Temp/TargetOffset'])
})

test('a critical alarm turns the house to alarm, its end back to normal, and both are told unasked', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await owner('sharing'))
  const states = () =>
    listener.of('WARNING_MESSAGE').filter(({ chickenHouseId }) => chickenHouseId === houseId)
  report(deviceId, { 'Alarm/HighTemp': true })
  await soon(() => expect(states().at(-1)?.state).toBe('alarm'))
  expect(states().at(-1)?.alarms[0]?.code).toBe('HighTemp')
  report(deviceId, { 'Alarm/HighTemp': false })
  await soon(() => expect(states().at(-1)?.state).toBe('normal'))
  const remembered = farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(houseNow)
    .where(eq(houseNow.houseId, houseId))
  await soon(async () => expect((await remembered)[0]?.state).toBe('normal'))
})

test('a controller that dies turns its house offline, and the farmer is told since when', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await owner('sharing'))
  const at = Date.now()
  farm.services.events.emit('status', { deviceId, from: 'ONLINE', to: 'OFFLINE', at, reason: 'ndeath' })
  await soon(() => expect(listener.of('WARNING_MESSAGE').at(-1)?.state).toBe('offline'))
  expect(listener.of('DEVICE_STATUS').at(-1)).toMatchObject({ iotId: deviceId, status: 'OFFLINE', since: at })
  await soon(async () => {
    const [row] = await farm.services.store
      .scoped(SYSTEM)
      .select()
      .from(houseNow)
      .where(eq(houseNow.houseId, houseId))
    expect(row?.state).toBe('offline')
  })
})

test('no frame of one customer ever reaches another', async () => {
  const mine = await newHouse('sharing')
  const theirs = await newHouse('closed')
  const listener = await farm.listen(await owner('sharing'))
  listener.watch(theirs.houseId, mine.houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  report(theirs.deviceId, { 'Alarm/HighTemp': true, 'Climate/Temp/Avg': 40 })
  farm.services.events.emit('status', {
    deviceId: theirs.deviceId,
    from: 'ONLINE',
    to: 'OFFLINE',
    at: Date.now(),
    reason: null,
  })
  report(mine.deviceId, { 'Climate/Temp/Avg': 24 })
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(2))
  expect(JSON.stringify(listener.frames)).not.toContain(theirs.houseId)
  expect(JSON.stringify(listener.frames)).not.toContain(theirs.deviceId)
})

test('staff see the farm of a customer that shares, and of any other only that its device is online', async () => {
  const shared = await newHouse('sharing')
  const closed = await newHouse('closed')
  const listener = await farm.listen(await engineer())
  listener.watch(shared.houseId, closed.houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  report(closed.deviceId, { 'Climate/Temp/Avg': 40, 'Alarm/HighTemp': true })
  farm.services.events.emit('status', {
    deviceId: closed.deviceId,
    from: 'OFFLINE',
    to: 'ONLINE',
    at: Date.now(),
    reason: 'nbirth',
  })
  await soon(() => expect(listener.of('DEVICE_STATUS')).toHaveLength(1))
  expect(listener.of('DEVICE_DATA').every(({ iotId }) => iotId === shared.deviceId)).toBe(true)
  expect(listener.of('WARNING_MESSAGE').some(({ chickenHouseId }) => chickenHouseId === closed.houseId)).toBe(
    false,
  )
})

test('a consent that another process ends also reaches open sockets within two seconds', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await engineer())
  listener.watch(houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  const consent = (date: Date | null) =>
    farm.services.store
      .scoped(SYSTEM)
      .update(office)
      .set({ farmAccessUntil: date })
      .where(eq(office.id, farm.offices.sharing.id))
  await consent(null)
  const ended = Date.now()
  await vi.waitFor(
    async () => {
      const before = listener.of('DEVICE_DATA').length
      report(deviceId, { 'Climate/Temp/Avg': Math.random() })
      await listener.quiet()
      expect(listener.of('DEVICE_DATA')).toHaveLength(before)
    },
    { timeout: 2 * WITHIN, interval: 50 },
  )
  expect(Date.now() - ended).toBeLessThan(WITHIN + 500)
  await consent(new Date(Date.now() + 86_400_000))
  farm.services.events.emit('access', { accountIds: 'all' })
})

test('open screens are told at once to read again when a consent begins or ends, and which houses they lose', async () => {
  const { houseId } = await newHouse('sharing')
  const listener = await farm.listen(await engineer())
  const farmer = await farm.listen(await owner('sharing'))
  const stranger = await farm.listen(await owner('closed'))
  listener.watch(houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  const consent = (farmAccessUntil: Date | null) =>
    farm.services.store
      .scoped(SYSTEM)
      .update(office)
      .set({ farmAccessUntil })
      .where(eq(office.id, farm.offices.sharing.id))
  const within = { timeout: WITHIN, interval: 20 }
  await consent(null)
  await vi.waitFor(
    () => expect(listener.of('ACCESS').some(({ lost }) => lost.includes(houseId))).toBe(true),
    within,
  )
  await vi.waitFor(() => expect(farmer.of('ACCESS')).not.toEqual([]), within)
  const before = listener.of('ACCESS').length
  await consent(new Date(Date.now() + 86_400_000))
  await vi.waitFor(() => expect(listener.of('ACCESS').length).toBeGreaterThan(before), within)
  expect(listener.of('ACCESS').at(-1)?.lost).toEqual([])
  listener.watch(houseId)
  await vi.waitFor(() => expect(listener.of('DEVICE_DATA')).toHaveLength(2), within)
  expect(stranger.of('ACCESS')).toEqual([])
})

test('open screens are also told when remote control begins or ends, and go on seeing the farm', async () => {
  const { houseId } = await newHouse('sharing')
  const listener = await farm.listen(await engineer())
  listener.watch(houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  const control = (remoteControlUntil: Date | null) =>
    farm.services.store
      .scoped(SYSTEM)
      .update(office)
      .set({ remoteControlUntil })
      .where(eq(office.id, farm.offices.sharing.id))
  for (const until of [new Date(Date.now() + 3_600_000), null]) {
    const before = listener.of('ACCESS').length
    await control(until)
    await vi.waitFor(() => expect(listener.of('ACCESS').length).toBeGreaterThan(before), {
      timeout: WITHIN,
      interval: 20,
    })
    expect(listener.of('ACCESS').at(-1)?.lost).toEqual([])
  }
})

test('somebody whose rights change is told that their user info has changed', async () => {
  const person = await engineer()
  const listener = await farm.listen(person)
  await farm.services.store
    .scoped(SYSTEM)
    .update(role)
    .set({ permissions: [{ permissionId: 'weather', actionList: ['query'] }] })
    .where(
      inArray(
        role.id,
        farm.services.store
          .scoped(SYSTEM)
          .select({ id: accountRole.roleId })
          .from(accountRole)
          .where(eq(accountRole.accountId, person.accountId)),
      ),
    )
  await vi.waitFor(() => expect(listener.of('ACCESS')).toMatchObject([{ rights: true }]), { timeout: WITHIN })
})

test('staff who watch a shared house leave a row in its history', async () => {
  const { houseId } = await newHouse('sharing')
  const person = await engineer()
  const listener = await farm.listen(person)
  listener.watch(houseId)
  await soon(async () => {
    const rows = await farm.services.store
      .scoped(SYSTEM)
      .select()
      .from(operationHistory)
      .where(eq(operationHistory.actorId, person.accountId))
    expect(rows).toMatchObject([{ module: 'houses', type: 'view', subjectPath: farm.offices.sharing.path }])
  })
})

test('a controller given to another customer does not take its old alarms along', async () => {
  const { deviceId } = await newHouse('sharing', { 'Alarm/HighTemp': true })
  const { services, offices } = farm
  const next = await newHouse('closed')
  const { id: officeId, path: officePath } = offices.closed
  await services.store.transaction(SYSTEM, async db => {
    await db.delete(houseDevice).where(eq(houseDevice.deviceId, deviceId))
    await db.delete(houseDevice).where(eq(houseDevice.deviceId, next.deviceId))
    await db.update(device).set({ officeId, officePath }).where(eq(device.id, deviceId))
    await db
      .insert(houseDevice)
      .values({ id: newId(), houseId: next.houseId, deviceId, officePath, from: new Date() })
  })
  const listener = await farm.listen(await owner('closed'))
  services.events.emit('registry', { deviceIds: [deviceId] })
  listener.watch(next.houseId)
  await soon(() => expect(listener.of('DEVICE_DATA').some(({ iotId }) => iotId === deviceId)).toBe(true))
  await listener.quiet()
  const told = listener.of('WARNING_MESSAGE').filter(({ chickenHouseId }) => chickenHouseId === next.houseId)
  expect(told.flatMap(({ alarms }) => alarms)).toEqual([])
})

test('a consent that ends takes the house away from open sockets within two seconds', async () => {
  const { houseId, deviceId } = await newHouse('sharing')
  const listener = await farm.listen(await engineer())
  listener.watch(houseId)
  await soon(() => expect(listener.of('DEVICE_DATA')).toHaveLength(1))
  const { store, events } = farm.services
  const { id } = farm.offices.sharing
  const until = (date: Date | null) =>
    store.scoped(SYSTEM).update(office).set({ farmAccessUntil: date }).where(eq(office.id, id))
  await until(null)
  events.emit('access', { accountIds: 'all' })
  const ended = Date.now()
  await vi.waitFor(
    async () => {
      const before = listener.of('DEVICE_DATA').length
      report(deviceId, { 'Climate/Temp/Avg': Math.random() })
      await listener.quiet()
      expect(listener.of('DEVICE_DATA')).toHaveLength(before)
    },
    { timeout: WITHIN, interval: 50 },
  )
  expect(Date.now() - ended).toBeLessThan(WITHIN)
  await until(new Date(Date.now() + 86_400_000))
  events.emit('access', { accountIds: 'all' })
})

test('a session that ends closes its socket within two seconds', async () => {
  const person: Person = await owner('sharing')
  const listener = await farm.listen(person)
  const { store } = farm.services
  await store.scoped(SYSTEM).delete(session).where(eq(session.accountId, person.accountId))
  await expect(
    Promise.race([listener.closed, new Promise(resolve => setTimeout(resolve, WITHIN, 'still open'))]),
  ).resolves.toBe(4401)
})

test('a disabled account is cut off at once when the server is told', async () => {
  const person = await owner('sharing')
  const listener = await farm.listen(person)
  const { store, events } = farm.services
  await store
    .scoped(SYSTEM)
    .update(account)
    .set({ disabledAt: new Date() })
    .where(eq(account.id, person.accountId))
  events.emit('access', { accountIds: [person.accountId] })
  expect(await listener.closed).toBe(4401)
})

test('anything that is not a frame of the protocol closes the socket, and only that one', async () => {
  const other = await farm.listen(await owner('sharing'))
  for (const text of ['{', '[]', '{"watch":{"houses":"all"}}', 'null', '{"data":1}']) {
    const listener = await farm.listen(await owner('sharing'))
    listener.socket.send(text)
    expect(await listener.closed).toBe(4400)
  }
  const tooLarge = await farm.listen(await owner('sharing'))
  tooLarge.socket.send('x'.repeat(100_000))
  expect(await tooLarge.closed).toBe(1009)
  expect(other.socket.readyState).toBe(WebSocket.OPEN)
})

test('a browser that does not answer does not hold up a stop', async () => {
  const own = await testApp()
  const ending = await startTestHub(own)
  await own.app.listen({ port: 0, host: '127.0.0.1' })
  const { token } = await own.as({ office: own.offices.sharing, kind: 2 })
  const mute = connect((own.app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = new Promise<string>(resolve => mute.once('data', data => resolve(String(data))))
  mute.write(
    `GET /api/ws/${token} HTTP/1.1\r\nHost: farm\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  expect(await head).toContain('101 Switching Protocols')
  const started = Date.now()
  await ending.stop()
  expect(Date.now() - started).toBeLessThan(WITHIN)
  mute.destroy()
  await own.close()
})

test('an alarm of the platform reaches the sockets of people who may see the farm, and nobody else’s', async () => {
  const { houseId } = await newHouse('sharing')
  const [ours, theirs] = [await farm.listen(await owner('sharing')), await farm.listen(await owner('closed'))]
  const alarm = {
    code: 'TemperatureHigh',
    level: 'critical',
    source: 'platform',
    iotId: newId(),
    raisedAt: Date.now(),
  } as const
  const about = { alarmId: newId(), alarm: { ...alarm, houseIds: [houseId] } }
  farm.services.events.emit('alarm', { ...about, change: 'raised' })
  const warnings = () => ours.of('WARNING_MESSAGE').filter(({ chickenHouseId }) => chickenHouseId === houseId)
  await soon(() =>
    expect(warnings().at(-1)).toMatchObject({ state: 'alarm', alarms: [{ code: 'TemperatureHigh' }] }),
  )
  farm.services.events.emit('alarm', { ...about, change: 'cleared' })
  await soon(() => expect(warnings().at(-1)).toMatchObject({ state: 'normal', alarms: [] }))
  expect(theirs.of('WARNING_MESSAGE').map(({ chickenHouseId }) => chickenHouseId)).not.toContain(houseId)
})

test('a message moves its receiver’s bell at once, and nobody else’s', async () => {
  const [receiver, other] = [await owner('sharing'), await owner('sharing')]
  const [bell, quiet] = [await farm.listen(receiver), await farm.listen(other)]
  await soon(() => expect([bell, quiet].map(each => each.of('NOTICE').length)).toEqual([1, 1]))
  await buildNotice(farm.services, farm.offices.sharing, receiver.accountId)
  farm.services.events.emit('notice', { accountIds: [receiver.accountId] })
  await soon(() => expect(bell.of('NOTICE').at(-1)).toMatchObject({ unread: 1 }))
  expect(quiet.of('NOTICE')).toHaveLength(1)
})

test('a job’s progress reaches the sockets of the person who asked for it, and nobody else’s', async () => {
  const [asker, colleague] = [await owner('sharing'), await owner('sharing')]
  const [listener, other] = [await farm.listen(asker), await farm.listen(colleague)]
  const told = { jobId: 'job', state: 'running', done: 10, total: 20 } as const
  farm.services.events.emit('job', { accountId: asker.accountId, programId: null, ...told })
  await soon(() => expect(listener.of('JOB')).toEqual([{ dataType: 'JOB', ...told }]))
  await other.quiet()
  expect(other.of('JOB')).toEqual([])
})

test('a program hears of the jobs it began, but not of its owner’s messages or jobs', async () => {
  const person = await owner('sharing')
  const program = await farm.programOf(person, ['chicken_home_manage:query'])
  const [listener, own] = [await farm.listen(program), await farm.listen(person)]
  const [token] = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(apiToken)
    .where(eq(apiToken.accountId, person.accountId))
  const begun = { accountId: person.accountId, state: 'running', done: 1, total: 2 } as const
  farm.services.events.emit('job', { ...begun, jobId: 'of-the-person', programId: null })
  farm.services.events.emit('job', { ...begun, jobId: 'of-the-program', programId: token?.id ?? '' })
  farm.services.events.emit('notice', { accountIds: [person.accountId] })
  await soon(() =>
    expect(own.of('JOB').map(({ jobId }) => jobId)).toEqual(['of-the-person', 'of-the-program']),
  )
  await soon(() => expect(own.of('NOTICE')).toHaveLength(2))
  await listener.quiet()
  expect(listener.of('JOB').map(({ jobId }) => jobId)).toEqual(['of-the-program'])
  expect(listener.of('NOTICE')).toEqual([])
})

test('a person has twenty sockets and no more, a program of theirs its own; others are not concerned', async () => {
  const place = { office: farm.offices.sharing, kind: 2, grants: ['chicken_home_manage:query'] } as const
  const [busy, other] = [await farm.as(place), await farm.as(place)]
  const program = await farm.programOf(busy, ['chicken_home_manage:query'])
  const tabs = await Promise.all(Array.from({ length: 20 }, () => farm.listen(busy)))
  await expect(farm.listen(busy)).rejects.toThrow('429')
  await farm.listen(other)
  await farm.listen(program)
  tabs[0]?.socket.close()
  await tabs[0]?.closed
  await soon(() => farm.listen(busy))
  farm.hangUp()
})
