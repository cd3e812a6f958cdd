import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { devices } from '#shared/contracts/devices.ts'
import { houseGroups } from '#shared/contracts/house-groups.ts'
import { houses } from '#shared/contracts/houses.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import { COUNTED_ROWS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import { features } from '../../app.ts'
import { openClient } from '../../platform/database/open-client.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { operationHistory } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildHouse } from '../../testing/farm-builder.ts'

const READING: Grant[] = ['opera_history:query', 'opera_history:get']

let farm: TestApp
let owner: Person
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  const { offices } = farm
  owner = await farm.as({
    office: offices.sharing,
    kind: 2,
    grants: [
      ...READING,
      'chicken_group:add',
      'chicken_group:edit',
      'chicken_group:delete',
      'device_manage:edit',
    ],
  })
  staff = await farm.as({
    office: offices.provider,
    kind: 1,
    grants: [...READING, 'chicken_home_manage:edit', 'chicken_home_manage:get', 'device_manage:disable'],
  })
})
afterAll(() => farm.close())

const newest = async (who: Person, query: object = {}) =>
  (await who.call(operaHistory.list, { query })).items[0]

describe('a change', () => {
  test('is told in words, with who did it in which role and office, and with before and after', async () => {
    const { id: officeId } = farm.offices.sharing
    const group = await owner.call(houseGroups.create, { body: { name: 'North yard', officeId } })
    await owner.call(houseGroups.update, {
      params: { id: group.id },
      body: { name: 'North yard', officeId, remarks: 'Gate code is with the guard' },
    })
    const entry = await newest(owner)
    expect(entry).toMatchObject({
      moduleName: 'House groups',
      typeName: 'Edit',
      description: 'Changed house group North yard',
      operatorName: 'Test User',
      operatorRoles: 'Role',
      operatorKind: 'customer',
      ip: '127.0.0.1',
    })
    expect(entry?.operatorOffice).toBe(entry?.officeName)
    const detail = await owner.call(operaHistory.get, { params: { id: entry?.id ?? '' } })
    expect(detail).toMatchObject({
      before: { remarks: null },
      after: { remarks: 'Gate code is with the guard' },
    })
    expect(detail.sameRecord).toMatchObject([
      { typeName: 'Add', description: 'Created house group North yard' },
    ])
  })

  test('is told in the language of whoever reads it', async () => {
    const reader = await farm.as({
      office: farm.offices.sharing,
      kind: 2,
      grants: READING,
      language: 'zh-CN',
    })
    expect(await newest(reader)).toMatchObject({
      moduleName: '鸡舍分组',
      typeName: '修改',
      description: '修改鸡舍分组 North yard',
    })
  })

  test('by staff to a customer is seen by both, and by no other customer', async () => {
    const gateway = await buildDevice(farm.services, farm.offices.sharing)
    await staff.call(devices.disable, { params: { id: gateway.id }, body: {} })
    for (const who of [owner, staff])
      expect(await newest(who)).toMatchObject({ type: 'disable', operatorKind: 'staff' })
    const stranger = await farm.as({ office: farm.offices.closed, kind: 2, grants: READING })
    expect(await stranger.call(operaHistory.list)).toEqual({ total: 0, items: [], isMore: false })
    const entry = await newest(owner)
    const answer = await stranger.ask(operaHistory.get, { params: { id: entry?.id ?? '' } })
    expect(answer.statusCode).toBe(404)
  })

  test('keeps the role its operator had then', async () => {
    const db = farm.services.store.scoped(SYSTEM)
    await db.execute(sql`update role set english_name = 'Promoted' where id in
      (select role_id from account_role where account_id = ${owner.accountId})`)
    expect(await newest(owner, { operatorId: owner.accountId })).toMatchObject({ operatorRoles: 'Role' })
  })
})

test('looking at a house under RA is a row that the customer sees', async () => {
  const house = await buildHouse(farm.services, farm.offices.sharing, { name: 'House 7' })
  await staff.call(houses.state, { params: { id: house.id } })
  expect(await newest(owner, { type: 'view' })).toMatchObject({
    moduleName: 'Houses',
    typeName: 'View',
    operatorKind: 'staff',
    description: 'Viewed house: House 7',
  })
})

