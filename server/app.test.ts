import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { houses } from '#shared/contracts/houses.ts'
import { session } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { get, post } from '#shared/endpoint.ts'
import { type AppOptions, buildApp } from './app.ts'
import type { Config } from './platform/config.ts'
import { openStore, SYSTEM } from './platform/database/store.ts'
import { house } from './platform/database/tables/farms.ts'
import { operationHistory } from './platform/database/tables/histories.ts'
import { refuse } from './platform/http/errors.ts'
import { feature } from './platform/http/feature.ts'
import type { Services } from './platform/services.ts'
import { type TestApp, testApp } from './testing/app.ts'
import { buildHouse } from './testing/farm-builder.ts'

let farm: TestApp
const folder = mkdtempSync(join(tmpdir(), 'web-'))
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Smart Farm</title>')
  writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'export {}')
  writeFileSync(join(folder, 'assets', 'index-abc123.js.gz'), gzipSync('export {}'))
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>')
  farm = await testApp({ metricsToken: 'a-long-token-for-metrics', webDir: folder })
})
afterAll(async () => {
  await farm.close()
  rmSync(folder, { recursive: true })
})

/** Another app on the same services, with something changed. */
async function another(more: Partial<Services> = {}, config: Partial<Config> = {}, options: AppOptions = {}) {
  const { services } = farm
  const app = buildApp({ ...services, ...more, config: { ...services.config, ...config } }, options)
  await app.ready()
  return app
}
function collectedLog() {
  const lines: string[] = []
  const log = Fastify({
    logger: { level: 'debug', stream: { write: (line: string) => void lines.push(line) } },
  }).log
  return { log, lines }
}

test('a path of the API that leads nowhere answers in the wire’s form', async () => {
  for (const url of ['/api/nowhere', '/api/admin/auth/houses/1/2/3', '/api', '/api/ws/token', '/files/x']) {
    const answer = await farm.app.inject(url)
    expect(answer.statusCode, url).toBe(404)
    expect(answer.json()).toEqual({ code: 404, data: null, message: 'Not found; it may have been deleted' })
  }
})

test('every address of the web app opens the page, which is revalidated each time', async () => {
  for (const url of ['/', '/screen/index?houseId=1', '/user/login', '/chicken-home/camera']) {
    const answer = await farm.app.inject({ url, headers: { accept: 'text/html' } })
    expect(answer.statusCode, url).toBe(200)
    expect(answer.body).toContain('<title>Smart Farm</title>')
    expect(answer.headers['cache-control']).toBe('no-cache')
  }
})

test('files with a hash in their name are cached for good, and a missing file does not give the page', async () => {
  const asset = await farm.app.inject('/assets/index-abc123.js')
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await farm.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache')
  expect((await farm.app.inject('/assets/index-old.js')).statusCode).toBe(404)
  expect((await farm.app.inject('/..%2fpackage.json')).statusCode).toBe(404)
  expect((await farm.app.inject({ method: 'POST', url: '/user/login' })).statusCode).toBe(404)
})

test('pages run no script but ours and cannot be framed', async () => {
  const { headers } = await farm.app.inject('/')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('upgrade-insecure-requests')
  expect(headers['x-content-type-options']).toBe('nosniff')
  expect(headers['strict-transport-security']).toBeUndefined()
  const secure = await another({}, { publicUrl: 'https://farm.example' })
  expect((await secure.inject('/')).headers['strict-transport-security']).toContain('max-age=')
  await secure.close()
})

