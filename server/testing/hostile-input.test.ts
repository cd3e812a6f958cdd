import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { houses } from '#shared/contracts/houses.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { XLSX } from '#shared/excel.ts'
import type { Grant } from '#shared/permissions.ts'
import { features } from '../app.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { houseGroup } from '../platform/database/tables/house-groups.ts'
import { unpack } from '../platform/excel/unpack.ts'
import type { Person, TestApp } from './app.ts'
import { buildGroup } from './farm-builder.ts'
import { audienceOf, everyGrant, type JsonSchema } from './samples.ts'
import { jobIn, rowsOf, upload } from './uploads.ts'
import { workingApp } from './working-app.ts'
import { zipBomb } from './zip-bomb.ts'

const MEGABYTE = 1024 * 1024

let farm: TestApp
let owner: Person
let port: number
beforeAll(async () => {
  farm = await workingApp()
  owner = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  await farm.app.listen({ port: 0, host: '127.0.0.1' })
  port = (farm.app.server.address() as AddressInfo).port
})
afterAll(() => farm.close())

/** Every call that accepts a file. */
const uploads = features.flatMap(({ name, contract }) =>
  Object.entries<Endpoint>(contract)
    .filter(([, { takes }]) => takes !== undefined)
    .map(([type, endpoint]) => ({ name: `${name}.${type}`, endpoint })),
)

/** A new person who may call it. */
function uploader({ access }: Endpoint): Promise<Person> {
  const grant = typeof access === 'string' && access !== 'signedIn' ? (access as Grant) : undefined
  const [kind = 2] = grant ? audienceOf(grant).toReversed() : []
  const { provider, direct, agent } = farm.offices
  return farm.as({ office: { 1: provider, 2: direct, 3: agent }[kind], kind, grants: everyGrant(kind) })
}

const uploading = (
  { token }: Person,
  { method, path, takes }: Endpoint,
  headers: Record<string, string>,
): ClientRequest =>
  request({
    host: '127.0.0.1',
    port,
    method,
    path: `/api${path}?name=big.xlsx`,
    headers: { 'access-token': token, 'content-type': takes, ...headers },
  })

