import { Button, Input } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { AmountInput } from '#web/components/form/amount-field.tsx'

type Row = Readonly<Record<string, unknown>>
interface Given {
  value: never
  onChange: (value: unknown) => void
  'aria-label': string
}

/** What is typed in one column. */
export interface Cell {
  key: string
  label: string
  /** A text without it. */
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
  /** Where a new row starts. */
  fresh?: Row
  value?: readonly Row[]
  onChange?: (rows: readonly Row[]) => void
}

/** Several rows of a few values each, as one field of a form. */
export function RowsInput({ cells, add, fresh = {}, value: rows = [], onChange }: Props) {
  const { t } = useTranslation('goods')
  const change = (at: number, key: string, value: unknown) =>
    onChange?.(rows.map((row, i) => (i === at ? { ...row, [key]: value } : row)))
  const empty = Object.fromEntries(cells.map(({ key, kind }) => [key, kind ? null : '']))
  return (
    <div className="good-rows">
      {rows.map((row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new row has no name of its own yet
        <div key={at} className="good-row">
          {cells.map(cell => (
            // biome-ignore lint/a11y/noLabelWithoutControl: the control is the one inside
            <label key={cell.key}>
              <small>{cell.label}</small>
              <CellInput cell={cell} value={row[cell.key]} change={value => change(at, cell.key, value)} />
            </label>
          ))}
          <Button
            type="text"
            aria-label={t($ => $.removeRow, { number: at + 1 })}
            icon={<Trash2 size={16} aria-hidden />}
            onClick={() => onChange?.(rows.filter((_, i) => i !== at))}
          />
        </div>
      ))}
      <Button
        icon={<Plus size={16} aria-hidden />}
        onClick={() => onChange?.([...rows, { ...empty, ...fresh }])}
      >
        {add}
      </Button>
    </div>
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
  const read = (typed: string) => {
    if (kind !== 'whole') return typed
    return typed.trim() === '' ? null : /^\d{1,7}$/.test(typed.trim()) ? Number(typed) : typed
  }
  return (
    <Input
      aria-label={label}
      value={String(value ?? '')}
      maxLength={most}
      lang={lang}
      {...(kind === 'whole' && { inputMode: 'numeric' as const })}
      onChange={event => change(read(event.target.value))}
    />
  )
}
