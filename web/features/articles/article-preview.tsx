import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ArticleFamily, COVERS, minutesOf, readingScreens } from '#shared/articles.ts'
import type { ReadArticle } from '#shared/contracts/article-reading.ts'
import type { Article } from '#shared/contracts/articles.ts'
import type { Language } from '#shared/text.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { ArticleCard } from './article-card.tsx'
import { ArticleSheet } from './article-sheet.tsx'
import { useCategories } from './articles-page.tsx'
import { Framed } from './framed.tsx'
import '#web/components/choice.css'

const WIDTHS = [1440, 390] as const
const LANGUAGES: readonly Language[] = ['zh-CN', 'en-US']

interface Props {
  family: ArticleFamily
  article: Partial<Article>
}

/** An article as its readers will see it: in their list and on its page, on a desk and on a phone. */
export function ArticlePreview({ family, article }: Props) {
  const { t } = useTranslation('articles')
  const { titleOf } = useScreen()
  const [width, setWidth] = useState<number>(390)
  const [language, setLanguage] = useState<Language>(article.original ?? 'zh-CN')
  const categories = useCategories(family)
  const category = categories.find(({ value }) => value === article.categoryId)
  const shown = asRead(article, language, category ? { id: category.value, name: category.label } : null)
  const list = titleOf(readingScreens[family])
  return (
    <div className="stack gap-4">
      <div className="row wrap stretch gap-3">
        <fieldset className="choice">
          {WIDTHS.map(each => (
            <button key={each} type="button" aria-pressed={width === each} onClick={() => setWidth(each)}>
              {each}
            </button>
          ))}
        </fieldset>
        <fieldset className="choice">
          {LANGUAGES.map(each => (
            <button
              key={each}
              type="button"
              aria-pressed={language === each}
              onClick={() => setLanguage(each)}
            >
              {t($ => $.versions[each])}
            </button>
          ))}
        </fieldset>
      </div>
      <Framed title={t($ => $.preview)} width={width}>
        <div className="page">
          <section className="card article-list">
            <ul className="article-cards">
              <ArticleCard card={shown} isDraft />
            </ul>
          </section>
        </div>
        <ArticleSheet
          article={shown}
          list={list}
          isDraft
          go={nothing}
          sort={nothing}
          turn={setLanguage}
          rate={nothing}
          print={nothing}
        />
      </Framed>
    </div>
  )
}

/** Nobody has read it yet. */
const nothing = () => undefined

/** The draft in the form the server would send to a reader. */
function asRead(article: Partial<Article>, wanted: Language, category: ReadArticle['category']): ReadArticle {
  const {
    original = 'zh-CN',
    coverMode = 'none',
    covers = [],
    attachments = [],
    reads = 0,
    likes = 0,
    releasedAt,
  } = article
  const titles = { 'zh-CN': article.chineseTitle ?? '', 'en-US': article.englishTitle ?? '' }
  const languages = LANGUAGES.filter(each => titles[each] !== '')
  const language = languages.includes(wanted) ? wanted : (languages[0] ?? wanted)
  const [of, first] =
    language === 'zh-CN' ? (['chinese', 'english'] as const) : (['english', 'chinese'] as const)
  const content = article[`${of}Content`] ?? ''
  const isOld = language !== original && article.isOutdated === true
  return {
    id: '',
    title: titles[language],
    subtitle: article[`${of}Subtitle`] ?? '',
    language,
    category,
    coverMode,
    covers: covers.slice(0, COVERS[coverMode]),
    releasedAt: releasedAt ?? new Date().toISOString(),
    reads,
    likes,
    minutes: minutesOf(content.length, language),
    content,
    attachments,
    languages,
    originalChangedAt: isOld ? (article[`${first}ChangedAt`] ?? null) : null,
    isLiked: false,
    isHelpful: null,
    related: [],
    next: null,
  }
}
