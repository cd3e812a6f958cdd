import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import Fastify from 'fastify'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { seedOffices, type TestStore, testStore } from '../../testing/store.ts'
import { SYSTEM, scopeOf } from '../database/store.ts'
import { mail } from '../database/tables/mail.ts'
import { startMail } from './mail.ts'
import { type NewMail, queueMail } from './queue-mail.ts'
import { type MailServer, startMailServer } from './testing/mail-server.ts'

const SECRET = 'the secret of the installation of this test'
let database: TestStore
const dataDir = mkdtempSync(join(tmpdir(), 'smart-farm-mail-'))
const log = Fastify({ logger: { level: process.env.TEST_LOG ?? 'silent' } }).log

beforeAll(async () => {
  database = await testStore()
  await seedOffices(database.store)
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})
const rows = () => database.store.scoped(SYSTEM).select().from(mail)
afterEach(() => database.store.scoped(SYSTEM).delete(mail))

/** Sends until the test is over. */
function sending(smtpUrl?: string, appSecret = SECRET) {
  const config = {
    dataDir,
    appSecret,
    publicUrl: 'https://farm.example',
    smtpFrom: 'Smart Farm <no-reply@farm.example>',
  }
  const running = startMail({
    config: { ...config, ...(smtpUrl && { smtpUrl }) },
    store: database.store,
    log,
    retryMs: 50,
  })
  onTestFinished(() => running.stop())
  return running
}
async function mailServer(port?: number): Promise<MailServer> {
  const server = await startMailServer(port)
  onTestFinished(() => server.stop())
  return server
}
const invitation = (more: Partial<NewMail> = {}): NewMail => ({
  to: 'wang@farm.example',
  language: 'en-US',
  template: 'invitation',
  values: { name: 'Wang', username: 'wang', office: 'Green Farm', days: 7 },
  secret: { values: { password: 'abcd-efgh' }, appSecret: SECRET },
  ...more,
})
const queued = (more?: Partial<NewMail>) =>
  database.store.transaction(SYSTEM, db => queueMail(db, invitation(more)))

test('a farmer gets the mail in both forms, and what was in it is forgotten here', async () => {
  const server = await mailServer()
  sending(server.url)
  await queued()
  await eventually(() => server.mails.length).toBe(1)
  const [got] = server.mails
  expect(got?.to).toEqual(['wang@farm.example'])
  const read = await PostalMime.parse(got?.raw ?? '')
  expect(read.subject).toBe('Your Smart Farm account')
  expect(read.from).toEqual({ name: 'Smart Farm', address: 'no-reply@farm.example' })
  expect(read.text).toContain('abcd-efgh')
  expect(read.text).toContain('https://farm.example/user/login')
  expect(read.html).toContain('abcd-efgh</p>')
  expect(read.html).toContain('href="https://farm.example/user/login"')
  await eventually(async () => (await rows())[0]?.sentAt).toBeInstanceOf(Date)
  expect((await rows())[0]).toMatchObject({ values: {}, sealed: null })
})

test('nobody can read a password from a waiting mail; one sealed with another APP_SECRET is given up', async () => {
  await queued()
  expect(JSON.stringify(await rows())).not.toContain('abcd-efgh')
  const server = await mailServer()
  sending(server.url, 'another secret of an installation')
  await eventually(async () => (await rows())[0]?.givenUpAt).toBeInstanceOf(Date)
  expect(server.mails).toEqual([])
  expect((await rows())[0]).toMatchObject({ values: {}, sealed: null })
})

test('the mail is written in the language of its reader', async () => {
  const server = await mailServer()
  sending(server.url)
  await queued({ language: 'zh-CN' })
  await eventually(() => server.mails.length).toBe(1)
  const read = await PostalMime.parse(server.mails[0]?.raw ?? '')
  expect(read.subject).toBe('您的智慧农场账号')
  expect(read.html).toContain('<html lang="zh-CN">')
})