describe('what happens in a farm that does not share its data', () => {
  test('is not told to staff: neither its alarms nor the flocks of its houses', async () => {
    const grants: Grant[] = [...READING, 'house_alarm:edit', 'chicken_home_manage:edit']
    const closed = await farm.as({ office: farm.offices.closed, kind: 2, grants })
    const { id: subjectId } = await buildDevice(farm.services, farm.offices.closed, { type: 'controller' })
    const alarm = await buildAlarm(farm.services, farm.offices.closed, { subjectId, houseIds: [] })
    await closed.call(alarms.seen, { params: { id: alarm.id }, body: {} })
    const house = await buildHouse(farm.services, farm.offices.closed)
    await closed.call(houses.update, {
      params: { id: house.id },
      body: {
        name: 'House 9',
        officeId: farm.offices.closed.id,
        type: 'layer',
        lengthM: 90,
        widthM: 12,
        heightM: 4,
      },
    })
    const query = { officeId: farm.offices.closed.id }
    expect((await closed.call(operaHistory.list, { query })).items.map(({ module }) => module)).toEqual([
      'houses',
      'alarms',
    ])
    const seen = await staff.call(operaHistory.list, { query })
    expect(seen.items.map(({ module }) => module)).toEqual(['houses'])
    const id = seen.items[0]?.id ?? ''
    expect(await staff.call(operaHistory.get, { params: { id } })).toMatchObject({
      before: null,
      after: null,
      notShared: true,
    })
    expect(await closed.call(operaHistory.get, { params: { id } })).toMatchObject({
      notShared: false,
      after: { name: 'House 9' },
    })
  })
})

describe('what a row changed', () => {
  const rows = ['settings', 'flock-records', 'a-module-of-tomorrow', 'users']
  const readAt = async (place: 'sharing' | 'closed', who: Person) => {
    const { path } = farm.offices[place]
    const shown: Record<string, boolean> = {}
    for (const module of rows) {
      const [row] = await farm.services.store
        .scoped(SYSTEM)
        .insert(operationHistory)
        .values({
          module,
          type: 'update',
          actorId: 'gone',
          actorName: 'Zhao Qiang',
          officePath: path,
          subjectPath: path,
          ip: '61.158.22.14',
          description: { 'zh-CN': '修改', 'en-US': 'Changed' },
          before: { name: 'A' },
          after: { name: 'B' },
        })
        .returning({ id: operationHistory.id })
      const { after } = await who.call(operaHistory.get, { params: { id: String(row?.id) } })
      shown[module] = after !== null
    }
    return shown
  }
  const consent = (remoteControlUntil: Date | null) =>
    farm.services.store
      .scoped(SYSTEM)
      .update(office)
      .set({ remoteControlUntil })
      .where(eq(office.id, farm.offices.sharing.id))

  test('is hidden of a farm that shares nothing, unless the module is known to say nothing of the farm', async () => {
    expect(await readAt('closed', staff)).toEqual({
      settings: false,
      'flock-records': false,
      'a-module-of-tomorrow': false,
      users: true,
    })
  })

  test('is not named either, and not found, where the farm does not share it', async () => {
    const name = 'Winter broilers 7'
    const { path, id: officeId } = farm.offices.closed
    const actor = {
      actorId: 'gone',
      actorName: 'Zhao Qiang',
      officePath: path,
      subjectPath: path,
      ip: '1.2.3.4',
    }
    const says = { 'zh-CN': `修改“${name}”`, 'en-US': `Changed “${name}”` }
    await farm.services.store
      .scoped(SYSTEM)
      .insert(operationHistory)
      .values(
        ['settings', 'alarm-rules', 'repairs'].map(module => ({
          ...actor,
          module,
          type: 'update',
          description: says,
        })),
      )
    const closed = await farm.as({ office: farm.offices.closed, kind: 2, grants: READING })
    const saidTo = async (who: Person, search?: string) => {
      const { items } = await who.call(operaHistory.list, { query: { officeId, search } })
      return items.filter(({ description }) => description.includes(name)).map(({ module }) => module)
    }
    for (const search of [undefined, name]) {
      expect(await saidTo(staff, search)).toEqual(['repairs'])
      expect((await saidTo(closed, search)).toSorted()).toEqual(['alarm-rules', 'repairs', 'settings'])
    }
  })

  test('of settings wants the consent to control, whatever else is shared', async () => {
    const seen = { 'flock-records': true, 'a-module-of-tomorrow': true, users: true }
    await consent(null)
    expect(await readAt('sharing', staff)).toEqual({ ...seen, settings: false })
    expect((await readAt('sharing', owner)).settings).toBe(true)
    await consent(new Date(Date.now() + 3_600_000))
    expect(await readAt('sharing', staff)).toEqual({ ...seen, settings: true })
  })
})

