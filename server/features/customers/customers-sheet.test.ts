import { and, eq, like, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { customers, trialCustomers } from '#shared/contracts/customers.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { AGENT, STAFF } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { customer, customerChange } from '../../platform/database/tables/customers.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { addOwnerRoles, customerForm, idOf, messagesOf, systemOf } from './testing/sales.ts'

let farm: TestApp
let sales: Person
let reader: Person
beforeAll(async () => {
  farm = await workingApp()
  const at = { office: farm.offices.provider, kind: STAFF, grants: everyGrant(STAFF) } as const
  sales = await farm.as(at)
  reader = await farm.as({ ...at, language: 'zh-CN' })
  await addOwnerRoles(farm)
})
afterAll(() => farm.close())

const lists = { formal: customers, trial: trialCustomers }
type Rows = Parameters<typeof excelOf>[0]
const TITLES = ['English name', 'Contact', 'Country', 'Latitude', 'Longitude']
const row = (name: string) => [name, 'Anna', 'Netherlands', 52.14, 5.58]
const named = (prefix: string) =>
  systemOf(farm)
    .select()
    .from(customer)
    .where(like(customer.englishName, `${prefix}%`))
    .orderBy(customer.englishName)
async function checked(person: Person, rows: Rows, list: (typeof lists)[keyof typeof lists] = customers) {
  const answer = await upload(person, list.import, await excelOf(rows), { name: 'customers.xlsx' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return jobIn(person, answer.json().data.id, 'checked')
}
const confirm = async (person: Person, id: string) => {
  await person.call(jobs.confirm, { params: { id }, body: {} })
  return jobIn(person, id, 'done')
}
const faultsOf = async (person: Person, id: string) => {
  const { items } = await person.call(jobs.faults, { params: { id } })
  return items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell}: ${reason}`))
}

test.each(['formal', 'trial'] as const)(
  'a file of %s customers is written when its owner says so, not before; nobody is invited by it',
  async stage => {
    const prefix = `In ${stage}`
    const { id, summary } = await checked(
      sales,
      [TITLES, row(`${prefix} 1`), row(`${prefix} 2`)],
      lists[stage],
    )
    expect(summary).toMatchObject({ rows: 2, valid: 2, faulty: 0, written: null })
    expect(await named(prefix)).toEqual([])
    expect((await confirm(sales, id)).summary?.written).toBe(2)
    const written = await named(prefix)
    const ends = stage === 'trial' ? daysAfter(dateIn('UTC', new Date()), 30) : null
    for (const one of written) {
      expect(one).toMatchObject({ stage, approval: 'passed', country: 'NL', latitude: 52.14 })
      if (ends === null) expect(one.trialEndsOn).toBeNull()
      else expect(one.trialEndsOn).not.toBeNull()
    }
    const shown = await sales.call(lists[stage].get, idOf({ id: written[0]?.officeId ?? '' }))
    expect(shown).toMatchObject({ users: 0, agentId: null })
    const told = await systemOf(farm)
      .select({ description: operationHistory.description })
      .from(operationHistory)
      .where(and(eq(operationHistory.actorId, sales.accountId), eq(operationHistory.type, 'create')))
    expect(told.map(({ description }) => description['en-US'])).toContain(
      `Created ${stage} customer ${prefix} 1`,
    )
  },
)

test('every wrong cell is named with its reason in the reader’s language; the template is in it too', async () => {
  const there = await sales.call(customers.create, { body: customerForm({ chineseName: '' }) })
  const { url } = await reader.call(customers.template)
  const [titles] = await rowsOf(farm, url)
  expect(titles?.slice(0, 3)).toEqual(['中文名称', '英文名称', '联系人 *'])
  const rows: Rows = [
    [...TITLES, 'Contract expiration date', 'Project manager', 'E-mail'],
    [...row('Right'), new Date('2030-05-31'), null, null],
    [...row('Soon'), 'soon', null, 'no address'],
    ['Nowhere', null, 'Atlantis', 95, 5, null, 'Nobody', null],
    [...row(there.englishName), null, null, null],
    [...row('Twice'), null, null, null],
    [...row('Twice'), null, null, null],
    [null, 'Anna', 'NL', null, null, null, null, null],
  ]
  const { id, summary } = await checked(sales, rows)
  expect(summary).toMatchObject({ rows: 7, valid: 2, faulty: 5 })
  const faults = await faultsOf(sales, id)
  expect(faults).toEqual([
    'F3: Must be a date such as 2026-01-31',
    'H3: Please Enter the Correct Email Address',
    'B4: This field is required',
    'C4: Enter a country name or its two-letter code',
    'D4: At most 90',
    'G4: Choose a department of the provider',
    'A5: A customer with these names already exists',
    'A7: Same as row 6',
    'A8: Enter a name in at least one language',
  ])
  const chinese = await checked(reader, rows)
  const said = await faultsOf(reader, chinese.id)
  expect(said.map(fault => fault.split(':')[0])).toEqual(faults.map(fault => fault.split(':')[0]))
  for (const fault of said) expect(fault).toMatch(/\p{Script=Han}/u)
})

test('a name that somebody else takes between check and confirmation stops the whole file', async () => {
  const { id } = await checked(sales, [TITLES, row('Late 1'), row('Late 2')])
  await reader.call(customers.create, { body: customerForm({ englishName: 'Late 2', chineseName: '' }) })
  await sales.call(jobs.confirm, { params: { id }, body: {} })
  const again = await vi.waitFor(
    async () => {
      const job = await sales.call(jobs.get, { params: { id } })
      expect(job.summary?.isAnew).toBe(true)
      return job
    },
    { timeout: 30_000 },
  )
  expect(again).toMatchObject({ state: 'checked', summary: { valid: 1, faulty: 1 } })
  expect((await named('Late 1')).length).toBe(0)
})

test('a file belongs to who uploaded it, and wants the right to import', async () => {
  const { id } = await checked(sales, [TITLES, row('Mine')])
  expect((await reader.ask(jobs.get, { params: { id } })).statusCode).toBe(404)
  expect((await reader.ask(jobs.confirm, { params: { id }, body: {} })).statusCode).toBe(404)
  const looker = await farm.as({
    office: farm.offices.provider,
    kind: STAFF,
    grants: ['custom_manage:query'],
  })
  expect((await upload(looker, customers.import, await excelOf([TITLES]))).statusCode).toBe(403)
  expect((await looker.ask(customers.export, { body: {} })).statusCode).toBe(403)
})

test('an agent’s file makes customers of the agent, which wait for approval; the provider’s fields are not theirs', async () => {
  const agent = await farm.as({ office: farm.offices.agent, kind: AGENT, grants: everyGrant(AGENT) })
  // More than one batch: approvers are told once.
  const names = Array.from({ length: 501 }, (_, i) => `Of the agent ${i}`)
  const { id } = await checked(agent, [TITLES, ...names.map(row)])
  // What is heard here, open screens are told at once.
  const heard: string[] = []
  farm.services.events.on('notice', ({ accountIds }) => heard.push(...accountIds))
  await confirm(agent, id)
  const deciders = [sales.accountId, reader.accountId].toSorted()
  await vi.waitFor(() => expect(heard.toSorted()).toEqual(deciders), { timeout: 15_000 })
  expect(await named('Of the agent 500')).toMatchObject([{ approval: 'pending' }])
  expect(await messagesOf(farm, sales, null)).toEqual([
    expect.stringMatching(/ imported customers\. Waiting for approval: 501$/),
  ])
  const { items, total } = await agent.call(customers.list, { query: { search: 'Of the agent' } })
  const { id: agentId } = farm.offices.agent
  expect([total, new Set(items.map(item => item.agentId))]).toEqual([501, new Set([agentId])])
  const refused = await checked(agent, [
    [...TITLES, 'Contract expiration date'],
    [...row('Of the agent after'), new Date('2030-05-31')],
  ])
  expect(await faultsOf(agent, refused.id)).toEqual([expect.stringMatching(/^F2: /)])
})

/** Several batches; the bench imports as many as a file may have. */
const MANY = 3_000

test('many rows are judged and written with their progress told, all in one', async () => {
  const rows = Array.from({ length: MANY }, (_, i) => row(`Many ${i}`))
  const { id, summary } = await checked(sales, [TITLES, ...rows])
  expect(summary).toMatchObject({ rows: MANY, valid: MANY })
  const told: number[] = []
  farm.services.events.on('job', job => {
    if (job.jobId === id && job.state === 'running') told.push(job.done)
  })
  expect((await confirm(sales, id)).done).toBe(MANY)
  // How often depends on the machine: progress grows, and some of it is intermediate.
  expect(told).toEqual(told.toSorted((one, other) => one - other))
  expect(told.filter(done => done > 0 && done < MANY)).not.toEqual([])
  expect(await systemOf(farm).$count(customer, like(customer.englishName, 'Many %'))).toBe(MANY)
})

test.each(['formal', 'trial'] as const)(
  'an export of %s customers has numbers as numbers, days as days, and text as text whatever it looks like',
  async stage => {
    const list = lists[stage]
    const formula = `=HYPERLINK("http://evil.example","${stage}")`
    const day = stage === 'formal' ? { contractEndsOn: '2030-05-31' } : {}
    const shown = await sales.call(list.create, {
      body: customerForm({ englishName: formula, phone: '+31 20 555', remarks: '@SUM(A1)', ...day }),
    })
    const { id } = await sales.call(list.export, { body: { search: stage } })
    const done = await jobIn(sales, id, 'done')
    const [titles = [], ...rows] = await rowsOf(farm, done.file?.url)
    const at = (title: string) => titles.findIndex(each => String(each).startsWith(title))
    const line = rows.find(cells => cells[at('English name')] === formula)
    expect(line?.[at('Phone')]).toBe('+31 20 555')
    expect(line?.[at('Remarks')]).toBe('@SUM(A1)')
    expect(line?.[at('Latitude')]).toBe(52.14)
    const end = line?.[
      at(stage === 'formal' ? 'Contract expiration date' : 'Trial end date')
    ] as unknown as Date
    expect(end.toISOString().slice(0, 10)).toBe(shown.contractEndsOn ?? shown.trialEndsOn)
    expect(line?.[at('Country')]).toBe('Netherlands')

    const { id: theirs } = await reader.call(list.export, { body: { search: stage } })
    const [header] = await rowsOf(farm, (await jobIn(reader, theirs, 'done')).file?.url)
    expect(header?.slice(0, 2)).toEqual(['中文名称', '英文名称'])
  },
)

test('an agent’s export has the agent’s customers and nobody else’s', async () => {
  const agent = await farm.as({ office: farm.offices.agent, kind: AGENT, grants: everyGrant(AGENT) })
  const { id } = await agent.call(customers.export, { body: {} })
  const [, ...rows] = await rowsOf(farm, (await jobIn(agent, id, 'done')).file?.url)
  const theirs = await systemOf(farm)
    .select({ name: customer.englishName })
    .from(customer)
    .where(sql`starts_with(${customer.officePath}, ${farm.offices.agent.path}) and deleted_at is null`)
  expect(rows.map(cells => cells[1]).toSorted()).toEqual(theirs.map(({ name }) => name || null).toSorted())
  expect(rows.length).toBeLessThan(await systemOf(farm).$count(office, eq(office.kind, 'customer')))
})

test('the update log of one customer goes to Excel in the words of its reader, as it is filtered', async () => {
  const input = customerForm()
  const shown = await sales.call(customers.create, { body: input })
  const other = await sales.call(customers.create, { body: customerForm() })
  await sales.call(customers.update, { ...idOf(other), body: { ...customerForm(), contact: 'Elsewhere' } })
  const body = { ...input, contact: 'Bert', country: 'DE', nextMaintenanceOn: '2027-01-31' }
  await sales.call(customers.update, { ...idOf(shown), body })
  const [of] = await systemOf(farm).select().from(customer).where(eq(customer.officeId, shown.id))
  const officePath = of?.officePath ?? ''
  await systemOf(farm)
    .insert(customerChange)
    .values({ officePath, item: 'farmAccessUntil', after: '2026-12-31T16:00:00.000Z', by: 'owner' })
  const { id } = await reader.call(customers.exportChanges, { ...idOf(shown), body: {} })
  const [titles, ...rows] = await rowsOf(farm, (await jobIn(reader, id, 'done')).file?.url)
  expect(titles?.slice(1, 4)).toEqual(['更新项目', '变更前', '变更后'])
  expect(rows.map(row => row.slice(1, 4))).toEqual(
    expect.arrayContaining([
      ['联系人', 'Anna', 'Bert'],
      ['国家', '荷兰', '德国'],
      ['下次维护日期', null, '2027-01-31'],
      ['可查看农场有效期', null, '2026-12-31 16:00:00 UTC'],
    ]),
  )
  expect(rows).toHaveLength(4)
  const some = await sales.call(customers.exportChanges, { ...idOf(shown), body: { search: 'bert' } })
  expect(await rowsOf(farm, (await jobIn(sales, some.id, 'done')).file?.url)).toHaveLength(2)
})
