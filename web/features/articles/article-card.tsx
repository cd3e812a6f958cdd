import { Clock, Eye, ThumbsUp } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Card } from '#shared/contracts/article-reading.ts'
import { useFiles } from '#web/components/uploads/use-files.ts'
import { useDay } from './day.ts'

interface Props {
  card: Card
  open?: (id: string) => void
  /** Its pictures are not public yet. */
  isDraft?: boolean
}
const NONE: readonly string[] = []

/** An article in a list, with its pictures placed as its cover says. */
export function ArticleCard({ card, open, isDraft = false }: Props) {
  const { t } = useTranslation('articles')
  const { id, title, subtitle, language, category, coverMode, covers, releasedAt, reads, likes, minutes } =
    card
  const day = useDay()
  const drafts = useFiles(isDraft ? covers : NONE)
  const addressOf = (cover: string) =>
    isDraft ? (drafts.get(cover)?.url ?? '') : `/files/${cover}${coverMode === 'big' ? '' : '.small'}`
  const mode = covers.length === 0 ? 'none' : coverMode
  return (
    <li className="article-card row stretch gap-5" data-cover={mode} lang={language}>
      {mode !== 'none' && (
        <span className="article-covers stack">
          {covers.map(cover => (
            <img key={cover} src={addressOf(cover)} alt="" loading="lazy" />
          ))}
        </span>
      )}
      <span className="article-card-text">
        {category && <small>{category.name}</small>}
        {open ? (
          <button type="button" className="article-card-title" onClick={() => open(id)}>
            {title}
          </button>
        ) : (
          <strong className="article-card-title">{title}</strong>
        )}
        {subtitle && <span className="article-card-says">{subtitle}</span>}
        <span className="article-facts num">
          <span>{day(releasedAt, language)}</span>
          <span>
            <Clock size={14} aria-hidden /> {t($ => $.minutes, { count: minutes })}
          </span>
          <span>
            <Eye size={14} aria-hidden /> <span className="visually-hidden">{t($ => $.reads)}</span> {reads}
          </span>
          <span>
            <ThumbsUp size={14} aria-hidden /> <span className="visually-hidden">{t($ => $.likes)}</span>{' '}
            {likes}
          </span>
        </span>
      </span>
    </li>
  )
}