describe('the list', () => {
  const old = (days: number) => new Date(Date.now() - days * 86_400_000)
  const entry = {
    module: 'devices',
    type: 'update',
    actorId: 'gone',
    actorName: 'Zhao Qiang',
    ip: '61.158.22.14',
    description: { 'zh-CN': '修改设备', 'en-US': 'Changed device SFGW' },
  }
  const write = (rows: Partial<typeof operationHistory.$inferInsert>[]) =>
    farm.services.store
      .scoped(SYSTEM)
      .insert(operationHistory)
      .values(
        rows.map(row => ({
          officePath: farm.offices.direct.path,
          subjectPath: farm.offices.direct.path,
          ...entry,
          ...row,
        })),
      )

  test('shows thirty days unless more are asked for, newest first, and finds by every filter', async () => {
    const reader = await farm.as({ office: farm.offices.direct, kind: 2, grants: READING })
    await write([
      { at: old(2), type: 'remove' },
      { at: old(40), module: 'houses', ip: '10.0.0.9' },
      { at: old(1), actorName: 'Li Na' },
    ])
    const found = async (query: object) =>
      (await reader.call(operaHistory.list, { query })).items.map(({ at }) =>
        Math.round((Date.now() - Date.parse(at)) / 86_400_000),
      )
    expect(await found({})).toEqual([1, 2])
    expect(await found({ period: 'all' })).toEqual([1, 2, 40])
    expect(await found({ period: '90', module: 'houses' })).toEqual([40])
    expect(await found({ type: 'remove' })).toEqual([2])
    expect(await found({ search: 'li n' })).toEqual([1])
    expect(await found({ search: '10.0.0', period: 'all' })).toEqual([40])
    expect(await found({ search: 'sfgw' })).toEqual([1, 2])
    expect(await found({ operatorKind: 'system' })).toEqual([1, 2])
    expect(await found({ operatorKind: 'staff' })).toEqual([])
    expect(await found({ officeId: farm.offices.direct.id })).toEqual([1, 2])
    expect(await found({ officeId: farm.offices.closed.id })).toEqual([])
    expect(await reader.call(operaHistory.counts, { query: { by: 'operatorKind' } })).toMatchObject({
      system: 2,
      staff: 0,
    })
  })

  test('says that there are more instead of counting a long history to its end', async () => {
    const reader = await farm.as({ office: farm.offices.agent, kind: 3, grants: READING })
    const { path } = farm.offices.agent
    await farm.services.store.scoped(SYSTEM).execute(sql`
      insert into operation_history (office_path, subject_path, actor_id, actor_name, module, type, description)
      select ${path}, ${path}, 'gone', 'Zhao Qiang', 'devices', 'update', '{"zh-CN": "", "en-US": ""}'
      from generate_series(1, ${COUNTED_ROWS + 1}::int)`)
    const { total, isMore } = await reader.call(operaHistory.list)
    expect({ total, isMore }).toEqual({ total: COUNTED_ROWS, isMore: true })
    const page = await reader.call(operaHistory.list, { query: { page: 400, size: 20 } })
    expect(page.items).toHaveLength(20)
  })

  test('does not know a row whose number is none', async () => {
    for (const id of ['x', '-1', '99999999999999999999', '0'])
      expect((await owner.ask(operaHistory.get, { params: { id } })).statusCode).toBe(404)
  })
})

describe('nobody changes the history', () => {
  test('no endpoint does', () => {
    const own = features.filter(({ name }) => name === 'opera-history')
    const changing = own.flatMap(({ contract }) =>
      Object.entries(contract).filter(([, { method }]) => method !== 'GET'),
    )
    // An export reads.
    expect(changing.map(([name]) => name)).toEqual(['export'])
  })

  test.each([
    'update operation_history set actor_name = $$nobody$$',
    'delete from operation_history',
    'truncate operation_history',
    'alter table operation_history disable row level security',
    'drop trigger operation_history_operator on operation_history',
    'select forget_operations(now(), 1)',
    'update login_log set ip = null',
    'truncate login_log',
    'delete from screen_visit',
  ])('the role that serves requests is refused: %s', async statement => {
    const client = await openClient(farm.databaseUrl)
    try {
      await client.query(
        `select set_config('app.lo', '0', false), set_config('app.hi', ':', false), set_config('app.customers', 'all', false)`,
      )
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
    }
  })

  test('who did it is told by the accounts, whatever a row says of itself', async () => {
    const { direct } = farm.offices
    const db = farm.services.store.scoped(SYSTEM)
    const [row] = await db
      .insert(operationHistory)
      .values({
        officePath: direct.path,
        subjectPath: direct.path,
        module: 'devices',
        type: 'update',
        actorId: owner.accountId,
        actorName: 'Somebody',
        actorKind: 1,
        description: { 'zh-CN': '', 'en-US': '' },
      })
      .returning()
    expect(row).toMatchObject({ actorKind: 2 })
  })
})
