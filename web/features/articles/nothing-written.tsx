import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type ArticleFamily, LIKE_MAX } from '#shared/articles.ts'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { AskForHelp } from '#web/components/help/ask-for-help.tsx'
import { useSettled } from '#web/components/use-settled.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { ArticleCard } from './article-card.tsx'

/** Whoever still types has not searched in vain. ms */
const SETTLED_MS = 600
const MOST = 5

interface Props {
  family: ArticleFamily
  /** What was typed. */
  search: string
  open: (id: string) => void
}

/** A search of articles without results: those that come nearest, and a question or a repair with the typed words. */
export function NothingWritten({ family, search, open }: Props) {
  const { t } = useTranslation('articles')
  const language = usePreferences(({ language }) => language)
  const { list } = articleReading[family]
  const like = useSettled(search.trim().slice(0, LIKE_MAX), SETTLED_MS)
  const { data } = useQuery({
    queryKey: [list.path, 'like', like, language],
    queryFn: () => call(list, { query: { like, size: MOST } }),
  })
  const nearest = data?.items ?? []
  return (
    <>
      <div className="empty-list">
        <SearchX size={24} strokeWidth={1.75} aria-hidden />
        <strong>{t($ => $.nothing.title, { search })}</strong>
        <div className="empty-list-actions">
          <AskForHelp says={search} />
        </div>
      </div>
      {nearest.length > 0 && (
        <section>
          <h2 className="article-nearest">{t($ => $.nothing.nearest)}</h2>
          <ul className="article-cards">
            {nearest.map(card => (
              <ArticleCard key={card.id} card={card} open={open} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
