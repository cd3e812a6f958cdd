import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { articles } from '#shared/contracts/articles.ts'
import { files } from '#shared/contracts/files.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { account } from '../../platform/database/tables/offices.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { listening, sendFile } from '../../testing/sent-files.ts'
import { buildArticle } from './articles.fixture.ts'

let farm: TestApp
let base: string
let editor: Person
let worker: Person
const faq = articles.faq
const granted = (...actions: string[]) =>
  actions.map(action => `device_common_problem_admin_list:${action}` as Grant)
beforeAll(async () => {
  farm = await testApp()
  base = await listening(farm)
  editor = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: granted('query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'),
  })
  await named(editor, 'Zhao Wei')
  worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['device_common_problem_client_list:query', 'device_common_problem_client_list:get'],
  })
})
afterAll(() => farm.close())

/** A person by this name from now on. */
const named = ({ accountId }: Person, actualName: string) =>
  farm.services.store.scoped(SYSTEM).update(account).set({ actualName }).where(eq(account.id, accountId))
const form = (more: object = {}) => ({
  chineseTitle: '风机不转',
  chineseSubtitle: '',
  chineseContent: '<p>第一版</p>',
  englishTitle: 'A fan stands',
  englishSubtitle: '',
  englishContent: '<p>First</p>',
  original: 'zh-CN' as const,
  coverMode: 'none' as const,
  covers: [],
  attachments: [],
  faults: [],
  ...more,
})
const write = (more: object = {}) => editor.call(faq.create, { body: form(more) })
const change = (id: string, more: object) => editor.call(faq.update, { params: { id }, body: form(more) })
const versions = (id: string) => editor.call(faq.versions, { params: { id } })
const texts = (id: string, number: number) => editor.call(faq.texts, { params: { id }, query: { number } })

test('each change of the text is a version with who wrote it; a release, a like or another cover is none', async () => {
  const { id } = await write()
  await editor.call(faq.release, { params: { id } })
  await worker.call(articleReading.faq.rate, { params: { id }, body: { isLiked: true } })
  const colleague = await farm.as({ office: farm.offices.provider, kind: 1, grants: granted('edit') })
  await named(colleague, 'Ingrid Maas')
  await colleague.call(faq.update, { params: { id }, body: form({ englishContent: '<p>Second</p>' }) })
  await change(id, { englishContent: '<p>Second</p>', faults: ['PhaseLoss'] })
  await change(id, { englishContent: '<p>Second</p>', chineseTitle: '风机不转怎么办' })
  const kept = await versions(id)
  expect(kept.map(({ number, changed }) => [number, changed])).toEqual([
    [3, ['zh-CN']],
    [2, ['en-US']],
    [1, ['zh-CN', 'en-US']],
  ])
  expect(kept.map(({ by }) => by)).toEqual(['Zhao Wei', 'Ingrid Maas', 'Zhao Wei'])
  expect(await texts(id, 2)).toMatchObject({
    now: { englishContent: '<p>Second</p>', chineseTitle: '风机不转' },
    before: { englishContent: '<p>First</p>' },
  })
  expect((await texts(id, 1)).before).toBeNull()
})

test('an earlier version becomes a new one, and what somebody else has changed meanwhile is not lost', async () => {
  const { id, version } = await write()
  const { version: newer } = await change(id, { englishContent: '<p>Second</p>', faults: ['PhaseLoss'] })
  const stale = await editor.ask(faq.restoreVersion, { params: { id }, body: { number: 1, version } })
  expect(stale.statusCode).toBe(409)
  expect(stale.json().data.current).toMatchObject({ englishContent: '<p>Second</p>', version: newer })
  const unknown = await editor.ask(faq.restoreVersion, {
    params: { id },
    body: { number: 9, version: newer },
  })
  expect(unknown.statusCode).toBe(400)
  expect(unknown.json().data).toMatchObject([{ field: 'number' }])
  const restored = await editor.call(faq.restoreVersion, {
    params: { id },
    body: { number: 1, version: newer },
  })
  expect(restored).toMatchObject({
    englishContent: '<p>First</p>',
    faults: ['PhaseLoss'],
    version: newer + 1,
  })
  expect((await versions(id)).map(({ number }) => number)).toEqual([3, 2, 1])
  const found = await editor.call(faq.list, { query: { search: 'second' } })
  expect(found.items.map(row => row.id)).not.toContain(id)
})

test('who may not write the family reads no version, nor does one find them beside another family', async () => {
  const { id, version } = await write()
  const reader = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: granted('query', 'get', 'enable'),
  })
  const params = { id }
  for (const who of [reader, worker]) {
    expect((await who.ask(faq.versions, { params })).statusCode).toBe(403)
    expect((await who.ask(faq.texts, { params, query: { number: 1 } })).statusCode).toBe(403)
    expect((await who.ask(faq.restoreVersion, { params, body: { number: 1, version } })).statusCode).toBe(403)
  }
  const news = await buildArticle(farm.services, 'news')
  const asked = { params: { id: news.id } }
  expect((await editor.ask(faq.versions, asked)).statusCode).toBe(404)
  expect((await editor.ask(faq.texts, { ...asked, query: { number: 1 } })).statusCode).toBe(404)
  expect(
    (await editor.ask(faq.restoreVersion, { ...asked, body: { number: 1, version: 1 } })).statusCode,
  ).toBe(404)
})

test('a restored text has its pictures again; meanwhile they are the editors’ alone', async () => {
  const { id: picture } = await sendFile(base, editor)
  const drawn = `<p>First</p><img src="/files/${picture}" alt="">`
  const { id } = await write({ englishContent: drawn })
  await editor.call(faq.release, { params: { id } })
  const seenBy = async (who: Person) => (await who.call(files.shown, { query: { ids: picture } })).length
  expect([await seenBy(editor), await seenBy(worker)]).toEqual([1, 1])
  const { version } = await change(id, { englishContent: '<p>Second</p>' })
  expect([await seenBy(editor), await seenBy(worker)]).toEqual([1, 0])
  await editor.call(faq.withdraw, { params: { id } })
  await editor.call(faq.release, { params: { id } })
  expect(await seenBy(worker)).toBe(0)
  await editor.call(faq.restoreVersion, { params: { id }, body: { number: 1, version: version + 2 } })
  expect([await seenBy(editor), await seenBy(worker)]).toEqual([1, 1])
  expect((await editor.call(faq.get, { params: { id } })).englishContent).toContain(picture)
})
