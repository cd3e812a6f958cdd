import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { ArrowLeft, ChevronRight, Languages, Printer, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ArticleFamily } from '#shared/articles.ts'
import { articleReading, type ReadArticle } from '#shared/contracts/articles.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { headingsOf } from '#web/components/rich-text/rich-text.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { Attachments } from '#web/components/uploads/shown-files.tsx'
import { useSubmit } from '#web/components/use-submit.ts'
import { call, sendQuietly } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { ArticleText } from './article-text.tsx'
import { dayOf } from './day.ts'
import { useTitle } from './use-title.ts'
import './articles.css'

/** A text with fewer headings needs no list of them. */
const CONTENTS_FROM = 3

/** One article: its text, what goes with it, what the reader thinks of it, and what to read next. */
export function ArticlePage({ family, id }: { family: ArticleFamily; id: string }) {
  const { search, nameTab } = useScreen()
  const language = search.language === 'zh-CN' || search.language === 'en-US' ? search.language : undefined
  const mine = usePreferences(({ language: own }) => own)
  const { data, error, refetch } = useQuery({
    queryKey: [articleReading[family].read.path, id, language ?? mine],
    queryFn: () => call(articleReading[family].read, { params: { id }, query: { language } }),
  })
  const title = data?.title
  useEffect(() => {
    if (title !== undefined) nameTab(title)
  }, [title, nameTab])
  useEffect(() => {
    void sendQuietly(articleReading[family].opened, { params: { id } })
  }, [family, id])
  if (error && !data) return <LoadProblem error={error} retry={() => void refetch()} />
  if (!data) return null
  return <Shown family={family} article={data} />
}

function Shown({ family, article }: { family: ArticleFamily; article: ReadArticle }) {
  const { t } = useTranslation('articles')
  const { setSearch } = useScreen()
  const list = useTitle()
  const headings = useMemo(() => headingsOf(article.content), [article.content])
  const go = (to: string | undefined) =>
    setSearch({ id: to, language: undefined }, { push: to !== undefined })
  const { category, related, next, attachments } = article
  return (
    <div className="page article-page">
      <nav className="article-way" aria-label={t($ => $.way)}>
        <button type="button" onClick={() => go(undefined)}>
          <ArrowLeft size={16} aria-hidden /> {list}
        </button>
        {category && (
          <>
            <ChevronRight size={14} aria-hidden />
            <button
              type="button"
              onClick={() => setSearch({ id: undefined, categoryId: category.id }, { push: true })}
            >
              {category.name}
            </button>
          </>
        )}
      </nav>
      <div className="article-frame">
        <article className="article-body">
          <ArticleText article={article} content={article.content}>
            <OtherLanguage article={article} />
          </ArticleText>
          <Attachments ids={attachments} />
          <Opinion family={family} article={article} />
          {(related.length > 0 || next) && (
            <section className="article-next">
              <h2>{t($ => $.readNext)}</h2>
              <ul>
                {[...(next ? [next] : []), ...related.filter(each => each.id !== next?.id)].map(other => (
                  <li key={other.id}>
                    <button type="button" onClick={() => go(other.id)}>
                      <span>{other.title}</span>
                      <small className="num">{t($ => $.minutes, { count: other.minutes })}</small>
                      <ChevronRight size={16} aria-hidden />
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </article>
        {headings.length >= CONTENTS_FROM && (
          <nav className="article-contents" aria-label={t($ => $.contents)}>
            <strong>{t($ => $.contents)}</strong>
            {headings.map(({ id, level, title }) => (
              <button
                key={id}
                type="button"
                data-level={level}
                onClick={() => document.getElementById(id)?.scrollIntoView({ block: 'start' })}
              >
                {title}
              </button>
            ))}
          </nav>
        )}
      </div>
    </div>
  )
}

/** The other version: that this is not one's own language, or an old translation. */
function OtherLanguage({ article }: { article: ReadArticle }) {
  const { t } = useTranslation('articles')
  const { setSearch } = useScreen()
  const own = usePreferences(({ language }) => language)
  const { language, languages, originalChangedAt } = article
  const other = languages.find(each => each !== language)
  const isMissing = language !== own && !languages.includes(own)
  if (!other && !isMissing) return null
  const read = other && (
    <button type="button" onClick={() => setSearch({ language: other })}>
      {originalChangedAt ? t($ => $.readOriginal) : t($ => $.readIn[other])}
    </button>
  )
  if (!originalChangedAt && !isMissing) return <p className="article-other">{read}</p>
  return (
    <p className="article-note">
      <Languages size={18} aria-hidden />
      <span>
        {originalChangedAt
          ? t($ => $.originalChanged, { day: dayOf(originalChangedAt, own) })
          : t($ => $.notTranslated)}{' '}
        {read}
      </span>
    </p>
  )
}

/** Like, whether it helped, print. */
function Opinion({ family, article }: { family: ArticleFamily; article: ReadArticle }) {
  const { t } = useTranslation('articles')
  const { id, isLiked, isHelpful, likes } = article
  const mayRate = useMayCall(articleReading[family].rate)
  const { submit } = useSubmit({
    touches: [articleReading[family].read.path, articleReading[family].list.path],
    inTurn: true,
  })
  const rate = (body: { isLiked?: boolean; isHelpful?: boolean }) =>
    void submit(() => call(articleReading[family].rate, { params: { id }, body }))
  if (!mayRate) return null
  return (
    <div className="article-opinion">
      <Button
        icon={<ThumbsUp size={16} aria-hidden />}
        aria-pressed={isLiked}
        onClick={() => rate({ isLiked: !isLiked })}
      >
        {t($ => $.like)} <span className="num">{likes}</span>
      </Button>
      <span className="article-helpful">
        {t($ => $.helpful)}
        <Button size="small" aria-pressed={isHelpful === true} onClick={() => rate({ isHelpful: true })}>
          {t($ => $.yes)}
        </Button>
        <Button
          size="small"
          aria-pressed={isHelpful === false}
          icon={<ThumbsDown size={14} aria-hidden />}
          onClick={() => rate({ isHelpful: false })}
        >
          {t($ => $.no)}
        </Button>
      </span>
      <Button type="text" icon={<Printer size={16} aria-hidden />} onClick={() => window.print()}>
        {t($ => $.print)}
      </Button>
    </div>
  )
}
