import { eq } from 'drizzle-orm'
import { categoryOf } from '#shared/flocks.ts'
import type { HouseType } from '#shared/signals.ts'
import { newId } from '../platform/database/ids.ts'
import { SYSTEM } from '../platform/database/store.ts'
import { alarm } from '../platform/database/tables/alarms.ts'
import { breedStandard } from '../platform/database/tables/breed-standards.ts'
import { customer } from '../platform/database/tables/customers.ts'
import {
  device,
  house,
  houseDevice,
  houseNow,
  quarantine,
  quarantinePayload,
} from '../platform/database/tables/farms.ts'
import { flockMove } from '../platform/database/tables/flock-moves.ts'
import { flock, flockRecord } from '../platform/database/tables/flocks.ts'
import { noticeMessage } from '../platform/database/tables/histories.ts'
import { houseGroup } from '../platform/database/tables/house-groups.ts'
import { meterExchange } from '../platform/database/tables/meters.ts'
import { account, office, role } from '../platform/database/tables/offices.ts'
import { readingImport } from '../platform/database/tables/reading-imports.ts'
import { settingChange, settingTemplate } from '../platform/database/tables/settings.ts'
import { seal } from '../platform/secrets/seal.ts'
import type { Services } from '../platform/services.ts'
import type { SeededOffice } from './store.ts'

let built = 0

type NewDevice = Partial<typeof device.$inferInsert>
type NewHouse = Partial<
  typeof house.$inferInsert & Omit<typeof houseNow.$inferInsert, 'houseId' | 'farmPath'>
> & { deviceIds?: string[] }

/** A registered device; a gateway unless specified. */
export async function buildDevice({ store }: Services, office: SeededOffice, more: NewDevice = {}) {
  const code = more.code ?? `DEV-${++built}-${newId().slice(-6)}`
  const row = {
    id: newId(),
    officeId: office.id,
    officePath: office.path,
    type: 'gateway' as const,
    code,
    codeKey: code.toLowerCase(),
    name: `Device ${code}`,
    ...more,
  }
  await store.scoped(SYSTEM).insert(device).values(row)
  return row
}

/** A house with the given devices and flock. */
export async function buildHouse({ store }: Services, office: SeededOffice, more: NewHouse = {}) {
  const { deviceIds = [], flockStartedOn, flockHatchedOn, flockCount, flockSold, ...kept } = more
  const { breed, state, stateSince, ...columns } = kept
  const row = {
    id: newId(),
    officeId: office.id,
    officePath: office.path,
    name: `House ${++built}`,
    type: 'layer' as const,
    lengthM: 100 as const,
    widthM: 14 as const,
    heightM: 3 as const,
    ...columns,
  }
  await store.transaction(SYSTEM, async db => {
    await db.insert(house).values(row)
    if (breed || state || stateSince)
      await db.update(houseNow).set({ breed, state, stateSince }).where(eq(houseNow.houseId, row.id))
    if (flockStartedOn || flockCount)
      await db.insert(flock).values({
        ...flockIn(office, row.id, row.type),
        breed: breed ?? null,
        placedOn: flockStartedOn ?? '2026-01-01',
        hatchedOn: flockHatchedOn ?? null,
        placedCount: flockCount ?? null,
        soldUndated: flockSold ?? 0,
      })
    for (const deviceId of deviceIds)
      await db.insert(houseDevice).values({
        id: newId(),
        houseId: row.id,
        deviceId,
        officePath: office.path,
        from: new Date(Date.now() - 86_400_000),
      })
  })
  return row
}

const flockIn = (office: SeededOffice, houseId: string, type: HouseType) => ({
  id: newId(),
  number: `FL-${++built}-${newId().slice(-6)}`,
  houseId,
  officePath: office.path,
  farmPath: office.farmPath ?? office.path,
  type,
  category: categoryOf[type],
})

type NewFlock = Partial<typeof flock.$inferInsert> & { houseId: string }

/** A flock of layers placed as chicks at the beginning of the year, unless specified. */
export async function buildFlock({ store }: Services, office: SeededOffice, more: NewFlock) {
  const row = {
    ...flockIn(office, more.houseId, more.type ?? 'layer'),
    placedOn: '2026-01-01',
    placedCount: 10_000,
    ...more,
  }
  await store.scoped(SYSTEM).insert(flock).values(row)
  return row
}

type NewRecord = Partial<typeof flockRecord.$inferInsert> & { flockId: string; day: string }

