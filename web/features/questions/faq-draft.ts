import { TITLE_MAX } from '#shared/articles.ts'
import type { QuestionDetail } from '#shared/contracts/questions.ts'
import { STAFF } from '#shared/permissions.ts'

const CHINESE = /\p{Script=Han}/u
const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Turns each line of plain text into a paragraph. */
const paragraphs = (text: string): string =>
  text
    .split(/\n+/)
    .map(line => line.trim())
    .filter(Boolean)
    .map(line => `<p>${line.replace(/[&<>]/g, sign => signs[sign] ?? '')}</p>`)
    .join('')

/**
 * The FAQ draft from an answered question. Its first line is the title; the rest, followed by the provider's answers, is the
 * text, in the language the question was asked in. Pictures stay with the question.
 */
export function faqDraftOf({ id, text, entries }: Pick<QuestionDetail, 'id' | 'text' | 'entries'>) {
  const [first = '', ...rest] = text.trim().split('\n')
  const title = first.trim().slice(0, TITLE_MAX)
  const left = [first.trim().slice(TITLE_MAX), ...rest].join('\n')
  const answers = entries.filter(({ kind }) => kind === STAFF).map(entry => entry.text ?? '')
  const content = [left, ...answers].map(paragraphs).join('')
  const isChinese = CHINESE.test(text)
  return {
    chineseTitle: isChinese ? title : '',
    chineseSubtitle: '',
    chineseContent: isChinese ? content : '',
    englishTitle: isChinese ? '' : title,
    englishSubtitle: '',
    englishContent: isChinese ? '' : content,
    original: isChinese ? ('zh-CN' as const) : ('en-US' as const),
    coverMode: 'none' as const,
    covers: [],
    attachments: [],
    faults: [],
    questionId: id,
  }
}
