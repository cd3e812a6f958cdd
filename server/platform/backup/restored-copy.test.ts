import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { session } from '#shared/contracts/session.ts'
import { silence } from '#shared/contracts/silence.ts'
import type { Endpoint, Result } from '#shared/endpoint.ts'
import { TEST_EVENT } from '#shared/webhooks.ts'
import { newSecret, sealSecret } from '../../features/webhooks/signature.ts'
import { type Receiver, startReceiver } from '../../features/webhooks/testing/receiver.ts'
import nodeOptions from '../../node-options.json' with { type: 'json' }
import { tell } from '../../people/notices/tell.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type RealServer, startRealServer } from '../../testing/real-server.ts'
import { type Gateway, startGateway } from '../calls/testing/gateway.ts'
import { placeOf } from '../database/embedded/place.ts'
import { runningOwnerUrl, startEmbedded } from '../database/embedded.ts'
import { newId } from '../database/ids.ts'
import { type DatabaseUrls, urlsOf } from '../database/prepare.ts'
import { type Db, openStore, SYSTEM } from '../database/store.ts'
import { alarm } from '../database/tables/alarms.ts'
import { phoneCall } from '../database/tables/calls.ts'
import { device } from '../database/tables/farms.ts'
import { noticeMessage } from '../database/tables/histories.ts'
import { mail } from '../database/tables/mail.ts'
import { account, office, session as sessions } from '../database/tables/offices.ts'
import { push, pushSubscription } from '../database/tables/push.ts'
import { webhook, webhookDelivery } from '../database/tables/webhooks.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type MailServer, startMailServer } from '../mail/testing/mail-server.ts'
import { backupsIn } from './backup-folder.ts'

const SECRET = 'the secret of an installation that is restored'
const root = mkdtempSync(join(tmpdir(), 'smart-farm-restored-'))
const backupDir = join(root, 'backups')
const target = join(root, 'copy')
const quiet = { info: () => {}, warn: () => {}, error: () => {} }

let mails: MailServer
let gateway: Gateway
let receiver: Receiver
const beats = { count: 0 }
const watchdog = createServer((_, reply) => {
  beats.count++
  reply.end()
})
let copy: RealServer
const hookId = newId()

/** Runs an operator's command; answers its output. */
const run = (name: string, args: string[], dataDir: string) =>
  new Promise<string>((resolve, reject) => {
    const program = join(import.meta.dirname, '../../commands', `${name}.ts`)
    const env = {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      BACKUP_DIR: backupDir,
      APP_SECRET: SECRET,
      DEMO: 'off',
      HOST: '127.0.0.1',
    }
    execFile(process.execPath, [...nodeOptions.flags, program, ...args], { env }, (error, out, wrong) =>
      error ? reject(new Error(out + wrong)) : resolve(out),
    )
  })

async function inDatabase<T>(urls: DatabaseUrls, work: (db: Db) => Promise<T>): Promise<T> {
  const store = openStore(urls)
  try {
    return await store.transaction(SYSTEM, work)
  } finally {
    await store.close()
  }
}
const inCopy = <T>(work: (db: Db) => Promise<T>) =>
  inDatabase(urlsOf(runningOwnerUrl(copy.dataDir, SECRET) ?? '', SECRET), work)

async function administrator(db: Db) {
  const [found] = await db.select().from(account).where(eq(account.username, 'admin'))
  if (!found) throw new Error('There is no administrator')
  return found
}
const soon = () => new Date(Date.now() + 3_600_000)
const mailTo = (db: Db, to: string) =>
  queueMail(db, {
    to,
    language: 'en-US',
    template: 'notices',
    values: { name: 'A', count: 2, lines: 'x', says: 'x', level: 'Info', at: 'now' },
  })
const callOf = async (db: Db, text: string) =>
  void (await db.insert(phoneCall).values({
    id: newId(),
    accountId: (await administrator(db)).id,
    content: { language: 'en-US', level: 'critical', text, messages: 1, at: new Date().toISOString() },
    usefulUntil: soon(),
  }))