test('what a page loads is governed by the page, and keeps its type', async () => {
  for (const encoding of ['identity', 'gzip']) {
    const { headers } = await farm.app.inject({
      url: '/assets/index-abc123.js',
      headers: { 'accept-encoding': encoding },
    })
    expect(headers['content-security-policy'], encoding).toBeUndefined()
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
  expect((await farm.app.inject('/favicon.svg')).headers['content-security-policy']).toContain(
    "script-src 'self'",
  )
})

test('health tells whether calls are answered, devices can send, and what they send is committed', async () => {
  const well = {
    status: 'ok',
    database: true,
    broker: true,
    ingest: true,
    rollups: true,
    backlog: false,
  }
  const healthy = await farm.app.inject('/api/health')
  expect(healthy.statusCode).toBe(200)
  expect(healthy.json()).toMatchObject(well)
  for (const [fault, said] of [
    [{ broker: false }, { broker: false }],
    [{ commits: false }, { ingest: false }],
    [{ rollups: false }, { status: 'behind', rollups: false }],
    [{ behind: 3 }, { status: 'behind', backlog: true }],
  ] as const) {
    const intake = () => ({ broker: true, commits: true, rollups: true, behind: 0, oldestMs: 0, ...fault })
    const app = await another({ devices: { ...farm.services.devices, intake } })
    const answer = await app.inject('/api/health')
    expect(answer.statusCode).toBe('status' in said ? 200 : 503)
    expect(answer.json()).toMatchObject({ ...well, status: 'unavailable', ...said })
    await app.close()
  }
})

/** A way to the database that can be cut off. */
async function passage(to: string) {
  const { hostname, port, searchParams } = new URL(to)
  const folder = searchParams.get('host')
  const open = () =>
    folder ? connect(join(folder, `.s.PGSQL.${port || 5_432}`)) : connect(Number(port || 5_432), hostname)
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const behind = open()
    for (const end of [socket, behind]) sockets.add(end.on('error', () => {}))
    socket.pipe(behind).pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(to)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const close = async () => {
    const closed = new Promise(resolve => server.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return { url: url.href, close }
}

test('a known reader of Chinese is told in Chinese that the database is gone', async () => {
  const { url, close } = await passage(farm.databaseUrl)
  const store = openStore({ app: url, ingest: url })
  const app = await another({ store })
  const { token, accountId } = await farm.as({ office: farm.offices.sharing, kind: 2, language: 'zh-CN' })
  const ask = () => app.inject({ url: `/api${session.userInfo.path}`, headers: { 'access-token': token } })
  expect((await ask()).statusCode).toBe(200)
  await close()
  farm.services.events.emit('access', { accountIds: [accountId] })
  const answer = await ask()
  expect(answer.json()).toMatchObject({ code: 503, message: '暂时无法连接数据库，请稍后重试' })
  await app.close()
  await store.close()
})

test('without the database every call says so and asks to try again later', async () => {
  const nowhere = 'postgres://nobody:x@127.0.0.1:1/none'
  const store = openStore({ app: nowhere, ingest: nowhere })
  const app = await another({ store })
  const health = await app.inject('/api/health')
  expect(health.statusCode).toBe(503)
  expect(health.json()).toMatchObject({ status: 'unavailable', database: false, ingest: false })
  const token = 'a'.repeat(43)
  const answer = await app.inject({
    url: `/api${houses.list.path}`,
    headers: { 'access-token': token, 'access-i18n': 'zh-CN' },
  })
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBeDefined()
  expect(answer.json()).toEqual({ code: 503, data: null, message: '暂时无法连接数据库，请稍后重试' })
  await app.close()
  await store.close()
})

test('metrics are for this machine and for holders of the token', async () => {
  const ask = (remoteAddress: string, headers = {}) =>
    farm.app.inject({ url: '/metrics', remoteAddress, headers })
  const local = await ask('127.0.0.1')
  expect(local.statusCode).toBe(200)
  for (const name of ['http_request_duration_seconds', 'nodejs_eventloop_lag', 'database_ingest_connections'])
    expect(local.body).toContain(name)
  expect((await ask('203.0.113.5')).statusCode).toBe(404)
  expect((await ask('127.0.0.1', { 'x-forwarded-for': '203.0.113.5' })).statusCode).toBe(404)
  expect((await ask('203.0.113.5', { authorization: 'Bearer wrong' })).statusCode).toBe(404)
  const remote = await ask('203.0.113.5', { authorization: 'Bearer a-long-token-for-metrics' })
  expect(remote.statusCode).toBe(200)
})

test('the API document has every call with its access, and its page loads nothing from other servers', async () => {
  const document = (await farm.app.inject('/api/docs/openapi.json')).json()
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/admin/auth/houses/{id}'].put).toMatchObject({
    operationId: 'houses.update',
    description: expect.stringContaining('chicken_home_manage:edit'),
    security: [{ token: [] }],
  })
  expect(document.paths['/api/admin/open/login'].post.security).toEqual([])
  const page = (await farm.app.inject('/api/docs')).body
  expect(page).not.toMatch(/https?:/)
  const files = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => String(path))
  expect(files.length).toBeGreaterThan(2)
  for (const file of files) expect((await farm.app.inject(file)).statusCode, file).toBe(200)
  expect((await farm.app.inject('/api/docs/assets/package.json')).statusCode).toBe(404)
})

