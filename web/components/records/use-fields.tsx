import type { ReactNode } from 'react'
import { dateOf } from '#shared/dates.ts'
import type { Fields } from '#shared/field.ts'
import type { Language } from '#shared/text.ts'
import { usePreferences } from '#web/data/preferences.ts'
import type { Column } from '../list/column.ts'
import { type State, StateWord } from '../state-mark.tsx'
import { Moment } from '../time.tsx'

type Name<F> = keyof F & string
/** Column settings beyond what its field gives. */
type Particular<T> = Pick<Column<T>, 'card' | 'isExtra' | 'width'> & {
  /** The server does not sort by it. */
  isUnsorted?: true
  render?: (row: T) => ReactNode
}

/** A record's described fields in the reader's language: labels, value names, columns and filters of its list. */
export function useFields<F extends Fields>(fields: F) {
  const language = usePreferences(({ language }) => language)
  const fieldOf = (name: Name<F>) => fields[name] as Fields[string]
  const label = (name: Name<F>) => fieldOf(name).label[language]
  const options = (name: Name<F>) => choicesOf(fieldOf(name), language)
  return {
    label,
    options,
    /** A column for the field, sorted by the server under its name. */
    column<T extends Record<Name<F>, unknown>>(
      name: Name<F>,
      { isUnsorted, ...more }: Particular<T> = {},
    ): Column<T> {
      const { kind } = fieldOf(name)
      return {
        key: name,
        title: label(name),
        render: row => shownValue(fieldOf(name), row[name], language),
        atEnd: ['whole', 'number', 'amount', 'count', 'instant', 'moment', 'day'].includes(kind),
        ...(!isUnsorted && { sort: name }),
        ...more,
      }
    },
    /** A state column, with a mark for each state. */
    stateColumn<T extends Record<Name<F>, unknown>>(
      name: Name<F>,
      marks: Readonly<Record<string, State>>,
    ): Column<T> {
      const render = (row: T) => (
        <StateWord state={marks[String(row[name])] ?? 'disabled'}>
          {options(name).find(({ value }) => value === row[name])?.label ?? ''}
        </StateWord>
      )
      return { key: name, title: label(name), sort: name, card: 'state', render }
    },
    /** A filter by the field, for the popover; with `marks`, for the chips. */
    filter: (name: Name<F>, marks?: Readonly<Record<string, State>>) => ({
      name,
      label: label(name),
      options: options(name).map(option => {
        const state = marks?.[option.value]
        return state ? { ...option, state } : option
      }),
    }),
  }
}

const choicesOf = (field: Fields[string], language: Language) =>
  'choices' in field
    ? Object.entries(field.choices).map(([value, words]) => ({ value, label: words[language] }))
    : []

/** A value as shown in a list cell. */
function shownValue(field: Fields[string], value: unknown, language: Language): ReactNode {
  if (value === null || value === undefined || value === '') return '—'
  switch (field.kind) {
    case 'choice':
      return field.choices[String(value)]?.[language] ?? String(value)
    case 'choices':
      return (value as string[]).map(each => field.choices[each]?.[language] ?? each).join(' · ')
    case 'instant':
    case 'moment':
      return <Moment at={String(value)} />
    case 'day':
      return dateOf(String(value), language)
    case 'text':
    case 'amount':
      return String(value)
    case 'pictures':
    case 'attachments':
    case 'recordings':
      return <span className="num">{(value as string[]).length.toLocaleString(language)}</span>
    default:
      return <span className="num">{(value as number).toLocaleString(language)}</span>
  }
}
