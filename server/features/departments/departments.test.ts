import { and, eq, like, ne } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customers } from '#shared/contracts/customers.ts'
import { BRANCH_SIZE, departments, NO_LOGO } from '#shared/contracts/departments.ts'
import { session as own } from '#shared/contracts/session.ts'
import type { Grant } from '#shared/permissions.ts'
import { PICTURE_SIDE } from '#shared/pictures.ts'
import { moveCustomer } from '../../people/offices/move-branch.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { alarm } from '../../platform/database/tables/alarms.ts'
import { customer, customerChange } from '../../platform/database/tables/customers.ts'
import { device, deviceState, house, houseDevice, textReading } from '../../platform/database/tables/farms.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { houseGroup } from '../../platform/database/tables/house-groups.ts'
import { account, office, session } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildGroup, buildHouse } from '../../testing/farm-builder.ts'
import { exif, jpegOf, sendPicture, wrongPictures } from '../../testing/pictures.ts'

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

const namesOf = (nodes: readonly { englishName: string }[]) => nodes.map(({ englishName }) => englishName)
const below = (who: Person, id: string, after = 0) =>
  who.call(departments.below, { params: { id }, query: { after } })

test('an owner sees the own farm and its teams, staff the whole tree branch by branch, and how many people are where', async () => {
  const { nodes } = await owner.call(departments.list)
  expect(namesOf(nodes)).toEqual(['sharing'])
  expect(nodes[0]).toMatchObject({ kind: 'customer', parentId: null, people: 1, isParent: true })
  expect(namesOf(await below(owner, nodes[0]?.id ?? ''))).toContain('team')
  const [top] = (await staff.call(departments.list)).nodes
  expect(top).toMatchObject({ englishName: 'provider', parentId: null, isParent: true })
  const inside = await below(staff, top?.id ?? '')
  expect(namesOf(inside)).toEqual(['agent', 'direct'])
  expect(inside).toMatchObject([{ isParent: true }, { isParent: false }])
  expect(namesOf(await below(staff, farm.offices.agent.id))).toEqual(['sharing', 'closed'])
})

test('a node that is asked for by its id comes with the way to it; what is hidden does not', async () => {
  const { team, closed } = farm.offices
  const { nodes } = await staff.call(departments.list, { query: { node: team.id } })
  expect(namesOf(nodes)).toEqual(['provider', 'agent', 'sharing', 'team'])
  expect((await owner.call(departments.list, { query: { node: closed.id } })).nodes).toEqual([])
})

