import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { preferences } from '#shared/contracts/preferences.ts'
import { tellEach } from '../../people/notices/tell.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { noticeMessage } from '../../platform/database/tables/histories.ts'
import { office } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice, buildNotice } from '../../testing/farm-builder.ts'

let farm: TestApp
beforeAll(async () => {
  farm = await testApp()
})
afterAll(() => farm.close())

const newPerson = (language?: 'zh-CN') =>
  farm.as({ office: farm.offices.sharing, kind: 2, ...(language && { language }) })
const messageTo = ({ accountId }: Person, more: Parameters<typeof buildNotice>[3] = {}) =>
  buildNotice(farm.services, farm.offices.sharing, accountId, more)

test('everybody reads their own messages, newest first, in their language', async () => {
  const [person, other] = [await newPerson('zh-CN'), await newPerson()]
  const [old, recent] = [
    await messageTo(person, { createdAt: new Date(Date.now() - 60_000) }),
    await messageTo(person),
  ]
  await messageTo(other)
  const { total, items } = await person.call(notices.list)
  expect(total).toBe(2)
  expect(items.map(({ id }) => id)).toEqual([recent.id, old.id])
  expect(items[0]).toMatchObject({ title: '消息', level: 'critical', businessType: 'alarm', readAt: null })
})

test('the gravest unread comes first, and what was read or has cleared after it', async () => {
  const person = await newPerson()
  const { sharing } = farm.offices
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const controller = await buildDevice(farm.services, sharing)
  const cleared = await buildAlarm(farm.services, sharing, {
    subjectId: controller.id,
    houseIds: [],
    condition: 'cleared',
  })
  const over = await messageTo(person, { level: 'emergency', subjectId: cleared.id, createdAt: at(3) })
  const read = await messageTo(person, { level: 'emergency', readAt: at(0), createdAt: at(4) })
  const power = await messageTo(person, { level: 'emergency', createdAt: at(9) })
  const fan = await messageTo(person, { level: 'critical', createdAt: at(1) })
  const { items } = await person.call(notices.list)
  expect(items.map(({ id }) => id)).toEqual([power, fan, over, read].map(({ id }) => id))
  expect(items[2]?.alarm).toMatchObject({ code: cleared.code, houses: [], isCleared: true })
  // The bell counts what its list shows.
  expect(await person.call(notices.unreadNumber)).toBe(2)
  const bell = await person.call(notices.list, { query: { read: 'unread' } })
  expect(bell.items.map(({ id }) => id)).toEqual([power.id, fan.id])
})

test('what was told of a farm’s alarm is not read on when the farm shares no more', async () => {
  const { sharing, provider } = farm.offices
  const staff = await farm.as({ office: provider, kind: 1 })
  const device = await buildDevice(farm.services, sharing)
  const raised = { subjectId: device.id, houseIds: [] }
  const { id: subjectId } = await buildAlarm(farm.services, sharing, raised)
  await buildNotice(farm.services, provider, staff.accountId, {
    title: { 'zh-CN': '3 号舍 35 °C', 'en-US': 'House 3: 35 °C' },
    subjectId,
  })
  const told = async () => (await staff.call(notices.list)).items[0]
  expect(await told()).toMatchObject({ title: 'House 3: 35 °C', subjectId })
  const db = farm.services.store.scoped(SYSTEM)
  const [before] = await db.select().from(office).where(eq(office.id, sharing.id))
  const until = (farmAccessUntil: Date | null) =>
    db.update(office).set({ farmAccessUntil }).where(eq(office.id, sharing.id))
  await until(null)
  expect(await told()).toMatchObject({ title: 'You no longer have access to this alarm', subjectId: null })
  await until(before?.farmAccessUntil ?? null)
})

test('values in a message are in the units its reader has now', async () => {
  const person = await newPerson()
  await messageTo(person, {
    title: { 'en-US': 'House 3: \ufffc (limit \ufffc)', 'zh-CN': '3 号舍：\ufffc（限值 \ufffc）' },
    amounts: [
      { value: 31.2, unit: '°C', decimals: 1 },
      { value: 26.5, unit: '°C', decimals: 1 },
    ],
  })
  const title = async () => (await person.call(notices.list)).items[0]?.title
  expect(await title()).toBe('House 3: 31.2\u202f°C (limit 26.5\u202f°C)')
  await person.call(preferences.choose, { body: { units: { value: 'imperial', ago: 0 } } })
  expect(await title()).toBe('House 3: 88.2\u202f°F (limit 79.7\u202f°F)')
})

test('one, several or all are marked as read, and the bell is told of it', async () => {
  const person = await newPerson()
  const told: string[][] = []
  farm.services.events.on('notice', ({ accountIds }) => told.push(accountIds))
  const messages = await Promise.all([1, 2, 3, 4].map(() => messageTo(person)))
  const [first, second] = messages.map(({ id }) => id)
  expect(await person.call(notices.markRead, { body: { ids: [first ?? ''] } })).toBe(3)
  expect(await person.call(notices.markRead, { body: { ids: [first ?? '', second ?? ''] } })).toBe(2)
  expect((await person.call(notices.list, { query: { read: 'unread' } })).total).toBe(2)
  expect((await person.call(notices.list, { query: { read: 'read' } })).total).toBe(2)
  expect(await person.call(notices.markAllRead)).toBe(0)
  expect(await person.call(notices.unreadNumber)).toBe(0)
  expect(told).toEqual([[person.accountId], [person.accountId], [person.accountId]])
})

