import { type ArticleFamily, articleFamilies } from '#shared/articles.ts'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { later } from '#web/components/later.tsx'
import { listReadAhead } from '#web/components/list/use-list.ts'
import { useScreen } from '#web/components/screen-context.tsx'
import { READING_FILTERS } from './reading-filters.ts'

// Reading an article loads nothing of the list, and browsing the list nothing of the article view.
const ArticlePage = later(() => import('./article-page.tsx').then(file => file.ArticlePage))
const ReadingList = later(() => import('./reading-list.tsx').then(file => file.ReadingList))

/** A family's articles for farms: the list, or the article in the address. */
function ReadingPage({ family }: { family: ArticleFamily }) {
  const { search } = useScreen()
  return search.id ? <ArticlePage family={family} id={search.id} /> : <ReadingList family={family} />
}

const pageOf = (family: ArticleFamily) =>
  Object.assign(ReadingPage.bind(null, { family }), {
    readAhead: listReadAhead(articleReading[family].list, READING_FILTERS),
  })
/** One page per family. */
export const readingPages = Object.fromEntries(
  articleFamilies.map(family => [family, pageOf(family)]),
) as Record<ArticleFamily, ReturnType<typeof pageOf>>
