import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#shared/contracts/orders.ts'
import type { OrderPaper } from '#shared/order-papers.ts'
import type { Language } from '#shared/text.ts'
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
async function paperOf(who: Person, id: string, paper: OrderPaper, language: Language) {
  const job = await who.call(orders.paper, { params: { id }, body: { paper, language } })
  const { file } = await jobIn(who, job.id, 'done')
  const answer = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
  expect(answer.headers['content-type']).toBe('application/pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(answer.rawPayload)))
  return { name: file?.name ?? '', pages: text.map(page => page.replaceAll('\u00a0', ' ')) }
}

test('a proforma invoice says in English who pays whom how much for what, and how it comes', async () => {
  const { id, number } = await anOrder()
  const { name, pages } = await paperOf(buyer, id, 'proforma', 'en-US')
  expect(name).toBe(`Proforma invoice ${number}.pdf`)
  expect(pages).toHaveLength(1)
  for (const part of [
    'Proforma invoice',
    number,
    'Seller',
    'B-1321',
    'Fan belt B-1321',
    'USD 38.00',
    'USD 456.00',
    'USD 12.50',
    'USD 468.50',
    'Wang Lei',
    'China',
    'Shipment 2',
    'Jade River 2647S',
    'not a tax invoice',
    'For the buyer',
  ])
    expect(pages[0]).toContain(part)
})

test('a packing list has pieces and shipments, and no price, in Chinese for a reader of English', async () => {
  const { id, number } = await anOrder()
  const { name, pages } = await paperOf(sales, id, 'packing', 'zh-CN')
  expect(name).toBe(`装箱单 ${number}.pdf`)
  for (const part of ['装箱单', '风机皮带 B-1321', '总数量', '12', 'Qingdao', 'BS-2'])
    expect(pages.join()).toContain(part)
  expect(pages.join()).not.toMatch(/USD|468|456|合计/)
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