test('the API document is compressed once, not sent twice to who has it, and limited by address', async () => {
  const app = await another({}, {}, { openCallsAMinute: 3 })
  const ask = (headers = {}) => app.inject({ url: '/api/docs/openapi.json', headers })
  const first = await ask({ 'accept-encoding': 'gzip' })
  expect(first.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(first.rawPayload).toString()).openapi).toBe('3.1.0')
  const again = await ask({ 'if-none-match': first.headers.etag })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await ask()).statusCode).toBe(200)
  expect((await ask()).statusCode).toBe(429)
  await app.close()
})

test('neither tokens nor passwords are in the log, but refusals are, with who got them', async () => {
  const { log, lines } = collectedLog()
  const app = await another({ log })
  const person = await farm.as({ office: farm.offices.direct, kind: 2 })
  await app.inject({ url: `/api/ws/${person.token}?x=${person.token}` })
  await app.inject({ url: `/api/ws/live/1/${person.token}` })
  await app.inject({ url: `/api${session.userInfo.path}`, headers: { 'access-token': person.token } })
  await app.inject({ url: `/api${users.list.path}`, headers: { 'access-token': person.token } })
  await app.inject({
    method: 'POST',
    url: '/api/admin/open/login',
    payload: { username: 'nobody', password: 'hunter2hunter2' },
  })
  await app.close()
  const text = lines.join('\n')
  expect(text).toContain('/api/ws/…')
  expect(text).toContain('/api/admin/open/login')
  expect(text).not.toContain(person.token)
  expect(text).not.toContain('hunter2')
  const refused = lines.find(line => line.includes('sign-in refused')) ?? ''
  expect(JSON.parse(refused)).toMatchObject({ accountId: null, ip: '127.0.0.1' })
  expect(refused).not.toContain('nobody')
  const call = lines.find(line => line.includes(`"status":403`)) ?? ''
  expect(JSON.parse(call)).toMatchObject({ accountId: person.accountId, path: `/api${users.list.path}` })
})

const trials = {
  wrongAnswer: post('/admin/auth/trials/wrong-answer', 'signedIn', {
    body: z.object({ id: z.string() }),
    returns: z.object({ name: z.string() }),
    says: { 'en-US': 'Tried', 'zh-CN': '尝试' },
  }),
  pruned: get('/admin/auth/trials/pruned', 'signedIn', { returns: z.object({ name: z.string() }) }),
  needsMore: get('/admin/auth/trials/needs-more', 'signedIn', { returns: z.null() }),
  broken: get('/admin/auth/trials/broken', 'signedIn', { returns: z.null() }),
}
const trialsFeature = feature('trials', trials, {
  wrongAnswer: async ({ db, body }) => {
    await db.execute(sql`update house set name = 'half done' where id = ${body.id}`)
    return { name: 5 } as unknown as { name: string }
  },
  pruned: () => ({ name: 'shown', passwordHash: 'never' }) as { name: string },
  needsMore: () => {
    throw refuse.needsMore('login.wrong')
  },
  broken: ({ db }) => db.execute(sql`select ${'the secret'}::text::int`).then(() => null),
})

