import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { COVERS, minutesOf } from '#shared/articles.ts'
import type { Article } from '#shared/contracts/articles.ts'
import type { Language } from '#shared/text.ts'
import { Attachments } from '#web/components/uploads/shown-files.tsx'
import { ArticleCard } from './article-card.tsx'
import { ArticleText } from './article-text.tsx'
import '#web/components/choice.css'

const WIDTHS = [1440, 390] as const

/** An article as its readers will see it: in their list and on its page, on a desk and on a phone. */
export function ArticlePreview({ article }: { article: Partial<Article> }) {
  const { t } = useTranslation('articles')
  const [width, setWidth] = useState<number>(390)
  const [language, setLanguage] = useState<Language>(article.original ?? 'zh-CN')
  const of = language === 'zh-CN' ? 'chinese' : 'english'
  const content = article[`${of}Content`] ?? ''
  const shown = {
    id: '',
    title: article[`${of}Title`] ?? '',
    subtitle: article[`${of}Subtitle`] ?? '',
    language,
    category: null,
    coverMode: article.coverMode ?? 'none',
    covers: (article.covers ?? []).slice(0, COVERS[article.coverMode ?? 'none']),
    releasedAt: article.releasedAt ?? new Date().toISOString(),
    reads: article.reads ?? 0,
    likes: article.likes ?? 0,
    minutes: minutesOf(content.length, language),
  }
  return (
    <div className="article-preview">
      <div className="article-preview-tools">
        <fieldset className="choice">
          {WIDTHS.map(each => (
            <button key={each} type="button" aria-pressed={width === each} onClick={() => setWidth(each)}>
              {each}
            </button>
          ))}
        </fieldset>
        <fieldset className="choice">
          {(['zh-CN', 'en-US'] as const).map(each => (
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
      <div className="article-preview-paper" style={{ width }}>
        <ul className="article-cards">
          <ArticleCard card={shown} isDraft />
        </ul>
        <hr />
        <ArticleText article={shown} content={content} isDraft />
        <Attachments ids={article.attachments ?? []} />
      </div>
    </div>
  )
}