test('a department can go to the nodes of its own organisation that are not below it', async () => {
  const top = await made(owner, farm.offices.sharing.id, 'Goes')
  await made(owner, top.id, 'Goes along')
  const places = await owner.call(departments.places, { params: { id: top.id } })
  expect(namesOf(places)).toEqual(expect.arrayContaining(['sharing', 'team']))
  expect(namesOf(places)).not.toContain('Goes')
  expect(namesOf(places)).not.toContain('Goes along')
  expect(namesOf(await staff.call(departments.places, { params: { id: top.id } }))).not.toContain('provider')
  expect((await owner.ask(departments.places, { params: { id: farm.offices.closed.id } })).statusCode).toBe(
    404,
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
  expect(namesOf(await below(owner, top.id))).toEqual(['c', 'a', 'b'])
})

test('a branch with more nodes than are read at once goes on where it ended, departments first', async () => {
  const { direct, provider } = farm.offices
  const customers = Array.from({ length: BRANCH_SIZE }, (_, n) => {
    const [number, id] = [5_000_000 + n, `many-${n}`]
    const path = `1.${number}.`
    const names = { chineseName: id, englishName: id }
    return {
      id,
      number,
      path,
      farmPath: path,
      parentId: provider.id,
      kind: 'customer' as const,
      ...names,
      ...zone,
    }
  })
  await db().insert(office).overridingSystemValue().values(customers)
  const desk = await made(staff, provider.id, 'Desk')
  const first = await below(staff, provider.id)
  expect(first).toHaveLength(BRANCH_SIZE)
  expect(first.slice(0, 3).map(({ id }) => id)).toEqual([desk.id, farm.offices.agent.id, direct.id])
  expect((await below(staff, provider.id, BRANCH_SIZE)).map(({ id }) => id)).toEqual([
    'many-197',
    'many-198',
    'many-199',
  ])
  const { nodes, isCut } = await staff.call(departments.list, { query: { search: 'many-' } })
  expect([nodes.length, isCut]).toEqual([BRANCH_SIZE + 1, false])
  // Moving a department renumbers the departments, not the customers beside it.
  const counter = await made(staff, provider.id, 'Counter')
  await moved(staff, counter.id, provider.id, 0)
  expect(namesOf(await below(staff, provider.id)).slice(0, 3)).toEqual(['Counter', 'Desk', 'agent'])
  expect(await db().$count(office, and(eq(office.kind, 'customer'), ne(office.displayOrder, 0)))).toBe(0)
  for (const { id } of [desk, counter]) await staff.call(departments.remove, { params: { id }, body: {} })
  await db().delete(office).where(like(office.id, 'many-%'))
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

test('one name is enough, and stands for both', async () => {
  const body = { parentId: farm.offices.team.id, chineseName: '育雏场', englishName: '', ...zone }
  const { id } = await owner.call(departments.create, { body })
  const worker = await farm.as({ office: await officeOf(id), kind: 2 })
  expect(await worker.call(own.userInfo, { query: {} })).toMatchObject({ officeName: '育雏场' })
  const none = await owner.ask(departments.create, { body: { ...body, chineseName: ' ' } })
  expect(fault(none)).toEqual([400, 'englishName'])
})

test('an owner changes the own organisation, and nobody another’s here', async () => {
  const body = { chineseName: '示范', englishName: 'Sharing', ...zone, placementDay: 1 }
  const change = (who: Person, id: string) => who.ask(departments.update, { params: { id }, body })
  expect((await change(owner, farm.offices.sharing.id)).json().data).toMatchObject({ placementDay: 1 })
  expect((await change(staff, farm.offices.sharing.id)).statusCode).toBe(403)
})

const logOf = async (officePath: string) =>
  (await db().select().from(customerChange).where(eq(customerChange.officePath, officePath)))
    .map(({ item, before, after, by }) => ({ item, before, after, by }))
    .toSorted((a, b) => a.item.localeCompare(b.item))

test('what an owner changes of the own farm stands in its update log, and whoever has its form open is told', async () => {
  const { id, path } = farm.offices.direct
  const boss = await farm.as({ office: farm.offices.direct, kind: 2, grants: all })
  const seller = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['custom_manage:get', 'custom_manage:edit'],
  })
  const { version, ...seen } = await seller.call(customers.get, { params: { id } })
  const body = { chineseName: '直属', englishName: 'direct', timeZone: 'Asia/Bangkok', placementDay: 1 }
  await boss.call(departments.update, { params: { id }, body })
  expect(await logOf(path)).toEqual([
    { item: 'chineseName', before: 'direct', after: '直属', by: 'owner' },
    { item: 'placementDay', before: 0, after: 1, by: 'owner' },
    { item: 'timeZone', before: 'Asia/Shanghai', after: 'Asia/Bangkok', by: 'owner' },
  ])
  const answer = await seller.ask(customers.update, {
    params: { id },
    body: { ...seen, contact: 'Wang', phone: '', country: 'CN', placementDay: 0, version },
  })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data.current).toMatchObject({ chineseName: '直属', timeZone: 'Asia/Bangkok' })
})

