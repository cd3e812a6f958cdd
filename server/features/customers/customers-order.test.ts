import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { customerForm, openSales, systemOf } from './testing/sales.ts'

let farm: TestApp
let sales: Person
let agent: Person

beforeAll(async () => {
  ;({ farm, sales, agent } = await openSales())
})
afterAll(() => farm.close())

test.each([
  [
    'en-US',
    'IS',
    [
      ['Cedar', '雪松'],
      ['Alder', ''],
      ['', 'Birch'],
    ],
    ['Alder', 'Birch', 'Cedar'],
  ],
  [
    'zh-CN',
    'FI',
    [
      ['Cedar', '雪松'],
      ['Alder', 'Ahorn'],
      ['Birch', ''],
    ],
    ['Ahorn', 'Birch', '雪松'],
  ],
] as const)(
  'by name, customers stand where the name puts them that shows: %s',
  async (language, country, named, order) => {
    for (const [englishName, chineseName] of named)
      await sales.call(customers.create, { body: customerForm({ englishName, chineseName, country }) })
    const names = async (sort: string) => {
      const headers = { 'access-i18n': language }
      const answer = await sales.ask(customers.list, { query: { country, sort }, headers })
      return answer.json().data.items.map(({ name }: { name: string }) => name)
    }
    expect(await names('name')).toEqual(order)
    expect(await names('-name')).toEqual(order.toReversed())
  },
)

const columnsOf = (id: string, columns: Partial<typeof customer.$inferInsert>) =>
  systemOf(farm).update(customer).set(columns).where(eq(customer.officeId, id))

test('trials that wait for a decision stand first, then the newest; on trial is who was let in and is not through', async () => {
  const add = (who: Person, englishName: string) =>
    who.call(trialCustomers.create, { body: customerForm({ englishName, country: 'PT' }) })
  const waiting = [await add(agent, 'Waits'), await add(agent, 'Waits, too')]
  for (const name of ['Runs', 'Ends soon', 'Is over', 'Is refused']) {
    const { id } = await add(sales, name)
    const ends = (days: number) => ({
      trialEndsOn: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
    })
    if (name === 'Ends soon') await columnsOf(id, ends(1))
    if (name === 'Is over') await columnsOf(id, ends(-3))
    if (name === 'Is refused') await columnsOf(id, { approval: 'rejected' })
  }
  const { items } = await sales.call(trialCustomers.list, { query: { country: 'PT' } })
  expect(items.map(({ englishName }) => englishName)).toEqual([
    'Waits, too',
    'Waits',
    'Is refused',
    'Is over',
    'Ends soon',
    'Runs',
  ])
  expect(waiting.map(({ approval }) => approval)).toEqual(['pending', 'pending'])
  expect(await sales.call(trialCustomers.summary)).toMatchObject({ customers: 2, pending: 2, ended: 1 })
})

test('every column that says so is sorted, both ways', async () => {
  const rows = [
    { contact: 'Ada', phone: '1', email: 'B@farm.example', city: 'Faro', agentEndsOn: '2030-01-01' },
    { contact: 'Bob', phone: '2', email: 'c@farm.example', city: 'Lyon', agentEndsOn: '2031-01-01' },
    { contact: 'Cem', phone: '3', email: 'd@farm.example', city: 'Nice', agentEndsOn: '2032-01-01' },
  ]
  const more = [
    { approval: 'pending', disabledAt: new Date(), lastActiveAt: null },
    { approval: 'passed', disabledAt: null, lastActiveAt: new Date(0) },
    { approval: 'rejected', disabledAt: null, lastActiveAt: new Date() },
  ] as const
  const ids: string[] = []
  for (const [n, row] of rows.entries()) {
    const { id } = await sales.call(customers.create, { body: customerForm({ country: 'MT' }) })
    await columnsOf(id, { ...row, ...more[n] })
    ids.push(id)
  }
  const fields = ['status', 'approval', 'place', 'contact', 'phone', 'email', 'agentEndsOn', 'lastActiveAt']
  for (const sort of fields) {
    const sorted = async (sort: string) =>
      (await sales.call(customers.list, { query: { country: 'MT', sort } })).items.map(({ id }) => id)
    expect(await sorted(sort), sort).toEqual(ids)
    expect(await sorted(`-${sort}`), sort).toEqual(ids.toReversed())
  }
})
