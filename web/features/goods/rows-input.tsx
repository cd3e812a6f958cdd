import { Input } from 'antd'
import type { ReactNode } from 'react'
import { AmountInput } from '#web/components/form/amount-field.tsx'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'

type Row = Readonly<Record<string, unknown>>
interface Given {
  value: never
  onChange: (value: unknown) => void
  'aria-label': string
}

/** One column of inputs. */
export interface Cell {
  key: string
  label: string
  /** Text by default. */
  kind?: 'amount' | 'whole'
  /** Characters. */
  most?: number
  lang?: string
  /** Another input. */
  input?: (given: Given) => ReactNode
}

interface Props {
  cells: readonly Cell[]
  add: string
  /** A new row. */
  fresh?: Row
  /** At most this many rows. */
  most: number
  value?: readonly Row[]
  onChange?: (rows: readonly Row[]) => void
}

/** Several rows of a few values each, as one form field. */
export function RowsInput({ cells, add, fresh = {}, most, value = [], onChange }: Props) {
  const empty = Object.fromEntries(cells.map(({ key, kind }) => [key, kind ? null : '']))
  return (
    <RowList
      rows={value}
      change={rows => onChange?.(rows)}
      fresh={{ ...empty, ...fresh }}
      add={add}
      most={most}
      className="good-row"
    >
      {(row, put) =>
        cells.map(cell => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the control is the one inside
          <label key={cell.key}>
            <small>{cell.label}</small>
            <CellInput cell={cell} value={row[cell.key]} change={value => put({ [cell.key]: value })} />
          </label>
        ))
      }
    </RowList>
  )
}

function CellInput({
  cell,
  value,
  change,
}: {
  cell: Cell
  value: unknown
  change: (value: unknown) => void
}) {
  const { label, kind, most, lang, input } = cell
  if (input) return input({ value: value as never, onChange: change, 'aria-label': label })
  if (kind === 'amount')
    return <AmountInput aria-label={label} value={value as string | null} onChange={change} />
  if (kind === 'whole')
    return <WholeInput aria-label={label} min={0} max={1_000_000} value={value} onChange={change} />
  return (
    <Input
      aria-label={label}
      value={String(value ?? '')}
      maxLength={most}
      lang={lang}
      onChange={event => change(event.target.value)}
    />
  )
}
