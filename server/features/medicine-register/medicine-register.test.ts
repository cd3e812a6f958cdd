import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flockRecords } from '#shared/contracts/flock-records.ts'
import { medicineRegister } from '#shared/contracts/medicine-register.ts'
import type { Grant } from '#shared/permissions.ts'
import { dateIn, daysAfter } from '#shared/zone-time.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { buildFlock, buildHouse, buildMove, buildRecord } from '../../testing/farm-builder.ts'
import { jobIn, rowsOf } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

const grants: Grant[] = ['chicken_batch:query', 'chicken_batch:get', 'chicken_batch:export']
const YEAR = { firstDay: '2026-01-01', lastDay: '2026-12-31' }

let farm: TestApp
let owner: Person
let flockId: string
beforeAll(async () => {
  farm = await workingApp()
  const { services, offices } = farm
  for (const [office, name, number] of [
    [offices.direct, 'North', 'FL-NORTH'],
    [offices.closed, 'Theirs', 'FL-THEIRS'],
  ] as const) {
    const house = await buildHouse(services, office, { name })
    const flock = await buildFlock(services, office, {
      houseId: house.id,
      number,
      placedOn: '2026-02-01',
      hatchedOn: '2025-09-01',
      placedCount: 12_000,
    })
    if (office === offices.direct) flockId = flock.id
    await buildRecord(services, office, { flockId: flock.id, day: '2026-03-01', dead: 40 })
    await buildRecord(services, office, {
      flockId: flock.id,
      day: '2026-03-02',
      dead: 1,
      treatments: [
        {
          kind: 'medicine',
          name: 'Tiamulin 45 %',
          batch: 'T-881',
          dose: '0.25 g/L',
          route: 'drinking water',
          until: '2026-03-06',
          withdrawalDays: 2,
          eggWithdrawalDays: 5,
          amount: '3.1 kg',
          against: 'Mycoplasma',
          supplier: 'Hexin Vet',
          vet: 'Dr Li',
          prescription: 'RX-77',
        },
        {
          kind: 'vaccine',
          name: 'IB H120',
          dose: '1 dose',
          route: 'spray',
          withdrawalDays: 0,
          birds: 11_000,
        },
      ],
    })
  }
  owner = await farm.as({ office: offices.direct, kind: 2, grants })
})
afterAll(() => farm.close())

const dayIn = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell))

async function fileOf(person: Person, { id }: { id: string }) {
  const done = await jobIn(person, id, 'done')
  const answer = await farm.app.inject({ method: 'GET', url: done.file?.url ?? '' })
  expect(answer.statusCode).toBe(200)
  return { name: done.file?.name, bytes: answer.rawPayload }
}

test('the workbook names product, batch, amount, birds, vet, prescription and the ends of withdrawal, of one’s own farm alone', async () => {
  const job = await owner.call(medicineRegister.registerWorkbook, { body: YEAR })
  const { file } = await jobIn(owner, job.id, 'done')
  const rows = await rowsOf(farm, file?.url)
  const [titles = [], ...given] = rows
  const told = given.map(row => Object.fromEntries(titles.map((title, i) => [String(title), row[i]])))
  expect(told).toHaveLength(2)
  expect(told[0]).toMatchObject({
    House: 'North',
    Flock: 'FL-NORTH',
    Product: 'Tiamulin 45 %',
    Batch: 'T-881',
    'Amount used': '3.1 kg',
    'Given against': 'Mycoplasma',
    Veterinarian: 'Dr Li',
    'Prescription no.': 'RX-77',
    Supplier: 'Hexin Vet',
    // Nobody told a number: all that were alive that morning.
    'Birds treated': 11_960,
    'Birds counted as': 'all alive that morning',
    'Withdrawal, eggs (days)': 5,
  })
  expect(told[1]).toMatchObject({
    Product: 'IB H120',
    'Birds treated': 11_000,
    'Birds counted as': 'recorded',
  })
  // Five days from 2 to 6 March, then 2 days for meat and 5 for eggs.
  const days = ['First given', 'Last given', 'Withdrawal until, meat', 'Withdrawal until, eggs'] as const
  expect(days.map(title => dayIn(told[0]?.[title]))).toEqual([
    '2026-03-02',
    '2026-03-06',
    '2026-03-08',
    '2026-03-11',
  ])
  expect(JSON.stringify(rows)).not.toContain('FL-THEIRS')
})

test('the paper says the same in the reader’s language, and a treatment counts in every period in which it was given', async () => {
  const reader = await farm.as({ office: farm.offices.direct, kind: 2, grants, language: 'zh-CN' })
  const body = { flockId, firstDay: '2026-03-05', lastDay: '2026-03-31' }
  const job = await reader.call(medicineRegister.registerPaper, { body })
  const { name, bytes } = await fileOf(reader, job)
  expect(name).toContain('兽药使用记录')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)))
  const page = text.join().replaceAll('\u00a0', ' ')
  for (const part of ['Tiamulin 45 %', 'T-881', 'RX-77', 'Dr Li', '11,960 *', 'FL-NORTH'])
    expect(page).toContain(part)
  // The vaccine was given on the second of March only.
  expect(page).not.toContain('IB H120')
})

