import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import { MenuButton } from '../menu-button.tsx'
import { StateMark } from '../state-mark.tsx'
import { useIsPhone } from '../use-phone.ts'
import { useWidth } from '../use-width.ts'
import type { Column } from './column.ts'
import { ColumnsButton } from './columns-popover.tsx'
import type { Chips, Filter } from './filter.ts'
import { FilterButton } from './filter-popover.tsx'
import { SearchFilter } from './search-filter.tsx'
import { useCountsOf } from './use-counts.ts'
import { countOf, type List } from './use-list.ts'
import { ViewsButton } from './views-button.tsx'
import './filter-bar.css'

interface Props<T> {
  list: List<T>
  /** None if nothing is searched by text. */
  searchHint?: string | undefined
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
      {searchHint && (
        <div className="filter-search">
          <SearchFilter list={list} hint={searchHint} />
        </div>
      )}
      {chips && <ChipRow list={list} chips={chips} />}
      <div className="filter-tools row stretch">
        {children}
        {filters.length > 0 && <FilterButton list={list} filters={filters} />}
        {(chips || searchHint || filters.length > 0) && <ViewsButton list={list} />}
        {columns && <ColumnsButton list={list} columns={columns} />}
        {view}
      </div>
    </div>
  )
}

/** A phone has room for this many chips; the others are in a menu. */
const ON_PHONE = 3

/** About as wide as the button of the menu, px. */
const MORE = 72

/** How many of the buttons end where there is room for the menu behind them. */
function fittingIn(element: HTMLElement): number {
  const buttons = [...element.querySelectorAll('button')]
  const end = (buttons[0]?.offsetLeft ?? 0) + element.clientWidth - MORE
  return buttons.filter(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth <= end).length
}

/** How many chips stay on the line of the filters; the others fold into a menu. `said` is what they say. */
function useFitting(isPhone: boolean, all: number, said: string) {
  const [place, width] = useWidth<HTMLFieldSetElement>()
  const of = `${width} ${all} ${said}`
  const [fitted, setFitted] = useState({ of, most: all })
  const most = fitted.of === of ? fitted.most : all
  // Drawn with all of them first, unseen, then with those that fit beside the menu, and with one less until nothing is cut: each
  // look at the widths costs a layout of the page.
  useLayoutEffect(() => {
    const element = place.current
    if (isPhone || !element || most <= 1 || element.scrollWidth <= element.clientWidth) return
    setFitted({ of, most: Math.max(1, Math.min(most - 1, fittingIn(element))) })
  }, [place, isPhone, of, most])
  return [place, isPhone ? (all <= ON_PHONE + 1 ? all : ON_PHONE) : most] as const
}

function ChipRow<T>({ list, chips }: { list: List<T>; chips: Chips }) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const isPhone = useIsPhone()
  const options: Chips['options'] = [{ value: '', label: t($ => $.all) }, ...chips.options]
  const set = list.filters[chips.name] ?? ''
  const counts = useCountsOf(list, chips.name)
  const choose = (value: string) => list.setFilter({ [chips.name]: value || undefined })
  const [place, most] = useFitting(isPhone, options.length, `${language} ${JSON.stringify(counts)}`)
  const shown = options.filter(({ value }, i) => i < most || value === set)
  const rest = options.filter(option => !shown.includes(option))
  const says = (value: string) => counts && countOf(counts[value] ?? 0, list, language)
  return (
    <fieldset ref={place} className="filter-chips row wrap stretch gap-15">
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
