import { Button, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '#web/data/preferences.ts'
import type { Choice, Filter } from './filter.ts'
import { useCount } from './use-counts.ts'
import { countOf, type Filters, type List } from './use-list.ts'

interface Props<T> {
  list: List<T>
  filters: readonly Filter[]
  close: () => void
}

/** Filters being edited: nothing applies until the button, which says how many rows they show. */
export function FilterDraft<T>({ list, filters, close }: Props<T>) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const [draft, setDraft] = useState<Filters>(list.filters)
  const count = useCount(list, useDeferredValue(draft))
  const choose = (name: string, value: string) => setDraft(fitting(filters, { ...draft, [name]: value }))
  const apply = () => {
    list.setFilter(Object.fromEntries(filters.map(({ name }) => [name, draft[name] || undefined])))
    close()
  }
  return (
    <section className="filter-draft" aria-label={t($ => $.filters)}>
      <div className="filter-draft-head">
        <strong>{t($ => $.filters)}</strong>
        <Button
          type="link"
          size="small"
          onClick={() => setDraft({ ...draft, ...Object.fromEntries(filters.map(({ name }) => [name, ''])) })}
        >
          {t($ => $.clearAll)}
        </Button>
      </div>
      <div className="filter-draft-fields">
        {filters.map(filter => (
          <Field
            key={filter.name}
            filter={filter}
            options={filter.within?.(draft) ?? filter.options}
            value={draft[filter.name] ?? ''}
            choose={value => choose(filter.name, value)}
          />
        ))}
      </div>
      <div className="filter-draft-foot">
        <Button onClick={close}>{t($ => $.cancel)}</Button>
        <Button type="primary" onClick={apply}>
          {count === undefined
            ? t($ => $.show)
            : t($ => $.showCount, { count, number: countOf(count, list, language) })}
        </Button>
      </div>
    </section>
  )
}

/** Drops values that no longer go with the others. */
function fitting(filters: readonly Filter[], set: Filters): Filters {
  const out = filters.filter(
    ({ name, within }) => within && !within(set).some(({ value }) => value === set[name]),
  )
  return { ...set, ...Object.fromEntries(out.map(({ name }) => [name, ''])) }
}

/** Beyond this many choices, the field is searched by typing. */
const MANY = 10
/** Characters that fit side by side in half the popover. */
const SEGMENT_LETTERS = 24

/** Few short choices stand side by side, others in a list. */
function isShort(options: readonly Choice[]): boolean {
  const letters = options.reduce((sum, { label }) => sum + 2 + label.length, 0)
  return options.length <= 4 && letters <= SEGMENT_LETTERS
}

interface FieldProps {
  filter: Filter
  options: readonly Choice[]
  value: string
  choose: (value: string) => void
}

function Field({ filter, options, value, choose }: FieldProps) {
  const { t } = useTranslation('components')
  const { name, label, unset, search } = filter
  const all = [{ value: '', label: unset ?? t($ => $.any) }, ...options]
  if (!search && isShort(options))
    return (
      <fieldset className="filter-field">
        <legend>{label}</legend>
        <div className="choice">
          {all.map(option => (
            <button
              key={option.value}
              type="button"
              aria-pressed={option.value === value}
              onClick={() => choose(option.value)}
            >
              {option.label}
            </button>
          ))}
        </div>
      </fieldset>
    )
  const id = `filter-${name}`
  return (
    <div className="filter-field">
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        options={all}
        onChange={choose}
        {...(search
          ? { showSearch: { filterOption: false, onSearch: search } }
          : options.length > MANY && { showSearch: { optionFilterProp: 'label' } })}
      />
    </div>
  )
}
