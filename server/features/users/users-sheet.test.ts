import { eq, inArray, like } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobs } from '#shared/contracts/jobs.ts'
import { users } from '#shared/contracts/users.ts'
import { PROOF_MS } from '#shared/limits.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, session } from '../../platform/database/tables/offices.ts'
import { hashPassword } from '../../platform/http/passwords.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { chief, hire, roleWith } from './testing/people.ts'

let farm: TestApp
let owner: Person
beforeAll(async () => {
  farm = await workingApp()
  owner = await chief(farm, 'sharing')
})
afterAll(() => farm.close())

const db = () => farm.services.store.scoped(SYSTEM)
const TITLES = ['Login id *', 'Name *', 'E-mail *', 'Phone', 'Sex', 'Job', 'Department', 'Roles', 'Language']
const checked = async (by: Person, rows: (string | null)[][]) => {
  const file = await excelOf([TITLES, ...rows])
  const { id } = (await upload(by, users.import, file, { name: 'people.xlsx' })).json().data
  return jobIn(by, id, 'checked')
}
const faultsOf = async (by: Person, id: string) =>
  (await by.call(jobs.faults, { params: { id } })).items.flatMap(({ faults }) =>
    faults.map(({ cell, reason }) => [cell, reason]),
  )

test('people go to Excel with roles and department in words, and the end of a number only', async () => {
  const role = await roleWith(farm, farm.offices.sharing, 2, ['chicken_home_manage:query'])
  const worker = await hire(owner, farm.offices.team, {
    roleIds: [role.id],
    sex: 'female',
    idCard: '11010519491231002X',
    job: 'Egg room',
  })
  await hire(await chief(farm, 'closed'), farm.offices.closed, { actualName: 'Theirs' })
  const { id } = await owner.call(users.export, { body: { search: worker.username } })
  const { file } = await jobIn(owner, id, 'done')
  const [head, ...rows] = await rowsOf(farm, file?.url)
  expect(head?.slice(0, 9)).toEqual([
    'Login id',
    'Name',
    'E-mail',
    'Phone',
    'Sex',
    'Job',
    'Department',
    'Roles',
    'Status',
  ])
  expect(rows).toHaveLength(1)
  expect(rows[0]?.slice(0, 10)).toEqual([
    worker.username,
    '赵强',
    worker.email,
    null,
    'Female',
    'Egg room',
    'sharing / team',
    role.name,
    'Never signed in',
    '•••• 002X',
  ])
})

test('people come in from a file into their departments with their roles, each invited by mail', async () => {
  const role = await roleWith(farm, farm.offices.sharing, 2, ['chicken_home_manage:query'])
  const job = await checked(owner, [
    [
      'li.na',
      '李娜',
      'li.na@farm.example',
      null,
      'Female',
      'Egg room',
      'sharing / team',
      role.name,
      'Chinese',
    ],
    ['piet', 'Piet', 'piet@farm.example', '+31 6', null, null, null, null, null],
  ])
  expect(job.summary).toMatchObject({ valid: 2, faulty: 0 })
  const confirming = { params: { id: job.id }, body: { acceptFaulty: false } }
  const provedAt = (at: Date) => db().update(session).set({ provedAt: at })
  await provedAt(new Date(Date.now() - PROOF_MS))
  expect((await owner.ask(jobs.confirm, confirming)).statusCode, 'from a page that was left open').toBe(401)
  await provedAt(new Date())
  await owner.call(jobs.confirm, confirming)
  await jobIn(owner, job.id, 'done')
  const { items } = await owner.call(users.list, { query: { search: 'farm.example', size: 100 } })
  const named = new Map(items.map(user => [user.username, user]))
  expect(named.get('li.na')).toMatchObject({
    officeName: 'sharing / team',
    roles: [role],
    kind: 2,
    language: 'zh-CN',
    status: 'UNACTIVE',
  })
  expect(named.get('piet')).toMatchObject({ officeName: 'sharing', roles: [] })
  const mails = await db()
    .select({ to: mail.to, language: mail.language, template: mail.template })
    .from(mail)
    .where(inArray(mail.to, ['li.na@farm.example', 'piet@farm.example']))
    .orderBy(mail.to)
  expect(mails).toEqual([
    { to: 'li.na@farm.example', language: 'zh-CN', template: 'invitation' },
    { to: 'piet@farm.example', language: 'en-US', template: 'invitation' },
  ])
})