async function hookOf(db: Db): Promise<string> {
  const { officePath } = await administrator(db)
  const id = newId()
  await db.insert(webhookDelivery).values({ id, webhookId: hookId, officePath, event: TEST_EVENT })
  return id
}
const message = async (db: Db, says: string, subjectId: string | null) =>
  tell(db, [await administrator(db)], {
    title: { 'zh-CN': says, 'en-US': says },
    level: 'critical',
    messageType: 'device_alarm',
    businessType: subjectId ? 'alarm' : 'system',
    subjectId,
    besides: ['mail', 'call'],
  })

/** What waits to be sent when the backup is made, one of each kind. */
async function fill(db: Db): Promise<void> {
  const { id, officePath } = await administrator(db)
  await db
    .update(account)
    .set({ email: 'admin@farm.example', phone: '+4930123456' })
    .where(eq(account.id, id))
  await mailTo(db, 'before@farm.example')
  await callOf(db, 'before')
  await db.insert(webhook).values({
    id: hookId,
    officePath,
    ownerId: id,
    isStaff: true,
    name: 'ERP',
    address: receiver.address('erp'),
    events: [],
    secret: sealSecret(SECRET, hookId, newSecret()),
  })
  await hookOf(db)
  const sessionId = newId()
  await db
    .insert(sessions)
    .values({ id: sessionId, tokenHash: sessionId, accountId: id, officePath, expiresAt: soon() })
  // An address that the server refuses to dial: were it tried, the subscription would be gone.
  const browser = { endpoint: 'https://127.0.0.1:9/push', p256dh: 'x', auth: 'x' }
  await db.insert(pushSubscription).values({ sessionId, accountId: id, officePath, ...browser })
  const content = { title: 'before', body: '', tag: 'a', url: '/', isGrave: true }
  await db.insert(push).values({ id: newId(), sessionId, content: content as never, usefulUntil: soon() })
  await message(db, 'before', null)
}

beforeAll(async () => {
  ;[mails, gateway, receiver] = await Promise.all([startMailServer(), startGateway(), startReceiver()])
  await once(watchdog.listen(0, '127.0.0.1'), 'listening')
  // Nothing is sent from here: what it queues stays queued.
  const original = await startRealServer({ APP_SECRET: SECRET })
  try {
    await original.stop()
    const database = await startEmbedded({ dataDir: original.dataDir, appSecret: SECRET }, quiet)
    await inDatabase(database.urls, fill)
    await database.stop()
    await run('backup', [], original.dataDir)
  } finally {
    await original.remove()
  }
  const [backup] = await backupsIn(backupDir)
  expect(await run('restore', [backup?.name ?? ''], target)).toContain(
    'until it is told that it is the real one',
  )
  const env = {
    APP_SECRET: SECRET,
    SMTP_URL: mails.url,
    ALERT_WEBHOOK_URL: gateway.url,
    ALERT_WEBHOOK_SECRET: gateway.secret,
    WEBHOOK_NETWORKS: '127.0.0.0/8',
    HEARTBEAT_URL: `http://127.0.0.1:${(watchdog.address() as AddressInfo).port}/`,
  }
  copy = await startRealServer(env, [], target)
})
afterAll(async () => {
  await copy?.remove()
  await Promise.all([mails?.stop(), gateway?.stop(), receiver?.stop()])
  watchdog.close()
  if (existsSync(target)) {
    const { cluster } = placeOf(target)
    if (cluster.startsWith('/var/lib/smart-farm-')) rmSync(dirname(cluster), { recursive: true, force: true })
  }
  rmSync(root, { recursive: true, force: true })
})