test('what somebody typed stays text: no markup, no header, no second receiver', async () => {
  const server = await mailServer()
  sending(server.url)
  const name = '<script>alert(1)</script>\r\nBcc: everybody@farm.example\r\n\r\nHello'
  await queued({
    to: 'wang@farm.example',
    template: 'confirmAddress',
    values: { name, company: '"><img src=x>', hours: 24 },
    secret: { values: { token: 'a&b"c/../?d' }, appSecret: SECRET },
  })
  await eventually(() => server.mails.length).toBe(1)
  const [got] = server.mails
  expect(got?.to).toEqual(['wang@farm.example'])
  const read = await PostalMime.parse(got?.raw ?? '')
  expect(read.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(read.html).not.toContain('<script>')
  expect(read.html).not.toContain('<img')
  expect(read.text).toContain('https://farm.example/user/register-result?token=a%26b%22c%2F..%2F%3Fd')
})

test('an address that carries a line break reaches nobody', async () => {
  const server = await mailServer()
  sending(server.url)
  await queued({ to: 'wang@farm.example\r\nRCPT TO:<thief@farm.example>' })
  await eventually(async () => (await rows())[0]?.tries).toBeGreaterThan(0)
  await eventually(async () => (await rows())[0]?.problem ?? (await rows())[0]?.sentAt).not.toBeNull()
  expect(server.mails.flatMap(({ to }) => to)).not.toContain('thief@farm.example')
})

test('a change that is rolled back mails nothing', async () => {
  const server = await mailServer()
  sending(server.url)
  const undone = database.store.transaction(SYSTEM, async db => {
    await queueMail(db, invitation({ to: 'undone@farm.example' }))
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await queued({ to: 'done@farm.example' })
  await eventually(() => server.mails.length).toBe(1)
  expect(server.mails[0]?.to).toEqual(['done@farm.example'])
})

test('while the mail server is down the mail waits, and is delivered once it is back', async () => {
  const first = await mailServer()
  const port = first.port
  await first.stop()
  sending(`smtp://127.0.0.1:${port}`)
  await queued()
  await eventually(async () => (await rows())[0]?.tries ?? 0).toBeGreaterThan(1)
  expect((await rows())[0]?.problem).toContain('ECONNREFUSED')
  const back = await mailServer(port)
  await eventually(() => back.mails.length).toBe(1)
  await eventually(async () => (await rows())[0]?.sentAt).toBeInstanceOf(Date)
})

test('a mailbox that does not exist is given up at once, one that is full is tried again', async () => {
  const server = await mailServer()
  server.refuses.set('gone@farm.example', 550)
  server.refuses.set('full@farm.example', 452)
  sending(server.url)
  await queued({ to: 'gone@farm.example' })
  await queued({ to: 'full@farm.example' })
  const about = async (to: string) => (await rows()).find(row => row.to === to)
  await eventually(async () => (await about('gone@farm.example'))?.givenUpAt).toBeInstanceOf(Date)
  await eventually(async () => (await about('full@farm.example'))?.tries ?? 0).toBeGreaterThan(1)
  server.refuses.clear()
  await eventually(() => server.mails.flatMap(({ to }) => to)).toEqual(['full@farm.example'])
})

test('a mail that is no longer useful is given up', async () => {
  const server = await mailServer()
  server.refuses.set('wang@farm.example', 452)
  sending(server.url)
  await queued({ usefulUntil: new Date(Date.now() + 10) })
  await eventually(async () => (await rows())[0]?.givenUpAt).toBeInstanceOf(Date)
  expect((await rows())[0]).toMatchObject({ values: {}, sealed: null })
})

test('several processes send each mail once', async () => {
  const server = await mailServer()
  for (let count = 0; count < 3; count++) sending(server.url)
  const names = Array.from({ length: 20 }, (_, n) => `farmer-${n}@farm.example`)
  await Promise.all(names.map(to => queued({ to })))
  await eventually(async () => (await rows()).filter(({ sentAt }) => sentAt).length).toBe(names.length)
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(names.toSorted())
})

test('a mail whose process died in the middle is sent by another', async () => {
  const server = await mailServer()
  await queued()
  // What a kill leaves: it was taken, and the time for its try is over.
  await database.store.scoped(SYSTEM).update(mail).set({ tries: 1, dueAt: sql`now()` })
  sending(server.url)
  await eventually(() => server.mails.length).toBe(1)
})

test('without a mail server mails are files that a mail program opens', async () => {
  sending()
  await queued()
  const folder = join(dataDir, 'outbox')
  await eventually(async () => (await rows())[0]?.sentAt).toBeInstanceOf(Date)
  const [file] = readdirSync(folder)
  const read = await PostalMime.parse(readFileSync(join(folder, file ?? '')))
  expect(file).toMatch(/^[0-9a-z]{20}\.eml$/)
  expect(read.to).toEqual([{ name: '', address: 'wang@farm.example' }])
  expect(read.text).toContain('abcd-efgh')
})

test('a customer’s call may queue a mail but cannot read any', async () => {
  const scope = scopeOf('1.6.', '1.6.')
  await database.store.transaction(scope, db => queueMail(db, invitation()))
  expect(await rows()).toHaveLength(1)
  const theirs = database.store.scoped(scope)
  expect(await theirs.select().from(mail)).toEqual([])
  await theirs.delete(mail)
  await theirs.update(mail).set({ to: 'thief@farm.example' }).where(eq(mail.to, 'wang@farm.example'))
  expect((await rows())[0]?.to).toBe('wang@farm.example')
  const staff = database.store.scoped(scopeOf('1.', ''))
  expect(await staff.select().from(mail)).toEqual([])
})
