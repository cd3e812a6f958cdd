import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { features } from '../../app.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { rowFor } from '../fixtures.ts'
import { everyGrant } from '../samples.ts'

type Everyday = Readonly<Record<'list' | 'get' | 'create' | 'update' | 'release' | 'withdraw', Endpoint>>

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