test('nobody marks the messages of another, who stands beside them in the same office', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const { id } = await messageTo(other)
  expect(await person.call(notices.markRead, { body: { ids: [id] } })).toBe(0)
  await person.call(notices.markAllRead)
  expect(await other.call(notices.unreadNumber)).toBe(1)
})

test('messages are narrowed by kind and level', async () => {
  const person = await newPerson()
  await messageTo(person)
  const task = await messageTo(person, { messageType: 'to_do', level: 'info', businessType: 'overhaul' })
  const ids = async (query: object) => (await person.call(notices.list, { query })).items.map(({ id }) => id)
  expect(await ids({ messageType: 'to_do' })).toEqual([task.id])
  expect(await ids({ level: 'info' })).toEqual([task.id])
})

test('messages about one thing are one row with their number and the newest; reading it reads what was shown', async () => {
  const person = await newPerson()
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const order = { businessType: 'order', messageType: 'logistics_update', level: 'info' } as const
  await messageTo(person, { ...order, subjectId: 'o1', createdAt: at(9), readAt: at(8) })
  await messageTo(person, { ...order, subjectId: 'o1', createdAt: at(7) })
  const newest = await messageTo(person, { ...order, subjectId: 'o1', createdAt: at(5) })
  const other = await messageTo(person, { ...order, subjectId: 'o2', createdAt: at(6) })
  const { total, items } = await person.call(notices.folded)
  expect(total).toBe(2)
  expect(items.map(({ id, count, unread }) => [id, count, unread])).toEqual([
    [newest.id, 3, 2],
    [other.id, 1, 1],
  ])
  const alike = await person.call(notices.list, { query: { like: newest.id } })
  expect(alike.total).toBe(3)
  // What came meanwhile was not on the screen.
  await messageTo(person, { ...order, subjectId: 'o1' })
  expect(await person.call(notices.markRead, { body: { ids: [newest.id], alike: true } })).toBe(2)
  const [first] = (await person.call(notices.folded)).items
  expect(first).toMatchObject({ subjectId: 'o1', count: 4, unread: 1 })
})

test('a message is marked read whatever the microsecond it was told at', async () => {
  const person = await newPerson()
  const { id } = await messageTo(person)
  await farm.services.store
    .scoped(SYSTEM)
    .update(noticeMessage)
    .set({ createdAt: sql`date_trunc('milliseconds', now()) + interval '999 microseconds'` })
    .where(eq(noticeMessage.id, id))
  expect(await person.call(notices.markRead, { body: { ids: [id], alike: true } })).toBe(0)
})

test('different reminders about one customer are each a row', async () => {
  const person = await newPerson()
  const about = {
    businessType: 'overhaul',
    messageType: 'to_do',
    subjectId: farm.offices.sharing.id,
  } as const
  for (const words of ['Clean the pads', 'Clean the pads', 'Grease the bearings'])
    await messageTo(person, { ...about, title: { 'zh-CN': words, 'en-US': words } })
  const { items } = await person.call(notices.folded)
  expect(items.map(({ title, count }) => [title, count])).toEqual([
    ['Grease the bearings', 1],
    ['Clean the pads', 2],
  ])
})

test('an alarm that comes again and again is one row', async () => {
  const person = await newPerson()
  const { sharing } = farm.offices
  const controller = await buildDevice(farm.services, sharing)
  const raised = { subjectId: controller.id, houseIds: [], code: 'HumidityHigh' }
  const alarms = [
    await buildAlarm(farm.services, sharing, { ...raised, condition: 'cleared', rule: 'a' }),
    await buildAlarm(farm.services, sharing, { ...raised, rule: 'b' }),
  ]
  for (const { id } of alarms) await messageTo(person, { subjectId: id, level: 'warning' })
  const { items } = await person.call(notices.folded)
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ subjectId: alarms[1]?.id, count: 2, unread: 1 })
})

test('a muted kind stays in the list and is not counted, mailed or pushed, but for what is critical; alarms cannot be muted', async () => {
  const person = await newPerson()
  const told: string[][] = []
  farm.services.events.on('notice', ({ accountIds }) => told.push(accountIds))
  const order = { businessType: 'order', messageType: 'logistics_update' } as const
  await messageTo(person, { ...order, level: 'info', subjectId: 'o1' })
  await messageTo(person, { ...order, level: 'critical', subjectId: 'o2' })
  await messageTo(person)
  expect(await person.call(notices.unreadNumber)).toBe(3)
  expect(await person.call(notices.mute, { body: { kind: 'order', isMuted: true } })).toEqual({
    kinds: ['order'],
  })
  expect(told).toEqual([[person.accountId]])
  expect(await person.call(notices.unreadNumber)).toBe(2)
  const { items } = await person.call(notices.list)
  expect(items.map(({ isMuted }) => isMuted)).toEqual([false, false, true])
  const reached = await tellEach(
    farm.services.store.scoped(SYSTEM),
    [{ id: person.accountId, officePath: farm.offices.sharing.path }],
    { ...order, title: { 'zh-CN': '已发货', 'en-US': 'Shipped' }, level: 'info', subjectId: 'o3' },
  )
  const [kept] = await farm.services.store
    .scoped(SYSTEM)
    .select()
    .from(noticeMessage)
    .where(eq(noticeMessage.id, reached.get(person.accountId) ?? ''))
  expect(kept).toMatchObject({ readAt: null, mailWanted: false, pushWanted: false })

  await person.call(notices.mute, { body: { kind: 'order', isMuted: false } })
  expect(await person.call(notices.unreadNumber)).toBe(4)
  const alarm = { kind: 'alarm' as 'order', isMuted: true }
  await expect(person.call(notices.mute, { body: alarm })).rejects.toThrow()
})
