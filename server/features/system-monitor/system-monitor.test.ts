import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { systemMonitor } from '#shared/contracts/system-monitor.ts'
import { ROOT_PATH, scopeOf } from '../../platform/database/scope.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import {
  systemAlarm,
  systemMinute,
  systemProcess,
  systemRoute,
} from '../../platform/database/tables/system.ts'
import { CALL_BOUNDS } from '../../platform/http/metrics.ts'
import { commitSeconds, messages, quarantined, storedValues } from '../../telemetry/metrics.ts'
import { partitionOf } from '../../telemetry/partitions/partition-of.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDevice } from '../../testing/farm-builder.ts'
import { courseOf } from './course.queries.ts'
import { systemNow } from './now.queries.ts'
import { openSampler, type Sampler } from './sampler.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const GB = 1e9

let farm: TestApp
let staff: Person
const samplers: Sampler[] = []
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['dashboard_monitor:query'] })
})
afterAll(async () => {
  for (const sampler of samplers) sampler.stop()
  await farm.close()
})
const database = () => farm.services.store.scoped(SYSTEM)
beforeEach(async () => {
  await database().delete(systemProcess)
  await database().delete(systemRoute)
  await database().delete(systemAlarm)
})

async function sampler(sockets = 0): Promise<Sampler> {
  const opened = await openSampler(farm.services, () => sockets)
  samplers.push(opened)
  return opened
}

/** The last full minute at the start of the test, or one a number of minutes before. */
const LAST = Math.floor(Date.now() / MINUTE) * MINUTE
const minute = (back = 0) => new Date(LAST - back * MINUTE)

async function buildProcess(id: string, seenAt = new Date(), more: object = {}) {
  const row = {
    id,
    host: 'host-1',
    pid: 7,
    startedAt: minute(600),
    seenAt,
    version: '1',
    node: '24',
    schema: '0074',
  }
  await database()
    .insert(systemProcess)
    .values({ ...row, ...more })
}
const quiet = {
  seconds: 60,
  messages: 0,
  values: 0,
  calls: 0,
  quarantined: 0,
  queueBytes: 0,
  oldestMs: 0,
  commitP99: null,
  acknowledgeP99: null,
  gateways: 0,
  sockets: 0,
  loopP99: 0,
  memory: 0,
  cpu: 0,
}
const buildMinute = (processId: string, at: Date, more: Partial<typeof systemMinute.$inferInsert> = {}) =>
  database()
    .insert(systemMinute)
    .values({ ...quiet, ...more, processId, at })

/** Staff's messages, newest first. */
async function told(): Promise<string[]> {
  const { items } = await staff.call(notices.list, { query: {} })
  return items.filter(({ businessType }) => businessType === 'health').map(({ title }) => title)
}

test('a minute holds what was counted in it, and the next one what came since', async () => {
  const one = await sampler(3)
  messages.inc({ type: 'NDATA' }, 120)
  messages.inc({ type: 'DDATA' }, 30)
  storedValues.inc(4_500)
  quarantined.inc(2)
  for (let i = 0; i < 99; i++) commitSeconds.observe(0.004)
  await one.sample(minute(1))
  messages.inc({ type: 'DDATA' }, 5)
  await one.sample(minute(0))
  const rows = await database().select().from(systemMinute).orderBy(systemMinute.at)
  expect(rows).toMatchObject([
    { at: minute(1), messages: 150, values: 4_500, quarantined: 2, sockets: 3 },
    { at: minute(0), messages: 5, values: 0, quarantined: 0, commitP99: null },
  ])
  expect(rows[0]?.commitP99).toBeGreaterThan(2)
  expect(rows[0]?.commitP99).toBeLessThanOrEqual(5)
  expect(rows[0]?.memory).toBeGreaterThan(10e6)
  // Sizes are measured with the first one, and then only now and then.
  expect(rows[0]?.databaseBytes).toBeGreaterThan(1e6)
  expect(rows[0]?.diskTotal).toBeGreaterThan(rows[0]?.diskFree ?? Number.NaN)
  expect(rows[1]?.databaseBytes).toBe(null)
})

test('what could not be written while the database was away is written afterwards', async () => {
  let isAway = true
  const { store } = farm.services
  const transaction: typeof store.transaction = (scope, work) =>
    isAway ? Promise.reject(new Error('away')) : store.transaction(scope, work)
  const one = await openSampler({ ...farm.services, store: { ...store, transaction } }, () => 0)
  samplers.push(one)
  messages.inc({ type: 'DDATA' }, 7)
  await expect(one.sample(minute(2))).rejects.toThrow('away')
  isAway = false
  messages.inc({ type: 'DDATA' }, 3)
  await one.sample(minute(1))
  const rows = await database().select().from(systemMinute).orderBy(systemMinute.at)
  expect(rows.map(row => row.messages)).toEqual([7, 3])
})

