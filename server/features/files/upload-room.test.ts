import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { files } from '#shared/contracts/files.ts'
import { flocks } from '#shared/contracts/flocks.ts'
import { notices } from '#shared/contracts/notices.ts'
import { OFFICE_BYTES, OFFICE_UPLOADS, OPEN_UPLOADS, PERSON_BYTES, UPLOADS_PATH } from '#shared/files.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { jpegOf } from '../../testing/pictures.ts'
import { listening, sendBytes, sendFile, uploadIdOf } from '../../testing/sent-files.ts'

let farm: TestApp
let base: string
beforeAll(async () => {
  farm = await testApp()
  base = await listening(farm)
})
afterAll(() => farm.close())

const someone = () => farm.as({ office: farm.offices.sharing, kind: 2, grants: [] })
const asked = (
  person: Pick<Person, 'token'>,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  url: string,
  headers: Record<string, string> = {},
  payload?: Buffer,
) =>
  farm.app.inject({
    method,
    url,
    headers: { 'access-token': person.token, 'tus-resumable': '1.0.0', ...headers },
    ...(payload && { payload }),
  })
const begin = (person: Person, bytes: number) =>
  asked(person, 'POST', UPLOADS_PATH, { 'upload-length': String(bytes) })

describe('room for what people send', () => {
  test('so many uploads are on their way at once, also when they come together; one that ends makes room', async () => {
    const person = await someone()
    const answers = await Promise.all(Array.from({ length: OPEN_UPLOADS * 2 }, () => begin(person, 100)))
    const taken = answers.filter(({ statusCode }) => statusCode === 201)
    expect(taken).toHaveLength(OPEN_UPLOADS)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json().message).toBe('At most 20 uploads at a time. Wait for one to finish')
    expect((await begin(await someone(), 100)).statusCode).toBe(201)
    expect((await asked(person, 'DELETE', String(taken[0]?.headers.location))).statusCode).toBe(204)
    expect((await begin(person, 100)).statusCode).toBe(201)
  })

  test('what was kept for a record frees its place; a person has only so many bytes on the way', async () => {
    const person = await someone()
    for (let i = 0; i < OPEN_UPLOADS + 1; i++) await sendFile(base, person)
    const large = 200 * 1024 * 1024
    const answers = []
    for (let bytes = 0; bytes <= PERSON_BYTES; bytes += large) answers.push(await begin(person, large))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...new Array(answers.length - 1).fill(201),
      429,
    ])
    expect(answers.at(-1)?.json().message).toContain('may have 2 GB together')
    expect((await asked(person, 'POST', UPLOADS_PATH, { 'upload-defer-length': '1' })).statusCode).toBe(429)
  })

  test('the people of an office have only so much on the way together; another office is not held up', async () => {
    const colleague = () => farm.as({ office: farm.offices.team, kind: 2, grants: [] })
    const outsider = await farm.as({ office: farm.offices.direct, kind: 2, grants: [] })
    const answers = []
    for (let sent = 0; sent <= OFFICE_UPLOADS; sent += OPEN_UPLOADS) {
      const person = await colleague()
      for (let i = 0; i < OPEN_UPLOADS && answers.length <= OFFICE_UPLOADS; i++)
        answers.push(await begin(person, 100))
    }
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(OFFICE_UPLOADS)
    expect(answers.at(-1)?.json().message).toContain('Your colleagues')
    expect((await begin(outsider, 100)).statusCode).toBe(201)
    for (const { headers } of answers.slice(0, -1)) await asked(outsider, 'DELETE', String(headers.location))
    expect((await begin(await colleague(), 100)).statusCode, 'nobody frees the place of another').toBe(429)
  })

  test('bytes of an office count whoever kept them', async () => {
    const large = 200 * 1024 * 1024
    const people = await Promise.all(
      Array.from({ length: 6 }, () => farm.as({ office: farm.offices.closed, kind: 2, grants: [] })),
    )
    let bytes = 0
    const answers = []
    for (const person of people)
      for (let own = 0; own + large <= PERSON_BYTES; own += large) {
        bytes += large
        answers.push({ bytes, status: (await begin(person, large)).statusCode })
      }
    for (const { bytes, status } of answers) expect(status).toBe(bytes <= OFFICE_BYTES ? 201 : 429)
    expect(bytes).toBeGreaterThan(OFFICE_BYTES)
  })

  test('an address that ends in another’s upload goes on with nothing', async () => {
    const [person, other] = [await someone(), await someone()]
    const own = uploadIdOf(String((await begin(person, 100)).headers.location))
    const theirs = uploadIdOf(String((await begin(other, 100)).headers.location))
    const offsetOf = async (who: Person, id: string) =>
      (await asked(who, 'HEAD', `${UPLOADS_PATH}/${id}`)).headers['upload-offset']
    for (const ending of [`?x=/${theirs}`, `?/${theirs}`, `?x=/${theirs}.json`]) {
      const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
      const head = await asked(person, 'HEAD', `${UPLOADS_PATH}/${own}${ending}`)
      expect(head.headers['upload-metadata']).not.toContain(Buffer.from(other.accountId).toString('base64'))
      await asked(person, 'PATCH', `${UPLOADS_PATH}/${own}${ending}`, part, Buffer.from('meat'))
      const gone = await asked(person, 'DELETE', `${UPLOADS_PATH}/${theirs}?x=/${own}`)
      expect(gone.statusCode).toBe(404)
      expect(gone.payload).not.toContain(farm.services.config.dataDir)
    }
    expect(await offsetOf(other, theirs)).toBe('0')
    expect(await offsetOf(person, own)).toBe('4')
  })

  test('what is on its way is readable by the server alone', () => {
    const { mode } = statSync(join(farm.services.config.dataDir, 'uploads'))
    expect(mode & 0o777).toBe(0o700)
  })
})

test('on a full disk people read and see alarms, and nothing else is stored', async () => {
  const person = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['chicken_batch:query', 'chicken_batch:export', 'house_alarm:query', 'house_alarm:edit'],
  })
  const upload = uploadIdOf(await sendBytes(base, person, jpegOf(64)))
  const keep = () => person.ask(files.keep, { body: { upload, name: 'fan.jpg', use: 'picture' } })
  farm.services.readDisk = async () => ({ free: 1.9e9, total: 100e9 })
  const refused = [await keep(), await begin(person, 100), await person.ask(flocks.export, { body: {} })]
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([507, 507, 507])
  expect(refused[0]?.json().message).toMatch(/^The server’s disk is almost full/)
  expect((await person.ask(flocks.list)).statusCode).toBe(200)
  expect((await person.ask(notices.markAllRead)).statusCode).toBe(200)
  // Not refused before it is looked for.
  expect((await person.ask(alarms.seen, { params: { id: upload }, body: {} })).statusCode).toBe(404)
  expect(
    (await farm.app.inject({ method: 'POST', url: '/api/admin/open/login', payload: {} })).statusCode,
  ).toBe(400)
  farm.services.readDisk = async () => ({ free: 3e9, total: 100e9 })
  expect((await keep()).statusCode).toBe(200)
})
