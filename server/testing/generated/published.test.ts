import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { features } from '../../app.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { rowFor } from '../fixtures.ts'
import { everyGrant } from '../samples.ts'

/** Lists whose deleted rows cannot be restored: what refers to them goes with them. */
const GONE_FOR_GOOD = ['goods', 'overhaul-items', 'agent-materials']

type Everyday = Readonly<
  Record<'list' | 'get' | 'create' | 'update' | 'remove' | 'release' | 'withdraw', Endpoint>
>

/** Modules whose records have a version and are drafts until released. */
const published = features.flatMap(({ name, contract }) => {
  const everyday = ['list', 'get', 'create', 'update', 'release', 'withdraw'].every(
    endpoint => endpoint in contract,
  )
  return everyday ? [{ name, contract: contract as unknown as Everyday }] : []
})

let farm: TestApp
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

interface Row {
  id: string
  version: number
  status: string
}

test('there are published records to look at', () => {
  expect(published.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['cage-types', 'iot-products', 'overhaul-items', 'goods']),
  )
})

describe.each(published)('$name', ({ name, contract }) => {
  const ask = (endpoint: Endpoint, id: string, body?: unknown) =>
    staff.ask(endpoint, { params: { id }, ...(body !== undefined && { body }) })
  const read = async (id: string) => (await ask(contract.get, id)).json().data as Row
  const fileFields = Object.entries(contract.list.fields ?? {}).filter(
    ([, { kind }]) => kind === 'pictures' || kind === 'attachments',
  )
  /** A fixture's files are only names. */
  const noFiles = Object.fromEntries(fileFields.map(([field]) => [field, []]))
  /** A draft of the module, as its form would send it back. */
  async function draft() {
    const built = await rowFor(`${name}.get`)?.(farm)
    if (!built) throw new Error(`${name} has no fixture`)
    const row = await read(built.id)
    const form = (contract.update.body as z.ZodType).parse({ ...row, ...noFiles }) as object
    return { row, form }
  }

  test('the second of two editors is shown what the first has stored', async () => {
    const { row, form } = await draft()
    const first = await ask(contract.update, row.id, { ...form, version: row.version })
    expect(first.statusCode, first.body).toBe(200)
    const second = await ask(contract.update, row.id, { ...form, version: row.version })
    expect(second.statusCode).toBe(409)
    expect(second.json().data).toMatchObject({
      yours: { version: row.version },
      current: { id: row.id, version: first.json().data.version },
    })
  })

  test('what is already released is not released again, and what is not released is not withdrawn', async () => {
    const { row } = await draft()
    expect((await ask(contract.withdraw, row.id, {})).statusCode).toBe(409)
    const released = await ask(contract.release, row.id, {})
    expect(released.statusCode, released.body).toBe(200)
    expect((await read(row.id)).status).toBe('released')
    expect((await ask(contract.release, row.id, {})).statusCode).toBe(409)
    expect((await ask(contract.withdraw, row.id, {})).statusCode).toBe(200)
    expect((await read(row.id)).status).toBe('withdrawn')
  })
})

const restorable = published.flatMap(({ name, contract }) =>
  'restore' in contract ? [{ name, contract: contract as Everyday & Record<'restore', Endpoint> }] : [],
)

test('deleted records of every published list can be restored, but for those named', () => {
  const others = published.map(({ name }) => name).filter(name => !GONE_FOR_GOOD.includes(name))
  expect(restorable.map(({ name }) => name)).toEqual(others)
})

describe.each(restorable)('deleted $name', ({ name, contract }) => {
  const ask = (endpoint: Endpoint, id: string, who = staff) => who.ask(endpoint, { params: { id } })
  async function deleted() {
    const built = await rowFor(`${name}.get`)?.(farm)
    if (!built) throw new Error(`${name} has no fixture`)
    expect((await ask(contract.release, built.id)).statusCode).toBe(200)
    const removed = await ask(contract.remove, built.id)
    expect(removed.statusCode, removed.body).toBe(200)
    return built.id
  }
  const listed = async (query: object) => {
    const answer = await staff.ask(contract.list, { query: { size: 100, ...query } })
    return answer.json().data.items as { id: string; deleted?: { at: string; by: string | null } }[]
  }

  test('are listed apart with when and by whom, and drafts once they are restored', async () => {
    const id = await deleted()
    expect((await ask(contract.get, id)).statusCode).toBe(404)
    expect((await ask(contract.release, id)).statusCode).toBe(404)
    expect((await ask(contract.remove, id)).statusCode).toBe(404)
    expect((await listed({ sort: '-createdAt' })).map(row => row.id)).not.toContain(id)
    const [last] = await listed({ deleted: 'recently' })
    expect(last).toMatchObject({ id, deleted: { at: expect.any(String), by: expect.any(String) } })
    const restored = await ask(contract.restore, id)
    expect(restored.statusCode, restored.body).toBe(200)
    expect(restored.json().data).toMatchObject({ id, status: 'draft' })
    expect((await ask(contract.get, id)).json().data).toEqual(restored.json().data)
    expect((await listed({ deleted: 'recently' })).map(row => row.id)).not.toContain(id)
    expect((await ask(contract.restore, id)).statusCode).toBe(409)
  })

  test('are neither shown to nor restored by people who may not delete', async () => {
    const id = await deleted()
    const may = (grant: string) => grant !== contract.remove.access
    const others = await farm.as({
      office: farm.offices.provider,
      kind: 1,
      grants: everyGrant(1).filter(may),
    })
    expect((await others.ask(contract.list, { query: { deleted: 'recently' } })).statusCode).toBe(403)
    expect((await ask(contract.restore, id, others)).statusCode).toBe(403)
    expect((await ask(contract.restore, id)).statusCode).toBe(200)
  })
})
