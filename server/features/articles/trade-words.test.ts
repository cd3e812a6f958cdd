import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { articles } from '#shared/contracts/articles.ts'
import { environmentFaq } from '../../demo/seed/articles/faq-environment.ts'
import { equipmentFaq } from '../../demo/seed/articles/faq-equipment.ts'
import { flockFaq } from '../../demo/seed/articles/faq-flock.ts'
import { htmlOf } from '../../demo/seed/articles/html-of.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { everyGrant } from '../../testing/samples.ts'
import { seed } from '../goods/search-words.seed.ts'

let farm: TestApp
let worker: Person
beforeAll(async () => {
  farm = await testApp()
  await seed.write(farm.services.store.scoped(SYSTEM))
  const editor = await farm.as({ office: farm.offices.provider, kind: 1, grants: everyGrant(1) })
  worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['device_common_problem_client_list:query', 'device_common_problem_client_list:get'],
  })
  for (const { title, says, text } of [...environmentFaq, ...equipmentFaq, ...flockFaq]) {
    const content = text.map(each => htmlOf(each, () => ({ id: '', alt: '' })).replaceAll(/<img[^>]*>/g, ''))
    const { id } = await editor.call(articles.faq.create, {
      body: {
        chineseTitle: title[0],
        englishTitle: title[1],
        chineseSubtitle: says[0],
        englishSubtitle: says[1],
        chineseContent: content[0] ?? '',
        englishContent: content[1] ?? '',
        original: 'zh-CN',
        coverMode: 'none',
        covers: [],
        attachments: [],
        categoryId: null,
        releaseOn: null,
        faults: [],
      },
    })
    await editor.call(articles.faq.release, { params: { id } })
  }
}, 120_000)
afterAll(() => farm.close())

const { list } = articleReading.faq
/** Titles in English that a search finds, or those nearest to it if it finds none. */
async function shown(typed: string): Promise<string[]> {
  const { items } = await worker.call(list, { query: { search: typed, size: 50 } })
  const { items: near } =
    items.length > 0 ? { items } : await worker.call(list, { query: { like: typed, size: 5 } })
  return near.map(({ title }) => title)
}

// What farms typed, and what they should be led to.
test.each([
  ['NH3', 'Ammonia high'],
  ['nh3', 'Ammonia high'],
  ['氨气', 'Ammonia high'],
  ['氨氣', 'Ammonia high'],
  ['amonia', 'Ammonia high'],
  ['20ppm', 'Ammonia high'],
  ['20 ppm', 'Ammonia high'],
  ['CO2', 'Carbon dioxide high'],
  ['CO₂', 'Carbon dioxide high'],
  ['二氧化碳', 'Carbon dioxide high'],
  ['carbon dioxide', 'Carbon dioxide high'],
  ['风扇不转', 'A fan does not run'],
  ['风机不转怎么办？', 'A fan does not run'],
  ['fan not running', 'A fan does not run'],
  ['风机总是叫', 'A fan does not run'],
  ['停电了怎么办', 'What to do in a power failure'],
  ['没电了', 'What to do in a power failure'],
  ['blackout', 'What to do in a power failure'],
  ['power cut', 'What to do in a power failure'],
  ['鸡舍太热', 'House too hot with all fans on'],
  ['too hot', 'House too hot with all fans on'],
  ['蛋少了', 'Egg production drops'],
  ['产蛋为什么下降', 'Egg production drops'],
  ['死淘率', 'How to record losses'],
  ['cooling pad', 'Dry streaks on the pads'],
  ['水帘', 'Dry streaks on the pads'],
  ['湿帘', 'Dry streaks on the pads'],
])('%s leads to “%s”', async (typed, title) => {
  expect(await shown(typed)).toContain(title)
})
