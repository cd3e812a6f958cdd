import { eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { alarms } from '#shared/contracts/alarms.ts'
import { farmAccess } from '#shared/contracts/farm-access.ts'
import { notices } from '#shared/contracts/notices.ts'
import { orderForm, orders } from '#shared/contracts/orders.ts'
import { webhooks } from '#shared/contracts/webhooks.ts'
import type { Grant } from '#shared/permissions.ts'
import { WEBHOOKS_MAX, type WebhookEvent } from '#shared/webhooks.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { accountRole, office, role } from '../../platform/database/tables/offices.ts'
import { order } from '../../platform/database/tables/orders.ts'
import { webhook, webhookDelivery } from '../../platform/database/tables/webhooks.ts'
import { networksOf } from '../../platform/network/outside.ts'
import { eventually } from '../../telemetry/testing/eventually.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildAlarm, buildDevice } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildInquiry } from '../inquiries/inquiries.fixture.ts'
import { buildOrder } from '../orders/orders.fixture.ts'
import { buildRepair } from '../repairs/repairs.fixture.ts'
import { webhookSources } from '../webhook-sources.ts'
import { startWebhooks } from './sending.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'

let farm: TestApp
let receiver: Receiver
beforeAll(async () => {
  farm = await testApp({ webhookNetworks: networksOf('127.0.0.0/8') ?? [] })
})
afterAll(() => farm.close())
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await database().delete(webhook)
  await receiver.stop()
})

const database = () => farm.services.store.scoped(SYSTEM)
const manages = ['query', 'get', 'add', 'edit', 'delete'].map(
  action => `department_manage:${action}` as Grant,
)
const customers: Grant[] = [
  'my_center:query',
  'my_center:add',
  'house_alarm:query',
  'device_repair_client_list:query',
]
const ofStaff: Grant[] = [
  'order_center:query',
  'order_center:edit',
  'admin_inquiry:query',
  'house_alarm:query',
  'device_repair_admin_list:query',
]
const owner = (name: 'direct' | 'sharing' | 'closed' = 'direct', grants = customers) =>
  farm.as({ office: farm.offices[name], kind: 2, grants: [...manages, ...grants] })
const staff = (grants = ofStaff) =>
  farm.as({ office: farm.offices.provider, kind: 1, grants: [...manages, ...grants] })

let named = 0
/** Connects somebody's office to the receiver. */
async function connect(who: Person, events: WebhookEvent[], address?: string) {
  const name = `erp-${++named}`
  const body = { name, address: address ?? receiver.address(name), events }
  const made = await who.call(webhooks.create, { body })
  receiver.knows(name, made.secret)
  return { ...made, got: () => receiver.got.filter(({ path }) => path === `/${name}`) }
}
/** Sends pending messages until the test is over. */
function sending(
  pauses?: number[],
  networks = farm.services.config.webhookNetworks,
  more: { longestMs?: number } = {},
) {
  const config = { ...farm.services.config, webhookNetworks: networks }
  const running = startWebhooks({
    ...farm.services,
    config,
    sources: webhookSources,
    ...(pauses && { pauses }),
    ...more,
  })
  onTestFinished(() => running.stop())
}
const rowsOf = (id: string) =>
  database().select().from(webhookDelivery).where(eq(webhookDelivery.webhookId, id))
const deliveries = async (who: Person, id: string) =>
  (await who.call(webhooks.deliveries, { params: { id }, query: {} })).items
const nothingWaits = () =>
  eventually(() => database().$count(webhookDelivery, eq(webhookDelivery.state, 'waiting'))).toBe(0)
async function raiseAlarm(name: 'direct' | 'sharing' | 'closed', live = true) {
  const place = farm.offices[name]
  const { id: subjectId } = await buildDevice(farm.services, place, { type: 'controller' })
  return buildAlarm(farm.services, place, { subjectId, houseIds: [], live })
}

