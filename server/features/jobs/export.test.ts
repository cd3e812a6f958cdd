import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { devices } from '#shared/contracts/devices.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { houses } from '#shared/contracts/houses.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { soon } from '#shared/testing/soon.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { job, storedFile } from '../../platform/database/tables/jobs.ts'
import { account, accountRole, office } from '../../platform/database/tables/offices.ts'
import { linkTo } from '../../platform/files/signed-link.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

let farm: TestApp & { tidy(): Promise<void> }
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  const { services, offices } = farm
  const at = new Date('2026-11-20T18:30:00.000Z')
  const gateway = await buildDevice(services, offices.direct, { code: 'GW-1', name: '=1+1', createdAt: at })
  await buildDevice(services, offices.direct, {
    code: 'EC-1',
    name: 'North',
    type: 'controller',
    gatewayId: gateway.id,
    status: 'ONLINE',
    lastMessageAt: at,
  })
  await buildDevice(services, offices.closed, { code: 'THEIRS-1' })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const get = (url: string) => farm.app.inject({ method: 'GET', url })
async function exported(person: Person, body: object = {}) {
  const { id } = await person.call(devices.export, { body })
  return jobIn(person, id, 'done')
}

test('a farmer gets all rows under the filter in the order of the list, and nothing of anybody else', async () => {
  const done = await exported(owner, { sort: 'code' })
  expect(done).toMatchObject({ kind: 'export', list: 'devices', title: 'Devices', done: 2, total: 2 })
  expect(done.file?.name).toMatch(/^Devices \d{4}-\d\d-\d\d\.xlsx$/)
  const [header, ...rows] = await rowsOf(farm, done.file?.url)
  expect(header).toEqual([
    'Code',
    'Name',
    'Type',
    'Status',
    'Since (Asia/Shanghai)',
    'Last message (Asia/Shanghai)',
    // The customer column is only for viewers of several customers.
    'House',
    'Gateway',
    'Quarantined messages',
    'Registered (Asia/Shanghai)',
  ])
  expect(rows.map(([code, name, type, status]) => [code, name, type, status])).toEqual([
    ['EC-1', 'North', 'Environment controller', 'Online'],
    ['GW-1', '=1+1', 'Gateway', 'Not activated'],
  ])
  const [controller, gateway] = rows
  expect([controller?.[7], gateway?.[7], controller?.[8]]).toEqual(['GW-1', null, 0])
  // By Shanghai time; a fraction of a day is not a whole number of milliseconds.
  const lastMessage = controller?.[5] as unknown as Date
  expect(Math.round(lastMessage.getTime() / 1_000) * 1_000).toBe(Date.UTC(2026, 10, 21, 2, 30))

  const filtered = await exported(owner, { status: 'ONLINE' })
  expect((await rowsOf(farm, filtered.file?.url)).slice(1).map(([code]) => code)).toEqual(['EC-1'])
})

test('an export is one line of the history once it is done: from where, under which filter, how many rows', async () => {
  const { direct, provider } = farm.offices
  const person = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  const { id } = await person.call(devices.export, { body: { officeId: direct.id, sort: 'code' } })
  await jobIn(person, id, 'done')
  const lines = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.actorId, person.accountId))
  expect(lines).toMatchObject([
    {
      module: 'devices',
      type: 'export',
      ip: '127.0.0.1',
      recordId: id,
      before: null,
      description: { 'en-US': 'Exported devices, 2 rows', 'zh-CN': '导出设备，共 2 行' },
    },
  ])
  expect(lines[0]?.after).toEqual({ officeId: direct.id, officeName: 'direct', rows: 2 })
})

test('the filter of an export finds nothing of another customer, also when it names one', async () => {
  expect(await exported(owner, { officeId: farm.offices.closed.id })).toMatchObject({ done: 0, total: 0 })
  expect(await exported(owner, { search: 'THEIRS' })).toMatchObject({ done: 0, total: 0 })
  const answer = await owner.ask(devices.export, { body: { status: 'BROKEN' } })
  expect(answer.json().data[0].field).toBe('status')
})

