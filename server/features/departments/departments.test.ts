import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { departments } from '#shared/contracts/departments.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../database/store.ts'
import { alarm } from '../../database/tables/alarms.ts'
import { device, house, houseDevice, textReading } from '../../database/tables/farms.ts'
import { operationHistory } from '../../database/tables/histories.ts'
import { account, office, session } from '../../database/tables/offices.ts'
import { moveCustomer } from '../../offices/move-branch.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const all = ['query', 'get', 'add', 'edit', 'delete'].map(action => `department_manage:${action}` as Grant)
let farm: TestApp
let staff: Person
let owner: Person
beforeAll(async () => {
  farm = await testApp()
  staff = await farm.as({ office: farm.offices.provider, kind: 1, grants: all })
  owner = await farm.as({ office: farm.offices.sharing, kind: 2, grants: all })
})
afterAll(() => farm.close())

const zone = { timeZone: 'Asia/Shanghai' }
const made = (who: Person, parentId: string, name: string) =>
  who.call(departments.create, { body: { parentId, chineseName: name, englishName: name, ...zone } })
const under = (parentId: string) => (name: string) => made(owner, parentId, name)
const moved = (who: Person, id: string, parentId: string, position?: number) =>
  who.call(departments.move, { params: { id }, body: { parentId, position } })
const db = () => farm.services.store.scoped(SYSTEM)
const officeOf = async (id: string) => {
  const [found] = await db().select().from(office).where(eq(office.id, id))
  if (!found) throw new Error('No such office')
  return found
}
const fault = (answer: { statusCode: number; json(): { data: { field: string }[] } }) =>
  [answer.statusCode, answer.json().data?.[0]?.field] as const

test('an owner sees the own farm and its teams, staff the whole tree, and how many people are where', async () => {
  const { nodes } = await owner.call(departments.list)
  expect(nodes.map(({ englishName }) => englishName)).toContain('team')
  expect(nodes.map(({ englishName }) => englishName)).not.toContain('closed')
  expect(nodes[0]).toMatchObject({ kind: 'customer', parentId: null, people: 1 })
  const seen = (await staff.call(departments.list)).nodes
  expect(seen.map(({ englishName }) => englishName)).toEqual(
    expect.arrayContaining(['provider', 'closed', 'team']),
  )
})

test('a search finds a node with the way to it', async () => {
  await made(owner, farm.offices.team.id, 'Night watch')
  const { nodes } = await staff.call(departments.list, { query: { search: 'night' } })
  expect(nodes.map(({ englishName }) => englishName)).toEqual([
    'provider',
    'agent',
    'sharing',
    'team',
    'Night watch',
  ])
})

test('a department moves with its people, who stay signed in and see their new branch', async () => {
  const make = under(farm.offices.sharing.id)
  const [east, west] = [await make('East'), await make('West')]
  const inner = await made(owner, east.id, 'East inner')
  const worker = await farm.as({ office: { ...(await officeOf(inner.id)) }, kind: 2, grants: all })
  await moved(owner, east.id, west.id)
  const path = (await officeOf(inner.id)).path
  expect(path.startsWith((await officeOf(west.id)).path)).toBe(true)
  const [found] = await db().select().from(account).where(eq(account.id, worker.accountId))
  const [open] = await db().select().from(session).where(eq(session.accountId, worker.accountId))
  expect([found?.officePath, open?.officePath]).toEqual([path, path])
  expect((await worker.call(departments.list)).nodes).toHaveLength(1)
  const [told] = await db().select().from(operationHistory).where(eq(operationHistory.type, 'move')).limit(1)
  expect(told?.description).toMatchObject({ 'en-US': 'Moved department East' })
})

test('nothing is put under itself, into another customer, or out of its organisation', async () => {
  const make = under(farm.offices.sharing.id)
  const top = await make('Top')
  const inner = await made(owner, top.id, 'Inner')
  const ask = (who: Person, id: string, parentId: string) =>
    who.ask(departments.move, { params: { id }, body: { parentId } }).then(fault)
  expect(await ask(owner, top.id, inner.id)).toEqual([400, 'parentId'])
  expect(await ask(owner, top.id, top.id)).toEqual([400, 'parentId'])
  expect(await ask(staff, top.id, farm.offices.closed.id)).toEqual([400, 'parentId'])
  expect(await ask(staff, top.id, farm.offices.provider.id)).toEqual([400, 'parentId'])
  expect((await ask(staff, farm.offices.closed.id, farm.offices.provider.id))[0]).toBe(403)
})

