import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { MenuButton } from '../menu-button.tsx'
import { StateMark } from '../state-mark.tsx'
import { useIsPhone } from '../use-phone.ts'
import type { Column } from './column.ts'
import { ColumnsButton } from './columns-popover.tsx'
import type { Chips, Filter } from './filter.ts'
import { FilterButton } from './filter-popover.tsx'
import { SearchFilter } from './search-filter.tsx'
import { useCountsOf } from './use-counts.ts'
import { countOf, type List } from './use-list.ts'
import './filter-bar.css'

interface Props<T> {
  list: List<T>
  searchHint: string
  chips?: Chips | undefined
  filters?: readonly Filter[] | undefined
  /** None if the rows are not in columns. */
  columns?: readonly Column<T>[] | undefined
  /** Further controls of the screen. */
  children?: ReactNode
  /** Comes last: another way to look at the rows. */
  view?: ReactNode
}

/** Search, chips, more filters, columns. */
export function FilterBar<T>({ list, searchHint, chips, filters = [], columns, children, view }: Props<T>) {
  return (
    <div className="filter-bar row wrap">
      <div className="filter-search">
        <SearchFilter list={list} hint={searchHint} />
      </div>
      {chips && <ChipRow list={list} chips={chips} />}
      <div className="filter-tools row stretch">
        {children}
        {filters.length > 0 && <FilterButton list={list} filters={filters} />}
        {columns && <ColumnsButton list={list} columns={columns} />}
        {view}
      </div>
    </div>
  )
}

/** A phone has room for this many chips; the others are in a menu. */
const ON_PHONE = 3

function ChipRow<T>({ list, chips }: { list: List<T>; chips: Chips }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const isPhone = useIsPhone()
  const options: Chips['options'] = [{ value: '', label: t($ => $.all) }, ...chips.options]
  const set = list.filters[chips.name] ?? ''
  const counts = useCountsOf(list, chips.name)
  const choose = (value: string) => list.setFilter({ [chips.name]: value || undefined })
  const isFew = !isPhone || options.length <= ON_PHONE + 1
  const shown = isFew ? options : options.filter(({ value }, i) => i < ON_PHONE || value === set)
  const rest = options.filter(option => !shown.includes(option))
  const says = (value: string) => counts && countOf(counts[value] ?? 0, list, language)
  return (
    <fieldset className="filter-chips row wrap stretch gap-15">
      <legend className="visually-hidden">{chips.label}</legend>
      {shown.map(({ value, label, state }) => (
        <button key={value} type="button" aria-pressed={value === set} onClick={() => choose(value)}>
          {state && <StateMark state={state} />}
          {label}
          {says(value) !== undefined && <span className="num">{says(value)}</span>}
        </button>
      ))}
      {rest.length > 0 && (
        <MenuButton
          button={
            <button type="button">
              {t($ => $.moreChips)} <ChevronDown size={14} aria-hidden />
            </button>
          }
          menu={{
            items: rest.map(({ value, label, state }) => ({
              key: value,
              icon: state && (
                <span>
                  <StateMark state={state} />
                </span>
              ),
              label: `${label} ${says(value) ?? ''}`,
              onClick: () => choose(value),
            })),
          }}
        />
      )}
    </fieldset>
  )
}