test('a treatment that is taken back stays as taken back, with who and when, and forbids nothing', async () => {
  const { services, offices } = farm
  const house = await buildHouse(services, offices.direct, { name: 'South' })
  const day = dateIn('Asia/Shanghai', Date.now())
  const flock = await buildFlock(services, offices.direct, {
    houseId: house.id,
    placedOn: daysAfter(day, -20),
    placedCount: 100,
  })
  const vet = await farm.as({
    office: offices.direct,
    kind: 2,
    grants: [...grants, 'chicken_batch:add', 'chicken_batch:edit'],
  })
  const treatment = { kind: 'medicine' as const, name: 'Doxycycline', batch: 'D-1', withdrawalDays: 7 }
  const keep = (body: object) =>
    vet.call(flockRecords.create, { params: { id: flock.id }, body: { day, dead: 1, ...body } as never })
  const first = await keep({ treatments: [treatment] })
  // A corrected dose is no second treatment.
  const second = await keep({ treatments: [{ ...treatment, dose: '1 g/L' }], version: first.version })
  const third = await keep({ treatments: [], version: second.version })
  const fourth = await keep({ treatments: [{ ...treatment, name: 'Tylosin' }], version: third.version })
  await vet.call(flockRecords.takeBack, { params: { id: flock.id }, body: { day, version: fourth.version } })
  const job = await vet.call(medicineRegister.registerWorkbook, {
    body: { flockId: flock.id, firstDay: day, lastDay: day },
  })
  const { file } = await jobIn(vet, job.id, 'done')
  const [titles = [], ...rows] = await rowsOf(farm, file?.url)
  const told = rows.map(row => Object.fromEntries(titles.map((title, i) => [String(title), row[i]])))
  expect(told.map(row => row.Product)).toEqual(['Doxycycline', 'Tylosin'])
  for (const row of told) {
    expect(row['Taken back by']).toBe('Test User')
    const at = Object.entries(row).find(([title]) => title.startsWith('Taken back at'))?.[1]
    expect(at).toBeInstanceOf(Date)
    expect(row['Withdrawal until, meat']).toBeNull()
  }
})

test('a period without a flock, too long or turned round is refused by its field', async () => {
  const faults = async (body: object) => {
    const answer = await owner.ask(medicineRegister.registerPaper, { body: { ...YEAR, ...body } })
    return [answer.statusCode, answer.json().data.map(({ field }: { field: string }) => field)]
  }
  expect(await faults({ lastDay: '2025-12-31' })).toEqual([400, ['lastDay']])
  expect(await faults({ firstDay: '2020-01-01' })).toEqual([400, ['lastDay']])
  expect(await faults({ firstDay: '2025-01-01', lastDay: '2025-06-30' })).toEqual([400, ['officeId']])
  expect(await faults({ houseId: 'nobody' })).toEqual([400, ['houseId']])
  const worker = await farm.as({ office: farm.offices.direct, kind: 2, grants: ['chicken_batch:query'] })
  expect((await worker.ask(medicineRegister.registerPaper, { body: YEAR })).statusCode).toBe(403)
})

test('the register of birds that were moved says what they got before, and counts the cocks among the treated', async () => {
  const { services, offices } = farm
  const flockIn = async (name: string, more: object) => {
    const house = await buildHouse(services, offices.direct, { name })
    return buildFlock(services, offices.direct, { houseId: house.id, type: 'breeder', ...more })
  }
  const reared = { hatchedOn: '2026-04-01', placedCount: 5_000, placedMales: 500 }
  const before = await flockIn('Rearing', { ...reared, placedOn: '2026-04-01', number: 'FL-REARED' })
  const moved = await flockIn('Laying', {
    ...reared,
    placedCount: 4_990,
    placedOn: '2026-08-20',
    number: 'FL-MOVED',
  })
  await buildMove(services, offices.direct, {
    fromFlockId: before.id,
    toFlockId: moved.id,
    day: '2026-08-20',
    birds: 10,
    began: true,
  })
  const given = (name: string) =>
    [{ kind: 'medicine', name, dose: '', route: '', withdrawalDays: 3 }] as never
  await buildRecord(services, offices.direct, {
    flockId: before.id,
    day: '2026-07-01',
    treatments: given('Amprolium'),
  })
  await buildRecord(services, offices.direct, {
    flockId: moved.id,
    day: '2026-09-01',
    dead: 1,
    deadMales: 2,
    treatments: given('Toltrazuril'),
  })
  const { id } = await owner.call(medicineRegister.registerWorkbook, { body: { ...YEAR, flockId: moved.id } })
  const [titles = [], ...rows] = await rowsOf(farm, (await jobIn(owner, id, 'done')).file?.url)
  const told = rows.map(row => Object.fromEntries(titles.map((title, i) => [String(title), row[i]])))
  expect(told).toMatchObject([
    { Product: 'Amprolium', House: 'House before the move', Flock: 'FL-MOVED' },
    { Product: 'Toltrazuril', House: 'Laying', 'Birds treated': 5_500 },
  ])
})
