import { afterAll, beforeAll, expect, test } from 'vitest'
import { inquiries } from '#shared/contracts/inquiries.ts'
import { notices } from '#shared/contracts/notices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'

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
