import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agentArea } from '#shared/contracts/agent-area.ts'
import { agentCategories, agentMaterials } from '#shared/contracts/agent-materials.ts'
import { agents } from '#shared/contracts/agents.ts'
import { customers } from '#shared/contracts/customers.ts'
import { notices } from '#shared/contracts/notices.ts'
import { STATEMENT_VERSION } from '#shared/service-statement.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import { newId } from '../../platform/database/ids.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { agency, agentMaterial as material } from '../../platform/database/tables/agents.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account, office, role as roleTable } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'

const inDays = (days: number) => daysAfter(dateIn('Asia/Shanghai', new Date()), days)
const typed = { region: 'Hebei', phone: '+86 311 555 0100', about: 'Forty farms.\nSix engineers.' }
const application = { ...typed, statement: STATEMENT_VERSION } as const
const grant = (endsOn: string) => ({ endsOn, territory: 'Hebei and Shandong' })

let farm: TestApp
let staff: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  const { provider, direct } = farm.offices
  staff = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  owner = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
})
afterAll(() => farm.close())

const system = () => farm.services.store.scoped(SYSTEM)
const mine = () => owner.call(agentArea.mine)
const waiting = async () => {
  const { items } = await staff.call(agents.list, { query: { standing: 'pending' } })
  const [row] = items
  if (!row) throw new Error('Nobody applies')
  return row
}
const titles = async (person: Person) => (await person.call(notices.list)).items.map(({ title }) => title)

test('an application wants the statement that stands, and waits with a number for staff, who are told', async () => {
  expect(await mine()).toMatchObject({ standing: 'none', number: null })
  for (const statement of [undefined, '2001-01'])
    expect((await owner.ask(agentArea.apply, { body: { ...typed, statement } })).statusCode).toBe(400)
  const made = await owner.call(agentArea.apply, { body: application })
  expect(made).toMatchObject({ ...typed, standing: 'pending' })
  expect(made.number).toMatch(/^AG\d{8}-\d{4}$/)
  expect(await waiting()).toMatchObject({
    number: made.number,
    statement: STATEMENT_VERSION,
    isCustomer: true,
  })
  expect(await titles(staff)).toContainEqual(expect.stringContaining(String(made.number)))
  expect((await staff.call(agents.waiting)).steps.fresh).toBe(1)
  expect((await owner.ask(agentArea.apply, { body: application })).statusCode).toBe(409)
})

test('one that was refused says why, and applies again under its number', async () => {
  const row = await waiting()
  const body = { reason: 'There is an agent in Hebei already', version: row.version }
  await staff.call(agents.refuse, { params: { id: row.id }, body })
  expect(await mine()).toMatchObject({ standing: 'rejected', reason: body.reason })
  const again = await owner.call(agentArea.apply, { body: { ...application, region: 'Shanxi' } })
  expect(again).toMatchObject({ standing: 'pending', number: row.number, region: 'Shanxi', reason: '' })
  const { entries } = await staff.call(agents.get, { params: { id: row.id } })
  expect(entries.map(({ step }) => step)).toEqual(['create', 'refuse', 'again'])
})

test('rights are granted to the end of a day that has not passed, and a customer stays a customer', async () => {
  const { id, version } = await waiting()
  const past = await staff.ask(agents.grant, { params: { id }, body: grant(inDays(-1)) })
  expect(past.json().data).toEqual([
    { field: 'endsOn', message: 'The termination date cannot be before today' },
  ])
  const granted = await staff.call(agents.grant, { params: { id }, body: { ...grant(inDays(0)), version } })
  expect(granted).toMatchObject({ standing: 'passed', endsOn: inDays(0), territory: 'Hebei and Shandong' })
  expect(await mine()).toMatchObject({ standing: 'passed', endsOn: inDays(0) })
  expect(await titles(owner)).toContain(`Your agent application ${granted.number} is granted`)
  // A decision on an outdated version gets the current one.
  const late = await staff.ask(agents.revoke, { params: { id }, body: { reason: 'x', version } })
  expect(late.statusCode).toBe(409)
  const { items } = await staff.call(customers.list, { query: { search: 'Direct' } })
  expect(items.find(row => row.id === farm.offices.direct.id)?.agentEndsOn).toBe(inDays(0))
  const log = await staff.call(customers.changes, { params: { id: farm.offices.direct.id } })
  expect(log.items).toContainEqual(expect.objectContaining({ item: 'agentEndsOn', after: inDays(0) }))
  const extended = await staff.call(agents.extend, { params: { id }, body: grant(inDays(40)) })
  expect(extended).toMatchObject({ standing: 'passed', endsOn: inDays(40) })
})

test('materials are read by agents alone, drafts by nobody, and staff see who has which version', async () => {
  const category = await staff.call(agentCategories.create, {
    body: { chineseName: '', englishName: 'Prices' },
  })
  const names = { chineseName: '价格表', englishName: 'Price list', chineseNote: '', englishNote: '' }
  const form = { ...names, edition: '2026-10', files: [], categoryId: category.id }
  const made = await staff.call(agentMaterials.create, { body: form })
  const { id } = made
  const read = async (person: Person) => await person.call(agentArea.materials)
  // Nothing to read yet.
  expect((await staff.ask(agentMaterials.release, { params: { id } })).statusCode).toBe(400)
  expect(await read(owner)).toEqual([])
  await system()
    .update(material)
    .set({ files: ['file'], status: 'released' })
    .where(eq(material.id, id))
  const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: everyGrant(2) })
  expect(await read(stranger)).toEqual([])
  expect((await stranger.ask(agentArea.opened, { params: { id } })).statusCode).toBe(404)
  expect(await read(owner)).toMatchObject([
    { id, name: 'Price list', edition: '2026-10', category: { name: 'Prices' }, isRead: false },
  ])
  await owner.call(agentArea.opened, { params: { id } })
  expect(await read(owner)).toMatchObject([{ isRead: true }])
  const readers = () => staff.call(agentMaterials.readers, { params: { id } })
  expect(await readers()).toMatchObject([{ id: owner.accountId, edition: '2026-10' }])
  await system().update(material).set({ edition: '2026-11' }).where(eq(material.id, id))
  expect(await read(owner)).toMatchObject([{ isRead: false, readAt: expect.any(String) }])
  expect((await staff.call(agentMaterials.get, { params: { id } })).readers).toBe(0)
  await staff.call(agentMaterials.withdraw, { params: { id } })
  expect(await read(owner)).toEqual([])
})

