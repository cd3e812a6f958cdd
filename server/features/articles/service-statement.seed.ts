import { STATEMENT_KEY, serviceStatement } from '#shared/service-statement.ts'
import type { Language } from '#shared/text.ts'
import { newId } from '../../platform/database/ids.ts'
import { ROOT_PATH } from '../../platform/database/scope.ts'
import type { Seed } from '../../platform/database/seed.ts'
import { article } from '../../platform/database/tables/articles.ts'
import { searchWords } from '../../platform/rich-text/search-words.ts'

const htmlIn = (language: Language) =>
  serviceStatement.map(paragraph => `<p>${paragraph[language]}</p>`).join('')
const textIn = (language: Language) => serviceStatement.map(paragraph => paragraph[language]).join('\n')
const titles = { 'zh-CN': '服务声明', 'en-US': 'Service Statement' } as const

/** The statement that applicants agree to, among the instructions for use: the provider edits it like any article. */
export const seed: Seed = {
  mark: 'service_statement',
  write: db =>
    db.insert(article).values({
      id: newId(),
      officePath: ROOT_PATH,
      family: 'instructions',
      key: STATEMENT_KEY,
      chineseTitle: titles['zh-CN'],
      chineseSubtitle: '',
      chineseContent: htmlIn('zh-CN'),
      englishTitle: titles['en-US'],
      englishSubtitle: '',
      englishContent: htmlIn('en-US'),
      original: 'en-US',
      coverMode: 'none',
      status: 'released',
      releasedAt: new Date(),
      words: searchWords([titles['zh-CN'], titles['en-US'], textIn('zh-CN'), textIn('en-US')].join('\n')),
    } as never),
}
