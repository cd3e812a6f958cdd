import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personal } from '#shared/contracts/personal.ts'
import { session } from '#shared/contracts/session.ts'
import { users } from '#shared/contracts/users.ts'
import { PICTURE_SIDE } from '#shared/pictures.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { type TestApp, testApp } from '../../testing/app.ts'
import { exif, jpegOf, sendPicture, wrongPictures } from '../../testing/pictures.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
const farmer = () => farm.as({ office: farm.offices.team, kind: 2 })

const fetched = (url: string) => farm.app.inject({ method: 'GET', url })

test('a farmer changes name, phone and sex; the header says the new name, the history what changed', async () => {
  const me = await farmer()
  const { version } = await me.call(personal.profile)
  const body = { actualName: ' Karin Berg ', phone: '+46 70 123', sex: 'female' as const, version }
  expect(await me.call(personal.saveProfile, { body })).toMatchObject({
    actualName: 'Karin Berg',
    phone: '+46 70 123',
    sex: 'female',
    version: version + 1,
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

test('a name is one line that reads as it is written', async () => {
  const me = await farmer()
  for (const actualName of ['Li\r\nWei', 'admin\u202e', 'a\u2066b', 'tab\there']) {
    const answer = await me.ask(personal.saveProfile, { body: { actualName } })
    expect(answer.json()).toMatchObject({ code: 40003, data: [{ field: 'actualName' }] })
  }
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
  // Browsers know the second; the database does not, and would fail on it for everybody's quiet hours.
  for (const timeZone of ['Mars/Olympus', 'CTT']) {
    const wrong = await me.ask(personal.setTimeZone, { body: { timeZone } })
    expect(wrong.json()).toMatchObject({ code: 40003, data: [{ field: 'timeZone' }] })
  }
  const stored = database().update(account).set({ timeZone: 'CTT' }).where(eq(account.id, me.accountId))
  await expect(stored).rejects.toMatchObject({ cause: { constraint: 'account_time_zone' } })
})

test('a picture is kept without what the camera wrote into it, and shown wherever its owner is named', async () => {
  const me = await farmer()
  expect((await me.call(personal.profile)).avatar).toBeNull()
  expect((await sendPicture(me, personal.setAvatar, jpegOf(PICTURE_SIDE, exif))).statusCode).toBe(200)
  const { avatar } = await me.call(session.userInfo)
  const chief = await farm.as({ office: farm.offices.team, kind: 2, grants: ['user_manage:query'] })
  const { items } = await chief.call(users.list)
  expect(items.find(({ id }) => id === me.accountId)?.avatar?.split('?')[0]).toBe(avatar?.split('?')[0])
  const picture = await fetched(avatar ?? '')
  expect(picture.statusCode).toBe(200)
  expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  expect(picture.rawPayload).toEqual(jpegOf(PICTURE_SIDE))
})

test('a new picture takes the place of the old one, and removing leaves the initials', async () => {
  const me = await farmer()
  await sendPicture(me, personal.setAvatar, jpegOf(PICTURE_SIDE))
  const first = (await me.call(personal.profile)).avatar ?? ''
  await sendPicture(me, personal.setAvatar, jpegOf(PICTURE_SIDE))
  const kept = () => database().select().from(storedFile).where(eq(storedFile.accountId, me.accountId))
  expect(await kept()).toHaveLength(1)
  expect((await fetched(first)).statusCode).toBe(404)
  expect((await me.call(personal.removeAvatar)).avatar).toBeNull()
  expect(await kept()).toHaveLength(0)
})

test.each(wrongPictures)('%s is refused', async (_, body) => {
  const answer = await sendPicture(await farmer(), personal.setAvatar, body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ code: 40003, data: [{ field: 'file' }] })
})