test('a receiver that never answers is told as such, and not as one that cannot be reached', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  receiver.answers.push('nothing')
  sending([60_000], undefined, { longestMs: 50 })
  await buildOrder(farm.services, farm.offices.direct)
  await eventually(async () => (await deliveries(me, hook.id))[0]?.problem).toBe('timeout')
  await database().delete(webhookDelivery)
})

test('an order reaches the other system signed; refused at first, it comes again under the same id', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  receiver.answers.push(500)
  sending([10])
  const order = await buildOrder(farm.services, farm.offices.direct)
  await eventually(() => hook.got().length).toBe(2)
  const [first, second] = hook.got()
  expect(first).toMatchObject({ isSigned: true, message: { event: 'order.created', version: 1 } })
  expect(second).toMatchObject({
    id: first?.id,
    isSigned: true,
    message: { id: first?.id, time: first?.message.time },
  })
  expect(first?.message.id).toBe(first?.id)
  expect(first?.message.data).toMatchObject({
    id: order.id,
    number: order.number,
    standing: 'placed',
    sum: '456.00',
  })
  expect(first?.message.data).not.toHaveProperty('officePath')
  await nothingWaits()
  const [sent] = await deliveries(me, hook.id)
  expect(sent).toMatchObject({ id: first?.id, state: 'delivered', status: 200, tries: 2, problem: null })
})

test('every chosen event of orders, inquiries, repairs and alarms comes, and none that was not chosen', async () => {
  const me = await staff()
  const hook = await connect(me, [
    'order.created',
    'order.moved',
    'order.closed',
    'inquiry.created',
    'repair.created',
    'alarm.created',
    'alarm.closed',
  ])
  sending()
  const { direct, sharing } = farm.offices
  const { id } = await buildOrder(farm.services, direct)
  await me.call(orders.produce, { params: { id }, body: {} })
  await me.call(orders.withdraw, { params: { id }, body: { reason: 'By telephone' } })
  await buildInquiry(farm.services, direct)
  await buildRepair(farm.services, direct)
  const { id: alarmId } = await raiseAlarm('sharing')
  await raiseAlarm('sharing', false)
  const handler = await farm.as({ office: sharing, kind: 2, grants: ['house_alarm:edit'] })
  await handler.call(alarms.seen, { params: { id: alarmId }, body: {} })
  await database().execute(
    sql`update alarm set condition = 'cleared', cleared_at = now() where id = ${alarmId}`,
  )
  const told = () => hook.got().map(({ message }) => message.event)
  await eventually(() => told().toSorted()).toEqual([
    'alarm.closed',
    'alarm.created',
    'inquiry.created',
    'order.closed',
    'order.created',
    'order.moved',
    'repair.created',
  ])
})

test('payment, shipping entry and change of an order come, each once', async () => {
  const me = await staff()
  const hook = await connect(me, ['order.paid', 'order.logged', 'order.changed', 'order.moved'])
  sending()
  const seller = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const { id } = await buildOrder(farm.services, farm.offices.direct)
  const params = { params: { id } }
  await seller.call(orders.produce, { ...params, body: {} })
  await seller.call(orders.pay, { ...params, body: { paidOn: '2026-11-20', note: '' } })
  const entry = { event: 'left' as const, happenedAt: null, text: '', pictures: [], papers: [] }
  await seller.call(orders.log, { ...params, body: entry })
  const item = await seller.call(orders.get, params)
  await seller.call(orders.update, { ...params, body: { ...orderForm.parse(item), city: 'Jinan' } })
  const told = () => hook.got().map(({ message }) => message.event)
  await eventually(() => told().toSorted()).toEqual([
    'order.changed',
    'order.logged',
    'order.moved',
    'order.paid',
  ])
})

