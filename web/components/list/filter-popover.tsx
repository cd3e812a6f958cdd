import { Popover } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { later } from '../later.tsx'
import { OpeningButton } from '../opening-button.tsx'
import type { Filter } from './filter-bar.tsx'
import type { List } from './use-list.ts'

const FilterDraft = later(() => import('./filter-draft.tsx').then(file => file.FilterDraft<unknown>))

interface Props<T> {
  list: List<T>
  filters: readonly Filter[]
}

/** Opens the filters that have no chips; the badge counts those that are set. */
export function FilterButton<T>({ list, filters }: Props<T>) {
  const { t } = useTranslation('components')
  const set = filters.filter(({ name }) => list.filters[name]).length
  return (
    <OpeningButton
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
    >
      {(button, opening) => (
        <Popover
          {...opening}
          trigger="click"
          placement="bottomRight"
          arrow={false}
          destroyOnHidden
          content={
            <FilterDraft
              list={list as List<unknown>}
              filters={filters}
              close={() => opening.onOpenChange(false)}
            />
          }
        >
          {button}
        </Popover>
      )}
    </OpeningButton>
  )
}