test('a week is kept, and no more', async () => {
  await buildProcess('old', new Date(Date.now() - 8 * DAY))
  await buildMinute('old', new Date(Date.now() - 8 * DAY))
  await buildProcess('young', new Date(Date.now() - 6 * DAY))
  await buildMinute('young', new Date(Date.now() - 6 * DAY))
  await buildMinute('young', new Date(Date.now() - 7 * DAY - MINUTE))
  const counts = CALL_BOUNDS.map(() => 1)
  const route = { method: 'GET', route: '/api/x', counts, failed: 0 }
  await database()
    .insert(systemRoute)
    .values([8, 6].map(days => ({ ...route, hour: new Date(Date.now() - days * DAY) })))
  const one = await sampler()
  await one.sample()
  const minutes = await database().select().from(systemMinute)
  expect(minutes.filter(({ processId }) => ['old', 'young'].includes(processId))).toHaveLength(1)
  expect((await database().select().from(systemProcess)).map(({ id }) => id)).not.toContain('old')
  expect(await database().select().from(systemRoute)).toHaveLength(1)
})

test('a restart forgets no round that ran, and takes no failures along', async () => {
  const never = { ms: null, failed: 0, failedAt: null, failingSince: null, fault: null }
  const at = (back: number) => minute(back).toISOString()
  const broken = { failed: 3, failedAt: at(30), failingSince: at(40), fault: 'No space left' }
  await buildProcess('before', minute(20), {
    rounds: [
      { ...never, ...broken, name: 'backups', endedAt: at(90), ms: 4_000 },
      { ...never, name: 'figures', endedAt: at(21), ms: 50 },
      { ...never, name: 'reports', endedAt: at(300), ms: 700 },
    ],
  })
  await buildProcess('now', new Date(), {
    rounds: [
      { ...never, name: 'backups', endedAt: null },
      { ...never, name: 'figures', endedAt: at(1), ms: 60 },
    ],
  })
  await buildMinute('now', minute())
  const { rounds } = await systemNow(database(), farm.services)
  const shown = (name: string) => rounds.find(round => round.name === name)
  expect(shown('backups')).toEqual({ ...never, name: 'backups', endedAt: at(90), ms: 4_000 })
  expect(shown('figures')).toMatchObject({ endedAt: at(1), ms: 60 })
  expect(shown('reports')).toMatchObject({ endedAt: at(300), ms: 700, failed: 0 })
  expect(shown('mails')).toMatchObject({ endedAt: null, ms: null })
})

test('processes are told apart: rates add up, the slowest counts, and one that is gone counts no more', async () => {
  await buildProcess('one')
  await buildProcess('two')
  await buildProcess('gone', minute(10))
  await buildMinute('one', minute(), {
    messages: 600,
    values: 6_000,
    gateways: 4,
    sockets: 2,
    commitP99: 5,
    loopP99: 3,
  })
  await buildMinute('two', minute(), {
    seconds: 30,
    messages: 60,
    gateways: 1,
    sockets: 1,
    commitP99: 40,
    loopP99: 1,
  })
  await buildMinute('gone', minute(10), { messages: 6_000, gateways: 50, commitP99: 900 })
  const now = await staff.call(systemMonitor.now)
  expect(now.figures).toMatchObject({
    messages: 12,
    values: 100,
    gateways: 5,
    sockets: 3,
    commit: 40,
    loop: 3,
  })
  expect(now.processes.map(({ id, isAlive }) => ({ id, isAlive }))).toEqual(
    expect.arrayContaining([
      { id: 'one', isAlive: true },
      { id: 'two', isAlive: true },
      { id: 'gone', isAlive: false },
    ]),
  )
  const all = await staff.call(systemMonitor.course, { query: { hours: '1' } })
  const two = await staff.call(systemMonitor.course, { query: { hours: '1', process: 'two' } })
  const at = all.at.indexOf(minute().getTime())
  expect(all.figures.messages[at]).toBeCloseTo(12, 3)
  expect(two.figures.messages[at]).toBeCloseTo(2, 3)
  expect(all.figures.commit[at]).toBe(40)
})

test('the minute last kept stands on the course at any second', async () => {
  const one = await sampler(3)
  const { store } = farm.services
  for (const [back, second] of [0, 29, 30, 59].entries()) {
    const at = new Date(minute(10 - 2 * back).getTime() + second * 1_000)
    await one.sample(at)
    const { figures } = await courseOf(store.scoped(SYSTEM), { hours: '1' }, at.getTime())
    expect(figures.sockets.at(-1), `second ${second}`).toBe(3)
  }
})