test('a shipment that is entered or changed comes, and one that is saved as it was does not', async () => {
  const hook = await connect(await staff(), ['order.changed'])
  sending()
  const seller = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const { id } = await buildOrder(farm.services, farm.offices.direct)
  const params = { params: { id } }
  const voyage = { sailingOn: null, arrivalOn: null, arrivedOn: null, containerType: '', containers: null }
  const route = { carrier: 'COSCO', logisticsNumber: '', portOfLoading: 'Qingdao', portOfDischarge: '' }
  const form = { ...route, ...voyage, vessel: '', blNumber: '', goods: [{ lineId: 'l1', quantity: 2 }] }
  const ship = (shipment: typeof form & { id?: string }) =>
    seller.call(orders.shipment, { ...params, body: { shipment } })
  const [made] = (await ship(form)).shipments
  const known = { ...form, ...(made?.id && { id: made.id }) }
  await ship(known)
  await ship({ ...known, vessel: 'Star 12' })
  await nothingWaits()
  expect(hook.got().map(({ message }) => message.event)).toEqual(['order.changed', 'order.changed'])
  expect(hook.got().at(-1)?.message.data).toMatchObject({
    id,
    shipments: [{ carrier: 'COSCO', vessel: 'Star 12', goods: [{ lineId: 'l1', quantity: 2 }] }],
  })
})

test('every payment, refund and correction comes, also of an order that stays unpaid, and changed terms', async () => {
  const me = await staff()
  const hook = await connect(me, ['order.paid', 'order.changed'])
  const seller = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const { id } = await buildOrder(farm.services, farm.offices.direct)
  const params = { params: { id } }
  const events = async () => (await rowsOf(hook.id)).map(({ event }) => event).toSorted()
  const pay = (more: object) =>
    seller.call(orders.pay, { ...params, body: { paidOn: '2026-11-20', note: '', ...more } })
  await pay({ amount: '100' })
  await pay({ amount: '50' })
  await pay({ amount: '20', way: 'refund' })
  expect(await events()).toEqual(Array(3).fill('order.paid'))
  await seller.call(orders.unpay, { ...params, body: { reason: 'Of another order' } })
  expect(await events()).toEqual(Array(4).fill('order.paid'))
  const { terms } = await seller.call(orders.get, params)
  await seller.call(orders.terms, { ...params, body: { ...terms, place: 'Qingdao' } })
  await seller.call(orders.terms, { ...params, body: { ...terms, place: 'Qingdao' } })
  expect(await events()).toEqual(['order.changed', ...Array(4).fill('order.paid')])
})

test('a customer hears of its deleted order with all that it had, since it can read it no longer', async () => {
  const me = await owner('direct', [...customers, 'my_center:get'])
  const hook = await connect(me, ['order.changed'])
  const seller = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const { id } = await buildOrder(farm.services, farm.offices.direct, { standing: 'withdrawn' })
  const params = { params: { id } }
  const { deleted: _, ...before } = (await me.call(orders.list, { query: {} })).items.find(
    item => item.id === id,
  ) ?? { deleted: null }
  sending()
  await seller.call(orders.remove, params)
  await eventually(() => hook.got().length).toBe(1)
  const { data } = hook.got().at(-1)?.message ?? {}
  const lastOf = ({ version: __, lastAt: ___, ...rest }: Record<string, unknown>) => rest
  expect(lastOf(data as Record<string, unknown>)).toEqual({
    ...lastOf(before),
    deleted: { at: expect.any(String), by: null },
  })
  expect((await me.ask(orders.get, params)).statusCode).toBe(404)
})

test('a deletion and a restoring come, with the order as it is then', async () => {
  const me = await staff()
  const hook = await connect(me, ['order.changed'])
  const seller = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  const { id } = await buildOrder(farm.services, farm.offices.direct, { standing: 'withdrawn' })
  sending()
  const last = () => {
    const { event, data } = hook.got().at(-1)?.message ?? {}
    return { event, data }
  }
  await seller.call(orders.remove, { params: { id } })
  await eventually(last).toMatchObject({
    event: 'order.changed',
    data: { id, deleted: { at: expect.any(String) } },
  })
  await seller.call(orders.restore, { params: { id }, body: {} })
  await eventually(() => hook.got().length).toBe(2)
  expect(last().data).toMatchObject({ id, standing: 'withdrawn' })
  expect(last().data).not.toHaveProperty('deleted')
})

