import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#shared/contracts/orders.ts'
import { seller } from '#shared/contracts/seller.ts'
import type { OrderPaper } from '#shared/order-papers.ts'
import { noPacking } from '#shared/packing.ts'
import { shipmentIdOf } from '#shared/shipments.ts'
import type { Language } from '#shared/text.ts'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { jobIn } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'
import { buildOrder } from './orders.fixture.ts'

let farm: TestApp
let sales: Person
let buyer: Person
beforeAll(async () => {
  farm = await workingApp()
  const { provider, direct } = farm.offices
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
  buyer = await farm.as({ office: direct, kind: 2, language: 'zh-CN', grants: everyGrant(2) })
})
afterAll(() => farm.close())

const shipment = {
  carrier: 'Blue Strait Lines',
  logisticsNumber: 'BS-1',
  portOfLoading: 'Qingdao',
  portOfDischarge: 'Rotterdam',
  vessel: 'Jade River 2647S',
  sailingOn: '2026-11-20',
  arrivalOn: '2026-12-28',
  arrivedOn: null,
  containerType: '40 HQ',
  containers: 2,
}
const line = (nth: number) => ({
  code: `PART-${nth}`,
  chineseName: `零件 ${nth}`,
  englishName: `Part ${nth}`,
  quantity: nth,
  price: '0.125',
})
const anOrder = (more: object = {}) =>
  buildOrder(farm.services, farm.offices.direct, {
    currency: 'USD',
    freight: '12.5',
    goods: '456',
    sum: '468.5',
    shipments: [shipment, { ...shipment, logisticsNumber: 'BS-2', containers: 1 }],
    ...more,
  })