test('a course has a point for each step of its period, and a gap where nothing was kept', async () => {
  await buildProcess('one')
  for (const back of [0, 1, 2, 4])
    await buildMinute('one', minute(back), { messages: 60 * (back + 1), queueBytes: back })
  const hour = await staff.call(systemMonitor.course, { query: { hours: '1' } })
  expect(hour.at).toHaveLength(60)
  const end = hour.at.indexOf(minute().getTime())
  expect(hour.figures.messages.slice(end - 4, end + 1)).toEqual([5, null, 3, 2, 1])
  for (const [hours, points] of [
    ['24', 144],
    ['168', 168],
  ] as const) {
    const { at, stepMs, figures } = await staff.call(systemMonitor.course, { query: { hours } })
    expect(at).toHaveLength(points)
    expect(stepMs * points).toBe(Number(hours) * 60 * MINUTE)
    const known = figures.messages.filter(value => value !== null)
    expect(known.length).toBeGreaterThan(0)
    for (const value of known) expect(value).toBeGreaterThanOrEqual(1)
  }
})

test('the percentiles of calls come from all processes and hours, and failures are counted', async () => {
  const [one, two] = [await sampler(), await sampler()]
  const before = await staff.call(systemMonitor.calls, { query: {} })
  expect(before).toEqual([])
  for (let i = 0; i < 5; i++) await staff.call(notices.unreadNumber)
  await one.sample()
  await two.sample()
  const calls = await staff.call(systemMonitor.calls, { query: { hours: '1' } })
  const unread = calls.find(({ route }) => route.endsWith('un-read-number'))
  // Both count the same process here; in production each counts its own.
  expect(unread).toMatchObject({ method: 'GET', calls: 10, failed: 0 })
  expect(unread?.p50).toBeGreaterThan(0)
  expect(unread?.p99).toBeGreaterThanOrEqual(unread?.p50 ?? Number.NaN)
  const slow = CALL_BOUNDS.map((_, i) => (i === 7 ? 100 : 0))
  await database()
    .insert(systemRoute)
    .values({ hour: new Date(), method: 'GET', route: '/api/slow', counts: [...slow, 0], failed: 4 })
  const [slowest] = await staff.call(systemMonitor.calls, { query: { hours: '168' } })
  expect(slowest).toMatchObject({ route: '/api/slow', calls: 100, failed: 4, p50: 375 })
})

test('staff hear once that a disk fills up, from however many processes, and again only after it was well', async () => {
  await buildProcess('one', new Date(), { host: 'disk-1' })
  const free = (share: number, back: number) =>
    buildMinute('one', minute(back), { diskFree: share * 100 * GB, diskTotal: 100 * GB })
  await free(0.09, 1)
  const [one, two] = [await sampler(), await sampler()]
  await Promise.all([one.sample(), two.sample()])
  await one.sample()
  expect((await told()).filter(title => title.includes('disk-1'))).toEqual([
    'Only 9 % of the disk of disk-1 is free',
  ])
  const standing = async () =>
    (await staff.call(systemMonitor.now)).alarms.filter(({ subject }) => subject === 'disk-1')
  expect(await standing()).toMatchObject([{ kind: 'disk', clearedAt: null }])
  // Slightly more is not enough to clear it.
  await free(0.11, 0)
  await one.sample()
  expect(await standing()).toMatchObject([{ clearedAt: null }])
  await free(0.3, -1)
  await one.sample()
  expect(await standing()).toMatchObject([{ clearedAt: expect.any(String) }])
  await free(0.05, -2)
  await two.sample()
  expect((await told()).filter(title => title.includes('disk-1'))).toHaveLength(2)
})

test('staff hear of a small disk, or of a large file on it, within a minute and before it is full', async () => {
  const host = hostname()
  let free = 3 * GB
  const one = await openSampler(
    farm.services,
    () => 0,
    async () => ({ free, total: 12 * GB }),
  )
  samplers.push(one)
  const heard = async () => (await told()).filter(title => title.includes(host))
  await one.sample(minute(3))
  expect(await heard()).toEqual([])
  free = 1.4 * GB
  await one.sample(minute(2))
  expect(await heard()).toEqual([
    `Only 1400 MB of the disk of ${host} is free. Once it is full, no data is stored`,
  ])
  const standing = async () =>
    (await staff.call(systemMonitor.now)).alarms.filter(({ subject }) => subject === host)
  free = 2.2 * GB
  await one.sample(minute(1))
  expect(await standing()).toMatchObject([{ kind: 'disk', clearedAt: null }])
  free = 6 * GB
  await one.sample(minute(0))
  expect(await standing()).toMatchObject([{ clearedAt: expect.any(String) }])
  expect(await heard()).toHaveLength(1)
})