test('the customers of a deleted department go to the one above, which their update logs say', async () => {
  const [above, gone] = await Promise.all(
    ['Service', 'Gone'].map(name => made(staff, farm.offices.provider.id, name)),
  )
  const sent = await moved(staff, gone?.id ?? '', above?.id ?? '')
  const { id, path } = farm.offices.closed
  await db().update(customer).set({ managerOfficeId: sent.id }).where(eq(customer.officeId, id))
  await staff.call(departments.remove, { params: { id: sent.id }, body: {} })
  const name = (text: string) => ({ 'zh-CN': text, 'en-US': text })
  expect(await logOf(path)).toEqual([
    { item: 'managerOfficeId', before: name('Gone'), after: name('Service'), by: 'staff' },
  ])
  const [row] = await db().select().from(customer).where(eq(customer.officeId, id))
  expect(row).toMatchObject({ managerOfficeId: above?.id, version: 2 })
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

test('a deleted department leaves its houses, groups and devices where they are told to go, and they stay each other’s', async () => {
  const make = under(farm.offices.sharing.id)
  const [gone, heir] = [await make('With a house'), await make('Takes it')]
  const office = await officeOf(gone.id)
  const controller = await buildDevice(farm.services, office, { type: 'controller' })
  const barn = await buildHouse(farm.services, office, { name: 'Brooder house', deviceIds: [controller.id] })
  const group = await buildGroup(farm.services, office)
  await db()
    .insert(deviceState)
    .values({
      deviceId: controller.id,
      officePath: office.path,
      farmPath: office.farmPath ?? '',
      values: {},
      savedAt: new Date(),
    })
  const told: string[][] = []
  farm.services.events.on('registry', ({ deviceIds }) => told.push([...deviceIds]))
  await owner.call(departments.remove, { params: { id: gone.id }, body: { targetId: heir.id } })

  const { path } = await officeOf(heir.id)
  const at = async (table: typeof house | typeof device | typeof houseGroup, id: string) =>
    (
      await db()
        .select({ officeId: table.officeId, officePath: table.officePath })
        .from(table)
        .where(eq(table.id, id))
    )[0]
  for (const found of [
    await at(house, barn.id),
    await at(device, controller.id),
    await at(houseGroup, group.id),
  ])
    expect(found).toEqual({ officeId: heir.id, officePath: path })
  const [binding] = await db().select().from(houseDevice).where(eq(houseDevice.houseId, barn.id))
  expect(binding).toMatchObject({ deviceId: controller.id, officePath: path, to: null })
  const [state] = await db().select().from(deviceState).where(eq(deviceState.deviceId, controller.id))
  expect(state).toMatchObject({ officePath: path })
  expect(told).toEqual([[controller.id]])
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
        db,
        viewer,
        services: farm.services,
        isLocal: false,
        language: 'en-US',
        units: 'metric',
        ip: '',
        userAgent: '',
        tellHistory: () => {},
        named: () => {},
        toldLater: () => {},
        afterwards: work => void after.push(work),
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

const logo = (who: Person, body = jpegOf(PICTURE_SIDE)) => sendPicture(who, departments.setLogo, body)
const logoOf = async (who: Person) => (await who.call(own.userInfo)).logo
const fetched = (url: string | null) => farm.app.inject({ method: 'GET', url: url ?? '' })

test('an owner’s logo shows on the pages of the own farm and its teams, an agent’s where a customer has none', async () => {
  const seller = await farm.as({ office: farm.offices.agent, kind: 3, grants: all })
  const worker = await farm.as({ office: farm.offices.team, kind: 2 })
  const neighbour = await farm.as({ office: farm.offices.direct, kind: 2 })
  const all3 = async () => [await logoOf(owner), await logoOf(worker), await logoOf(neighbour)]
  expect(await all3()).toEqual([null, null, null])
  const agents = (await logo(seller)).json().data.logo
  expect(await all3()).toEqual([agents, agents, null])
  const owners = (await logo(owner)).json().data.logo
  expect(await all3()).toEqual([owners, owners, null])
  expect(owners).not.toBe(agents)
  expect((await owner.call(departments.list)).nodes[0]).toMatchObject({ logo: owners })

  await owner.call(departments.removeLogo)
  expect(await all3()).toEqual([agents, agents, null])
  await seller.call(departments.removeLogo)
  expect(await all3()).toEqual([null, null, null])
})

test('a logo is public, without what a camera wrote into it, until another takes its place', async () => {
  const first = (await logo(owner, jpegOf(PICTURE_SIDE, exif))).json().data.logo
  const picture = await fetched(first)
  expect(picture.rawPayload).toEqual(jpegOf(PICTURE_SIDE))
  expect(picture.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
  const second = (await logo(owner)).json().data.logo
  expect([(await fetched(first)).statusCode, (await fetched(second)).statusCode]).toEqual([404, 200])
})

test('of two who change one logo the later hears that it is another by now', async () => {
  const { logo: was } = (await logo(owner)).json().data
  const colleague = await farm.as({ office: farm.offices.sharing, kind: 2, grants: all })
  const second = await colleague.ask(departments.setLogo, {
    query: { was },
    body: jpegOf(PICTURE_SIDE),
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(second.statusCode).toBe(200)
  const late = await owner.ask(departments.removeLogo, { query: { was } })
  expect(late.json()).toMatchObject({ code: 409, data: { current: { logo: second.json().data.logo } } })
  await owner.call(departments.removeLogo, { query: { was: second.json().data.logo } })
  expect((await owner.ask(departments.removeLogo, { query: { was } })).statusCode).toBe(409)
  expect((await owner.ask(departments.removeLogo, { query: { was: NO_LOGO } })).statusCode).toBe(200)
})

test('a logo stays when whoever set it goes', async () => {
  const former = await farm.as({ office: farm.offices.sharing, kind: 2, grants: all })
  const url = (await logo(former)).json().data.logo
  await db().delete(account).where(eq(account.id, former.accountId))
  expect((await fetched(url)).statusCode).toBe(200)
})

test('a department has no logo of its own, and who sees no more than one sets none', async () => {
  const foreman = await farm.as({ office: farm.offices.team, kind: 2, grants: all })
  const before = await logoOf(owner)
  expect((await logo(foreman)).statusCode).toBe(403)
  expect((await foreman.ask(departments.removeLogo)).statusCode).toBe(403)
  expect(await logoOf(owner)).toBe(before)
})

test('staff set the provider’s logo from whatever department they are in; its history says who and what', async () => {
  const office = await officeOf((await made(staff, farm.offices.provider.id, 'Back office')).id)
  const clerk = await farm.as({ office, kind: 1, grants: all })
  const { logo: url } = (await logo(clerk)).json().data
  expect(await officeOf(farm.offices.provider.id)).toMatchObject({ logo: url })
  const [told] = await db()
    .select()
    .from(operationHistory)
    .where(eq(operationHistory.actorId, clerk.accountId))
  expect(told?.description).toMatchObject({ 'en-US': 'Set the logo of provider' })
})

test.each(wrongPictures)('%s is no logo', async (_, body) => {
  const before = await logoOf(owner)
  expect(fault(await logo(owner, body))).toEqual([400, 'file'])
  expect(await logoOf(owner)).toBe(before)
})