test('a column the contract does not list never leaves', async () => {
  const app = await another({}, {}, { features: [trialsFeature] })
  const { token } = await farm.as({ office: farm.offices.direct, kind: 2 })
  const answer = await app.inject({ url: `/api${trials.pruned.path}`, headers: { 'access-token': token } })
  expect(answer.json()).toEqual({ code: 0, data: { name: 'shown' }, message: '' })
  await app.close()
})

test('an answer that does not match the contract is our failure, and stores nothing', async () => {
  const { log, lines } = collectedLog()
  const app = await another({ log }, {}, { features: [trialsFeature] })
  const { token } = await farm.as({ office: farm.offices.direct, kind: 2 })
  const { id, name } = await buildHouse(farm.services, farm.offices.direct)
  const answer = await app.inject({
    method: 'POST',
    url: `/api${trials.wrongAnswer.path}`,
    headers: { 'access-token': token },
    payload: { id },
  })
  expect(answer.statusCode).toBe(500)
  const { code, message } = answer.json()
  expect(code).toBe(50500)
  const reference = /Reference: (\w+)/.exec(message)?.[1]
  expect(lines.some(line => line.includes(String(reference)))).toBe(true)
  const db = farm.services.store.scoped(SYSTEM)
  const rows = await db.select({ name: house.name }).from(house).where(sql`id = ${id}`)
  expect(rows).toEqual([{ name }])
  expect(await db.select().from(operationHistory).where(sql`module = 'trials'`)).toEqual([])
  await app.close()
})

test('a failed statement is logged without the values it was given', async () => {
  const { log, lines } = collectedLog()
  const app = await another({ log }, {}, { features: [trialsFeature] })
  const { token } = await farm.as({ office: farm.offices.direct, kind: 2 })
  const answer = await app.inject({ url: `/api${trials.broken.path}`, headers: { 'access-token': token } })
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toContain('select')
  expect(lines.join()).toContain('a request failed')
  expect(lines.join()).not.toMatch(/params: the secret/)
  await app.close()
})

test('when only this call needs more, the client is told that it is still signed in', async () => {
  const app = await another({}, {}, { features: [trialsFeature] })
  const { token } = await farm.as({ office: farm.offices.direct, kind: 2 })
  const answer = await app.inject({ url: `/api${trials.needsMore.path}`, headers: { 'access-token': token } })
  expect(answer.statusCode).toBe(401)
  expect(answer.json()).toMatchObject({ code: 401, result: { isLogin: true } })
  await app.close()
})

test('behind a trusted proxy the nearest proxy names the caller, not the caller itself', async () => {
  const app = await another({}, { trustProxy: true }, { openCallsAMinute: 2 })
  const call = (forged: string) =>
    app.inject({
      url: `/api${session.appVersion.path}`,
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': `${forged}, 203.0.113.5` },
    })
  const statuses = []
  for (const forged of ['10.0.0.1', '10.0.0.2', '10.0.0.3']) statuses.push((await call(forged)).statusCode)
  expect(statuses).toEqual([200, 200, 429])
  await app.close()
})

test('pages full of pictures do not use up the calls of an address, nor the other way round', async () => {
  const app = await another({}, {}, { openCallsAMinute: 2 })
  const open = async () => (await app.inject({ url: `/api${session.appVersion.path}` })).statusCode
  const pictures = await Promise.all(
    Array.from({ length: 200 }, (_, i) => app.inject({ url: `/files/picture-${i}` })),
  )
  expect(new Set(pictures.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  expect([await open(), await open(), await open()]).toEqual([200, 200, 429])
  expect((await app.inject({ url: '/files/picture' })).statusCode).toBe(404)
  await app.close()
})