test('two people put two departments under each other: one of them is refused, the tree stays a tree', async () => {
  const make = under(farm.offices.sharing.id)
  const [one, other] = [await make('One'), await make('Other')]
  const answers = await Promise.all([
    owner.ask(departments.move, { params: { id: one.id }, body: { parentId: other.id } }),
    staff.ask(departments.move, { params: { id: other.id }, body: { parentId: one.id } }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
  const rows = [await officeOf(one.id), await officeOf(other.id)]
  expect(rows.filter(({ parentId }) => parentId === farm.offices.sharing.id)).toHaveLength(1)
})

test('departments of one parent stand in the order they are put', async () => {
  const top = await made(owner, farm.offices.sharing.id, 'Ordered')
  const ids: string[] = []
  for (const name of ['a', 'b', 'c']) ids.push((await made(owner, top.id, name)).id)
  await moved(owner, ids[2] ?? '', top.id, 0)
  const { nodes } = await owner.call(departments.list)
  const shown = nodes.filter(({ parentId }) => parentId === top.id).map(({ englishName }) => englishName)
  expect(shown).toEqual(['c', 'a', 'b'])
})

test('of two editors the second is shown what the first has stored', async () => {
  const { id, version } = await made(owner, farm.offices.sharing.id, 'Contested')
  const body = { chineseName: '新', englishName: 'New', ...zone, version }
  await owner.call(departments.update, { params: { id }, body })
  const answer = await staff.ask(departments.update, { params: { id }, body })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data.current).toMatchObject({ englishName: 'New' })
})

test('the head is somebody of the department; a time zone is one', async () => {
  const { id } = await made(owner, farm.offices.sharing.id, 'Led')
  const worker = await farm.as({ office: await officeOf(id), kind: 2 })
  const body = { chineseName: '组', englishName: 'Led', ...zone }
  const change = (more: object) =>
    owner.ask(departments.update, { params: { id }, body: { ...body, ...more } })
  expect(fault(await change({ headId: owner.accountId }))).toEqual([400, 'headId'])
  expect(fault(await change({ timeZone: 'Mars/Base' }))).toEqual([400, 'timeZone'])
  expect((await change({ headId: worker.accountId })).json().data).toMatchObject({ headName: 'Test User' })
})

test('an owner changes the own organisation, and nobody another’s here', async () => {
  const body = { chineseName: '示范', englishName: 'Sharing', ...zone, placementDay: 1 }
  const change = (who: Person, id: string) => who.ask(departments.update, { params: { id }, body })
  expect((await change(owner, farm.offices.sharing.id)).json().data).toMatchObject({ placementDay: 1 })
  expect((await change(staff, farm.offices.sharing.id)).statusCode).toBe(403)
})

test('a deleted department leaves its people and departments to its parent, or to the one that is named', async () => {
  const make = under(farm.offices.sharing.id)
  const [gone, heir] = [await make('Gone'), await make('Heir')]
  const child = await made(owner, gone.id, 'Child')
  const worker = await farm.as({ office: await officeOf(gone.id), kind: 2, grants: all })
  await owner.call(departments.remove, { params: { id: gone.id }, body: { targetId: heir.id } })
  expect((await officeOf(child.id)).parentId).toBe(heir.id)
  expect((await worker.call(departments.list)).nodes[0]).toMatchObject({ englishName: 'Heir' })
  await owner.call(departments.remove, { params: { id: heir.id }, body: {} })
  expect((await officeOf(child.id)).parentId).toBe(farm.offices.sharing.id)
})

test('a department with houses is not deleted before they are elsewhere', async () => {
  const { id } = await made(owner, farm.offices.sharing.id, 'With a house')
  await buildHouse(farm.services, await officeOf(id))
  const answer = await owner.ask(departments.remove, { params: { id }, body: {} })
  expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringContaining('1 houses')])
})

test('what devices say while their branch moves is stored, all of it, in the branch where it stands', async () => {
  const make = under(farm.offices.sharing.id)
  const [yard, west] = [await make('Yard'), await make('West yard')]
  const controller = await buildDevice(farm.services, await officeOf(yard.id), { type: 'controller' })
  let told = 0
  let isMoving = true
  const tell = async () => {
    while (isMoving) {
      const value = `value ${++told}`
      // As the device side stores: the office is looked up by the statement that writes.
      await farm.services.store.ingest.query(
        `insert into text_reading (device_id, office_path, farm_path, metric, at, value)
         select d.id, d.office_path, o.farm_path, $2, now(), $2 from device d join office o on o.path = d.office_path
         where d.id = $1`,
        [controller.id, value],
      )
    }
  }
  const telling = [tell(), tell(), tell()]
  for (const parent of [west.id, farm.offices.sharing.id, west.id, farm.offices.sharing.id, west.id])
    await moved(owner, yard.id, parent)
  isMoving = false
  await Promise.all(telling)
  const rows = await db()
    .select({ path: textReading.officePath })
    .from(textReading)
    .where(eq(textReading.deviceId, controller.id))
  expect(rows).toHaveLength(told)
  expect(new Set(rows.map(({ path }) => path))).toEqual(new Set([(await officeOf(yard.id)).path]))
})

test('a customer moves to another agent with all it has, and its former agent no longer sees it', async () => {
  const seller = await farm.as({ office: farm.offices.agent, kind: 3, grants: all })
  const { direct, closed, provider } = farm.offices
  const controller = await buildDevice(farm.services, closed, { type: 'controller' })
  const served = await buildHouse(farm.services, closed, { deviceIds: [controller.id] })
  await buildAlarm(farm.services, closed, { subjectId: controller.id, houseIds: [served.id] })
  const viewer = { kind: 1 } as never
  const told: string[][] = []
  farm.services.events.on('registry', ({ deviceIds }) => void told.push(deviceIds))
  const after: (() => void)[] = []
  await farm.services.store.transaction(SYSTEM, db =>
    moveCustomer(
      {
        ...{ db, viewer, services: farm.services, language: 'en-US', ip: '' },
        ...{ before: () => {}, about: () => {}, afterwards: work => void after.push(work) },
      },
      closed.id,
      provider.id,
    ),
  )
  for (const work of after) work()
  const { path, farmPath } = await officeOf(closed.id)
  expect([path, farmPath]).toEqual([`1.${path.split('.').at(-2)}.`, path])
  for (const table of [house, device, houseDevice, alarm]) {
    const rows = await db().select({ path: table.officePath }).from(table).where(eq(table.officePath, path))
    expect(rows).toHaveLength(1)
  }
  expect(told).toEqual([[controller.id]])
  expect((await seller.call(departments.list)).nodes.map(({ id }) => id)).not.toContain(closed.id)
  expect((await officeOf(direct.id)).path).toBe(direct.path)
})
