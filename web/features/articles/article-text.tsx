import { Clock, Eye } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#shared/contracts/article-reading.ts'
import { RichText } from '#web/components/rich-text/rich-text.tsx'
import { useDay } from './day.ts'
import './articles.css'

interface Props {
  article: Card
  content: string
  isDraft?: boolean
  /** Shown between the title and the text. */
  children?: React.ReactNode
}

/** An article's title, facts and text. */
export function ArticleText({ article, content, isDraft = false, children }: Props) {
  const { t } = useTranslation('articles')
  const day = useDay()
  const { title, subtitle, language, releasedAt, minutes, reads } = article
  return (
    <>
      <header className="article-head stack" lang={language}>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
        <span className="article-facts num">
          <span>{day(releasedAt, language)}</span>
          <span>
            <Clock size={14} aria-hidden /> {t($ => $.minutes, { count: minutes })}
          </span>
          <span>
            <Eye size={14} aria-hidden /> <span className="visually-hidden">{t($ => $.reads)}</span> {reads}
          </span>
        </span>
      </header>
      {children}
      <RichText html={content} lang={language} isDraft={isDraft} />
    </>
  )
}
