import { useQueries } from '@tanstack/react-query'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { faultOf } from '#shared/faults.ts'
import { paths } from '#shared/screens.ts'
import { text, textIn } from '#shared/text.ts'
import { WaitFor } from '#web/components/known.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { useMayCall } from '#web/data/session.ts'
import { ArticleLinks } from './article-links.tsx'

const { list } = articleReading.faq
const label = text('常见问题', 'FAQ')
/** At most this many articles per kind of fault. */
const MOST = 3

interface Props {
  codes: readonly string[]
  /** What stands below waits for them. */
  isFirst?: boolean
}

/** FAQ articles about the faults of alarms, by their codes, in the reader's language; nothing if there are none. */
export function FaultArticles({ codes, isFirst = false }: Props) {
  const { exists } = useScreen()
  const language = usePreferences(({ language }) => language)
  const mayRead = useMayCall(list) && exists(paths.faq)
  const faults = [...new Set(codes.flatMap(code => faultOf(code) ?? []))]
  const found = useQueries({
    queries: (mayRead ? faults : []).map(fault => ({
      queryKey: [list.path, 'fault', fault, language],
      queryFn: () => call(list, { query: { fault, size: MOST } }),
    })),
  })
  const articles = new Map(found.flatMap(({ data }) => data?.items ?? []).map(card => [card.id, card]))
  if (isFirst && articles.size === 0) return <WaitFor of={found} />
  return <ArticleLinks label={textIn(label, language)} articles={[...articles.values()]} />
}