test.each(uploads)(
  'an upload to $name that says it has 100 MB is refused before any of it is sent',
  async ({ endpoint }) => {
    const call = uploading(await uploader(endpoint), endpoint, { 'content-length': String(100 * MEGABYTE) })
    call.on('error', () => {})
    call.flushHeaders()
    const [answer] = (await once(call, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(413)
    expect(JSON.parse(await text(answer)).code).toBe(413)
    call.destroy()
  },
)

describe('a file of 200 kB that would unpack to 120 MB', () => {
  let bombs: Buffer[]
  beforeAll(() => {
    const size = 120 * MEGABYTE
    bombs = [zipBomb(size, size), zipBomb(size, 1_000)]
  })

  test.each(uploads.filter(({ endpoint }) => endpoint.takes === XLSX))(
    'is refused by $name, whatever it says of itself, and calls go on meanwhile',
    async ({ endpoint }) => {
      const caller = await uploader(endpoint)
      const ids: string[] = []
      for (const bomb of bombs) ids.push((await upload(caller, endpoint, bomb)).json().data.id)
      expect((await owner.ask(houses.list)).statusCode).toBe(200)
      const errors = await Promise.all(ids.map(id => jobIn(caller, id, 'failed').then(({ error }) => error)))
      expect(errors).toEqual([
        'The file is too large once unpacked',
        'This is not an Excel file (.xlsx), or it is damaged. Save it in Excel as .xlsx',
      ])
    },
  )
})

test('an upload of undeclared size is cut off at its limit', async () => {
  const call = uploading(owner, houses.import, { 'transfer-encoding': 'chunked' })
  // The answer, or the error if the server hung up.
  const ended = new Promise<IncomingMessage | Error>(resolve => {
    call.on('response', resolve)
    call.on('error', resolve)
  })
  let sent = 0
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  const piece = Buffer.alloc(MEGABYTE)
  while (!isOver && sent < 100) {
    sent += 1
    if (!call.write(piece)) await Promise.race([new Promise(resolve => call.once('drain', resolve)), ended])
  }
  const outcome = await ended
  if ('statusCode' in outcome) expect(outcome.statusCode).toBe(413)
  call.destroy()
  // The limit, plus what was in the buffers of both ends.
  expect(sent).toBeLessThan(60)
  const alive = await owner.ask(houses.list)
  expect(alive.statusCode).toBe(200)
})

const formulas = ['=HYPERLINK("http://x","y")', '+1+1', '-1+1', '@SUM(A1)', '=cmd|calc!A0']

test('a text that looks like a formula is exported as text, and stays text when somebody edits it', async () => {
  for (const name of formulas) await buildGroup(farm.services, farm.offices.direct, name)
  const { id } = await owner.call(houseGroups.export, { body: {} })
  const { file } = await jobIn(owner, id, 'done')
  const rows = await rowsOf(farm, file?.url)
  expect(
    rows
      .slice(1)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(formulas.toSorted())
  const { rawPayload } = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  const parts = await unpack(rawPayload)
  const part = async (name: string) => text((await parts.open(name)) ?? Readable.from([]))
  const sheet = await part('xl/worksheets/sheet1.xml')
  expect(sheet).not.toMatch(/<f[ >]/)
  const styles = [...(await part('xl/styles.xml')).matchAll(/<xf [^>]*quotePrefix="1"/g)]
  expect(styles.length).toBeGreaterThan(0)
})

const bodies = features.flatMap(({ name, contract }) =>
  Object.entries<Endpoint>(contract).flatMap(([type, { body, takes }]) =>
    body && takes === undefined ? [{ name: `${name}.${type}`, body }] : [],
  ),
)
/** Places of a schema, at any depth, that accept unlisted fields. */
const openPlaces = (schema: JsonSchema & { additionalProperties?: unknown }, at = ''): string[] => [
  ...(schema.properties && schema.additionalProperties !== false ? [at] : []),
  ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => openPlaces(inner, `${at}.${name}`)),
  ...[schema.items ?? [], schema.anyOf ?? []].flat().flatMap(inner => openPlaces(inner, at)),
]
test.each(bodies)('$name accepts no unlisted field', ({ body }) => {
  const schema = z.toJSONSchema(body, { io: 'output', unrepresentable: 'any' }) as JsonSchema
  expect(schema.properties).toBeDefined()
  // What a browser sends about a passkey is checked by its own library.
  expect(openPlaces(schema).filter(place => !/^\.(passkey|response)/.test(place))).toEqual([])
})

test('fields that a form does not have change nothing: neither owner nor id', async () => {
  const group = await buildGroup(farm.services, farm.offices.direct, 'South yard')
  const foreign = {
    officePath: farm.offices.closed.path,
    id: 'mine',
    createdAt: '2000-01-01',
    deletedAt: null,
  }
  const body = { name: 'South yard', officeId: farm.offices.direct.id, ...foreign }
  const answer = await owner.ask(houseGroups.update, { params: { id: group.id }, body })
  expect(answer.statusCode).toBe(200)
  const [row] = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(houseGroup)
    .where(eq(houseGroup.id, group.id))
  expect(row).toMatchObject({ id: group.id, officePath: farm.offices.direct.path })
  expect(row?.createdAt.getFullYear()).toBeGreaterThan(2000)
})

test('an id that is guessed, forged or of another kind is simply not found', async () => {
  const theirs = await buildGroup(farm.services, farm.offices.closed, 'Theirs')
  const guesses = [theirs.id, theirs.id.toUpperCase(), '0', '1 or 1=1', '../users', '%00', 'x'.repeat(300)]
  for (const id of guesses)
    expect((await owner.ask(houseGroups.get, { params: { id } })).statusCode, id).toBe(404)
})