test('each row that cannot be written says why, cell by cell; nothing is assigned beyond the importer', async () => {
  const there = await hire(owner, farm.offices.sharing)
  const more = await roleWith(farm, farm.offices.sharing, 2, ['device_setting:edit'])
  const clerk = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: everyGrant(2).filter(grant => grant.startsWith('user_manage:')),
  })
  const job = await checked(clerk, [
    [there.username.toUpperCase(), 'A', 'a@farm.example', null, null, null, null, null, null],
    ['new.b', 'B', there.email, null, null, null, null, null, null],
    ['new.c', 'C', null, null, null, null, null, null, null],
    ['new d', 'D', 'd@farm.example', null, null, null, null, null, null],
    ['new.e', 'E', 'e@farm.example', null, null, null, 'closed', null, null],
    ['new.f', 'F', 'f@farm.example', null, null, null, null, more.name, null],
    ['new.g', 'G', 'g@farm.example', null, null, null, null, 'Nobody’s role', null],
    ['NEW.G', 'H', 'h@farm.example', null, null, null, null, null, null],
    ['李', 'I', 'i@farm.example', null, null, null, 'Nowhere', more.name, null],
  ])
  expect(await faultsOf(clerk, job.id)).toEqual([
    ['A2', 'This login id is already in use'],
    ['C3', 'This e-mail address belongs to another account'],
    ['C4', 'Enter an e-mail address: imported users are invited by e-mail'],
    ['A5', 'Letters, digits and - _ . @ only'],
    ['G6', 'No such department'],
    ['H7', 'It includes rights that you do not have'],
    ['H8', 'Users of this department cannot have the role “Nobody’s role”'],
    // One fault per cell; the role is checked once its department is known.
    ['A10', 'At least 3 characters'],
    ['G10', 'No such department'],
  ])
  expect(await db().$count(account, eq(account.actualName, 'F'))).toBe(0)
})

test('an address of somebody elsewhere comes in as any other, and opens their account only', async () => {
  const there = await hire(await chief(farm, 'closed'), farm.offices.closed)
  const job = await checked(owner, [['of.two', 'T', there.email, null, null, null, null, null, null]])
  expect(job.summary).toMatchObject({ valid: 1, faulty: 0 })
  await db().update(session).set({ provedAt: new Date() })
  await owner.call(jobs.confirm, { params: { id: job.id }, body: { acceptFaulty: false } })
  await jobIn(owner, job.id, 'done')
  const [added] = await db().select().from(account).where(eq(account.username, 'of.two'))
  expect(added).toMatchObject({ email: there.email, emailKey: null })
})

test('people whom staff bring to a farm wait for its owner, and are not invited before', async () => {
  const login = `import-${Date.now()}`
  const email = `${login}@farm.example`
  const row = [login, 'Wim', email, null, null, null, 'sharing / team', null, null]
  const staff = await chief(farm, 'provider')
  await db().update(account).set({ passwordHash: 'chosen' }).where(eq(account.id, owner.accountId))
  const { id } = await checked(staff, [row])
  await staff.call(jobs.confirm, { params: { id } })
  await jobIn(staff, id, 'done')
  const [added] = (await owner.call(users.list, { query: { search: login } })).items
  expect(added).toMatchObject({ status: 'HELD', heldUntil: null })
  expect(await db().$count(mail, eq(mail.to, email))).toBe(0)
  expect(await owner.call(users.counts, { query: { by: 'status', search: login } })).toEqual({ HELD: 1 })
})

test('passwords are hashed before the transaction that opens the accounts: it lasts much shorter than they take', async () => {
  const people = 100
  const before = performance.now()
  for (let n = 0; n < 10; n++) await hashPassword(`hen ${n}`)
  const hashing = ((performance.now() - before) / 10) * people
  const name = (n: number) => `many-${String(n).padStart(3, '0')}`
  const row = (n: number) => [name(n), name(n), `${name(n)}@many.example`, ...Array(6).fill(null)]
  const job = await checked(
    owner,
    Array.from({ length: people }, (_, n) => row(n)),
  )
  await db().update(session).set({ provedAt: new Date() })
  await owner.call(jobs.confirm, { params: { id: job.id }, body: { acceptFaulty: false } })
  await jobIn(owner, job.id, 'done')
  const opened = await db().select().from(account).where(like(account.username, 'many-%'))
  // Each is valid for a number of days from the moment it was written.
  const written = opened.map(({ mailedPasswordUntil }) => mailedPasswordUntil?.getTime() ?? 0)
  expect(new Set(opened.map(({ mailedPasswordHash }) => mailedPasswordHash)).size).toBe(people)
  expect(Math.max(...written) - Math.min(...written)).toBeLessThan(hashing / 2)
})
