import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleReading, articleSearch } from '#shared/contracts/article-reading.ts'
import { articleCategories, articles } from '#shared/contracts/articles.ts'
import { files } from '#shared/contracts/files.ts'
import type { Grant } from '#shared/permissions.ts'
import { CONTENT_MAX } from '#shared/rich-text.ts'
import { xssVectors } from '#shared/testing/xss-vectors.ts'
import { cleanHtml } from '../../platform/rich-text/clean-html.ts'
import type { Person } from '../../testing/app.ts'
import { type LiveApp, liveApp } from '../../testing/live-app.ts'
import { jpegOf, videoOf } from '../../testing/pictures.ts'
import { sendFile } from '../../testing/sent-files.ts'
import { buildArticle } from './articles.fixture.ts'
import { releaseDue } from './releases.ts'

let farm: LiveApp
let base: string
let editor: Person
let worker: Person
beforeAll(async () => {
  farm = await liveApp()
  base = farm.address.replace('ws:', 'http:')
  const actions = ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable']
  editor = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['device_common_problem_admin_list', 'device_common_problem_admin_list_category'].flatMap(held =>
      actions.map(action => `${held}:${action}` as Grant),
    ),
  })
  worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['device_common_problem_client_list:query', 'device_common_problem_client_list:get'],
  })
})
afterAll(() => farm.close())

const faq = articles.faq
const reading = articleReading.faq
const form = (more: object = {}) => ({
  chineseTitle: '风机不转怎么办',
  chineseSubtitle: '',
  chineseContent: '<p>先看热继电器是否跳闸。</p>',
  englishTitle: 'A fan does not run',
  englishSubtitle: '',
  englishContent: '<p>Look at the overload relay first.</p>',
  original: 'zh-CN' as const,
  coverMode: 'none' as const,
  covers: [],
  attachments: [],
  categoryId: null,
  releaseOn: null,
  faults: [] as string[],
  ...more,
})
const write = (more: object = {}) => editor.call(faq.create, { body: form(more) })
const released = async (more: object = {}) => {
  const { id } = await write(more)
  return editor.call(faq.release, { params: { id } })
}
const found = async (search: string, who = worker) =>
  (await who.call(reading.list, { query: { search } })).items.map(({ id }) => id)

test('a draft never leaves: not in the list, the search, the counts, by its address, nor beside another', async () => {
  const category = await editor.call(articleCategories.faq.create, {
    body: { chineseName: '草稿测试', englishName: 'Draft test' },
  })
  const shown = await released({ categoryId: category.id, englishTitle: 'Shown beside' })
  const { id } = await write({ categoryId: category.id, englishTitle: 'Hiddenword', chineseTitle: '隐藏词' })
  expect(await found('hiddenword')).toEqual([])
  expect(await found('隐藏')).toEqual([])
  const listed = await worker.call(reading.list, { query: { categoryId: category.id } })
  expect(listed).toMatchObject({ total: 1, items: [{ id: shown.id }] })
  expect(await worker.call(reading.categories)).toContainEqual({
    id: category.id,
    name: 'Draft test',
    articles: 1,
  })
  expect((await worker.ask(reading.read, { params: { id } })).statusCode).toBe(404)
  expect((await worker.ask(reading.rate, { params: { id }, body: { isLiked: true } })).statusCode).toBe(404)
  const read = await worker.call(reading.read, { params: { id: shown.id } })
  expect(read.related).toEqual([])
  await editor.call(faq.release, { params: { id } })
  expect(await found('hiddenword')).toEqual([id])
  await editor.call(faq.withdraw, { params: { id } })
  expect(await found('hiddenword')).toEqual([])
})

