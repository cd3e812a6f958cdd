import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notices } from '#shared/contracts/notices.ts'
import { orders } from '#shared/contracts/orders.ts'
import { webPush } from '#shared/contracts/web-push.ts'
import type { Language } from '#shared/text.ts'
import { mailNotices } from '../../people/notices/mail-notices.ts'
import { pushNotices } from '../../people/notices/push-notices.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { mail } from '../../platform/database/tables/mail.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { push, pushSubscription } from '../../platform/database/tables/push.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildOrder } from './orders.fixture.ts'

let farm: TestApp
let sales: Person
beforeAll(async () => {
  farm = await testApp()
  sales = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const database = () => farm.services.store.scoped(SYSTEM)
/** A browser's public key and secret, as given by the push API. */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

/** Somebody at a customer with a language, an address and a browser subscribed to push. */
async function reader(language: Language): Promise<Person> {
  const who = await farm.as({
    office: farm.offices.direct,
    kind: 2,
    grants: ['my_center:get', 'my_center:query'],
    language,
  })
  const email = `${language}@farm.example`
  await database()
    .update(account)
    .set({ email, emailKey: email.toLowerCase() })
    .where(eq(account.id, who.accountId))
  await who.call(webPush.subscribe, {
    body: { endpoint: `https://fcm.googleapis.com/fcm/send/${language}`, ...KEYS },
  })
  return who
}

test('news of the goods come by bell, mail and push, each reader in their own language', async () => {
  const readers = { 'zh-CN': await reader('zh-CN'), 'en-US': await reader('en-US') }
  const { id, number } = await buildOrder(farm.services, farm.offices.direct, { standing: 'transit' })
  await database().delete(mail)
  const body = { event: 'sailed' as const, happenedAt: null, text: 'Jade River', pictures: [], papers: [] }
  await sales.call(orders.log, { params: { id }, body })
  const says = {
    'zh-CN': `订单 ${number} 有新的物流信息`,
    'en-US': `Order ${number} has a logistics update`,
  }
  await mailNotices(farm.services)
  await pushNotices(farm.services)
  const pushes = await database()
    .select({ accountId: pushSubscription.accountId, content: push.content })
    .from(push)
    .innerJoin(pushSubscription, eq(pushSubscription.sessionId, push.sessionId))
  for (const language of ['zh-CN', 'en-US'] as const) {
    const who = readers[language]
    const { items } = await who.call(notices.list)
    expect(items).toMatchObject([
      { title: says[language], messageType: 'logistics_update', businessType: 'order', subjectId: id },
    ])
    const mails = await database()
      .select()
      .from(mail)
      .where(inArray(mail.to, [`${language}@farm.example`]))
    expect(mails).toMatchObject([{ language, template: 'notice', values: { says: says[language] } }])
    const arrived = pushes.filter(({ accountId }) => accountId === who.accountId)
    expect(arrived).toMatchObject([{ content: { language, title: says[language] } }])
    expect(arrived[0]?.content.opens).toContain(id)
  }
})

test('buyers are told of terms, payments and shipments that change, and of nothing that stays as it was', async () => {
  const buyer = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['my_center:get', 'my_center:query'],
    language: 'en-US',
  })
  const { id, number } = await buildOrder(farm.services, farm.offices.sharing, {
    standing: 'production',
    goods: '76',
    sum: '76',
  })
  const params = { id }
  const titles = async () =>
    (await buyer.call(notices.list, { query: { size: 50 } })).items
      .filter(({ subjectId }) => subjectId === id)
      .map(({ title }) => title)
      .toReversed()
  const terms = { incoterm: 'FOB' as const, place: 'Qingdao', parts: [], validUntil: null, note: '' }
  await sales.call(orders.terms, { params, body: terms })
  const afterTerms = [`The terms of your order ${number} were changed`]
  expect(await titles()).toEqual(afterTerms)
  await sales.call(orders.terms, { params, body: terms })
  expect(await titles()).toEqual(afterTerms)
  await sales.call(orders.pay, { params, body: { paidOn: '2026-11-20', amount: '20', note: '' } })
  const afterPayment = [...afterTerms, `A payment for order ${number} has been received`]
  expect(await titles()).toEqual(afterPayment)
  const shipment = {
    carrier: 'Blue Strait Lines',
    logisticsNumber: '',
    portOfLoading: 'Qingdao',
    portOfDischarge: 'Jakarta',
    vessel: 'Jade River',
    sailingOn: '2026-12-01',
    arrivalOn: '2026-12-20',
    arrivedOn: null,
    containerType: '40 HC',
    containers: 1,
    blNumber: '',
    goods: [],
  }
  const shipped = await sales.call(orders.shipment, { params, body: { shipment } })
  const afterShipment = [...afterPayment, `The shipping details of your order ${number} were changed`]
  expect(await titles()).toEqual(afterShipment)
  const shipmentId = shipped.shipments[0]?.id
  await sales.call(orders.shipment, { params, body: { shipment: { ...shipment, id: shipmentId } } })
  expect(await titles()).toEqual(afterShipment)
})
