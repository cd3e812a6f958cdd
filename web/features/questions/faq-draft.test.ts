import { expect, test } from 'vitest'
import { TITLE_MAX } from '#shared/articles.ts'
import { CUSTOMER, STAFF } from '#shared/permissions.ts'
import type { Entry } from '#shared/tickets.ts'
import { faqDraftOf } from './faq-draft.ts'

const entry = (text: string | null, kind: Entry['kind']): Entry => ({
  id: 'e',
  step: 'reply',
  at: '2026-01-01T00:00:00.000Z',
  by: 'Zhao',
  kind,
  isMine: false,
  text,
  pictures: [],
  papers: [],
})

test('the first line is the title; the rest and the provider’s answers are the text, without anybody’s tags', () => {
  const draft = faqDraftOf({
    id: 'q',
    text: 'The fan hums\nand does not <b>turn</b>.',
    entries: [
      entry(null, CUSTOMER),
      entry('Look at the capacitor.\n\nThen at the belt & pulley.', STAFF),
      entry('Thanks', CUSTOMER),
    ],
  })
  expect(draft).toMatchObject({
    englishTitle: 'The fan hums',
    chineseTitle: '',
    original: 'en-US',
    questionId: 'q',
  })
  expect(draft.englishContent).toBe(
    '<p>and does not &lt;b&gt;turn&lt;/b&gt;.</p><p>Look at the capacitor.</p><p>Then at the belt &amp; pulley.</p>',
  )
})

test('a question in Chinese makes a Chinese article, and nothing of a long line is lost', () => {
  const asked = '风'.repeat(TITLE_MAX + 5)
  const draft = faqDraftOf({ id: 'q', text: asked, entries: [] })
  expect(draft).toMatchObject({ original: 'zh-CN', englishTitle: '', englishContent: '' })
  expect(`${draft.chineseTitle}${draft.chineseContent}`).toBe(
    `${'风'.repeat(TITLE_MAX)}<p>${'风'.repeat(5)}</p>`,
  )
})