test('the date on the office decides: once it has passed the rights are over, and they can be extended or applied for again', async () => {
  const [row] = (await staff.call(agents.list, { query: { standing: 'passed' } })).items
  const id = row?.id ?? ''
  const until = (agentEndsOn: string) =>
    system().update(office).set({ agentEndsOn }).where(eq(office.id, farm.offices.direct.id))
  await until(inDays(-1))
  expect(await mine()).toMatchObject({ standing: 'ended' })
  expect(await staff.call(agents.counts, { query: { by: 'standing' } })).toEqual({ ended: 1 })
  await staff.call(agents.extend, { params: { id }, body: grant(inDays(9)) })
  expect(await mine()).toMatchObject({ standing: 'passed' })
  await staff.call(agents.revoke, { params: { id }, body: { reason: 'Contract ended' } })
  await vi.waitFor(async () =>
    expect(await mine()).toMatchObject({ standing: 'revoked', reason: 'Contract ended', endsOn: inDays(-1) }),
  )
  expect(await system().$count(agency)).toBe(1)
})

test('only staff decide, whatever rights of the same name people of customers and agents hold', async () => {
  const [row] = (await staff.call(agents.list)).items
  const params = { id: row?.id ?? '' }
  const dealer = await farm.as({ office: farm.offices.agent, kind: 3, grants: everyGrant(3) })
  for (const person of [owner, dealer]) {
    expect((await person.ask(agents.list)).statusCode).toBe(403)
    expect((await person.ask(agents.grant, { params, body: grant(inDays(9)) })).statusCode).toBe(403)
    expect((await person.ask(agentMaterials.list)).statusCode).toBe(403)
    expect((await person.ask(agentCategories.list)).statusCode).toBe(403)
  }
})

test('people of a department do not apply for the company', async () => {
  const hand = await farm.as({ office: farm.offices.team, kind: 2, grants: everyGrant(2) })
  expect((await hand.ask(agentArea.apply, { body: application })).statusCode).toBe(403)
})

test('staff add an agent that never applied: it is listed, its leader is invited with the role of agents, and may act', async () => {
  const { provider } = farm.offices
  const names = { chineseName: '代理商', englishName: 'Agent' }
  const permissions = [{ permissionId: 'user_manage' as const, actionList: ['query' as const] }]
  const id = newId()
  const role = { id, officePath: provider.path, kind: 3 as const, builtIn: true, key: 'agent', ...names }
  await system()
    .insert(roleTable)
    .values({ ...role, permissions })
  const body = {
    englishName: 'Delta Dealers',
    contact: 'Ann',
    endsOn: inDays(30),
    territory: 'Delta',
    ownerLogin: 'delta',
    ownerEmail: 'delta@agent.example',
  }
  const fields = async (more: object) => {
    const answer = await staff.ask(agents.create, { body: { ...body, ...more } })
    return answer.json().data.map(({ field }: { field: string }) => field)
  }
  expect(await fields({ englishName: '' })).toEqual(['chineseName'])
  expect(await fields({ endsOn: inDays(-1) })).toEqual(['endsOn'])
  // Nobody grants a role with rights they do not hold.
  const clerk = await farm.as({ office: provider, kind: 1, grants: ['user_manage:add'] })
  await system()
    .update(roleTable)
    .set({ permissions: [{ permissionId: 'user_manage', actionList: ['query', 'delete'] }] })
    .where(eq(roleTable.id, id))
  expect((await clerk.ask(agents.create, { body })).statusCode).toBe(403)
  const made = await staff.call(agents.create, { body })
  expect(made).toMatchObject({
    standing: 'passed',
    endsOn: inDays(30),
    territory: 'Delta',
    isCustomer: false,
  })
  expect(made.number).toMatch(/^AG\d{8}-\d{4}$/)
  const { items } = await staff.call(agents.list, { query: { search: 'Delta Dealers' } })
  expect(items.map(row => row.id)).toEqual([made.id])
  expect((await staff.call(customers.agentOptions, {})).map(row => row.id)).toContain(made.officeId)
  const [leader] = await system().select().from(account).where(eq(account.username, 'delta'))
  expect(leader).toMatchObject({ kind: 3, officeId: made.officeId })
  expect(await system().$count(mail, eq(mail.to, body.ownerEmail))).toBe(1)
  expect(await fields({})).toEqual(['ownerLogin', 'ownerEmail'])
  const [of] = await system().select().from(office).where(eq(office.id, made.officeId))
  if (!of) throw new Error('There is no such office')
  const dealer = await farm.as({ office: of, kind: 3, grants: everyGrant(3) })
  expect(await dealer.call(agentArea.mine)).toMatchObject({ standing: 'passed', endsOn: inDays(30) })
})
