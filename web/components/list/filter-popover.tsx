import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { later } from '../later.tsx'
import { PopoverButton } from '../popover-button.tsx'
import type { Filter } from './filter.ts'
import type { List } from './use-list.ts'

const FilterDraft = later(() => import('./filter-draft.tsx').then(file => file.FilterDraft<unknown>))

interface Props<T> {
  list: List<T>
  filters: readonly Filter[]
}

/** Opens the filters that have no chips; the badge counts the active ones. */
export function FilterButton<T>({ list, filters }: Props<T>) {
  const { t } = useTranslation('components')
  const set = filters.filter(({ name }) => list.filters[name]).length
  return (
    <PopoverButton
      button={
        <button
          type="button"
          className="filter-button"
          aria-label={set > 0 ? `${t($ => $.filters)} ${set}` : t($ => $.filters)}
        >
          <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden />
          <span>{t($ => $.filters)}</span> {set > 0 && <b className="num">{set}</b>}
        </button>
      }
      content={close => <FilterDraft list={list as List<unknown>} filters={filters} close={close} />}
    />
  )
}