test('nor does a draft leave by the palette, as similar to a question, by its alarm, or over the socket', async () => {
  const browser = await farm.listen(worker)
  const words = { englishTitle: 'Quokka draft', englishContent: '<p>Quokka wombat numbat</p>' }
  const draft = await write({ ...words, faults: ['EggBeltFault'] })
  const changed = form({ ...words, faults: ['EggBeltFault'], version: draft.version })
  await editor.call(faq.update, { params: { id: draft.id }, body: changed })
  const ways = async () => {
    const palette = await worker.call(articleSearch.find, { query: { search: 'quokka' } })
    const similar = await worker.call(reading.list, {
      query: { like: 'Where does the quokka wombat numbat live?' },
    })
    const ofAlarm = await worker.call(reading.list, { query: { fault: 'EggBeltFault' } })
    return [palette, similar.items, ofAlarm.items].map(items => items.map(({ id }) => id))
  }
  expect(await ways()).toEqual([[], [], []])
  await browser.quiet()
  expect(JSON.stringify(browser.frames)).not.toMatch(/quokka/i)
  expect(JSON.stringify(browser.frames)).not.toContain(draft.id)
  await editor.call(faq.release, { params: { id: draft.id } })
  expect(await ways()).toEqual([[draft.id], [draft.id], [draft.id]])
  await editor.call(faq.withdraw, { params: { id: draft.id } })
  expect(await ways()).toEqual([[], [], []])
})

test('it is found by words of either language, by how they begin, and by Chinese without spaces', async () => {
  const { id } = await released({
    englishTitle: 'Ammonia is high',
    chineseTitle: '舍内氨气偏高',
    chineseContent: '<p>垫料潮湿，<b>最小通风</b>不足</p>',
  })
  for (const search of ['ammonia', 'AMMO', 'high ammonia', '氨气', '氨', '最小通风', '垫料潮湿'])
    expect(await found(search), search).toContain(id)
  for (const search of ['ammoniak', '氨水', '通风最小', "'); drop table", '%'])
    expect(await found(search), search).not.toContain(id)
})

test('a manual of hundreds of pages is stored in both languages and found by words on its last page', async () => {
  const paragraph = (says: string) => (_: unknown, at: number) => `<p>${says} ${at % 500}</p>`
  const long = (says: string, last: string) => {
    const count = Math.floor((CONTENT_MAX - 1_000) / (says.length + 11))
    return `${Array.from({ length: count }, paragraph(says)).join('')}<p>${last}</p>`
  }
  const { id } = await released({
    chineseContent: long('检查风机皮带的张紧度，紧固轴承座，记录电流。', '末页的冷凝器'),
    englishContent: long(
      'Check the tension of the belt and the current of the motor',
      'zirconium on the last page',
    ),
  })
  for (const search of ['zirconium', '冷凝器']) expect(await found(search), search).toContain(id)
  const over = await editor.ask(faq.create, {
    body: form({ englishContent: 'x'.repeat(CONTENT_MAX + 1) }),
  })
  expect(over.json().data).toMatchObject([{ field: 'englishContent' }])
})

test('one call finds articles of every family that one may read, and of no other', async () => {
  const news = await buildArticle(farm.services, 'news', { englishTitle: 'Zephyr in the news' })
  for (let n = 0; n < 5; n++)
    await released({ englishTitle: `Zephyr ${n}`, englishContent: `<p>zephyr ${n}</p>` })
  await write({ englishTitle: 'Zephyr draft' })
  const titles = async (who: Person, search = 'zephyr') =>
    (await who.call(articleSearch.find, { query: { search } })).map(({ title }) => title)
  expect(await titles(worker)).toEqual(['Zephyr 4', 'Zephyr 3', 'Zephyr 2'])
  const reader = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['breeding_instruction_client_infor:query', 'device_common_problem_client_list:query'],
  })
  expect(await titles(reader)).toEqual(['Zephyr 4', 'Zephyr 3', 'Zephyr 2', news.englishTitle])
  expect(await titles(reader, 'draft')).not.toContain('Zephyr draft')
  const stranger = await farm.as({ office: farm.offices.sharing, kind: 2, grants: ['house_alarm:query'] })
  const asked = await stranger.ask(articleSearch.find, { query: { search: 'zephyr' } })
  expect(asked.statusCode).toBe(403)
})