test('a disk that will be full within two weeks is told with its date', async () => {
  await buildProcess('one', new Date(), { host: 'disk-2' })
  for (let day = 5; day >= 0; day--)
    await buildMinute('one', minute(day * 24 * 60), { diskFree: (40 + day * 4) * GB, diskTotal: 100 * GB })
  const one = await sampler()
  await one.sample()
  const { disks } = await staff.call(systemMonitor.now)
  const disk = disks.find(({ host }) => host === 'disk-2')
  expect(disk?.growthADay).toBeCloseTo(4 * GB, -5)
  expect(Math.round((Date.parse(disk?.fullAt ?? '') - Date.now()) / DAY)).toBe(10)
  const [title] = (await told()).filter(each => each.includes('disk-2'))
  expect(title).toMatch(/^The disk of disk-2 will be full on \d{4}-\d\d-\d\d$/)
})

test('a certificate that ends and messages that wait are told, and are over when they are', async () => {
  const ends = (days: number) => [{ name: 'server', endsAt: new Date(Date.now() + days * DAY).toISOString() }]
  await buildProcess('one', new Date(), { certificates: ends(10) })
  await buildMinute('one', minute(1), { oldestMs: 90_000 })
  const one = await sampler()
  await one.sample()
  const now = await staff.call(systemMonitor.now)
  expect(now.oldestMs).toBe(90_000)
  expect(now.certificates).toMatchObject([{ name: 'server' }])
  expect(now.alarms.map(({ kind, clearedAt }) => ({ kind, clearedAt }))).toEqual(
    expect.arrayContaining([
      { kind: 'certificate', clearedAt: null },
      { kind: 'queue', clearedAt: null },
    ]),
  )
  await buildMinute('one', minute(0))
  await database().update(systemProcess).set({ certificates: [] })
  await one.sample()
  const { alarms } = await staff.call(systemMonitor.now)
  expect(alarms.filter(({ kind, clearedAt }) => kind !== 'disk' && clearedAt === null)).toEqual([])
})

test('who may not see the system hears nothing of it, and nobody but the server reads what it keeps', async () => {
  const other = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['workplace:query'] })
  const owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['client_workplace:query'] })
  for (const who of [other, owner])
    for (const endpoint of Object.values(systemMonitor))
      expect((await who.ask(endpoint)).statusCode).toBe(403)
  await buildProcess('one', new Date(), { host: `disk-${randomBytes(3).toString('hex')}` })
  await buildMinute('one', minute(1), { diskFree: 1, diskTotal: GB })
  await (await sampler()).sample()
  for (const who of [other, owner]) {
    const { items } = await who.call(notices.list, { query: {} })
    expect(items.filter(({ businessType }) => businessType === 'health')).toEqual([])
  }
  const { store } = farm.services
  const provider = store.scoped(scopeOf(ROOT_PATH, ''))
  expect(await provider.select().from(systemMinute)).toEqual([])
  await expect(provider.insert(systemAlarm).values({ id: 'x', kind: 'queue', subject: '' })).rejects.toThrow()
})

test('behind an outside broker: who stores how much, and what waits for how many gateways, since when', async () => {
  const { services } = farm
  const outside = { ...services, config: { ...services.config, mqttUrl: 'mqtt://broker.example' } }
  const intake = async () => (await systemNow(services.store.scoped(SYSTEM), outside)).intake
  const gateway = await buildDevice(services, farm.offices.sharing)
  const part = partitionOf(gateway.code)
  const since = minute(3)
  await services.store.ingest.query(`insert into ingest_process (id) values ('one'), ('two')`)
  await services.store.ingest.query(
    `insert into node_partition (number, holder, waits_since)
     select n, case when n = $1 then null when n % 2 = 0 then 'one' else 'two' end, case when n = $1 then $2::timestamptz end
     from generate_series(0, 15) n`,
    [part, since],
  )
  const shown = await intake()
  expect(shown?.holders.map(({ parts }) => parts).toSorted()).toEqual([7, 8])
  expect(shown?.waiting).toEqual([{ part, gateways: 1, holder: null, since: since.toISOString() }])
  // The broker within the server keeps nothing for anybody.
  expect((await staff.call(systemMonitor.now)).intake).toBeNull()
})
