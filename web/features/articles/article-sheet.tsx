import { Button } from 'antd'
import { ArrowLeft, ChevronRight, Languages, Printer, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadArticle } from '#shared/contracts/article-reading.ts'
import type { Language } from '#shared/text.ts'
import { AskForHelp } from '#web/components/help/ask-for-help.tsx'
import { headingsOf } from '#web/components/rich-text/rich-text.tsx'
import { Attachments } from '#web/components/uploads/attachments.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import { ArticleText } from './article-text.tsx'
import { useDay } from './day.ts'
import './articles.css'

/** A text with fewer headings needs no table of contents. */
const CONTENTS_FROM = 3

interface Props {
  article: ReadArticle
  /** Title of the list it belongs to. */
  list: string
  isDraft?: boolean
  /** Opens another article, or goes back to the list. */
  go: (id: string | undefined) => void
  /** Opens the articles of a category. */
  sort: (categoryId: string) => void
  /** Switches to the other language. */
  turn: (language: Language) => void
  /** Saves the reader's opinion; false if they may not give one. */
  rate: ((opinion: { isLiked?: boolean; isHelpful?: boolean }) => void) | false
  print: () => void
}

/** An article as read: the path to it, its text, attachments, the reader's opinion, what comes next. */
export function ArticleSheet({ article, list, isDraft = false, go, sort, turn, rate, print }: Props) {
  const { t } = useTranslation('articles')
  const headings = useMemo(() => headingsOf(article.content), [article.content])
  const { category, related, next, attachments } = article
  return (
    <div className="page article-page">
      <nav className="article-way row wrap gap-1" aria-label={t($ => $.way)}>
        <button type="button" onClick={() => go(undefined)}>
          <ArrowLeft size={16} aria-hidden /> {list}
        </button>
        {category && (
          <>
            <ChevronRight size={14} aria-hidden />
            <button type="button" onClick={() => sort(category.id)}>
              {category.name}
            </button>
          </>
        )}
      </nav>
      <div className="article-frame">
        <article className="article-body stack gap-5">
          <ArticleText article={article} content={article.content} isDraft={isDraft}>
            <OtherLanguage article={article} turn={turn} />
          </ArticleText>
          <Attachments ids={attachments} />
          {rate && <Opinion article={article} rate={rate} print={print} />}
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
                onClick={({ currentTarget }) =>
                  currentTarget.ownerDocument.getElementById(id)?.scrollIntoView({ block: 'start' })
                }
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

/** Says that this is not the reader's language, or an outdated translation, with the other version. */
function OtherLanguage({ article, turn }: Pick<Props, 'article' | 'turn'>) {
  const { t } = useTranslation('articles')
  const own = usePreferences(({ language }) => language)
  const day = useDay()
  const { language, languages, originalChangedAt } = article
  const other = languages.find(each => each !== language)
  const isMissing = language !== own && !languages.includes(own)
  if (!other && !isMissing) return null
  const read = other && (
    <button type="button" onClick={() => turn(other)}>
      {originalChangedAt ? t($ => $.readOriginal) : t($ => $.readIn[other])}
    </button>
  )
  if (!originalChangedAt && !isMissing) return <p className="article-other">{read}</p>
  return (
    <p className="article-note row stretch gap-25">
      <Languages size={18} aria-hidden />
      <span>
        {originalChangedAt
          ? t($ => $.originalChanged, { day: day(originalChangedAt, own) })
          : t($ => $.notTranslated)}{' '}
        {read}
      </span>
    </p>
  )
}

type Opining = Pick<Props, 'article' | 'print'> & { rate: Exclude<Props['rate'], false> }

/** Like, whether it helped, print. */
function Opinion({ article: { title, isLiked, isHelpful, likes }, rate, print }: Opining) {
  const { t } = useTranslation('articles')
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
      <Button type="text" icon={<Printer size={16} aria-hidden />} onClick={print}>
        {t($ => $.print)}
      </Button>
      {isHelpful === false && (
        <p className="article-unhelpful row gap-3">
          {t($ => $.unhelpful)}
          <AskForHelp says={t($ => $.about, { title })} />
        </p>
      )}
    </div>
  )
}