test('a question in whole sentences finds the articles nearest to it, in either language', async () => {
  const { id } = await released({
    chineseTitle: '料线不走料',
    englishTitle: 'No feed arrives',
    englishContent: '<p>The auger of the feed line is blocked, or its motor is hot.</p>',
    chineseContent: '<p>绞龙被异物卡住，或者电机过热。</p>',
  })
  await released({ chineseTitle: '灯光时间不对', englishTitle: 'Light hours are wrong' })
  const near = async (like: string) =>
    (await worker.call(reading.list, { query: { like } })).items.map(item => item.id)
  expect((await near('Since yesterday the feed does not arrive, what is it with the auger?'))[0]).toBe(id)
  expect((await near('请问我们2号舍料线不走料了，绞龙怎么卡住了？'))[0]).toBe(id)
  expect(await near('请问怎么')).toEqual([])
  expect(await near('Why is that?')).toEqual([])
  expect(await near("'); drop table article; --")).not.toContain(id)
})

test('an alarm leads to what is released about its kind of fault, and to nothing else', async () => {
  const { id } = await released({ faults: ['FanGroupFault', 'PhaseLoss', 'PhaseLoss'] })
  await released({ faults: ['LightFault'] })
  await write({ faults: ['PhaseLoss'] })
  expect((await editor.call(faq.get, { params: { id } })).faults).toEqual(['FanGroupFault', 'PhaseLoss'])
  const about = async (fault: string) =>
    (await worker.call(reading.list, { query: { fault } })).items.map(item => item.id)
  expect(await about('PhaseLoss')).toEqual([id])
  expect(await about('WaterNone')).toEqual([])
  const refused = await worker.ask(reading.list, { query: { fault: 'Nonsense' } })
  expect(refused.json().data).toMatchObject([{ field: 'fault' }])
  const unknown = await editor.ask(faq.create, { body: form({ faults: ['Nonsense'] }) })
  expect(unknown.json().data).toMatchObject([{ field: 'faults.0' }])
})

test('who has no version in their language reads the other, and an old translation says so', async () => {
  const { id } = await released({ englishTitle: '', englishContent: '' })
  const read = () => worker.call(reading.read, { params: { id } })
  expect(await read()).toMatchObject({ title: '风机不转怎么办', language: 'zh-CN', originalChangedAt: null })
  const english = form({ version: undefined })
  await editor.call(faq.update, { params: { id }, body: english })
  expect(await read()).toMatchObject({
    title: 'A fan does not run',
    language: 'en-US',
    originalChangedAt: null,
  })
  await editor.call(faq.update, { params: { id }, body: form({ chineseContent: '<p>新的内容</p>' }) })
  const old = await read()
  expect(old.originalChangedAt).not.toBeNull()
  const [row] = (await editor.call(faq.list, { query: { search: '新的内容' } })).items
  expect(row).toMatchObject({ id, isOutdated: true })
})

test('one likes once, however often, and says whether it helped', async () => {
  const { id } = await released()
  const rate = (who: Person, body: object) => who.call(reading.rate, { params: { id }, body })
  expect(await rate(worker, { isLiked: true })).toEqual({ isLiked: true, isHelpful: null, likes: 1 })
  expect(await rate(worker, { isLiked: true, isHelpful: true })).toEqual({
    isLiked: true,
    isHelpful: true,
    likes: 1,
  })
  const other = await farm.as({
    office: farm.offices.closed,
    kind: 2,
    grants: ['device_common_problem_client_list:get'],
  })
  expect((await rate(other, { isLiked: true })).likes).toBe(2)
  expect((await rate(worker, { isLiked: false })).likes).toBe(1)
  await worker.call(reading.opened, { params: { id } })
  await worker.call(reading.opened, { params: { id } })
  expect((await worker.call(reading.read, { params: { id } })).reads).toBe(1)
})

test('what runs, loads or hides is taken out when it is stored', async () => {
  const { id, englishContent } = await write({
    englishContent:
      '<h1 onclick="x()">Fans</h1><script>steal()</script><p style="position:fixed">a<img src="https://evil.example/x.png"><img src=x onerror=alert(1)></p><a href="javascript:alert(1)">b</a><iframe src="https://evil.example"></iframe><aside data-callout="danger" class="x">c</aside>',
  })
  expect(englishContent).toBe(
    '<h2>Fans</h2><p>a</p><a target="_blank" rel="noopener noreferrer">b</a><aside data-callout="danger">c</aside>',
  )
  expect((await editor.call(faq.get, { params: { id } })).englishContent).toBe(englishContent)
})

