import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleReading, articleSearch } from '#shared/contracts/article-reading.ts'
import { mall } from '#shared/contracts/mall.ts'
import { searchMisses, searchSynonyms } from '#shared/contracts/search-words.ts'
import { demoGoods } from '../../demo/seed/goods/demo-goods.ts'
import { buildGood } from '../../farm/goods/testing/build-goods.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { buildArticle } from '../articles/articles.fixture.ts'
import { seed } from '../goods/search-words.seed.ts'

let farm: TestApp
let buyer: Person
let stranger: Person
let staff: Person
beforeAll(async () => {
  farm = await testApp()
  const { direct, sharing, provider } = farm.offices
  const grants = ['mall_goods_client_list:query', 'farming_foundation_client_list:query'] as const
  buyer = await farm.as({ office: direct, kind: 2, grants: [...grants] })
  stranger = await farm.as({ office: sharing, kind: 2, grants: [...grants] })
  staff = await farm.as({
    office: provider,
    kind: 1,
    grants: ['query', 'get', 'add', 'edit', 'delete'].map(action => `mall_goods_list:${action}` as never),
  })
  await seed.write(farm.services.store.scoped(SYSTEM))
  for (const [code, , , machines, names, summary] of demoGoods)
    await buildGood(farm.services, {
      code,
      machines: [...machines],
      chineseName: names[0],
      englishName: names[1],
      chineseSummary: summary[0],
      englishSummary: summary[1],
    })
})
afterAll(() => farm?.close())

const found = async (search: string, who = buyer) =>
  (await who.call(mall.list, { query: { search, size: 50 } })).items.map(({ code }) => code)

const fanBelts = ['BLT-1900', 'BLT-1750', 'BLT-A1450']
const pads = ['PAD-7090', 'PAD-5090']
const probe = ['SNS-TNTC']

describe('a farmer finds by what they call it', () => {
  test.each([
    // As written, and plurals beside it.
    ['belt', [...fanBelts, 'EGB-0100', 'MNB-1200']],
    ['belts', [...fanBelts, 'EGB-0100', 'MNB-1200']],
    ['fan belts', fanBelts],
    ['belts fan', fanBelts],
    ['a belt of the fan', fanBelts],
    ['风机用的皮带', fanBelts],
    ['fans', ['FAN-1380', 'FAN-1220', 'FAN-0710', 'FAN-EC14']],
    ['pads', pads],
    ['cooling pads', pads],
    ['nozzles', ['FOG-0010']],
    ['motors', ['MOT-0110', 'MOT-0075']],
    ['lamps', ['LED-0009']],
    ['sensors', ['SNS-NH3', 'SNS-CO2']],
    ['ＦＡＮ　ＢＥＬＴＳ', fanBelts],
    // In other words.
    ['temperature sensor', probe],
    ['temperature sensors', probe],
    ['evaporative pad', pads],
    ['light bulb', ['LED-0009']],
    ['水帘', [...pads, 'PMP-0150', 'PST-0001']],
    ['湿帘', pads],
    ['灯泡', ['LED-0009']],
    ['温感', probe],
    ['温度传感器', probe],
    ['马达', ['MOT-0110']],
    ['除粪带', ['MNB-1200']],
    ['排风扇', ['FAN-1380']],
    // With mistakes.
    ['fan bealt', fanBelts],
    ['fanbelt', fanBelts],
    ['niple drinker', ['NIP-0360', 'NIP-0180']],
    ['egg bekt', ['EGB-0100']],
    ['B1900', ['BLT-1900']],
    ['b 1900', ['BLT-1900']],
    ['风基皮带', fanBelts],
    ['水帘泵', ['PMP-0150']],
    ['集蛋带', ['EGB-0100']],
    // By sound.
    ['湿廉', pads],
    ['风机皮代', fanBelts],
    ['fjpd', fanBelts],
    ['fengjipidai', fanBelts],
    ['feng ji pi dai', fanBelts],
    ['shilian', pads],
    ['jdd', ['EGB-0100']],
    ['ｆｊｐｄ', fanBelts],
  ])('%s', async (search, expected) => {
    expect(await found(search)).toEqual(expect.arrayContaining(expected))
  })

  test('what is called as it was typed stands before what is called otherwise', async () => {
    expect((await found('水帘')).slice(0, 2).toSorted()).toEqual(['PMP-0150', 'PST-0001'])
    expect((await found('fan belts')).slice(0, 3).toSorted()).toEqual(fanBelts.toSorted())
  })

  test.each([
    ['pad', 'FAN-1380'],
    ['灯泡', 'BLT-1900'],
    ['glass', 'PAD-7090'],
    ['湿廉', 'FAN-1380'],
  ])('%s is not %s', async (search, code) => {
    expect(await found(search)).not.toContain(code)
  })
})

test('what the provider says means the same holds at once, for articles too', async () => {
  const { services } = farm
  const article = await buildArticle(services, 'basics', {
    chineseTitle: '蛋鸡保温',
    englishTitle: 'Keeping pullets warm',
  })
  const articles = async () =>
    (await buyer.call(articleReading.basics.list, { query: { search: '鸡被子' } })).items
  const words = { chineseWords: '鸡被子、保温', englishWords: '' }
  expect(await articles()).toEqual([])
  const made = await staff.call(searchSynonyms.create, { body: words })
  expect((await articles()).map(({ id }) => id)).toEqual([article.id])
  const inPalette = await buyer.call(articleSearch.find, { query: { search: '鸡被子' } })
  expect(inPalette.map(({ id }) => id)).toEqual([article.id])
  expect(await found('鸡被子')).toContain('HTR-RAD')
  await staff.call(searchSynonyms.update, {
    params: { id: made.id },
    body: { chineseWords: '鸡被子、湿帘', englishWords: '', version: made.version },
  })
  expect(await found('鸡被子')).toEqual(expect.arrayContaining(pads))
  await staff.call(searchSynonyms.remove, { params: { id: made.id } })
  expect(await found('鸡被子')).toEqual([])
})

test('one word alone is no synonym', async () => {
  const answer = await staff.ask(searchSynonyms.create, {
    body: { chineseWords: '湿帘、', englishWords: '' },
  })
  expect(answer.json().data).toMatchObject([{ field: 'chineseWords' }])
})

test('a search in vain offers what comes nearest, and the provider sees what was wanted how often', async () => {
  const search = 'belt for xylophone'
  expect(await found(search)).toEqual([])
  const nearest = await buyer.call(mall.nearest, { body: { search } })
  expect(nearest.map(({ code }) => code)).toContain('BLT-1900')
  await stranger.call(mall.nearest, { body: { search: ' Belt  for XYLOPHONE ' } })
  const { items } = await staff.call(searchMisses.list, { query: {} })
  expect(items.find(({ words }) => words === search)).toMatchObject({ times: 2 })
  const asked = await buyer.ask(searchMisses.list, { query: {} })
  expect(asked.statusCode).toBe(403)
  const id = items.find(({ words }) => words === search)?.id ?? ''
  await staff.call(searchMisses.remove, { params: { id } })
  expect((await staff.call(searchMisses.list, { query: {} })).items.map(each => each.id)).not.toContain(id)
})

test('the longest search with a synonym for every word answers', async () => {
  const answer = await buyer.ask(mall.list, {
    query: { search: '风机皮带水帘温感灯泡电机减速机清粪带集蛋带乳头料线水线'.repeat(3) },
  })
  expect(answer.statusCode).toBe(200)
})