test('a Chinese reader gets Chinese titles and words', async () => {
  const reader = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: everyGrant(2),
    language: 'zh-CN',
  })
  const { id } = await reader.call(devices.export, { body: { sort: 'code' } })
  const { file } = await jobIn(reader, id, 'done')
  const [header, first] = await rowsOf(farm, file?.url)
  expect(header?.slice(0, 4)).toEqual(['编码', '名称', '类型', '状态'])
  expect(first?.slice(2, 4)).toEqual(['环控器', '在线'])
})

test('houses and alarms have their own sheets: numbers, dates, names of alarms', async () => {
  const { services, offices } = farm
  const controller = await buildDevice(services, offices.sharing, { type: 'controller' })
  const house = await buildHouse(services, offices.sharing, {
    name: 'Flock house',
    flockStartedOn: '2026-10-01',
    flockCount: 12_000,
    deviceIds: [controller.id],
  })
  await buildAlarm(services, offices.sharing, {
    subjectId: controller.id,
    houseIds: [house.id],
    code: 'HighTemp',
    value: 33.5,
    limit: 31,
  })
  await buildAlarm(services, offices.sharing, {
    subjectId: controller.id,
    houseIds: [house.id],
    code: 'InletStuck',
    handling: 'seen',
    raisedAt: new Date(Date.now() - 3_600_000),
    latchedAt: new Date(Date.now() - 1_800_000),
  })
  const person = await farm.as({ office: offices.sharing, kind: 2, grants: everyGrant(2) })
  const houseJob = await person.call(houses.export, { body: {} })
  const { file } = await jobIn(person, houseJob.id, 'done')
  const [header, row] = await rowsOf(farm, file?.url)
  const named = Object.fromEntries((header ?? []).map((title, i) => [String(title), row?.[i]]))
  expect(named).toMatchObject({
    Name: 'Flock house',
    'House type': 'Layer',
    'Birds placed': 12_000,
    Devices: controller.code,
    'Start feeding date': new Date('2026-10-01'),
  })
  const alarmJob = await person.call(alarms.export, { body: { open: 'open' } })
  const alarmFile = await jobIn(person, alarmJob.id, 'done')
  const [, alarm, held] = await rowsOf(farm, alarmFile.file?.url)
  expect(alarm?.slice(0, 5)).toEqual(['Flock house', 'High temperature', 'Critical', 'Active', 'New'])
  expect(held?.slice(0, 4)).toEqual(['Flock house', 'Inlet stuck', 'Critical', 'Held at the controller'])
  expect([alarm?.[6], held?.[6]]).toEqual([null, expect.any(Date)])

  const staff = await farm.as({ office: offices.provider, kind: 1, grants: everyGrant(1) })
  const theirJob = await staff.call(alarms.export, { body: { officeId: offices.sharing.id } })
  const staffFile = await jobIn(staff, theirJob.id, 'done')
  const [staffTitles, told] = await rowsOf(farm, staffFile.file?.url)
  const [customer] = (await staff.call(alarms.list, { query: { officeId: offices.sharing.id } })).items
  expect(staffTitles?.[0]).toBe('Customer')
  expect(told?.[0]).toBe(customer?.customer)
  expect(alarm?.slice(9, 13)).toEqual([33.5, 31, null, '°C'])
  const american = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: everyGrant(2),
    units: 'imperial',
  })
  const { id } = await american.call(alarms.export, { body: { open: 'open' } })
  const [titles, theirs] = await rowsOf(farm, (await jobIn(american, id, 'done')).file?.url)
  expect(titles?.slice(9, 13)).toEqual(['Value', 'Limit', 'Target', 'Unit'])
  expect(theirs?.slice(9, 13)).toEqual([92.3, 87.8, null, '°F'])
})

test('a job and its file are its owner’s alone, also before colleagues who see the same list', async () => {
  const { id } = await exported(owner)
  const colleague = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  for (const endpoint of [jobs.get, jobs.faults, jobs.confirm, jobs.cancel])
    expect((await colleague.ask(endpoint, { params: { id }, body: {} })).statusCode).toBe(404)
  expect(await colleague.call(jobs.list)).toEqual([])
  expect((await owner.call(jobs.list)).map(job => job.id)).toContain(id)
})

