import { Button } from 'antd'
import { SearchX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/data/client.ts'
import { StateMark } from '../state-mark.tsx'
import { Age } from '../time.tsx'
import { filtersWith, useCounts } from './use-counts.ts'
import type { List } from './use-list.ts'

const clear = <T,>({ filters, setFilter }: List<T>) =>
  setFilter(Object.fromEntries(Object.keys(filters).map(name => [name, undefined])))

/** No rows: either the filters are in the way and can be cleared, or there is nothing yet. */
export function NoRows<T>({ list, title, says }: { list: List<T>; title: string; says: string }) {
  const { t } = useTranslation('components')
  const isFiltered = Object.keys(list.filters).length > 0 || list.page > 1
  return (
    <div className="empty-list">
      <strong>{isFiltered ? t($ => $.noMatch) : title}</strong>
      {isFiltered ? <Button onClick={() => clear(list)}>{t($ => $.clearFilters)}</Button> : says}
    </div>
  )
}

/** Nothing matches: names the filter in the way, if it is just one, and counts the rows without it. */
export function NoMatch<T>({
  list,
  labelOf,
}: {
  list: List<T>
  labelOf: (name: string, value: string) => string
}) {
  const { t } = useTranslation('components')
  const names = Object.keys(list.filters)
  const without = useWithout(list, names)
  return (
    <div className="empty-list">
      <SearchX size={24} strokeWidth={1.75} aria-hidden />
      <strong>{t($ => $.noMatch)}</strong>
      {without && (
        <p>
          {t($ => $.without, {
            filter: labelOf(without.name, list.filters[without.name] ?? ''),
            count: without.count,
          })}
        </p>
      )}
      <div className="empty-list-actions">
        {without && (
          <Button type="primary" onClick={() => list.setFilter({ [without.name]: undefined })}>
            {t($ => $.showThese, { count: without.count })}
          </Button>
        )}
        {!(without && names.length === 1) && (
          <Button onClick={() => clear(list)}>{t($ => $.clearFilters)}</Button>
        )}
      </div>
    </div>
  )
}

/** The filter whose removal shows the most rows; null if none of them alone is in the way. */
function useWithout<T>(list: List<T>, names: readonly string[]): { name: string; count: number } | null {
  const counts = useCounts(
    list,
    names.map(name => filtersWith(list.filters, name, '')),
  )
  const found = names.map((name, i) => ({ name, count: counts[i] ?? 0 })).filter(({ count }) => count > 0)
  return found.reduce<{ name: string; count: number } | null>(
    (most, each) => (most && most.count >= each.count ? most : each),
    null,
  )
}

/** The rows are stale because reading them again failed: since when, why, and a retry. */
export function StaleLine<T>({ list }: { list: List<T> }) {
  const { t } = useTranslation('components')
  const silent = list.error instanceof CallError && list.error.status === 0
  return (
    <div className="data-strip data-stale row wrap" role="status">
      <StateMark state="watch" />
      <span>
        {t($ => $.readBefore)} <Age at={list.readAt} />. {silent ? t($ => $.noAnswer) : list.error?.message}
      </span>
      <Button size="small" onClick={list.refetch}>
        {t($ => $.retry)}
      </Button>
    </div>
  )
}