test('a webhook hears nothing of another customer; one of the provider hears of both', async () => {
  const [mine, provider] = [
    await connect(await owner(), ['order.created']),
    await connect(await staff(), ['order.created']),
  ]
  sending()
  await buildOrder(farm.services, farm.offices.sharing)
  await eventually(() => provider.got().length).toBe(1)
  expect(await rowsOf(mine.id)).toEqual([])
  expect(mine.got()).toEqual([])
})

test('staff hear of alarms only while the farm shares, and its owner reads that they did', async () => {
  const hook = await connect(await staff(), ['alarm.created'])
  const shares = await owner('sharing', ['farm_access:query', 'farm_access:disable'])
  const looks = async () => (await shares.call(farmAccess.log, { query: {} })).items
  const before = (await looks()).length
  sending()
  await raiseAlarm('closed')
  await raiseAlarm('sharing')
  await eventually(() => hook.got().length).toBe(1)
  const noted = await looks()
  expect(noted).toHaveLength(before + 1)
  expect(noted[0]).toMatchObject({ event: 'used', what: 'alarms' })
  const ends = farm.offices.sharing.id
  const [was] = await database().select().from(office).where(eq(office.id, ends))
  await database().update(office).set({ farmAccessUntil: null }).where(eq(office.id, ends))
  await raiseAlarm('sharing')
  await nothingWaits()
  expect(hook.got()).toHaveLength(1)
  await database().update(office).set({ farmAccessUntil: was?.farmAccessUntil }).where(eq(office.id, ends))
})

test('the own alarms come without any consent', async () => {
  const hook = await connect(await owner('closed'), ['alarm.created'])
  sending()
  const { id } = await raiseAlarm('closed')
  await eventually(() => hook.got().map(({ message }) => message.data.id)).toEqual([id])
})

test('whoever stands behind it passes on no more than they may see themselves', async () => {
  const me = await owner('direct', ['my_center:query'])
  const refused = await me.ask(webhooks.create, {
    body: { name: 'ERP', address: receiver.address('x'), events: ['alarm.created'] },
  })
  expect(refused.json().data).toMatchObject([{ field: 'events' }])
  const hook = await connect(me, ['order.created'])
  const [held] = await database().select().from(accountRole).where(eq(accountRole.accountId, me.accountId))
  await database()
    .update(role)
    .set({ permissions: [] })
    .where(eq(role.id, held?.roleId ?? ''))
  sending()
  await buildOrder(farm.services, farm.offices.direct)
  await nothingWaits()
  expect(hook.got()).toEqual([])
  const colleague = await owner()
  await colleague.call(webhooks.update, {
    params: { id: hook.id },
    body: { name: hook.name, address: hook.address, events: hook.events, isActive: true },
  })
  await buildOrder(farm.services, farm.offices.direct)
  await eventually(() => hook.got().length).toBe(1)
})

test('only public https addresses are taken, and the networks that the installation allows', async () => {
  const me = await owner()
  const wrong = [
    'http://erp.example.com/hook',
    'https://erp.example.com:8443/hook',
    'https://localhost/hook',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/',
    'https://[::1]/',
    'https://0x0a000001/',
    'ftp://erp.example.com/',
    'erp.example.com',
  ]
  for (const address of wrong) {
    const answer = await me.ask(webhooks.create, {
      body: { name: 'ERP', address, events: ['order.created'] },
    })
    expect([address, answer.json().data]).toMatchObject([address, [{ field: 'address' }]])
  }
})