test('the address of a file is good for that file, for ten minutes, and says how it is to be treated', async () => {
  const done = await exported(owner)
  const url = done.file?.url ?? ''
  const answer = await get(url)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'content-security-policy': "default-src 'none'; sandbox",
  })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Devices/)
  const other = await exported(owner)
  const otherId = /files\/(\w+)/.exec(other.file?.url ?? '')?.[1] ?? ''
  const id = /files\/(\w+)/.exec(url)?.[1] ?? ''
  const wrong = [
    url.replace(id, otherId),
    url.replace(/e=\d+/, `e=${Date.now() + 9e9}`),
    url.replace(/s=.*/, 's='),
    `/files/${id}`,
    '/files/..%2f..%2fapp-secret',
    linkTo(farm.services.config.appSecret, id, Date.now() - 600_001),
    linkTo(farm.services.config.appSecret, 'nobody'),
  ]
  for (const address of wrong) expect((await get(address)).statusCode, address).toBe(404)
})

test('a copied address ends when its owner loses the right, is disabled, or moves to another scope', async () => {
  const { services, offices } = farm
  const person = () => farm.as({ office: offices.direct, kind: 2, grants: everyGrant(2) })
  const roleless = await person()
  const disabled = await person()
  const moved = await person()
  const urls = await Promise.all(
    [roleless, disabled, moved].map(async each => (await exported(each)).file?.url ?? ''),
  )
  for (const url of urls) expect((await get(url)).statusCode).toBe(200)
  await database().delete(accountRole).where(eq(accountRole.accountId, roleless.accountId))
  await database().update(account).set({ disabledAt: new Date() }).where(eq(account.id, disabled.accountId))
  await database()
    .update(account)
    .set({ officeId: offices.closed.id, officePath: offices.closed.path })
    .where(eq(account.id, moved.accountId))
  services.events.emit('access', { accountIds: 'all' })
  for (const url of urls) expect((await get(url)).statusCode).toBe(404)
})

test('what staff exported of a customer who shares ends with the customer’s consent', async () => {
  const { offices } = farm
  const staff = await farm.as({ office: offices.provider, kind: 1, grants: everyGrant(1) })
  const { id } = await staff.call(houses.export, { body: { officeId: offices.sharing.id } })
  const { file } = await jobIn(staff, id, 'done')
  expect((await get(file?.url ?? '')).statusCode).toBe(200)
  const consent = (until: Date | null) =>
    database().update(office).set({ farmAccessUntil: until }).where(eq(office.id, offices.sharing.id))
  await consent(null)
  expect((await get(file?.url ?? '')).statusCode).toBe(404)
  await consent(new Date(Date.now() + 86_400_000))
})

test('an export whose owner has lost the right before it runs does not run', async () => {
  const person = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  const job1 = await farm.services.store.transaction(SYSTEM, async db => {
    await db.insert(job).values({
      id: 'stale-export',
      accountId: person.accountId,
      officePath: farm.offices.direct.path,
      kind: 'export',
      list: 'devices',
      step: 'export',
      request: {},
      language: 'en-US',
      timeZone: 'UTC',
      expiresAt: new Date(Date.now() + 60_000),
    })
    await db.delete(accountRole).where(eq(accountRole.accountId, person.accountId))
    await farm.services.jobs.add(db, 'stale-export')
    return 'stale-export'
  })
  farm.services.events.emit('access', { accountIds: 'all' })
  const failed = await jobIn(person, job1, 'failed')
  expect(failed).toMatchObject({ error: 'You do not have permission to do this', file: null })
})

test('three jobs of one person wait or run at a time, and those who ask at once are counted', async () => {
  // No worker runs here, so that no job is done before the last request.
  const idle = await testApp()
  onTestFinished(() => idle.close())
  const person = await idle.as({ office: idle.offices.direct, kind: 2, grants: everyGrant(2) })
  const answers = await Promise.all(Array.from({ length: 6 }, () => person.ask(devices.export, { body: {} })))
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.toSorted()).toEqual([200, 200, 200, 429, 429, 429])
})