test('of the well-known ways to run a script none is left in what farms read', async () => {
  const typed = xssVectors.join('\n')
  const { id } = await released({
    englishTitle: xssVectors[0],
    englishContent: typed,
    chineseContent: typed,
  })
  const read = await worker.call(reading.read, { params: { id } })
  // A title is plain text, stored as typed and shown as text.
  expect(read.title).toBe(xssVectors[0])
  expect(read.content).toBe(cleanHtml(typed))
  expect(cleanHtml(typed)).not.toMatch(
    /<(?:script|svg|math|iframe|style|form)|\son\w+=[^;]*>|href="\s*javascript/i,
  )
})

test('pictures, videos and attachments of a draft are the editors’; once released farms see them, withdrawn no longer', async () => {
  const [film, cover, drawing, manual] = [
    await sendFile(base, editor, 'attachment', videoOf(100), 'fan.mp4'),
    await sendFile(base, editor),
    await sendFile(base, editor),
    await sendFile(base, editor, 'attachment', Buffer.from('%PDF-1.7\n%%EOF\n'), 'manual.pdf'),
  ]
  const { id, englishContent } = await write({
    coverMode: 'left',
    covers: [cover.id],
    attachments: [manual.id],
    englishContent: `<p>See</p><img src="${drawing.url}" alt="Fan"><video src="${film.url}"></video>`,
  })
  expect(englishContent).toContain(`<img src="/files/${drawing.id}" alt="Fan" />`)
  expect(englishContent).toContain(`<video src="/files/${film.id}" controls="controls" preload="metadata">`)
  const ids = [cover.id, drawing.id, film.id, manual.id]
  const seen = async () =>
    (await worker.call(files.shown, { query: { ids: ids.join() } })).map(file => file.id)
  const open = async (file: string) =>
    (await farm.app.inject({ method: 'GET', url: `/files/${file}` })).statusCode
  expect(await seen()).toEqual([])
  expect(await open(drawing.id)).toBe(404)
  await editor.call(faq.release, { params: { id } })
  expect(await seen()).toEqual(ids)
  expect(await open(drawing.id)).toBe(200)
  expect(await open(film.id)).toBe(200)
  expect(await open(manual.id)).toBe(404)
  await editor.call(faq.withdraw, { params: { id } })
  expect(await seen()).toEqual([])
  expect(await open(drawing.id)).toBe(404)
  expect(await open(film.id)).toBe(404)
})

test('a cover mode wants its pictures', async () => {
  const [picture] = [await sendFile(base, editor, 'picture', jpegOf(64))]
  const answer = await editor.ask(faq.create, { body: form({ coverMode: 'three', covers: [picture.id] }) })
  expect(answer.json().data).toEqual([{ field: 'covers', message: 'Pictures needed for this cover: 3' }])
})

test('a draft is released at its time', async () => {
  const soon = new Date(Date.now() - 1_000).toISOString()
  const later = new Date(Date.now() + 3_600_000).toISOString()
  const [due, waiting] = [await write({ releaseOn: soon }), await write({ releaseOn: later })]
  await releaseDue(farm.services.store)
  expect((await worker.ask(reading.read, { params: { id: due.id } })).statusCode).toBe(200)
  expect((await worker.ask(reading.read, { params: { id: waiting.id } })).statusCode).toBe(404)
})

test('categories stand in the order their editor gives them; one with articles stays', async () => {
  const all = () => editor.call(articleCategories.faq.options)
  const names = ['North', 'South', 'West']
  const made = []
  for (const englishName of names)
    made.push(await editor.call(articleCategories.faq.create, { body: { chineseName: '', englishName } }))
  const [first, , last] = made
  if (!first || !last) throw new Error('no categories')
  const start = (await all()).findIndex(({ id }) => id === first.id)
  await editor.call(articleCategories.faq.move, { params: { id: last.id }, body: { position: start } })
  expect((await all()).slice(start).map(({ name }) => name)).toEqual(['West', 'North', 'South'])
  await released({ categoryId: first.id })
  const refused = await editor.ask(articleCategories.faq.remove, { params: { id: first.id } })
  expect(refused.json().message).toContain('Entries in this category: 1')
  await editor.call(articleCategories.faq.remove, { params: { id: last.id } })
})
