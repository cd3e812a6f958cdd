import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { notices } from '#shared/contracts/notices.ts'
import { orders } from '#shared/contracts/orders.ts'
import { PROMISED_HOURS } from '#shared/inquiries.ts'
import type { Quotation } from '#shared/quotation.ts'
import { buildGood, buildPrice } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { inquiry } from '../../platform/database/tables/tickets.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { buildInquiry } from './inquiries.fixture.ts'

let farm: TestApp
let buyer: Person
let stranger: Person
let agent: Person
let sales: Person
beforeAll(async () => {
  farm = await testApp()
  const { direct, sharing, provider, agent: ofAgent } = farm.offices
  const grants = everyGrant(2).filter(grant => grant.startsWith('my_center:'))
  buyer = await farm.as({ office: direct, kind: 2, grants })
  stranger = await farm.as({ office: sharing, kind: 2, grants })
  agent = await farm.as({ office: ofAgent, kind: 3, grants })
  sales = await farm.as({ office: provider, kind: 1, grants: everyGrant(1) })
})
afterAll(() => farm.close())

const lines = [{ name: 'Fan belt B-1321', quantity: 12 }]
const ask = (who = buyer) =>
  who.call(inquiries.create, { body: { text: 'By the end of the month', pictures: [], lines } })
const titles = async (person: Person) => (await person.call(notices.list)).items.map(({ title }) => title)

test('an inquiry keeps its lines of goods, and waits with a number of its own until it is replied to', async () => {
  const made = await ask()
  expect(made).toMatchObject({ standing: 'waiting', lines, repliedBy: null })
  expect(made.number).toMatch(/^IQ\d{8}-\d{4}$/)
  expect(made.waitsSince).not.toBeNull()
  const body = { text: '12 belts: 456 CNY, three days.', pictures: [] }
  const replied = await sales.call(inquiries.reply, { params: { id: made.id }, body })
  expect(replied).toMatchObject({ standing: 'replied', repliedBy: 'Test User', waitsSince: null })
  expect(await titles(buyer)).toContain(`Test User replied to your inquiry ${made.number}`)
  const { entries } = await buyer.call(inquiries.get, { params: { id: made.id } })
  expect(entries.map(({ step, text }) => [step, text])).toEqual([
    ['create', null],
    ['reply', body.text],
  ])
})

test('one that has waited for longer than promised is overdue, in lists and counts alike, until it is replied to', async () => {
  const { direct } = farm.offices
  const aDay = PROMISED_HOURS * 3_600_000
  const late = await buildInquiry(farm.services, direct, { waitsSince: new Date(Date.now() - aDay - 1_000) })
  const soon = await buildInquiry(farm.services, direct, { waitsSince: new Date(Date.now() - aDay + 60_000) })
  const overdue = async (who: Person) =>
    (await who.call(inquiries.list, { query: { promise: 'overdue' } })).items.map(({ id }) => id)
  const counted = async () => {
    const counts = await sales.call(inquiries.counts, { query: { by: 'promise', officeId: direct.id } })
    return [counts.overdue, counts.due]
  }
  expect(await overdue(sales)).toEqual([late.id])
  expect(await overdue(buyer)).toEqual([late.id])
  expect(await overdue(stranger)).toEqual([])
  expect(await sales.call(inquiries.get, { params: { id: soon.id } })).toMatchObject({ promise: 'due' })
  const [, due = 0] = await counted()
  const body = { text: 'It comes on Monday.', pictures: [] }
  const replied = await sales.call(inquiries.reply, { params: { id: late.id }, body })
  expect(replied.promise).toBeNull()
  expect(await overdue(sales)).toEqual([])
  expect(await counted()).toEqual([undefined, due])
})

test('a line without a name, or of no piece, is refused', async () => {
  for (const line of [
    { name: ' ', quantity: 1 },
    { name: 'Belt', quantity: 0 },
    { name: 'Belt', quantity: 1.5 },
  ])
    expect(
      (await buyer.ask(inquiries.create, { body: { text: 'Belts', pictures: [], lines: [line] } }))
        .statusCode,
    ).toBe(400)
})