test('progress is told to the owner’s sockets', async () => {
  const told: string[] = []
  const listen = (each: { accountId: string; state: string }) => {
    if (each.accountId === owner.accountId) told.push(each.state)
  }
  farm.services.events.on('job', listen)
  await exported(owner)
  await soon(() => expect(told.at(-1)).toBe('done'))
  expect(told[0]).toBe('running')
  farm.services.events.off('job', listen)
})

test('a cancelled job stays cancelled, and what is done cannot be cancelled', async () => {
  const done = await exported(owner)
  expect((await owner.ask(jobs.cancel, { params: { id: done.id } })).statusCode).toBe(409)
  await database()
    .insert(job)
    .values({
      id: 'long-export',
      accountId: owner.accountId,
      officePath: farm.offices.direct.path,
      kind: 'export',
      list: 'devices',
      step: 'export',
      request: {},
      language: 'en-US',
      timeZone: 'UTC',
      state: 'running',
      expiresAt: new Date(Date.now() + 60_000),
    })
  expect(await owner.call(jobs.cancel, { params: { id: 'long-export' } })).toMatchObject({
    state: 'cancelled',
  })
  await farm.services.store.transaction(SYSTEM, db => farm.services.jobs.add(db, 'long-export'))
  await exported(owner)
  expect((await owner.call(jobs.get, { params: { id: 'long-export' } })).state).toBe('cancelled')
})

test('jobs and files go when their time is over', async () => {
  const done = await exported(owner)
  await database()
    .update(job)
    .set({ expiresAt: new Date(0) })
    .where(eq(job.id, done.id))
  await database()
    .update(storedFile)
    .set({ expiresAt: new Date(0) })
    .where(eq(storedFile.jobId, done.id))
  expect((await owner.ask(jobs.get, { params: { id: done.id } })).statusCode).toBe(404)
  expect((await get(done.file?.url ?? '')).statusCode).toBe(404)
  await farm.tidy()
  expect(await database().select().from(job).where(eq(job.id, done.id))).toEqual([])
  expect(await database().select().from(storedFile).where(eq(storedFile.jobId, done.id))).toEqual([])
})

test('a program reads the jobs that it began, not those of the person whose token it has', async () => {
  const program = await farm.programOf(owner, ['device_manage:export'])
  const { id } = await exported(owner)
  expect((await program.ask(jobs.get, { params: { id } })).statusCode).toBe(404)
  const begun = (await program.ask(devices.export, { body: {} })).json().data
  expect((await program.ask(jobs.get, { params: { id: begun.id } })).statusCode).toBe(200)
  expect((await owner.ask(jobs.get, { params: { id: begun.id } })).statusCode).toBe(200)
})

test('the file of a program stands in the log of the consent with its name', async () => {
  const { offices } = farm
  const staff = await farm.as({ office: offices.provider, kind: 1, grants: everyGrant(1) })
  const customer = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: ['farm_access:query'],
  })
  await buildHouse(farm.services, offices.sharing, { name: 'Told of' })
  const known = (await customer.call(farmAccess.log, { query: { event: 'used' } })).total
  const program = await farm.programOf(staff, ['chicken_home_manage:export'])
  const { data } = (await program.ask(houses.export, { body: { officeId: offices.sharing.id } })).json()
  await jobIn(staff, data.id, 'done')
  const { items, total } = await customer.call(farmAccess.log, { query: { event: 'used' } })
  expect(total).toBe(known + 1)
  expect(items[0]).toMatchObject({ what: 'file', by: 'Test User', program: 'Program' })
})

test('a file that a program asked for is not made once its token is gone', async () => {
  const person = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  await database()
    .insert(job)
    .values({
      id: 'orphan-export',
      accountId: person.accountId,
      officePath: farm.offices.direct.path,
      kind: 'export',
      list: 'devices',
      step: 'export',
      request: {},
      language: 'en-US',
      timeZone: 'UTC',
      programId: 'revoked',
      expiresAt: new Date(Date.now() + 60_000),
    })
  await farm.services.store.transaction(SYSTEM, db => farm.services.jobs.add(db, 'orphan-export'))
  expect(await jobIn(person, 'orphan-export', 'failed')).toMatchObject({ file: null })
})
