import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#shared/contracts/customers.ts'
import { customerForm, idOf, mailsOf, openSales, systemOf } from '../../features/customers/testing/sales.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { account } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../../testing/app.ts'

let farm: TestApp
let sales: Person
let agent: Person

beforeAll(async () => {
  ;({ farm, sales, agent } = await openSales())
})
afterAll(() => farm.close())

let made = 0
/** A customer with its own address, the one entered instead, and the mail that the former one then gets. */
async function withAddress(by: Person = sales, more: object = {}) {
  const former = `office-${++made}@farm.example`
  const input = customerForm({ email: former, ...more })
  const shown = await by.call(customers.create, { body: input })
  return {
    shown,
    input,
    former,
    change: async (email: string | null, who = by) => {
      await who.call(customers.update, { ...idOf(shown), body: { ...input, email } })
      return (await mailsOf(farm, former)).filter(({ template }) => template === 'customerEmailChanged')
    },
  }
}
const system = () => systemOf(farm)

test('the former address of a customer is told that somebody above has replaced it', async () => {
  const { input, change } = await withAddress()
  const [told, ...more] = await change('thief@evil.example')
  expect(more).toEqual([])
  expect(told).toMatchObject({
    language: 'en-US',
    values: {
      name: 'Anna',
      company: input.englishName,
      email: 'thief@evil.example',
      by: 'Test User',
      office: 'provider',
    },
  })
  const cleared = await withAddress()
  expect(await cleared.change(null)).toMatchObject([{ values: { email: '–' } }])
})

test('it is written for its reader: in the language of their account, or of the country', async () => {
  const chinese = await withAddress(sales, { country: 'CN' })
  expect(await chinese.change('new@farm.example')).toMatchObject([
    { language: 'zh-CN', values: { company: chinese.input.chineseName } },
  ])
  const own = await withAddress()
  await system()
    .update(account)
    .set({ email: own.former, emailKey: own.former, language: 'zh-CN' })
    .where(eq(account.officeId, own.shown.id))
  expect(await own.change('other@farm.example')).toMatchObject([{ language: 'zh-CN' }])
})

test('an agent’s change is told as well, even if all users have been deleted since', async () => {
  const { shown, change } = await withAddress(agent)
  await sales.call(customers.approve, { ...idOf(shown), body: {} })
  await system().update(account).set({ deletedAt: new Date() }).where(eq(account.officeId, shown.id))
  expect(await change('new@farm.example')).toHaveLength(1)
})

test('nothing is mailed while nobody has been let in yet, or if the address stays', async () => {
  const waiting = await withAddress(agent)
  expect(await waiting.change('new@farm.example')).toEqual([])
  const imported = await withAddress()
  await system().delete(account).where(eq(account.officeId, imported.shown.id))
  expect(await imported.change('new@farm.example')).toEqual([])
  const same = await withAddress()
  expect(await same.change(same.former.toUpperCase())).toEqual([])
  // The applicant chose a password, and is told even before the approval.
  await system().update(account).set({ passwordHash: 'x' }).where(eq(account.officeId, waiting.shown.id))
  await system()
    .update(customer)
    .set({ email: waiting.former })
    .where(eq(customer.officeId, waiting.shown.id))
  expect(await waiting.change('new@farm.example')).toHaveLength(1)
})
