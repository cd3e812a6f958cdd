import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodCategories, goods } from '#shared/contracts/goods.ts'
import { jobs } from '#shared/contracts/jobs.ts'
import { mall } from '#shared/contracts/mall.ts'
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
    titles[i] === 'Code' ? 'XL-2' : titles[i] === 'Pictures' ? null : value,
  )
  const answer = await upload(staff, goods.import, await excelOf([titles, again] as Rows), {
    name: 'again.xlsx',
  })
  const second = await jobIn(staff, answer.json().data.id, 'checked')
  expect(await faultsOf(staff, second.id)).toEqual([])
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
    'G2: There is no such category',
    expect.stringMatching(/^H3: One size a line/),
    expect.stringMatching(/^I3: One a line/),
    'J3: No picture called “nobody.jpg” was sent',
    'H4: Give each size a code of its own',
    'K4: You may not put goods on the shelf or take them off',
  ])
})