/** The pages of a paper as read by another program, and its file name. */
async function paperOf(who: Person, id: string, paper: OrderPaper, language: Language, shipmentId?: string) {
  const job = await who.call(orders.paper, {
    params: { id },
    body: { paper, language, shipment: shipmentId },
  })
  const { file } = await jobIn(who, job.id, 'done')
  const answer = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  expect(answer.headers['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))
  return { name: file?.name ?? '', pages: text.map(page => page.replaceAll(/\s+/g, ' ')) }
}

const profile = {
  chineseName: '青岛安禽农牧设备有限公司',
  englishName: 'Qingdao Anqin Poultry Equipment Co., Ltd.',
  chineseAddress: '山东省青岛市黄岛区㐂庆路 8 号',
  englishAddress: '8 Xiqing Road, Huangdao, Qingdao, China',
  taxNumber: '91370211MA3C0000X1',
  phone: '+86 532 555 0100',
  email: 'export@example.com',
  signatory: '王𠮷',
  banks: [
    {
      currency: 'USD' as const,
      bank: 'Bank of Example, Qingdao Branch',
      address: '1 Bank Street',
      swift: 'exmpcnbj 510',
      account: '2345 6789 0123',
      holder: 'Qingdao Anqin Poultry Equipment Co., Ltd.',
    },
    { currency: 'EUR' as const, bank: 'Euro Bank', address: '', swift: '', account: 'EUR-1', holder: '' },
  ],
}
const terms = {
  incoterm: 'CIF' as const,
  place: 'Tanjung Priok',
  parts: [
    { percent: '30', amount: null, due: 'order' as const, days: 0, dueOn: null },
    { percent: null, amount: null, due: 'lading' as const, days: 15, dueOn: null },
  ],
  validUntil: '2026-12-31',
  note: 'Tolerance 2 %',
}
/** Nobody enters the seller before somebody who may. */
async function sellerEntered() {
  const { version } = await sales.call(seller.read)
  if (version === 0) await sales.call(seller.update, { body: { ...profile, version } })
}

test('a proforma invoice says who sells and which bank to pay, on what terms, and nothing of what was paid or shipped', async () => {
  await sellerEntered()
  const { id, number } = await anOrder({ terms, paidOn: '2026-11-05' })
  for (const who of [buyer, sales]) {
    const { name, pages } = await paperOf(who, id, 'proforma', 'en-US')
    expect(name).toBe(`Proforma invoice ${number}.pdf`)
    expect(pages).toHaveLength(1)
    for (const part of [
      'Proforma invoice',
      number,
      profile.englishName,
      profile.englishAddress,
      profile.taxNumber,
      // The buyer, whoever prints it.
      'direct',
      'B-1321',
      'Fan belt B-1321',
      'piece',
      'USD 38.00',
      'USD 456.00',
      'USD 12.50',
      'USD 468.50',
      'Wang Lei',
      'China',
      'CIF Tanjung Priok',
      '30 %, USD 140.55: With the order',
      'balance, USD 327.95: Against copy of the bill of lading, within 15 days',
      'Tolerance 2 %',
      'EXMPCNBJ510',
      '2345 6789 0123',
      'not a tax invoice',
      'For the buyer',
      '王𠮷',
    ])
      expect(pages[0]).toContain(part)
    expect(pages[0]).not.toMatch(/Jade River|Shipment 2|Paid on|BS-2|Euro Bank/)
  }
})

/** So many pieces of a line, as a shipment of an order keeps them. */
const packed = (quantity: number, lineId = 'l1') => ({
  lineId,
  quantity,
  cartons: null,
  netKg: null,
  grossKg: null,
  volumeM3: null,
  hsCode: '',
  origin: '',
  serials: [],
  packing: noPacking,
})

test('a packing list has pieces and shipments, and no price, in Chinese for a reader of English', async () => {
  await sellerEntered()
  const { id, number } = await anOrder({
    shipments: [
      { ...shipment, goods: [packed(5)] },
      { ...shipment, logisticsNumber: 'BS-2', containers: 1 },
    ],
  })
  const answer = await sales.ask(orders.paper, {
    params: { id },
    body: { paper: 'packing', language: 'zh-CN' },
  })
  expect([answer.statusCode, answer.json().data[0].field]).toEqual([400, 'shipment'])
  const { name, pages } = await paperOf(sales, id, 'packing', 'zh-CN', 's2')
  expect(name).toBe(`装箱单 ${number}-2.pdf`)
  for (const part of ['装箱单', '风机皮带 B-1321', '总数量', '7 个', 'Qingdao', 'BS-2', '㐂庆路'])
    expect(pages.join()).toContain(part)
  expect(pages.join()).not.toMatch(/USD|468|456|合计|BS-1/)
})

test('each of two shipments has its own invoice and packing list, and together they come to the order', async () => {
  await sellerEntered()
  const fan = await buildGood(farm.services, {
    unit: 'set',
    packing: {
      ...noPacking,
      piecesPerCarton: 2,
      netKg: 48.5,
      grossKg: 104,
      volumeM3: 0.9,
      hsCode: '8414.59',
      origin: 'CN',
    },
  })
  const lines = [
    { ...line(1), goodId: fan.id, englishName: 'Fan for Peña & Groß', quantity: 7, price: '238.00' },
    { ...line(2), englishName: 'Вентилятор', quantity: 3, price: '0.333' },
  ]
  const { id, number } = await anOrder({
    lines,
    goods: '1667',
    sum: '1717',
    freight: '50',
    shipments: [],
    terms,
  })
  const ship = (more: object, goods: { lineId: string; quantity: number }[]) =>
    sales.call(orders.shipment, {
      params: { id },
      body: {
        shipment: { ...shipment, blNumber: '', boxes: [], ...more, goods: goods.map(part => ({ ...part })) },
      },
    })
  await ship({ blNumber: 'QDJKT2611842', boxes: [{ number: 'CSQU3054383', seal: 'SL-77' }] }, [
    { lineId: 'l1', quantity: 5 },
  ])
  const { shipments } = await ship({ blNumber: 'QDJKT2611843' }, [
    { lineId: 'l1', quantity: 2 },
    { lineId: 'l2', quantity: 3 },
  ])
  const [first = '', second = ''] = shipments.map((each, i) => shipmentIdOf(each, i))
  const textOf = async (paper: OrderPaper, of: string, language: Language = 'en-US') =>
    (await paperOf(buyer, id, paper, language, of)).pages.join(' ')

  const invoice = await textOf('invoice', first)
  for (const part of [
    `${number}-1`,
    'USD 1,190.00',
    '8414.59',
    'set',
    'QDJKT2611842',
    'CSQU3054383, seal SL-77',
    'USD 35.69',
    'USD 1,225.69',
    'direct',
  ])
    expect(invoice).toContain(part)
  expect(invoice).not.toMatch(/Вентилятор|QDJKT2611843/)
  const other = await textOf('invoice', second)
  // 5 and 2 fans and the rest: both invoices come to the total of the order.
  for (const part of ['Вентилятор', 'USD 477.00', 'USD 14.31', 'USD 491.31']) expect(other).toContain(part)

  const packing = await textOf('packing', first)
  for (const part of ['Fan for Peña & Groß', '5 set', '3', '242.5', '263.5', '2.7', 'QDJKT2611842'])
    expect(packing).toContain(part)
  expect(packing).not.toMatch(/USD|not complete/)
  expect(await textOf('packing', second)).toContain('not complete')
  const origin = await textOf('origin', first, 'zh-CN')
  for (const part of ['出口商', profile.chineseName, '8414.59', '中国', '263.5', '供申请原产地证书使用'])
    expect(origin).toContain(part)
  // The order itself: its confirmation has no shipment.
  expect(await textOf('confirmation', first)).not.toContain('QDJKT2611842')
})

test('three invoices of a piece at 0.125 each come to the 0.38 of the order, and say how their lines were rounded', async () => {
  await sellerEntered()
  const { id } = await anOrder({
    lines: [{ ...line(3), quantity: 3 }],
    freight: '0',
    goods: '0.38',
    sum: '0.38',
    terms,
    shipments: [1, 2, 3].map(nth => ({ ...shipment, id: `n${nth}`, goods: [packed(1)] })),
  })
  const rounding = ['USD 0.0050', '-USD 0.0050', 'USD 0.0050']
  for (const [i, total] of ['USD 0.13', 'USD 0.12', 'USD 0.13'].entries()) {
    const invoice = (await paperOf(sales, id, 'invoice', 'en-US', `n${i + 1}`)).pages.join(' ')
    expect(invoice).toContain(`Total ${total} `)
    // The unit price times the pieces stays what it is.
    expect(invoice).toContain('USD 0.1250 USD 0.1250')
    expect(invoice).toContain('Tolerance 2 %')
    expect(invoice).toContain(`Lines USD 0.1250, rounding ${rounding[i]}, goods ${total}`)
  }
  expect((await paperOf(sales, id, 'packing', 'en-US', 'n1')).pages.join()).not.toContain('rounding')
  expect((await paperOf(sales, id, 'proforma', 'en-US')).pages.join()).not.toContain('rounding')
})

test('a shipment that names no goods is papered as what the others left open, and charged so', async () => {
  await sellerEntered()
  const { id } = await anOrder({
    shipments: [shipment, { ...shipment, logisticsNumber: 'BS-2', goods: [packed(5)] }],
  })
  const textOf = async (paper: OrderPaper, of: string) =>
    (await paperOf(buyer, id, paper, 'en-US', of)).pages.join(' ')
  expect(await textOf('packing', 's1')).toMatch(/Total quantity 7 piece/)
  const invoice = await textOf('invoice', 's1')
  // 7 of 12 belts at 38, and their part of 12.50 for the freight.
  for (const part of ['USD 266.00', 'USD 7.29', 'USD 273.29']) expect(invoice).toContain(part)
  expect(invoice).not.toMatch(/USD 456|USD 468/)
  const other = await textOf('invoice', 's2')
  for (const part of ['USD 190.00', 'USD 5.21', 'USD 195.21']) expect(other).toContain(part)
  expect(await textOf('origin', 's1')).toContain('7 piece')
})

test('a shipment of which nobody can tell what is in it has no paper, nor a return an invoice: both are said in words', async () => {
  const refused = async (who: Person, id: string, paper: OrderPaper, of?: string) => {
    const answer = await who.ask(orders.paper, {
      params: { id },
      body: { paper, language: 'en-US', shipment: of },
    })
    const { message, data } = answer.json()
    expect([answer.statusCode, data[0].field, data[0].message]).toEqual([400, 'shipment', message])
    return message
  }
  const { id } = await anOrder()
  for (const paper of ['invoice', 'packing', 'origin'] as const) {
    expect(await refused(sales, id, paper, 's2')).toMatch(/^First enter the goods of shipment 2\b/)
    expect(await refused(buyer, id, paper, 's1')).toMatch(/^请先填写第 1 批发货的商品/)
  }
  const { id: back } = await anOrder({
    shipments: [
      { ...shipment, goods: [packed(12)] },
      { ...shipment, isReturn: true, goods: [packed(2)] },
      { ...shipment, isReturn: true },
    ],
  })
  expect(await refused(sales, back, 'invoice', 's2')).toMatch(/^A return has no invoice/)
  expect(await refused(buyer, back, 'invoice', 's3')).toMatch(/^退货/)
  expect(await refused(sales, back, 'packing', 's3')).toMatch(/^First enter the goods of shipment 3\b/)
  expect((await paperOf(sales, back, 'packing', 'en-US', 's2')).pages.join()).toMatch(/2 piece/)
})

test('what came back is on no invoice, and what is sent again is charged by its price', async () => {
  await sellerEntered()
  const { id } = await anOrder({
    shipments: [
      { ...shipment, goods: [packed(10)] },
      { ...shipment, isReturn: true, goods: [packed(2)] },
      { ...shipment, goods: [packed(4)] },
    ],
  })
  const invoice = (await paperOf(sales, id, 'invoice', 'en-US', 's3')).pages.join(' ')
  // 4 belts at 38, and what of the freight was not on the first invoice: 10.42 of 12.50.
  for (const part of ['USD 152.00', 'USD 2.08', 'USD 154.08']) expect(invoice).toContain(part)
})

test('a long order goes on over pages with its titles, every line whole, and an unknown price said', async () => {
  const long = `${'Stainless nipple drinker with a bracket of its own, '.repeat(3)}end of the name`
  const lines = [
    { ...line(1), englishName: long, price: null },
    ...Array.from({ length: 70 }, (_, i) => line(i + 2)),
  ]
  const { id, number } = await anOrder({ lines, goods: null, sum: null, shipments: [] })
  const { pages } = await paperOf(sales, id, 'confirmation', 'en-US')
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) {
    expect(page).toContain(number)
    expect(page).toContain('Order confirmation')
  }
  const all = pages.join(' ')
  expect(all.replaceAll(/\s+/g, ' ')).toContain('end of the name')
  for (const { code } of lines) expect(all).toContain(code)
  expect(all).toContain('USD 8.875')
  expect(all).toContain('On request')
})

test('an amount of many digits is whole, whatever its column', async () => {
  const lines = [{ ...line(99_999), price: '9999999.9999' }]
  const { id } = await anOrder({ lines, goods: '999989999990.0001', sum: '999990000002.50', shipments: [] })
  const { pages } = await paperOf(sales, id, 'confirmation', 'en-US')
  for (const part of ['USD 9,999,999.9999', 'USD 999,989,999,990.0001', 'USD 999,990,000,002.50', '99,999'])
    expect(pages.join(' ')).toContain(part)
})

test('nobody has a paper of an order they do not see, or without the right to its details', async () => {
  const { id } = await anOrder()
  const asking = { params: { id }, body: { paper: 'proforma', language: 'en-US' } } as const
  const { sharing, direct, agent } = farm.offices
  const stranger = await farm.as({ office: sharing, kind: 2, grants: everyGrant(2) })
  expect((await stranger.ask(orders.paper, asking)).statusCode).toBe(404)
  const other = await farm.as({ office: agent, kind: 3, grants: everyGrant(3) })
  expect((await other.ask(orders.paper, asking)).statusCode).toBe(404)
  const worker = await farm.as({ office: direct, kind: 2, grants: ['my_center:query'] })
  expect((await worker.ask(orders.paper, asking)).statusCode).toBe(403)
  expect((await buyer.ask(orders.paper, { ...asking, params: { id: 'none' } })).statusCode).toBe(404)
})
