import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AVATAR_SIDE, personal } from '#shared/contracts/personal.ts'
import { session } from '#shared/contracts/session.ts'
import { SYSTEM } from '../../database/store.ts'
import { operationHistory } from '../../database/tables/histories.ts'
import { storedFile } from '../../database/tables/jobs.ts'
import { account } from '../../database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const farmer = () => farm.as({ office: farm.offices.team, kind: 2 })

const segment = (marker: number, ...bytes: number[]) => [
  ...[0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff],
  ...bytes,
]
const exif = segment(0xe1, ...Buffer.from('Exif\0\0 taken at 36.65 N 117.12 E'))
/** The parts of a JPEG that say how big it is, and some picture. */
const jpeg = (side: number, more: number[] = []) =>
  Buffer.from([
    ...[0xff, 0xd8],
    ...segment(0xe0, ...Buffer.from('JFIF\0')),
    ...more,
    ...segment(0xc0, 8, side >> 8, side & 0xff, side >> 8, side & 0xff, 3),
    ...segment(0xda, 1, 2, 3),
    ...[10, 20, 30, 0xff, 0xd9],
  ])
const upload = (person: Person, body: Buffer, type = 'image/jpeg') =>
  person.ask(personal.setAvatar, { body, headers: { 'content-type': type } })
const fetched = (url: string) => farm.app.inject({ method: 'GET', url })

test('a farmer changes name, phone and sex; the header says the new name, the history what changed', async () => {
  const me = await farmer()
  const { version } = await me.call(personal.profile)
  const body = { actualName: ' Karin Berg ', phone: '+46 70 123', sex: 'female' as const, version }
  expect(await me.call(personal.saveProfile, { body })).toMatchObject({
    ...{ actualName: 'Karin Berg', phone: '+46 70 123', sex: 'female', version: version + 1 },
  })
  farm.services.events.emit('access', { accountIds: [me.accountId] })
  expect((await me.call(session.userInfo)).actualName).toBe('Karin Berg')
  const [row] = await database()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.actorId, me.accountId))
  expect(row?.before).toEqual({ actualName: 'Test User', phone: null, sex: null })
})

test('what an administrator decides is not changed by the profile', async () => {
  const me = await farmer()
  const before = await me.call(personal.profile)
  const body = {
    actualName: 'X',
    username: 'root',
    job: 'Owner',
    kind: 1,
    officeId: farm.offices.provider.id,
  }
  expect((await me.ask(personal.saveProfile, { body })).statusCode).toBe(200)
  const { username, job } = await me.call(personal.profile)
  expect({ username, job }).toEqual({ username: before.username, job: before.job })
  const [row] = await database().select().from(account).where(eq(account.id, me.accountId))
  expect(row).toMatchObject({ kind: 2, officeId: farm.offices.team.id })
})

test('a profile that the administrator changed meanwhile is shown, not overwritten', async () => {
  const me = await farmer()
  const { version } = await me.call(personal.profile)
  await me.call(personal.saveProfile, { body: { actualName: 'First', version } })
  const answer = await me.ask(personal.saveProfile, { body: { actualName: 'Second', version } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data).toMatchObject({
    current: { actualName: 'First' },
    yours: { actualName: 'Second' },
  })
})

test('a farmer reads in the zone they choose, and again in that of the department', async () => {
  const me = await farmer()
  const zone = async () => (await me.call(session.userInfo)).timeZone
  await me.call(personal.setTimeZone, { body: { timeZone: 'America/Chicago' } })
  expect(await zone()).toBe('America/Chicago')
  await me.call(personal.setTimeZone, { body: { timeZone: null } })
  expect(await zone()).toBe('Asia/Shanghai')
  const wrong = await me.ask(personal.setTimeZone, { body: { timeZone: 'Mars/Olympus' } })
  expect(wrong.json()).toMatchObject({ code: 40003, data: [{ field: 'timeZone' }] })
})

test('a picture is kept without what the camera wrote into it, and shown wherever its owner is named', async () => {
  const me = await farmer()
  expect((await me.call(personal.profile)).avatar).toBeNull()
  expect((await upload(me, jpeg(AVATAR_SIDE, exif))).statusCode).toBe(200)
  const { avatar } = await me.call(session.userInfo)
  const picture = await fetched(avatar ?? '')
  expect(picture.statusCode).toBe(200)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  expect(picture.rawPayload).toEqual(jpeg(AVATAR_SIDE))
})

test('a new picture takes the place of the old one, and removing leaves the initials', async () => {
  const me = await farmer()
  await upload(me, jpeg(AVATAR_SIDE))
  const first = (await me.call(personal.profile)).avatar ?? ''
  await upload(me, jpeg(AVATAR_SIDE))
  const kept = () => database().select().from(storedFile).where(eq(storedFile.accountId, me.accountId))
  expect(await kept()).toHaveLength(1)
  expect((await fetched(first)).statusCode).toBe(404)
  expect((await me.call(personal.removeAvatar)).avatar).toBeNull()
  expect(await kept()).toHaveLength(0)
})

test.each([
  ['a page that calls itself a picture', Buffer.from('<script>alert(1)</script>')],
  ['a picture with a page behind it', Buffer.concat([jpeg(AVATAR_SIDE), Buffer.from('<script>')])],
  ['a picture that was not made small', jpeg(4_000)],
  ['a picture that is cut off', jpeg(AVATAR_SIDE).subarray(0, 20)],
  ['a picture whose parts end nowhere', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0xff, 0xd9])],
  [
    'more bytes than a small picture has',
    jpeg(AVATAR_SIDE, new Array(4).fill(segment(0xe2, ...new Array(60_000).fill(1))).flat()),
  ],
])('%s is refused', async (_, body) => {
  const me = await farmer()
  const answer = await upload(me, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 40003, data: [{ field: 'file' }] })
})
