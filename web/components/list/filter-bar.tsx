import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { type State, StateMark } from '../state-mark.tsx'
import type { Column } from './column.ts'
import { ColumnsButton } from './columns-popover.tsx'
import { FilterButton } from './filter-popover.tsx'
import { SearchFilter } from './search-filter.tsx'
import { useCountsOf } from './use-counts.ts'
import { countOf, type List } from './use-list.ts'
import './filter-bar.css'

export interface Choice {
  value: string
  label: string
}

/** A filter of a list; `name` is the endpoint's query parameter. */
export interface Filter {
  name: string
  label: string
  options: readonly Choice[]
  /** What it says while it is not set; "Any" without. */
  unset?: string
  /** Asks for more choices as one types, where there are too many to list. */
  search?: (text: string) => void
}

/** The one filter that is offered as chips with counts. */
export interface Chips {
  name: string
  label: string
  options: readonly (Choice & { state?: State })[]
}

interface Props<T> {
  list: List<T>
  searchHint: string
  chips?: Chips | undefined
  filters?: readonly Filter[] | undefined
  columns: readonly Column<T>[]
  /** What else the screen does with its list. */
  children?: ReactNode
}

/** Search, chips, more filters, columns. */
export function FilterBar<T>({ list, searchHint, chips, filters = [], columns, children }: Props<T>) {
  return (
    <div className="filter-bar">
      <div className="filter-search">
        <SearchFilter list={list} hint={searchHint} />
      </div>
      {chips && <ChipRow list={list} chips={chips} />}
      <div className="filter-tools">
        {children}
        {filters.length > 0 && <FilterButton list={list} filters={filters} />}
        <ColumnsButton list={list} columns={columns} />
      </div>
    </div>
  )
}

function ChipRow<T>({ list, chips }: { list: List<T>; chips: Chips }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const options: Chips['options'] = [{ value: '', label: t($ => $.all) }, ...chips.options]
  const set = list.filters[chips.name] ?? ''
  const counts = useCountsOf(list, chips.name)
  // A value that no row has is not among the counts.
  const says = (value: string) => counts && countOf(counts[value] ?? 0, list, language)
  return (
    <fieldset className="filter-chips">
      <legend className="visually-hidden">{chips.label}</legend>
      {options.map(({ value, label, state }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === set}
          onClick={() => list.setFilter({ [chips.name]: value || undefined })}
        >
          {state && <StateMark state={state} />}
          {label} <span className="num">{says(value)}</span>
        </button>
      ))}
    </fieldset>
  )
}
