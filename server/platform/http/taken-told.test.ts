import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { devices } from '#shared/contracts/devices.ts'
import { users } from '#shared/contracts/users.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildDevice } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { SYSTEM } from '../database/store.ts'
import { account, session } from '../database/tables/offices.ts'
import { takenTold } from '../database/tables/registration.ts'
import { TOLD_AN_HOUR } from './taken-told.ts'

let farm: TestApp
let owner: Person
/** Login ids and codes of another customer. */
const theirs = Array.from({ length: TOLD_AN_HOUR + 5 }, (_, n) => `theirs-${n}`)
beforeAll(async () => {
  farm = await workingApp()
  const { closed, direct } = farm.offices
  owner = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  const columns = {
    officeId: closed.id,
    officePath: closed.path,
    kind: 2,
    actualName: 'Wim',
    passwordHash: '-',
  }
  const accounts = theirs.map(id => ({ id, username: id, usernameKey: id, ...columns }))
  await database().insert(account).values(accounts)
  for (const code of theirs) await buildDevice(farm.services, closed, { code })
})
afterAll(() => farm.close())
afterEach(() => database().delete(takenTold))

const database = () => farm.services.store.scoped(SYSTEM)
const device = (who: Person, code: string) =>
  who.ask(devices.create, { body: { officeId: farm.offices.direct.id, type: 'gateway', code, name: code } })
const user = (who: Person, username: string) => {
  const body = { username, actualName: 'A', officeId: farm.offices.direct.id, password: 'a flock of 9 hens' }
  return who.ask(users.create, { body })
}
const statusOf = ({ statusCode }: { statusCode: number }) => statusCode
async function imported(endpoint: Endpoint, rows: readonly (readonly string[])[]) {
  await database().update(session).set({ provedAt: new Date() })
  const begun = (await upload(owner, endpoint, await excelOf(rows))).json().data
  return jobIn(owner, begun.id, 'checked', 'failed')
}
const codesFile = (codes: readonly string[]) => [
  ['Code', 'Name', 'Type'],
  ...codes.map(code => [code, code, 'Gateway']),
]

test('after twenty taken login ids and codes nothing is looked up for an hour, not even free ones', async () => {
  for (const name of theirs.slice(0, TOLD_AN_HOUR / 2)) {
    expect(statusOf(await user(owner, name))).toBe(400)
    expect(statusOf(await device(owner, name))).toBe(400)
  }
  const refused = await device(owner, 'nobody-has-this')
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
  expect(refused.json().message).toMatch(
    /^You entered too many login ids or codes that are already in use. Try again in \d+ min$/,
  )
  expect(statusOf(await user(owner, 'nobody-is-this'))).toBe(429)
  await database()
    .update(takenTold)
    .set({ at: new Date(Date.now() - 3_600_000) })
  expect(statusOf(await device(owner, 'nobody-has-this'))).toBe(200)
})

test('asking for many at once reveals no more', async () => {
  const codes = (await Promise.all(theirs.map(code => device(owner, code)))).map(statusOf)
  expect(codes.filter(code => code === 400)).toHaveLength(TOLD_AN_HOUR)
  expect(codes.filter(code => code === 429)).toHaveLength(theirs.length - TOLD_AN_HOUR)
})

test('staff, who see all of them, and a colleague are not limited', async () => {
  const staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  for (const code of theirs) expect(statusOf(await device(staff, code))).toBe(400)
  await Promise.all(theirs.map(code => device(owner, code)))
  const colleague = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  expect(statusOf(await device(colleague, theirs[0] ?? ''))).toBe(400)
})

test('a file with more of others’ codes fails as a whole; one’s own are not counted', async () => {
  const own = theirs.map(code => `own-${code}`)
  for (const code of own) await buildDevice(farm.services, farm.offices.direct, { code })
  expect(await imported(devices.import, codesFile(own))).toMatchObject({
    state: 'checked',
    summary: { valid: 0 },
  })
  const asking = await imported(devices.import, codesFile(theirs))
  expect(asking).toMatchObject({ state: 'failed', error: expect.stringContaining('that are already in use') })
  const free = await imported(devices.import, codesFile(['nobody-has-that']))
  expect(free).toMatchObject({ state: 'failed', error: expect.stringContaining('that are already in use') })
})

test('so does a file of users with login ids of others in it', async () => {
  const file = (names: readonly string[]) => [
    ['Login id', 'Name', 'E-mail'],
    ...names.map(name => [name, 'A', `${name}@farm.example`]),
  ]
  const few = await imported(users.import, file(theirs.slice(0, 3)))
  expect(few).toMatchObject({ state: 'checked', summary: { faulty: 3 } })
  expect(await imported(users.import, file(theirs))).toMatchObject({ state: 'failed' })
})
