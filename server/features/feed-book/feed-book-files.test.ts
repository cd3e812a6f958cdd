import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { feedBook } from '#shared/contracts/feed-book.ts'
import { flockAccounts } from '#shared/contracts/flock-accounts.ts'
import { hygiene } from '#shared/contracts/hygiene.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { medicineRegister } from '#shared/contracts/medicine-register.ts'
import { reports } from '#shared/contracts/reports.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildRecord } from '../../testing/farm-builder.ts'
import { everyGrant } from '../../testing/samples.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const today = dateIn('Asia/Shanghai', new Date())
const ago = (days: number) => daysAfter(today, -days)

let farm: TestApp
let owner: Person
let imperial: Person
beforeAll(async () => {
  farm = await workingApp()
  const who = { office: farm.offices.direct, kind: 2 as const, grants: everyGrant(2) }
  owner = await farm.as(who)
  imperial = await farm.as({ ...who, units: 'imperial' })
})
afterAll(() => farm.close())

async function checked(
  person: Person,
  endpoint: Endpoint,
  rows: readonly (readonly (string | number | null)[])[],
) {
  const answer = await upload(person, endpoint, await excelOf(rows), { name: 'file.xlsx' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  const job = await jobIn(person, answer.json().data.id, 'checked')
  const { items } = await person.call(jobs.faults, { params: { id: job.id } })
  return { job, faults: items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell} ${reason}`)) }
}
const confirm = async (person: Person, id: string) => {
  await person.call(jobs.confirm, { params: { id }, body: {} })
  await jobIn(person, id, 'done')
}
const exported = async (person: Person, endpoint: typeof feedBook.export | typeof hygiene.export) => {
  const { id } = await person.call(endpoint, { body: {} })
  const { file } = await jobIn(person, id, 'done')
  return rowsOf(farm, file?.url)
}

test('a feed book goes into Excel and comes from it, in the units of the reader, and twice makes no line double', async () => {
  const house = await buildHouse(farm.services, farm.offices.direct, { name: 'Silo house' })
  const rows = [
    ['House', 'Date', 'Kind', 'Feed', 'Amount (lb)', 'Delivery note', 'Price per tonne', 'Currency'],
    [house.name, ago(5), 'Delivery', 'Starter', 22_046.226, 'LS-1', 320, 'Euro'],
    [house.name, ago(3), 'Stock taken', null, 11_023.113, null, null, null],
  ]
  const { job, faults } = await checked(imperial, feedBook.import, rows)
  expect(faults).toEqual([])
  await confirm(imperial, job.id)
  const { items } = await owner.call(feedBook.list, { query: { houseId: house.id } })
  expect(items.map(({ day, kind }) => [day, kind])).toEqual([
    [ago(3), 'counted'],
    [ago(5), 'delivery'],
  ])
  expect(items[1]?.amountKg).toBeCloseTo(10_000, 1)
  expect(items[1]).toMatchObject({ tonnePrice: '320.00', currency: 'EUR', noteNumber: 'LS-1' })
  const [titles = [], ...lines] = await exported(imperial, feedBook.export)
  const own = lines.filter(line => line[titles.indexOf('House')] === house.name)
  expect(own.map(line => Math.round(Number(line[titles.indexOf('Amount (lb)')])))).toEqual([11_023, 22_046])
  const again = await checked(imperial, feedBook.import, rows)
  expect(again.faults.filter(each => each.includes('already'))).toHaveLength(2)
})

test('a price with more decimals than are kept is refused in words, and never rounded', async () => {
  const house = await buildHouse(farm.services, farm.offices.direct, { name: 'Dear house' })
  const file = (price: number) => [
    ['House', 'Date', 'Kind', 'Feed', 'Amount (kg)', 'Price per tonne', 'Currency'],
    [house.name, ago(4), 'Delivery', 'Starter', 1_000.1234567, price, 'Euro'],
  ]
  const refused = await checked(owner, feedBook.import, file(320.12345))
  expect(refused.faults).toEqual([
    'F2 “320.12345” has more than 4 decimals. Enter the number that is to be stored',
  ])
  // What only the arithmetic of a formula left behind is no decimal anybody meant.
  const { job, faults } = await checked(owner, feedBook.import, file(0.1 + 0.2 + 320))
  expect(faults).toEqual([])
  await confirm(owner, job.id)
  const { items } = await owner.call(feedBook.list, { query: { houseId: house.id } })
  expect(items).toMatchObject([{ tonnePrice: '320.30', amountKg: 1_000.1234567 }])
})

test('a file that leaves a house short of feed is answered with the day', async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { name: 'Hungry house' })
  const flock = await buildFlock(services, offices.direct, { houseId: house.id, placedOn: ago(5) })
  for (let on = 5; on > 0; on -= 1)
    await buildRecord(services, offices.direct, { flockId: flock.id, day: ago(on), feed: 1_000 })
  const titles = ['House', 'Date', 'Kind', 'Amount (kg)']
  const short = await checked(owner, feedBook.import, [titles, [house.name, ago(5), 'Delivery', 2_500]])
  expect(short.faults).toHaveLength(1)
  expect(short.faults[0]).toMatch(/^D2 .*500 kg short of feed on/)
  // In any order of the rows, both together are enough.
  const { faults } = await checked(owner, feedBook.import, [
    titles,
    [house.name, ago(3), 'Delivery', 4_000],
    [house.name, ago(5), 'Delivery', 2_500],
  ])
  expect(faults).toEqual([])
})

test('the register of a year has what was disinfected, removed and disposed of on sheets of its own', async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { name: 'Archive house' })
  await buildFlock(services, offices.direct, { houseId: house.id, placedOn: ago(30) })
  const titles = [
    'House',
    'Date',
    'Kind',
    'Disinfectant',
    'What was disinfected',
    'Weight (kg)',
    'Carcasses',
    'Way of disposal',
    'Taken by',
  ]
  const { job, faults } = await checked(owner, hygiene.import, [
    titles,
    [house.name, ago(3), 'Disinfection', 'Iodophor', 'House', null, null, null, null],
    [house.name, ago(2), 'Manure removed', null, null, 4_000, null, null, 'Green Fields'],
    [house.name, ago(1), 'Carcasses', null, null, null, 25, 'Collected for rendering', 'Rendac'],
  ])
  expect(faults).toEqual([])
  await confirm(owner, job.id)
  const { id } = await owner.call(medicineRegister.registerWorkbook, {
    body: { houseId: house.id, firstDay: ago(10), lastDay: today },
  })
  const { file } = await jobIn(owner, id, 'done')
  const sheets = await Promise.all([2, 3, 4].map(sheet => rowsOf(farm, file?.url, sheet)))
  const said = sheets.map(([, ...rows]) => rows.map(row => row.filter(cell => cell !== null)))
  expect(said.map(rows => rows.length)).toEqual([1, 1, 1])
  expect(said[0]?.[0]).toEqual(expect.arrayContaining(['Archive house', 'Iodophor', 'House']))
  expect(said[1]?.[0]).toEqual(expect.arrayContaining([4_000, 'Green Fields']))
  expect(said[2]?.[0]).toEqual(expect.arrayContaining([25, 'Collected for rendering', 'Rendac']))
})

test('the close of a flock is a part of its report and an Excel file, with money for those who may see it', async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { name: 'Closing house', type: 'broiler' })
  const flock = await buildFlock(services, offices.direct, {
    houseId: house.id,
    type: 'broiler',
    placedOn: ago(40),
    placedCount: 10_000,
    endedOn: ago(1),
  })
  for (let on = 40; on > 0; on -= 1)
    await buildRecord(services, offices.direct, { flockId: flock.id, day: ago(on), feed: 900, dead: 5 })
  const delivery = { houseId: house.id, day: ago(40), kind: 'delivery' as const, amountKg: 38_000 }
  await owner.call(feedBook.create, { body: { ...delivery, tonnePrice: '3000', currency: 'CNY' } })
  const lots = [{ day: ago(1), birds: 9_800, liveKg: 24_500, price: '9' }]
  const costs = [{ kind: 'chicks' as const, what: '', amount: '25000' }]
  await owner.call(flockAccounts.update, {
    params: { id: flock.id },
    body: { currency: 'CNY', lots, eggs: [], costs, version: 0 },
  })
  const paper = async (person: Person) => {
    const { id } = await person.call(reports.flock, { body: { flockId: flock.id } })
    const { file } = await jobIn(person, id, 'done')
    const answer = await farm.app.inject({ method: 'GET', url: file?.url ?? '' })
    const document = await getDocumentProxy(new Uint8Array(answer.rawPayload))
    return (await extractText(document)).text.join('\n').replaceAll(/[\u00a0\u202f]/g, ' ')
  }
  const own = await paper(owner)
  // 36,000 kg at 3,000 and the chicks, of 24,500 kg at 9.
  for (const part of [
    'Close of the flock',
    'Feed conversion',
    '220,500.00 CNY',
    '133,000.00 CNY',
    '87,500.00 CNY',
  ])
    expect(own).toContain(part)
  const viewer = await farm.as({
    office: offices.direct,
    kind: 2,
    grants: ['chicken_batch:get', 'chicken_batch:export', 'device_chart:export'],
  })
  const theirs = await paper(viewer)
  expect(theirs).toContain('Close of the flock')
  expect(theirs).not.toContain('CNY')
  const { id } = await owner.call(flockAccounts.closeWorkbook, { body: { flockId: flock.id } })
  const { file } = await jobIn(owner, id, 'done')
  const rows = await rowsOf(farm, file?.url)
  expect(rows.find(row => row.includes('Margin'))).toEqual(expect.arrayContaining(['CNY', 87_500]))
  const sold = await rowsOf(farm, file?.url, 2)
  expect(sold[1]).toEqual(expect.arrayContaining([9_800, 24_500, 9]))
})
