import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { hrefOf, paths } from '#shared/screens.ts'
import { CardGrid } from '#web/components/card-grid.tsx'
import { Known } from '#web/components/known.tsx'
import { later } from '#web/components/later.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { call } from '#web/data/client.ts'
import { ArticleCard } from './article-card.tsx'
import { useTitle } from './use-title.ts'
import './articles.css'

const ArticlePage = later(() => import('./article-page.tsx').then(file => file.ArticlePage))

const LIST = paths.instructionList
/** How many of the newest to show per category. */
const NEWEST = 4

/** `/instructions-use/client`: the categories with their newest instructions. */
export function InstructionsPage() {
  const { t } = useTranslation('articles')
  const title = useTitle()
  const { search } = useScreen()
  const read = useQuery({
    queryKey: [articleReading.instructions.categories.path],
    queryFn: () => call(articleReading.instructions.categories),
  })
  if (search.id) return <ArticlePage family="instructions" id={search.id} />
  const { data: categories = [] } = read
  const count = categories.reduce((sum, { articles }) => sum + articles, 0)
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{title}</h1>
          <Known of={[read]}>{() => <p className="num">{t($ => $.says, { count })}</p>}</Known>
        </div>
      </div>
      <CardGrid least={420}>
        {categories.map(category => (
          <Newest key={category.id} {...category} />
        ))}
      </CardGrid>
    </div>
  )
}

function Newest({ id: categoryId, name, articles }: { id: string; name: string; articles: number }) {
  const { t } = useTranslation('articles')
  const { setSearch, open, exists } = useScreen()
  const { data } = useQuery({
    queryKey: [articleReading.instructions.list.path, 'newest', categoryId],
    queryFn: () => call(articleReading.instructions.list, { query: { categoryId, size: NEWEST } }),
  })
  return (
    <section className="card article-list">
      <div className="article-list-head split gap-3">
        <h2>{name}</h2>
        {articles > NEWEST && exists(LIST) && (
          <button type="button" onClick={() => open(hrefOf(LIST, { categoryId }))}>
            {t($ => $.all, { count: articles })}
          </button>
        )}
      </div>
      <ul className="article-cards">
        {data?.items.map(card => (
          <ArticleCard
            key={card.id}
            // Already shown above.
            card={{ ...card, category: null }}
            open={id => setSearch({ id }, { push: true })}
          />
        ))}
      </ul>
    </section>
  )
}
