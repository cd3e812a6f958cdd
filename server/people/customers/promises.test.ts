import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { notices } from '#shared/contracts/notices.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { customer } from '../../platform/database/tables/customers.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { inquiry } from '../../platform/database/tables/tickets.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildDepartment } from '../../testing/farm-builder.ts'
import { watchPromises } from './promises.ts'

let farm: TestApp
let buyer: Person
let head: Person
let colleague: Person
let sales: Person
beforeAll(async () => {
  farm = await testApp()
  const { provider, direct } = farm.offices
  buyer = await farm.as({ office: direct, kind: 2, grants: ['my_center:add', 'my_center:query'] })
  const department = await buildDepartment(farm.services, provider, 'North')
  const selling = await buildDepartment(farm.services, provider, 'Sales')
  const grants = ['admin_inquiry:query', 'admin_inquiry:edit'] as const
  const staff = (office = department) => farm.as({ office, kind: 1, grants: [...grants] })
  head = await staff()
  colleague = await staff()
  sales = await staff(selling)
  const db = farm.services.store.scoped(SYSTEM)
  await db.update(office).set({ headId: head.accountId }).where(eq(office.id, department.id))
  await db.update(customer).set({ managerOfficeId: department.id }).where(eq(customer.officeId, direct.id))
})
afterAll(() => farm?.close())

const ask = () => buyer.call(inquiries.create, { body: { text: 'Belts?', pictures: [] } })
const waitsFor = (id: string, hours: number) =>
  farm.services.store
    .scoped(SYSTEM)
    .update(inquiry)
    .set({ waitsSince: new Date(Date.now() - hours * 3_600_000) })
    .where(eq(inquiry.id, id))
const told = async (who: Person, number: string) =>
  (await who.call(notices.list, { query: {} })).items
    .map(({ title }) => title)
    .filter(title => title.includes(number))

test('before a promise runs out the next people hear of it, and those after them when it has, once each', async () => {
  const { id, number } = await ask()
  const everybody = async () => [
    (await told(head, number)).length,
    (await told(colleague, number)).length,
    (await told(sales, number)).length,
  ]
  expect(await everybody()).toEqual([1, 0, 0])
  await waitsFor(id, 19.5)
  await watchPromises(farm.services)
  expect(await everybody()).toEqual([1, 0, 0])
  await waitsFor(id, 20.5)
  await Promise.all([watchPromises(farm.services), watchPromises(farm.services)])
  expect(await told(colleague, number)).toEqual([
    expect.stringMatching(/^Inquiry IQ\S+ of .+ is to be answered within 4 hours$/),
  ])
  expect(await everybody()).toEqual([1, 1, 0])
  await farm.services.store
    .scoped(SYSTEM)
    .execute(`update inquiry set waits_since = waits_since - interval '4 hours' where id = '${id}'`)
  await farm.services.store
    .scoped(SYSTEM)
    .execute(`update promise_told set since = since - interval '4 hours' where subject_id = '${id}'`)
  await watchPromises(farm.services)
  await watchPromises(farm.services)
  expect(await everybody()).toEqual([1, 1, 1])
  expect(await told(sales, number)).toEqual([expect.stringContaining('over 24 hours')])
})

test('an answer in time is no reason to tell anybody', async () => {
  const { id, number } = await ask()
  await waitsFor(id, 22)
  await sales.call(inquiries.reply, { params: { id }, body: { text: 'On Monday.', pictures: [] } })
  await watchPromises(farm.services)
  expect(await told(colleague, number)).toEqual([])
})