/** Calls the copy as its administrator. */
async function caller() {
  const ask = async (endpoint: Endpoint, body?: object, token?: string) => {
    const answer = await fetch(`${copy.url}/api${endpoint.path}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...(token && { 'access-token': token }) },
      ...(endpoint.method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    const { data, message: why } = (await answer.json()) as { data: unknown; message: string }
    if (!answer.ok) throw new Error(`${endpoint.path} answered ${answer.status}: ${why}`)
    return data
  }
  const token = (await ask(session.login, { username: 'admin', password: 'throw-away' })) as string
  return <E extends Endpoint>(endpoint: E) => ask(endpoint, undefined, token) as Promise<Result<E>>
}

/** An active alarm of a device, told to the administrator. */
async function raise(db: Db, says: string): Promise<void> {
  const [root] = await db.select().from(office).where(eq(office.path, '1.'))
  if (!root) throw new Error('There is no provider')
  const id = newId()
  const at = { officeId: root.id, officePath: root.path }
  await db.insert(device).values({ id, ...at, type: 'controller', code: id, codeKey: id, name: says })
  const alarmId = newId()
  await db.insert(alarm).values({
    id: alarmId,
    officePath: root.path,
    farmPath: root.path,
    subjectId: id,
    rule: 'Offline',
    source: 'platform',
    code: 'Offline',
    level: 'critical',
    houseIds: [],
    condition: 'active',
    live: true,
    raisedAt: new Date(),
  })
  await message(db, says, alarmId)
}

test('a restored copy sends nothing until it is told that it is the real one, and then nothing of before', async () => {
  const call = await caller()
  expect(await call(session.userInfo)).toMatchObject({ isSilent: true })
  const heldBack = { mails: 1, pushes: 1, calls: 1, webhooks: 1, messages: 1 }
  expect(await call(silence.read)).toMatchObject({ heldBack, alarms: 0 })

  // While it is silent: an alarm that stands, and other things that would be told.
  await inCopy(async db => {
    await mailTo(db, 'silent@farm.example')
    await callOf(db, 'silent')
    await hookOf(db)
    await message(db, 'silent', null)
    await raise(db, 'stands')
  })
  expect(await call(silence.read)).toMatchObject({ alarms: 1 })
  expect((await call(notices.list)).items.map(({ businessType }) => businessType)).toContain('alarm')

  expect(beats.count).toBe(0)

  const { dataDir } = copy
  expect(await run('take-over', [], dataDir)).toContain('npm run take-over -- --yes')
  expect(await run('take-over', ['--yes'], dataDir)).toContain('Messages go out again')
  expect(await call(silence.read)).toBeNull()
  expect(await call(session.userInfo)).toMatchObject({ isSilent: false })
  const hook = await inCopy(async db => {
    await mailTo(db, 'real@farm.example')
    await callOf(db, 'real')
    return hookOf(db)
  })
  await eventually(() => mails.mails.flatMap(({ to }) => to).toSorted()).toEqual([
    'admin@farm.example',
    'real@farm.example',
  ])
  // Of the alarm that stands and of nothing else; the provider does not see whose it is.
  expect(mails.mails.map(({ raw }) => raw).join()).not.toMatch(/before|silent/)
  await eventually(() => gateway.heard.map(({ call: { text } }) => text).toSorted()).toEqual([
    'Critical. You no longer have access to this alarm',
    'real',
  ])
  await eventually(() => receiver.got.map(({ id }) => id)).toEqual([hook])
  const left = await inCopy(async db => ({
    pushes: (await db.select().from(push)).filter(({ content }) => /before/.test(JSON.stringify(content))),
    browsers: await db.$count(pushSubscription),
    mails: await db.select({ to: mail.to, problem: mail.problem }).from(mail).orderBy(mail.to),
    wanted: await db.$count(noticeMessage, eq(noticeMessage.mailWanted, true)),
  }))
  const problem = 'held back: the installation was restored from a backup'
  expect(left).toEqual({
    pushes: [],
    browsers: 1,
    mails: [
      { to: 'admin@farm.example', problem: null },
      { to: 'before@farm.example', problem },
      { to: 'real@farm.example', problem: null },
      { to: 'silent@farm.example', problem },
    ],
    wanted: 0,
  })
})

test('a copy that was made in another way is silenced by command', async () => {
  const { dataDir } = copy
  expect(await run('take-over', [], dataDir)).toContain('not silent: messages go out')
  expect(await run('take-over', ['--silence'], dataDir)).toContain('Silent since')
  expect(await run('take-over', ['--yes'], dataDir)).toContain('Messages go out again')
  expect(await run('take-over', [], dataDir)).toContain('not silent: messages go out')
})
