import { and, eq, lt } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { articleCategories, articles } from '#shared/contracts/articles.ts'
import { files } from '#shared/contracts/files.ts'
import { RESTORABLE_MS } from '#shared/limits.ts'
import type { Grant } from '#shared/permissions.ts'
import { SYSTEM } from '../../platform/database/store.ts'
import { article } from '../../platform/database/tables/articles.ts'
import { storedFile } from '../../platform/database/tables/jobs.ts'
import { startTidying } from '../../platform/jobs/tidy.ts'
import { type Person, type TestApp, testApp } from '../../testing/app.ts'
import { jpegOf } from '../../testing/pictures.ts'
import { listening, sendFile } from '../../testing/sent-files.ts'
import { releaseDue } from './releases.ts'

let farm: TestApp
let base: string
let editor: Person
let worker: Person
const faq = articles.faq
const reading = articleReading.faq
beforeAll(async () => {
  farm = await testApp()
  base = await listening(farm)
  editor = await farm.as({
    office: farm.offices.provider,
    kind: 1,
    grants: ['device_common_problem_admin_list', 'device_common_problem_admin_list_category'].flatMap(held =>
      ['query', 'get', 'add', 'edit', 'delete', 'enable', 'disable'].map(
        action => `${held}:${action}` as Grant,
      ),
    ),
  })
  worker = await farm.as({
    office: farm.offices.sharing,
    kind: 2,
    grants: ['device_common_problem_client_list:query', 'device_common_problem_client_list:get'],
  })
})
afterAll(() => farm.close())

const form = (more: object = {}) => ({
  chineseTitle: '水线堵塞',
  chineseSubtitle: '',
  chineseContent: '<p>冲洗水线。</p>',
  englishTitle: 'A blocked drinking line',
  englishSubtitle: '',
  englishContent: '<p>Flush it.</p>',
  original: 'zh-CN' as const,
  coverMode: 'none' as const,
  covers: [],
  attachments: [],
  faults: [],
  ...more,
})
const write = (more: object = {}) => editor.call(faq.create, { body: form(more) })
const one = (id: string) => ({ params: { id } })
/** A released article with a cover and an attachment, and the ids of both. */
async function withFiles() {
  const cover = await sendFile(base, editor, 'picture', jpegOf(40))
  const manual = await sendFile(base, editor, 'attachment', Buffer.from('%PDF-1.7\n%%EOF\n'), 'manual.pdf')
  const { id } = await write({ coverMode: 'left', covers: [cover.id], attachments: [manual.id] })
  await editor.call(faq.release, one(id))
  return { id, ids: [cover.id, manual.id] }
}
const seenBy = async (who: Person, ids: string[]) =>
  (await who.call(files.shown, { query: { ids: ids.join() } })).map(({ id }) => id)
async function tidy() {
  const tidying = startTidying(farm.services)
  await tidying.tidy()
  await tidying.stop()
}
/** How many of an article's files are tidied away by then. */
const expiring = (id: string, by: Date) =>
  farm.services.store
    .scoped(SYSTEM)
    .$count(storedFile, and(eq(storedFile.attachedTo, id), lt(storedFile.expiresAt, by)))
/** Makes it this long since an article was deleted. ms */
async function letPass(id: string, ms: number) {
  const db = farm.services.store.scoped(SYSTEM)
  const deletedAt = new Date(Date.now() - ms)
  await db.update(article).set({ deletedAt }).where(eq(article.id, id))
  const expiresAt = new Date(deletedAt.getTime() + RESTORABLE_MS)
  await db.update(storedFile).set({ expiresAt }).where(eq(storedFile.attachedTo, id))
}

test('farms lose a deleted article at once; restored it is a draft with its text, versions, likes and files', async () => {
  const { id, ids } = await withFiles()
  await worker.call(reading.rate, { ...one(id), body: { isLiked: true } })
  await editor.call(faq.update, {
    ...one(id),
    body: form({
      coverMode: 'left',
      covers: [ids[0]],
      attachments: [ids[1]],
      englishContent: '<p>Twice.</p>',
    }),
  })
  await editor.call(faq.remove, one(id))
  expect((await worker.ask(reading.read, one(id))).statusCode).toBe(404)
  expect(await worker.call(reading.list, { query: { search: 'drinking' } })).toMatchObject({ total: 0 })
  expect(await seenBy(worker, ids)).toEqual([])
  for (const gone of [faq.get, faq.versions]) expect((await editor.ask(gone, one(id))).statusCode).toBe(404)
  const found = await editor.call(faq.list, { query: { search: 'drinking' } })
  expect(found.items.map(row => row.id)).not.toContain(id)
  await tidy()
  expect(await editor.call(faq.restore, one(id))).toMatchObject({
    status: 'draft',
    releasedAt: null,
    englishContent: '<p>Twice.</p>',
    likes: 1,
    covers: [ids[0]],
    attachments: [ids[1]],
  })
  expect((await editor.call(faq.versions, one(id))).map(({ number }) => number)).toEqual([2, 1])
  expect((await worker.ask(reading.read, one(id))).statusCode).toBe(404)
  expect(await seenBy(editor, ids)).toEqual(ids)
  expect(await seenBy(worker, ids)).toEqual([])
  await editor.call(faq.release, one(id))
  expect(await seenBy(worker, ids)).toEqual(ids)
})

test('it can be restored for 30 days, and its files are kept just as long', async () => {
  const { id, ids } = await withFiles()
  await editor.call(faq.remove, one(id))
  await letPass(id, RESTORABLE_MS - 60_000)
  await tidy()
  await editor.call(faq.restore, one(id))
  expect(await seenBy(editor, ids)).toEqual(ids)
  const later = new Date(Date.now() + 2 * RESTORABLE_MS)
  expect(await expiring(id, later)).toBe(0)
  await editor.call(faq.remove, one(id))
  await letPass(id, RESTORABLE_MS + 60_000)
  await tidy()
  expect(await seenBy(editor, ids)).toEqual([])
  expect((await editor.call(faq.list, { query: { deleted: 'recently' } })).items).toEqual([])
  const late = await editor.ask(faq.restore, one(id))
  expect(late.statusCode).toBe(409)
  expect(late.json().message).toContain('30 days')
})

test('a deleted draft is not released at its time, nor does it hold its category', async () => {
  const category = await editor.call(articleCategories.faq.create, {
    body: { chineseName: '水线', englishName: 'Drinking lines' },
  })
  const { id } = await write({ categoryId: category.id, releaseOn: new Date(Date.now() - 1).toISOString() })
  await editor.call(faq.remove, one(id))
  await releaseDue(farm.services.store)
  expect((await worker.ask(reading.read, one(id))).statusCode).toBe(404)
  expect((await editor.call(articleCategories.faq.get, one(category.id))).records).toBe(0)
  await editor.call(articleCategories.faq.remove, one(category.id))
  expect(await editor.call(faq.restore, one(id))).toMatchObject({ category: null, releaseOn: null })
})
