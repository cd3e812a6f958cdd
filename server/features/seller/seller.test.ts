import { afterAll, beforeAll, expect, test } from 'vitest'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { noSeller, seller } from '#shared/contracts/seller.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'

let farm: TestApp
let director: Person
beforeAll(async () => {
  farm = await testApp()
  director = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const bank = {
  currency: 'USD' as const,
  bank: 'Bank',
  address: '',
  swift: 'exmp cnbj',
  account: '1',
  holder: '',
}

test('who may says who sells and where buyers pay; the history keeps both, and two do not overwrite each other', async () => {
  expect(await director.call(seller.read)).toMatchObject({ ...noSeller, version: 0 })
  const body = { ...noSeller, englishName: 'Qingdao Poultry', banks: [bank], version: 0 }
  const first = await director.call(seller.update, { body })
  expect(first).toMatchObject({ version: 1, banks: [{ swift: 'EXMPCNBJ' }] })
  const second = await director.call(seller.update, {
    body: { ...first, banks: [{ ...bank, account: '2' }] },
  })
  const late = await director.ask(seller.update, { body: { ...body, version: 1 } })
  expect([late.statusCode, late.json().data.current.banks[0].account]).toEqual([409, '2'])
  expect(second.version).toBe(2)
  const { items } = await director.call(operaHistory.list, { query: { module: 'seller' } })
  const detail = await director.call(operaHistory.get, { params: { id: items[0]?.id ?? '' } })
  expect(JSON.stringify([detail.before, detail.after])).toMatch(/"account":"1".*"account":"2"/)
})

test('a wrong SWIFT code or an account without a bank is refused; buyers and those without the right do not read it', async () => {
  const put = (more: object) =>
    director.ask(seller.update, { body: { ...noSeller, banks: [{ ...bank, ...more }] } })
  for (const more of [{ swift: 'ABC' }, { bank: '' }, { account: '' }]) {
    const answer = await put(more)
    expect([answer.statusCode, answer.json().data[0].field]).toEqual([400, 'banks'])
  }
  const sales = await farm.as({ office: farm.offices.provider, kind: 1, grants: ['order_center:edit'] })
  const buyer = await farm.as({ office: farm.offices.direct, kind: 2, grants: everyGrant(2) })
  for (const who of [sales, buyer]) {
    expect((await who.ask(seller.read, {})).statusCode).toBe(403)
    expect((await who.ask(seller.update, { body: noSeller })).statusCode).toBe(403)
  }
})