test('an address that leads inside is judged again when it is dialled', async () => {
  const me = await owner()
  const [byNumber, byName] = [await connect(me, ['order.created']), await connect(me, ['order.created'])]
  await database().update(webhook).set({ address: 'https://localhost/hook' }).where(eq(webhook.id, byName.id))
  sending([], [])
  await buildOrder(farm.services, farm.offices.direct)
  await nothingWaits()
  for (const { id } of [byNumber, byName])
    expect(await deliveries(me, id)).toMatchObject([{ state: 'failed', status: null, problem: 'address' }])
  expect(receiver.got).toEqual([])
})

test('a redirect is not followed, and nothing that was answered is told but its status', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  receiver.answers.push({ status: 302, headers: { location: receiver.address('elsewhere') } })
  sending([])
  await buildOrder(farm.services, farm.offices.direct)
  await nothingWaits()
  expect(receiver.got).toHaveLength(1)
  const [sent] = await deliveries(me, hook.id)
  expect(sent).toMatchObject({ state: 'failed', status: 302, tries: 1 })
  expect(JSON.stringify(sent)).not.toContain('thank')
})

test('what nobody took is sent again when it is asked for, under the same id', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  receiver.answers.push(503, 503)
  sending([1])
  await buildOrder(farm.services, farm.offices.direct)
  await nothingWaits()
  const [failed] = await deliveries(me, hook.id)
  expect(failed).toMatchObject({ state: 'failed', status: 503, tries: 2 })
  await me.call(webhooks.resend, { params: { id: failed?.id ?? '' } })
  await eventually(() => hook.got().length).toBe(3)
  expect(new Set(hook.got().map(({ id }) => id))).toEqual(new Set([failed?.id]))
  await nothingWaits()
  expect(await deliveries(me, hook.id)).toMatchObject([{ state: 'delivered', status: 200 }])
})

test('a webhook that took nothing for days is switched off, and its owner is told', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  await database()
    .update(webhook)
    .set({ failingSince: new Date(Date.now() - 4 * 86_400_000) })
  receiver.answers.push(500)
  sending([60_000])
  await buildOrder(farm.services, farm.offices.direct)
  await eventually(async () => (await me.call(webhooks.list))[0]?.switchedOff).toBe('failing')
  const titles = (await me.call(notices.list)).items.map(({ title }) => title)
  expect(titles).toEqual([`The webhook “${hook.name}” has failed for days and was switched off`])
  expect(await deliveries(me, hook.id)).toMatchObject([{ state: 'failed', status: 500 }])
  await buildOrder(farm.services, farm.offices.direct)
  expect(await rowsOf(hook.id)).toHaveLength(1)
})

test('a receiver that is gone for good is not asked again', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  receiver.answers.push(410)
  sending()
  await buildOrder(farm.services, farm.offices.direct)
  await eventually(async () => (await me.call(webhooks.list))[0]?.isActive).toBe(false)
  expect(hook.got()).toHaveLength(1)
  const [gone] = await me.call(webhooks.list)
  expect(gone?.switchedOff).toBe('gone')
  const { version, name, address, events } = gone as NonNullable<typeof gone>
  const body = { name, address, events, isActive: true, version }
  const on = await me.call(webhooks.update, { params: { id: hook.id }, body })
  expect(on).toMatchObject({ isActive: true, switchedOff: null })
})

test('a webhook that failed and was switched off by hand does not say that it was switched off by itself', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  receiver.answers.push(500)
  sending([60_000])
  await buildOrder(farm.services, farm.offices.direct)
  await eventually(async () => (await deliveries(me, hook.id))[0]?.status).toBe(500)
  await eventually(async () => (await database().select().from(webhook))[0]?.failingSince).not.toBeNull()
  const [{ version, name, address, events } = {} as never] = await me.call(webhooks.list)
  const body = { name, address, events, isActive: false, version }
  const off = await me.call(webhooks.update, { params: { id: hook.id }, body })
  expect(off).toMatchObject({ isActive: false, switchedOff: null })
})