/** A daily record. */
export async function buildRecord({ store }: Services, office: SeededOffice, more: NewRecord) {
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    actorName: 'Zhao',
    ...more,
  }
  await store.scoped(SYSTEM).insert(flockRecord).values(row)
  return row
}

/** A department or farm team below an office. */
export async function buildDepartment(
  { store }: Services,
  { id: parentId, path: above, farmPath }: SeededOffice,
  name = `Part ${++built}`,
): Promise<SeededOffice> {
  const number = 1_000_000 + ++built
  const row = { id: newId(), path: `${above}${number}.`, farmPath }
  await store
    .scoped(SYSTEM)
    .insert(office)
    .overridingSystemValue()
    .values({
      ...row,
      number,
      parentId,
      kind: 'department',
      timeZone: 'Asia/Shanghai',
      chineseName: name,
      englishName: name,
    })
  return row
}

/** A customer under an office, approved and formal unless specified; nobody has an account there yet. */
export async function buildCustomer(
  { store }: Services,
  parent: SeededOffice,
  more: Partial<typeof customer.$inferInsert> = {},
) {
  const name = `Customer ${++built}`
  const names = { chineseName: name, englishName: name }
  const row = { id: newId(), path: '', parentId: parent.id, kind: 'customer', ...names } as const
  await store.transaction(SYSTEM, async db => {
    const [made] = await db
      .insert(office)
      .values({ ...row, timeZone: 'Asia/Shanghai' })
      .returning()
    if (!made) throw new Error('The customer was not stored')
    await db
      .insert(customer)
      .values({ officeId: row.id, officePath: made.path, stage: 'formal', approval: 'passed', ...more })
  })
  return row
}

/** An empty house group. */
export async function buildGroup({ store }: Services, office: SeededOffice, name = `Group ${++built}`) {
  const row = { id: newId(), officeId: office.id, officePath: office.path, name }
  await store.scoped(SYSTEM).insert(houseGroup).values(row)
  return row
}

type NewRefused = Partial<typeof quarantine.$inferInsert> & { deviceId: string; payload?: Buffer }

/** A message that was not understood, with its content. */
export async function buildRefused(
  { store }: Services,
  { path: officePath, farmPath }: SeededOffice,
  { payload = Buffer.from('x'), ...more }: NewRefused,
) {
  await store.transaction(SYSTEM, async db => {
    const row = { officePath, topic: 't', reason: 'r', size: payload.length, ...more }
    const [made] = await db.insert(quarantine).values(row).returning({ quarantineId: quarantine.id })
    if (!made) throw new Error('The message was not stored')
    await db
      .insert(quarantinePayload)
      .values({ ...made, officePath, farmPath: farmPath ?? officePath, payload })
  })
}

type NewAlarm = Partial<typeof alarm.$inferInsert> & { subjectId: string; houseIds: string[] }

/** A standing alarm that nobody has seen, unless specified. */
export async function buildAlarm({ store }: Services, office: SeededOffice, more: NewAlarm) {
  const code = more.code ?? 'HighTemp'
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    source: 'controller' as const,
    level: 'critical' as const,
    condition: 'active' as const,
    live: true as const,
    code,
    rule: code,
    raisedAt: new Date(Date.now() - 60_000 - ++built),
    ...more,
  }
  await store.scoped(SYSTEM).insert(alarm).values(row)
  return row
}

/** A person with an identity card number, without role, address or password. */
export async function buildUser(
  { store, config }: Services,
  office: SeededOffice,
  more: Partial<typeof account.$inferInsert> = {},
) {
  const id = newId()
  const username = `user-${id}`
  const row = {
    id,
    officeId: office.id,
    officePath: office.path,
    username,
    usernameKey: username,
    kind: 2,
    actualName: 'Test User',
    passwordHash: '-',
    idCard: seal({ appSecret: config.appSecret, kind: 'id card number', rowId: id }, '11010519491231002X'),
    ...more,
  }
  await store.scoped(SYSTEM).insert(account).values(row)
  return row
}

type NewNotice = Partial<typeof noticeMessage.$inferInsert>

/** An unread message to an account. */
export async function buildNotice(
  { store }: Services,
  office: SeededOffice,
  accountId: string,
  more: NewNotice = {},
) {
  const row = {
    id: newId(),
    accountId,
    officePath: office.path,
    title: { 'zh-CN': '消息', 'en-US': 'Message' },
    level: 'critical' as const,
    messageType: 'device_alarm' as const,
    businessType: 'alarm' as const,
    ...more,
  }
  await store.scoped(SYSTEM).insert(noticeMessage).values(row)
  return row
}

