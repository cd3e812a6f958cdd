import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noSeller } from '#shared/contracts/seller.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { CUSTOMER, type Kind, STAFF } from '#shared/permissions.ts'
import type { Language } from '#shared/text.ts'
import { features } from '../../app.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { loginLog, screenVisit } from '../../platform/database/tables/histories.ts'
import { office, role } from '../../platform/database/tables/offices.ts'
import { seller } from '../../platform/database/tables/seller.ts'
import { type Person, type TestApp, testApp } from '../app.ts'
import { type Filled, fillCustomer, own, subjects } from '../filled-customer.ts'
import { audienceOf, everyGrant, grantsTo, inputSchema, sampleOf } from '../samples.ts'

/** What people of this kind may read. */
const readsOf = (kind: Kind) =>
  features.flatMap(({ name: module, contract }) =>
    Object.entries<Endpoint>(contract)
      .filter(([, { access, kinds, method }]) => {
        return access !== 'public' && method === 'GET' && kinds?.includes(kind) !== false
      })
      .filter(([, endpoint]) => {
        const grants = grantsTo(endpoint)
        return grants.length === 0 || grants.some(grant => audienceOf(grant).includes(kind))
      })
      .map(([type, endpoint]) => ({ module, name: `${module}.${type}`, endpoint })),
  )

const CHINESE = '只有中文名'

let farm: TestApp
let filled: Filled
const readers = new Map<Kind, Person>()
beforeAll(async () => {
  farm = await testApp()
  const { provider, sharing } = farm.offices
  readers.set(STAFF, await farm.as({ office: provider, kind: STAFF, grants: everyGrant(STAFF) }))
  const owner = await farm.as({ office: sharing, kind: CUSTOMER, grants: everyGrant(CUSTOMER) })
  readers.set(CUSTOMER, owner)
  filled = await fillCustomer(farm, sharing, 'filled')
  const db = farm.services.store.scoped(SYSTEM)
  const remoteControlUntil = new Date(Date.now() + 3_600_000)
  await db.update(office).set({ remoteControlUntil }).where(eq(office.id, sharing.id))
  const { accountId, officePath } = owner
  await db.insert(loginLog).values({ accountId, officePath, platform: 'web', operation: 'login' })
  await db.insert(screenVisit).values({
    accountId,
    officePath,
    lane: 'lane',
    number: 1,
    screen: '/custom',
    startedAt: new Date(),
    durationMs: 1_000,
  })
  const profile = { ...noSeller, chineseName: CHINESE, chineseAddress: CHINESE }
  await db.insert(seller).values({ officePath: provider.path, profile })
  for (const table of [office, role]) await db.update(table).set({ chineseName: CHINESE, englishName: '' })
})
afterAll(() => farm.close())

/** Where in an answer a name is empty, except for the fields of a form, which has both. */
function unnamed(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, one]) =>
    one === '' && /(name|office|offices|agent|by|\d)$/i.test(key) && key !== 'englishName'
      ? [`${at}.${key}`]
      : unnamed(one, `${at}.${key}`),
  )
}

const ask = (
  reader: Person,
  { module, endpoint }: { module: string; endpoint: Endpoint },
  language: Language,
) =>
  reader.ask(endpoint, {
    params: { id: module.endsWith('customers') ? filled.office.id : (subjects[module]?.(filled) ?? '') },
    query:
      endpoint.query &&
      sampleOf(inputSchema(endpoint.query), {
        ...own[module]?.(filled, {}),
        from: 0,
        to: 1_000,
        metrics: 'Climate/Temperature',
      }),
    headers: { 'access-i18n': language },
  })

describe.each([
  ['staff', STAFF],
  ['the owner of a farm', CUSTOMER],
] as const)('what has its name in one language is called by it to %s', (_, kind) => {
  test.each(readsOf(kind))('by $name', async read => {
    const reader = readers.get(kind)
    if (!reader) throw new Error(`Nobody reads as ${kind}`)
    const english = await ask(reader, read, 'en-US')
    expect([200, 400, 404], english.body).toContain(english.statusCode)
    expect(unnamed(english.json())).toEqual([])
    // As often as for readers of the other language.
    const chinese = await ask(reader, read, 'zh-CN')
    const times = ({ body }: { body: string }) => body.split(CHINESE).length
    expect(times(english)).toBe(times(chinese))
  })
})
