import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { LIKE_MAX } from '#shared/articles.ts'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { paths } from '#shared/screens.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { useSettled } from '#web/components/use-settled.ts'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { ArticleLinks } from './article-links.tsx'

const { list } = articleReading.faq
const MOST = 4
/** Pause in typing before the search starts. ms */
const SETTLED_MS = 400
/** A shorter text is too vague: two Chinese characters are enough. */
const LEAST = 2

/** FAQ articles similar to a question while it is being typed, in either language; nothing if none is similar. */
export function SimilarArticles({ text, label }: { text: string; label: string }) {
  const { exists } = useScreen()
  const language = usePreferences(({ language }) => language)
  const mayRead = useMayCall(list) && exists(paths.faq)
  const like = useSettled(text.trim().slice(0, LIKE_MAX), SETTLED_MS)
  const isAsked = mayRead && like.length >= LEAST
  const { data } = useQuery({
    queryKey: [list.path, 'like', like, language],
    queryFn: () => call(list, { query: { like, size: MOST } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  })
  const articles = isAsked ? (data?.items ?? []) : []
  return (
    <div aria-live="polite">
      {articles.length > 0 && <strong>{label}</strong>}
      <ArticleLinks label={label} articles={articles} />
    </div>
  )
}