test('another customer neither lists, counts nor opens it; the agent sees those of its own customers only', async () => {
  const { id } = await ask()
  const theirs = await ask(stranger)
  const ids = async (person: Person) => (await person.call(inquiries.list)).items.map(row => row.id)
  expect(await ids(stranger)).toEqual([theirs.id])
  expect(await stranger.call(inquiries.counts, { query: { by: 'standing' } })).toEqual({ waiting: 1 })
  expect((await stranger.ask(inquiries.get, { params: { id } })).statusCode).toBe(404)
  expect(await ids(agent)).not.toContain(id)
})

describe('a quotation', () => {
  const today = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const line = { code: '', chineseName: '皮带', englishName: 'Belt', quantity: 3 }
  const consignee = { consignee: 'Wang Lei', phone: '1', country: '', city: '', address: '', content: '' }
  const quote = async (more: object = {}) => {
    const { id } = await ask()
    const lines = [{ ...line, price: '0.1005' }]
    const body = { text: '', currency: 'USD' as const, freight: '7', lines, validUntil: null, ...more }
    return sales.call(inquiries.quote, { params: { id }, body })
  }
  const accept = ({ id, version }: { id: string; version: number }, who = buyer) =>
    who.ask(orders.placeQuoted, { body: { ...consignee, inquiryId: id, version } })

  test('is told to who asked, and an order of it keeps its prices, whatever the goods cost', async () => {
    const quoted = await quote()
    expect(quoted).toMatchObject({ standing: 'replied', repliedBy: 'Test User', waitsSince: null })
    expect(await titles(buyer)).toContain(`Your inquiry ${quoted.number} has a quotation`)
    const order = (await accept(quoted)).json().data
    expect(order).toMatchObject({
      inquiryId: quoted.id,
      currency: 'USD',
      freight: '7.00',
      goods: '0.30',
      sum: '7.30',
    })
    expect(order.lines).toEqual([{ ...line, price: '0.1005' }])
    expect((await accept(quoted)).statusCode).toBe(400)
    // Once withdrawn, it can be ordered again.
    await buyer.call(orders.withdraw, { params: { id: order.id }, body: { reason: 'Wrong address' } })
    expect((await accept(quoted)).statusCode).toBe(200)
  })

  test('says on what terms it holds, and an order of it is agreed on these', async () => {
    const parts = [
      { percent: '30', amount: null, due: 'order' as const, days: 0, dueOn: null },
      { percent: null, amount: null, due: 'lading' as const, days: 7, dueOn: null },
    ]
    const terms = { incoterm: 'CIF' as const, place: 'Tanjung Priok', parts, note: 'Packed for sea' }
    const quoted = await quote({ ...terms, validUntil: today(20) })
    expect(quoted.quotation).toMatchObject(terms)
    const order = (await accept(quoted)).json().data
    expect(order.terms).toEqual({ ...terms, validUntil: null })
    const entered = await quote(terms)
    const made = await sales.call(orders.create, {
      body: {
        ...consignee,
        officeId: farm.offices.direct.id,
        inquiryId: entered.id,
        currency: 'USD',
        freight: '0',
        lines: [{ ...line, price: '0.1' }],
        shipments: [],
      },
    })
    expect(made.terms).toMatchObject({ incoterm: 'CIF', parts })
  })

  test('with parts that do not add up is refused by its field', async () => {
    const { id } = await ask()
    const part = { percent: '80', amount: null, due: 'order' as const, days: 0, dueOn: null }
    const body = {
      text: '',
      currency: 'USD' as const,
      freight: '0',
      lines: [{ ...line, price: '1' }],
      validUntil: null,
      parts: [part, part],
    }
    const refused = await sales.ask(inquiries.quote, { params: { id }, body })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().data).toMatchObject([{ field: 'parts' }])
  })

  test('that comes to more than an order can hold is refused where it is written', async () => {
    const { id } = await ask()
    const lines = [{ ...line, price: '9999999999.9999', quantity: 99_999 }]
    const body = { text: '', currency: 'USD' as const, freight: '0', lines, validUntil: null }
    const refused = await sales.ask(inquiries.quote, { params: { id }, body })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().data).toEqual([
      { field: 'lines', message: 'The total is too large. Check prices and quantities' },
    ])
  })

  test('waits for its customer in lists and counts alike, until it is ordered, past, or talked about again', async () => {
    const open = async (who = buyer) => {
      const { items, total } = await who.call(inquiries.list, {
        query: { offer: 'open', size: 100 },
      } as never)
      const counts = await who.call(inquiries.counts, { query: { by: 'standing', offer: 'open' } })
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(total)
      return items.map(({ id }) => id)
    }
    const [taken, past, lasting, spoken, replied] = [
      await quote({ validUntil: today(2) }),
      await quote({ validUntil: today(2) }),
      await quote(),
      await quote(),
      await ask(),
    ]
    await sales.call(inquiries.reply, { params: { id: replied.id }, body: { text: 'Which?', pictures: [] } })
    const ours = [taken, past, lasting, spoken].map(({ id }) => id)
    expect(await open()).toEqual(expect.arrayContaining(ours))
    expect(await open()).not.toContain(replied.id)
    expect(await open(stranger)).not.toEqual(expect.arrayContaining(ours))

    const order = (await accept(taken)).json().data
    await buyer.call(inquiries.more, { params: { id: spoken.id }, body: { text: 'Cheaper?', pictures: [] } })
    await farm.services.store
      .scoped(SYSTEM)
      .update(inquiry)
      .set({ quotation: { ...(past.quotation as Quotation), validUntil: today(-2) } })
      .where(eq(inquiry.id, past.id))
    const still = await open()
    expect(ours.filter(id => still.includes(id))).toEqual([lasting.id])
    // Withdrawn, what was ordered can be ordered again.
    await buyer.call(orders.withdraw, { params: { id: order.id }, body: { reason: 'Wrong address' } })
    expect(await open()).toContain(taken.id)
  })

  test('is ordered once, also by two at the same time', async () => {
    const quoted = await quote()
    const answers = await Promise.all([accept(quoted), accept(quoted)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test('is not ordered by others, as it was before, or after its last day', async () => {
    const quoted = await quote({ validUntil: today(2) })
    for (const other of [stranger, agent]) expect((await accept(quoted, other)).statusCode).toBe(400)
    expect((await accept({ ...quoted, version: quoted.version - 1 })).statusCode).toBe(400)
    expect((await accept(quoted)).statusCode).toBe(200)
    const over = await quote({ validUntil: today(2) })
    await farm.services.store
      .scoped(SYSTEM)
      .update(inquiry)
      .set({ quotation: { ...(over.quotation as Quotation), validUntil: today(-2) } })
      .where(eq(inquiry.id, over.id))
    expect((await accept(over)).statusCode).toBe(400)
  })

  test('is not valid until a day that has passed, or one that nobody means', async () => {
    const { id } = await ask()
    const until = async (validUntil: string) => {
      const body = {
        text: '',
        currency: 'USD' as const,
        freight: '0',
        lines: [{ ...line, price: '9' }],
        validUntil,
      }
      return (await sales.ask(inquiries.quote, { params: { id }, body })).json().data
    }
    expect(await until(today(-2))).toEqual([{ field: 'validUntil', message: 'This day has passed' }])
    expect(await until('2099-01-01')).toEqual([
      { field: 'validUntil', message: '1 Jan 2099 is far from today. Check the year' },
    ])
  })

  test('begins with what the customer pays, in one currency', async () => {
    const belt = await buildGood(farm.services, { price: '38', englishName: 'Belt', chineseName: '皮带' })
    const own = await buildGood(farm.services, { price: '9', currency: 'USD' })
    const gone = await buildGood(farm.services, { status: 'withdrawn' })
    await buildPrice(farm.services, farm.offices.direct, { goodId: belt.id, price: '31.5' })
    const asked = [belt, own, gone].map(({ id }) => ({ goodId: id, name: 'As it was called', quantity: 2 }))
    const { id } = await buyer.call(inquiries.create, { body: { text: 'x', pictures: [], lines: asked } })
    const { currency, lines } = await sales.call(inquiries.priced, { params: { id } })
    expect(currency).toBe('CNY')
    expect(lines.map(({ goodId, englishName, price }) => [goodId, englishName, price])).toEqual([
      [belt.id, 'Belt', '31.50'],
      [own.id, own.englishName, null],
      [undefined, 'As it was called', null],
    ])
    expect((await buyer.ask(inquiries.priced, { params: { id } })).statusCode).toBe(403)
  })
})