test('what happened while nothing was sent is sent afterwards, and what was not stored never', async () => {
  const hook = await connect(await owner(), ['order.created'])
  const { id } = await buildOrder(farm.services, farm.offices.direct)
  const undone = farm.services.store.transaction(SYSTEM, async db => {
    const [{ lateFrom: _, ...known } = {} as never] = await db.select().from(order).where(eq(order.id, id))
    await db.insert(order).values({ ...known, id: 'undone', number: 'SO20260101-9999' })
    throw new Error('not stored')
  })
  await expect(undone).rejects.toThrow('not stored')
  sending()
  await nothingWaits()
  expect(hook.got().map(({ message }) => message.data.id)).toEqual([id])
})

test('a try whose process died is made again by another', async () => {
  const hook = await connect(await owner(), ['order.created'])
  await buildOrder(farm.services, farm.offices.direct)
  const dead = { tries: 1, lastTryAt: new Date(Date.now() - 60_000), dueAt: new Date(Date.now() - 30_000) }
  await database().update(webhookDelivery).set(dead).where(isNull(webhookDelivery.status))
  sending()
  await eventually(() => hook.got().length).toBe(1)
})

test('of two people who change a webhook, the second sees what the first did', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  const { version } = (await me.call(webhooks.list)).find(({ id }) => id === hook.id) ?? { version: 0 }
  const body = { name: 'Mine', address: hook.address, events: hook.events, isActive: true, version }
  const mine = await me.call(webhooks.update, { params: { id: hook.id }, body })
  expect(mine.version).toBe(version + 1)
  const answer = await me.ask(webhooks.update, { params: { id: hook.id }, body: { ...body, name: 'Late' } })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().data.current).toMatchObject({ name: 'Mine', version: version + 1 })
})

test('a test comes at once; switched off, nothing is sent', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  sending()
  await me.call(webhooks.test, { params: { id: hook.id } })
  await eventually(() => hook.got().map(({ message, isSigned }) => [message.event, isSigned])).toEqual([
    ['webhook.test', true],
  ])
  const body = { name: hook.name, address: hook.address, events: hook.events, isActive: false }
  await me.call(webhooks.update, { params: { id: hook.id }, body })
  expect((await me.ask(webhooks.test, { params: { id: hook.id } })).statusCode).toBe(409)
  const [{ id } = { id: '' }] = await deliveries(me, hook.id)
  expect((await me.ask(webhooks.resend, { params: { id } })).statusCode).toBe(409)
  await buildOrder(farm.services, farm.offices.direct)
  expect(await rowsOf(hook.id)).toHaveLength(1)
})

test('the secret is told once, stored sealed, and a new one ends it', async () => {
  const me = await owner()
  const hook = await connect(me, ['order.created'])
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(JSON.stringify(await me.call(webhooks.list))).not.toContain('whsec_')
  const { rows } = await database().execute(sql`select w::text as said from webhook w`)
  expect(JSON.stringify(rows)).not.toContain(hook.secret)
  const { secret } = await me.call(webhooks.renew, { params: { id: hook.id } })
  expect(secret).not.toBe(hook.secret)
  sending()
  await me.call(webhooks.test, { params: { id: hook.id } })
  await eventually(() => hook.got().map(({ isSigned }) => isSigned)).toEqual([false])
})

test('an office sees its own webhooks only, and has so many at most', async () => {
  const [me, other, boss] = [await owner(), await owner('sharing'), await staff()]
  const { id } = await connect(me, ['order.created'])
  for (const who of [other, boss]) {
    expect(await who.call(webhooks.list)).toEqual([])
    for (const endpoint of [webhooks.renew, webhooks.test, webhooks.remove, webhooks.deliveries])
      expect((await who.ask(endpoint, { params: { id } })).statusCode).toBe(404)
  }
  for (let made = 1; made < WEBHOOKS_MAX; made++) await connect(me, ['order.created'])
  const body = { name: 'One more', address: receiver.address('x'), events: ['order.created'] }
  expect((await me.ask(webhooks.create, { body })).statusCode).toBe(400)
})
