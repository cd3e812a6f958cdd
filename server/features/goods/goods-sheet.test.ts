import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodCategories, goods } from '#shared/contracts/goods.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { mall } from '#shared/contracts/mall.ts'
import { operaHistory } from '#shared/contracts/opera-history.ts'
import type { Person, TestApp } from '../../testing/app.ts'
import { jpegOf } from '../../testing/pictures.ts'
import { everyGrant } from '../../testing/samples.ts'
import { listening, sendFile } from '../../testing/sent-files.ts'
import { excelOf, jobIn, rowsOf, upload } from '../../testing/uploads.ts'
import { workingApp } from '../../testing/working-app.ts'

let farm: TestApp
let staff: Person
let writer: Person
let owner: Person
let fans: { id: string }
beforeAll(async () => {
  farm = await workingApp()
  const { provider, direct } = farm.offices
  const grants = everyGrant(1)
  staff = await farm.as({ office: provider, kind: 1, grants })
  writer = await farm.as({
    office: provider,
    kind: 1,
    grants: grants.filter(grant => grant !== 'mall_goods_list:enable'),
  })
  owner = await farm.as({ office: direct, kind: 2, grants: everyGrant(2) })
  const make = (name: [string, string], aboveId: string | null = null) =>
    staff.call(goodCategories.create, { body: { chineseName: name[0], englishName: name[1], aboveId } })
  fans = await make(['风机', 'Fans'], (await make(['通风', 'Ventilation'])).id)
})
afterAll(() => farm.close())

