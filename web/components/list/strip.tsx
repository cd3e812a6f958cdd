import { Button } from 'antd'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Selection } from './selection.ts'
import type { List } from './use-list.ts'

/** An action on all selected rows, offered to users who may call the endpoint for a single row. */
export interface BulkAction<T> {
  key: string
  label: string
  endpoint: Endpoint
  /** `drop` deselects rows that are done. */
  run: (rows: readonly T[], drop: (rows: readonly T[]) => void) => void
}

interface BulkProps<T> {
  selection: Selection<T>
  bulk: readonly BulkAction<T>[]
}

/** How many rows are selected and what can be done with them. */
export function BulkBar<T>({ selection, bulk }: BulkProps<T>) {
  const { t } = useTranslation('components')
  return (
    <div className="data-strip data-bulk row wrap" role="toolbar" aria-label={t($ => $.bulk)}>
      <strong className="num">{t($ => $.picked, { count: selection.rows.length })}</strong>
      {bulk.map(({ key, label, run }) => (
        <Button key={key} type="text" size="small" onClick={() => run(selection.rows, selection.drop)}>
          {label}
        </Button>
      ))}
      <Button
        className="data-strip-end"
        type="text"
        size="small"
        icon={<X size={15} aria-hidden />}
        aria-label={t($ => $.dropPicked)}
        onClick={selection.clear}
      />
    </div>
  )
}

interface TokensProps<T> {
  list: List<T>
  /** Filters in the order they are offered, with readable values; chips show theirs themselves. */
  tokens: readonly { name: string; label: string; value: string }[]
}

/** The active filters, each removable. */
export function Tokens<T>({ list, tokens }: TokensProps<T>) {
  const { t } = useTranslation('components')
  const clear = () => list.setFilter(Object.fromEntries(tokens.map(({ name }) => [name, undefined])))
  return (
    <div className="data-strip row wrap">
      <span className="caption">{t($ => $.filters)}</span>
      {tokens.map(({ name, label, value }) => (
        <span key={name} className="data-token">
          {label} <strong>{value}</strong>
          <button
            type="button"
            className="inner-button"
            aria-label={t($ => $.removeFilter, { filter: label })}
            onClick={() => list.setFilter({ [name]: undefined })}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      ))}
      <Button type="link" size="small" onClick={clear}>
        {t($ => $.clearFilters)}
      </Button>
    </div>
  )
}
