import { Button } from 'antd'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './row-list.css'

interface Props<Row> {
  rows: readonly Row[]
  change: (rows: Row[]) => void
  /** A new row, and the label of the button that adds it. */
  fresh: Row
  add: string
  /** At most this many rows. */
  most: number
  /** Label of the remove button; `Remove line 2` by default. */
  remove?: (row: Row, number: number) => string
  /** Lays out the inputs of a row. */
  className: string
  disabled?: boolean
  /** The inputs of a row. */
  children: (row: Row, put: (part: Partial<Row>) => void, number: number) => ReactNode
}

/** Rows of inputs that can be added and removed; rows are counted from 1. */
export function RowList<Row extends object>({ rows, change, most, disabled = false, ...props }: Props<Row>) {
  const { t } = useTranslation('components')
  const { fresh, add, className, children } = props
  const { remove = (_, line) => t($ => $.lines.remove, { line }) } = props
  return (
    <div className="row-list">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else to be known by while it is typed
        <div key={at} className={`row-list-row ${className}`}>
          {children(
            row,
            part => change(rows.map((each, i) => (i === at ? { ...each, ...part } : each))),
            at + 1,
          )}
          <Button
            type="text"
            icon={<X size={16} aria-hidden />}
            aria-label={remove(row, at + 1)}
            disabled={disabled}
            onClick={() => change(rows.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      {rows.length < most && !disabled && (
        <Button icon={<Plus size={15} aria-hidden />} onClick={() => change([...rows, fresh])}>
          {add}
        </Button>
      )}
    </div>
  )
}
