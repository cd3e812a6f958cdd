import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ArticleFamily, isSorted } from '#shared/articles.ts'
import { articleReading } from '#shared/contracts/article-reading.ts'
import { FilterBar } from '#web/components/list/filter-bar.tsx'
import { NoRows } from '#web/components/list/list-states.tsx'
import { Pager } from '#web/components/list/pager.tsx'
import { useList } from '#web/components/list/use-list.ts'
import { LoadProblem } from '#web/components/load-problem.tsx'
import { useScreen } from '#web/components/screen-context.tsx'
import { useIsPhone } from '#web/components/use-phone.ts'
import { call } from '#web/data/client.ts'
import { ArticleCard } from './article-card.tsx'
import { NothingWritten } from './nothing-written.tsx'
import { READING_FILTERS } from './reading-filters.ts'
import { useTitle } from './use-title.ts'
import './articles.css'

/** A family's articles for farms, searchable and by category. */
export function ReadingList({ family }: { family: ArticleFamily }) {
  const { t } = useTranslation('articles')
  const title = useTitle()
  const { setSearch } = useScreen()
  const isPhone = useIsPhone()
  const open = (id: string) => setSearch({ id }, { push: true })
  const list = useList(articleReading[family].list, READING_FILTERS)
  const { data: categories = [] } = useQuery({
    queryKey: [articleReading[family].categories.path],
    queryFn: () => call(articleReading[family].categories),
    enabled: isSorted(family),
  })
  // Other filters can be cleared first.
  const search = Object.keys(list.filters).length === 1 && list.filters.search
  const chips = {
    name: 'categoryId',
    label: t($ => $.category),
    options: categories.map(({ id, name }) => ({ value: id, label: name })),
  }
  return (
    <div className="page">
      <div className="list-head">
        <div>
          <h1>{title}</h1>
          <p className="num">{list.readAt === 0 ? ' ' : t($ => $.says, { count: list.total })}</p>
        </div>
      </div>
      <FilterBar
        list={list}
        searchHint={t($ => $.readSearchHint)}
        {...(categories.length > 1 && { chips })}
      />
      {list.error && list.rows.length === 0 ? (
        <LoadProblem error={list.error} retry={list.refetch} />
      ) : (
        <section className="card article-list" aria-busy={list.isFetching}>
          {list.rows.length === 0 &&
            !list.isLoading &&
            (search ? (
              <NothingWritten family={family} search={search} open={open} />
            ) : (
              <NoRows list={list} title={t($ => $.noneTitle)} says={t($ => $.noneSays)} />
            ))}
          <ul className="article-cards">
            {list.rows.map(card => (
              <ArticleCard key={card.id} card={card} open={open} />
            ))}
          </ul>
          {list.rows.length > 0 && <Pager list={list} phone={isPhone} />}
        </section>
      )}
    </div>
  )
}
