import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#shared/contracts/customers.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { customerForm, openSales } from './testing/sales.ts'

let farm: TestApp
let sales: Person

beforeAll(async () => {
  ;({ farm, sales } = await openSales())
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