type Rows = Parameters<typeof excelOf>[0]
const TITLES = [
  'Code',
  'Chinese name',
  'English name',
  'Price',
  'Currency',
  'Unit',
  'Category',
  'Sizes',
  'Specification',
  'Pictures',
  'Status',
]
async function checked(person: Person, rows: Rows) {
  const answer = await upload(person, goods.import, await excelOf([TITLES, ...rows]), { name: 'goods.xlsx' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return jobIn(person, answer.json().data.id, 'checked')
}
async function written(id: string) {
  await staff.call(jobs.confirm, { params: { id }, body: {} })
  return jobIn(staff, id, 'done')
}
const faultsOf = async (person: Person, id: string) => {
  const { items } = await person.call(jobs.faults, { params: { id } })
  return items.flatMap(({ faults }) => faults.map(({ cell, reason }) => `${cell}: ${reason}`))
}

test('a file has all of a good, with pictures that were sent before; what an export writes can be read again', async () => {
  const base = await listening(farm)
  const picture = await sendFile(base, staff, 'picture', jpegOf(64), 'Belt front.jpg')
  const row = [
    'XL-1',
    '皮带',
    'Belt',
    38.125,
    'USD',
    'Piece',
    'ventilation / Fans',
    'S | 小 | Small |  | 5\nL | 大 | Large | 52,5 |',
    '材质 | Material | EPDM',
    'belt FRONT.png',
    'On the shelf',
  ]
  const { id, summary } = await checked(staff, [row])
  expect(await faultsOf(staff, id)).toEqual([])
  expect(summary).toMatchObject({ rows: 1, valid: 1 })
  await written(id)
  const found = (await staff.call(goods.list, { query: { search: 'XL-1' } })).items
  const made = await staff.call(goods.get, { params: { id: found[0]?.id ?? '' } })
  expect(made).toMatchObject({
    price: '38.1250',
    currency: 'USD',
    status: 'released',
    categoryId: fans.id,
    pictures: [picture.id],
    specifications: [{ chineseName: '材质', englishName: 'Material', value: 'EPDM' }],
  })
  expect(made.variants).toMatchObject([
    { code: 'S', chineseName: '小', englishName: 'Small', price: null, stock: 5 },
    { code: 'L', chineseName: '大', englishName: 'Large', price: '52.50', stock: null },
  ])
  // On the shelf with its picture.
  const shown = await owner.call(mall.read, { params: { id: made.id } })
  expect(shown.pictures).toEqual([picture.id])

  const { id: job } = await staff.call(goods.export, { body: { search: 'XL-1' } })
  const { file } = await jobIn(staff, job, 'done')
  const [titles = [], values = []] = await rowsOf(farm, file?.url)
  const cell = (title: string) => values[titles.indexOf(title)]
  expect(cell('Category')).toBe('Ventilation / Fans')
  expect(cell('Sizes')).toBe('S | 小 | Small |  | 5\nL | 大 | Large | 52.50 |')
  expect(cell('Specification')).toBe('材质 | Material | EPDM')
  expect(cell('Pictures')).toBe('Belt front.jpg')
  const again = values.map((value, i) =>
    titles[i] === 'Code' ? 'XL-2' : titles[i] === 'Pictures' || titles[i] === 'Version' ? null : value,
  )
  const answer = await upload(staff, goods.import, await excelOf([titles, again] as Rows), {
    name: 'again.xlsx',
  })
  const second = await jobIn(staff, answer.json().data.id, 'checked')
  expect(await faultsOf(staff, second.id)).toEqual([])
  expect(second.summary?.changes).toEqual({ added: 1, changed: 0, unchanged: 0 })
  const untouched = await upload(staff, goods.import, await excelOf([titles, values] as Rows), {
    name: 'same.xlsx',
  })
  const third = await jobIn(staff, untouched.json().data.id, 'checked')
  expect(await faultsOf(staff, third.id)).toEqual([])
  expect(third.summary?.changes).toEqual({ added: 0, changed: 0, unchanged: 1 })
})

test('every wrong cell is named; who may not put goods on the shelf imports drafts', async () => {
  const right = ['皮带', 'Belt', '38', 'CNY', 'Piece']
  const { id } = await checked(writer, [
    ['XF-1', ...right, 'Ventilation / Pumps', null, null, null, null],
    ['XF-2', ...right, null, 'S | 小 | Small | much | 5', 'EPDM', 'nobody.jpg', null],
    ['XF-3', ...right, null, 'S | 小 | Small | |\ns | 小 | Small | |', null, null, 'On the shelf'],
    ['XF-4', ...right, null, null, null, null, 'Draft'],
  ])
  const faults = await faultsOf(writer, id)
  expect(faults).toEqual([
    'G2: This category does not exist',
    expect.stringMatching(/^H3: One size per line/),
    expect.stringMatching(/^I3: One per line/),
    'J3: No picture named “nobody.jpg” was uploaded',
    'H4: Each size needs its own code',
    'K4: You do not have permission to put goods on or off the shelf',
  ])
})

test('a file changes what it knows by its code: an empty cell leaves the value, sizes stay themselves', async () => {
  await checked(
    staff,
    [
      [
        'UP-1',
        '旧名',
        'Old name',
        10,
        'CNY',
        'Piece',
        'Ventilation / Fans',
        'S | 小 | Small | 5 |\nL | 大 | Large | 7 | 3',
      ],
      ['UP-2', '不变', 'Same', 20, 'CNY', 'Piece'],
    ].map(row => [...row, ...Array(TITLES.length - row.length).fill(null)]),
  ).then(({ id }) => written(id))
  const stored = async (code: string) => {
    const { items } = await staff.call(goods.list, { query: { search: code } })
    return staff.call(goods.get, { params: { id: items[0]?.id ?? '' } })
  }
  const made = await stored('UP-1')
  // One buyer's price for a size, and a text without a column.
  const { direct } = farm.offices
  await staff.call(goods.update, {
    params: { id: made.id },
    body: {
      ...made,
      englishContent: '<p>Belts</p>',
      prices: [{ buyerId: direct.id, variant: 'L', price: '6.5', currency: 'CNY' }],
    },
  })
  const before = await stored('UP-1')
  const same = await stored('UP-2')
  const titles = ['Code', 'English name', 'Price', 'Sizes', 'Version']
  const rows = [
    titles,
    ['up-1', 'New name', null, 'l | 大 | Larger | 8 | 3\nXL | 特大 | Huge | 9 |', before.version],
    ['UP-2', 'Same', 20, null, same.version],
    ['UP-3', 'No unit', 1, null, null],
  ]
  const again = async (file: Rows) => {
    const answer = await upload(staff, goods.import, await excelOf(file), { name: 'again.xlsx' })
    return jobIn(staff, answer.json().data.id, 'checked')
  }
  const { id, summary } = await again(rows)
  expect(await faultsOf(staff, id)).toEqual([
    '4: Currency: This field is required',
    '4: Unit: This field is required',
  ])
  expect(summary).toMatchObject({ valid: 2, faulty: 1, changes: { added: 0, changed: 1, unchanged: 1 } })
  const { items } = await staff.call(jobs.rows, { params: { id } })
  expect(items).toEqual([
    {
      row: 2,
      change: 'changed',
      doubts: [],
      known: 'UP-1',
      cells: [
        { cell: 'B2', column: 'English name', was: 'Old name', found: 'New name' },
        expect.objectContaining({ cell: 'D2', was: 'S | 小 | Small | 5.00 |\nL | 大 | Large | 7.00 | 3' }),
      ],
    },
    { row: 3, change: 'unchanged', doubts: [], known: 'UP-2', cells: [] },
  ])
  expect((await staff.call(jobs.rows, { params: { id }, query: { change: 'unchanged' } })).total).toBe(1)
  await staff.call(jobs.confirm, { params: { id }, body: { acceptFaulty: true } })
  expect((await jobIn(staff, id, 'done')).summary?.written).toBe(1)

  const after = await stored('UP-1')
  const large = before.variants[1]
  expect(after).toMatchObject({
    id: made.id,
    code: 'UP-1',
    version: before.version + 1,
    chineseName: '旧名',
    englishName: 'New name',
    price: '10.00',
    categoryId: fans.id,
    englishContent: '<p>Belts</p>',
    prices: [{ buyerId: direct.id, variant: 'l', price: '6.50' }],
  })
  expect(after.variants).toMatchObject([
    { id: large?.id, code: 'l', englishName: 'Larger', price: '8.00' },
    { code: 'XL', englishName: 'Huge' },
  ])
  expect(await stored('UP-2')).toEqual(same)
  const lines = await staff.call(operaHistory.list, { query: { operatorId: staff.accountId } })
  const { parts } = await staff.call(operaHistory.get, { params: { id: lines.items[0]?.id ?? '' } })
  const rowsOfFile = await staff.call(operaHistory.list, { query: { partOf: parts ?? '' } })
  const row = await staff.call(operaHistory.get, { params: { id: rowsOfFile.items[0]?.id ?? '' } })
  expect(row).toMatchObject({ type: 'update', before: { englishName: 'Old name' } })

  // The same file again is outdated.
  const stale = await again([titles, rows[1] as Rows[number]])
  expect(await faultsOf(staff, stale.id)).toEqual([
    expect.stringMatching(/^E2: Changed since this file was exported/),
  ])
})

test('a row that is changed between check and writing is not overwritten; who may not edit changes nothing', async () => {
  await checked(staff, [['RC-1', '甲', 'First', 1, 'CNY', 'Piece', null, null, null, null, null]]).then(
    ({ id }) => written(id),
  )
  const [good] = (await staff.call(goods.list, { query: { search: 'RC-1' } })).items
  const id = good?.id ?? ''
  const file = await excelOf([
    ['Code', 'English name', 'Version'],
    ['RC-1', 'Of the file', good?.version ?? 0],
  ])
  const answer = await upload(staff, goods.import, file, { name: 'x.xlsx' })
  const job = await jobIn(staff, answer.json().data.id, 'checked')
  expect(job.summary?.changes).toEqual({ added: 0, changed: 1, unchanged: 0 })
  const row = await staff.call(goods.get, { params: { id } })
  await staff.call(goods.update, { params: { id }, body: { ...row, englishName: 'Of a colleague' } })
  await staff.call(jobs.confirm, { params: { id: job.id }, body: {} })
  const anew = await jobIn(staff, job.id, 'checked')
  expect(anew.summary).toMatchObject({ isAnew: true, valid: 0, changes: null })
  expect(await faultsOf(staff, job.id)).toEqual([
    expect.stringMatching(/^C2: Changed since this file was exported/),
  ])
  expect((await staff.call(goods.get, { params: { id } })).englishName).toBe('Of a colleague')

  const grants = everyGrant(1).filter(grant => grant !== 'mall_goods_list:edit')
  const importer = await farm.as({ office: farm.offices.provider, kind: 1, grants })
  const theirs = await upload(
    importer,
    goods.import,
    await excelOf([
      ['Code', 'English name', 'Version'],
      ['RC-1', 'Not theirs', null],
      ['RC-9', 'None', 4],
    ]),
    { name: 'y.xlsx' },
  )
  const { id: refused } = await jobIn(importer, theirs.json().data.id, 'checked')
  expect(await faultsOf(importer, refused)).toEqual([
    'A2: It already exists and you cannot change it',
    '3: Currency: This field is required',
    '3: Unit: This field is required',
    expect.stringMatching(/^C3: This record no longer exists/),
  ])
})

test('how goods are packed goes out and comes in with the file: a changed cell changes it, an empty one leaves it', async () => {
  const header = ['Code', 'Chinese name', 'English name', 'Price', 'Currency', 'Unit', 'Status']
  const packed = [
    'Units a carton',
    'Net weight a unit, kg',
    'Gross weight a carton, kg',
    'Volume a carton, m³',
  ]
  const customs = ['HS code', 'Country of origin', 'Warranty, months']
  const send = async (rows: Rows) => {
    const answer = await upload(staff, goods.import, await excelOf(rows), { name: 'packing.xlsx' })
    return jobIn(staff, answer.json().data.id, 'checked')
  }
  const one = async () => {
    const { items } = await staff.call(goods.list, { query: { search: 'PCK-1' } })
    return staff.call(goods.get, { params: { id: items[0]?.id ?? '' } })
  }
  const names = ['湿帘', 'Cooling pad', 145, 'CNY', 'Piece', 'Draft']
  const made = await send([
    [...header, ...packed, ...customs],
    ['PCK-1', ...names, 10, 3.4, 36, 0.34, '4823.90', 'China', 12],
  ])
  expect(await faultsOf(staff, made.id)).toEqual([])
  await written(made.id)
  const packing = {
    piecesPerCarton: 10,
    netKg: 3.4,
    grossKg: 36,
    volumeM3: 0.34,
    hsCode: '4823.90',
    origin: 'CN',
    warrantyMonths: 12,
  }
  expect((await one()).packing).toEqual(packing)

  const { id: job } = await staff.call(goods.export, { body: { search: 'PCK-1' } })
  const [titles = [], values = []] = await rowsOf(farm, (await jobIn(staff, job, 'done')).file?.url)
  const at = (title: string) => titles.indexOf(title)
  expect([...packed, ...customs].map(title => values[at(title)])).toEqual([
    10,
    3.4,
    36,
    0.34,
    '4823.90',
    'China',
    12,
  ])
  const unchanged = await send([titles, values] as Rows)
  expect(unchanged.summary?.changes).toEqual({ added: 0, changed: 0, unchanged: 1 })
  const changed = await send([
    ['Code', 'Gross weight a carton, kg', 'HS code', 'Country of origin'],
    ['PCK-1', 38.5, null, '荷兰'],
  ])
  expect(changed.summary?.changes).toEqual({ added: 0, changed: 1, unchanged: 0 })
  await written(changed.id)
  expect((await one()).packing).toEqual({ ...packing, grossKg: 38.5, origin: 'NL' })

  const wrong = await send([
    ['Code', 'Net weight a unit, kg', 'Country of origin'],
    ['PCK-1', -1, 'Atlantis'],
  ])
  expect(await faultsOf(staff, wrong.id)).toHaveLength(2)
})