/** A role of an office's own for customers, held by nobody. */
export async function buildRole(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof role.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officePath: office.path,
    chineseName: `角色 ${++built}`,
    englishName: `Role ${built}`,
    kind: 2,
    permissions: [],
    ...more,
  }
  await store.scoped(SYSTEM).insert(role).values(row)
  return row
}

type NewChange = Partial<typeof settingChange.$inferInsert> & { deviceId: string; houseId: string }

/** A settings change that is over and was read back, unless specified. */
export async function buildSettingChange({ store }: Services, office: SeededOffice, more: NewChange) {
  const at = new Date(Date.now() - 60_000)
  const [before, wanted] = [{ 'Settings/Temp/TargetOffset': 0 }, { 'Settings/Temp/TargetOffset': 1 }]
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    group: 'targetTemperature' as const,
    origin: 'remote' as const,
    state: 'synced' as const,
    before,
    wanted,
    after: wanted,
    madeAt: at,
    expiresAt: at,
    overAt: at,
    ...more,
  }
  await store.scoped(SYSTEM).insert(settingChange).values(row)
  return row
}

/** Settings that a customer saved for its houses. */
/** That the water meter of a controller was exchanged. */
export async function buildExchange(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof meterExchange.$inferInsert> & { houseId: string; deviceId: string },
) {
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    metric: 'Water/Today',
    at: new Date(),
    reading: 0,
    actorName: 'Somebody',
    ...more,
  }
  await store.scoped(SYSTEM).insert(meterExchange).values(row)
  return row
}

/** Readings that were imported into a house: only the line about them. */
export async function buildReadingImport(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof readingImport.$inferInsert> & { houseId: string },
) {
  const [from, to] = [Date.UTC(2026, 0, 5), Date.UTC(2026, 0, 6)]
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    source: 'old system.csv',
    metrics: ['Climate/Temp/Avg'],
    starts: new Date(from),
    ends: new Date(to),
    spans: [[from, to]] as [number, number][],
    reports: 96,
    readings: 96,
    actorName: 'Somebody',
    ...more,
  }
  await store.scoped(SYSTEM).insert(readingImport).values(row)
  return row
}

export async function buildTemplate(
  { store }: Services,
  office: SeededOffice,
  more: Partial<typeof settingTemplate.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officePath: office.path,
    farmPath: office.farmPath ?? office.path,
    houseType: 'layer' as const,
    group: 'targetTemperature' as const,
    season: 'winter' as const,
    name: `Template ${++built}`,
    values: { 'Settings/Temp/TargetOffset': 1 },
    actorName: 'Somebody',
    ...more,
  }
  await store.scoped(SYSTEM).insert(settingTemplate).values(row)
  return row
}

type NewMove = Partial<typeof flockMove.$inferInsert> & { fromFlockId: string; toFlockId: string }

/** A move of ten birds between two flocks, with the records of both. */
export async function buildMove({ store }: Services, office: SeededOffice, more: NewMove) {
  const owns = { officePath: office.path, farmPath: office.farmPath ?? office.path, actorName: 'Zhao' }
  const row = { id: newId(), ...owns, day: '2026-01-31', birds: 10, began: false, ...more }
  const { day, birds, fromFlockId, toFlockId } = row
  const db = store.scoped(SYSTEM)
  await db.insert(flockRecord).values([
    { id: newId(), ...owns, day, flockId: fromFlockId, movedOut: birds },
    { id: newId(), ...owns, day, flockId: toFlockId, movedIn: birds },
  ])
  await db.insert(flockMove).values(row)
  return row
}

/** A breed standard of layers, of two weeks. */
export async function buildStandard(
  { store }: Services,
  office: Pick<SeededOffice, 'path'>,
  more: Partial<typeof breedStandard.$inferInsert> = {},
) {
  const row = {
    id: newId(),
    officePath: office.path,
    name: `Standard ${++built}`,
    source: 'Own trial',
    houseTypes: ['layer' as const],
    period: 'week' as const,
    columns: ['phase', 'week', 'weight'],
    rows: [
      ['rear', 1, 70],
      ['rear', 2, 120],
    ],
    ...more,
  }
  await store.scoped(SYSTEM).insert(breedStandard).values(row)
  return row
}
