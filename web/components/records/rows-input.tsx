import { Input } from 'antd'
import type { Field, Fields } from '#shared/field.ts'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import './rows-input.css'

type Row = Readonly<Record<string, unknown>>

interface Props {
  fields: Fields
  /** A new row, and the words of the button that adds it. */
  empty: Row
  add: string
  /** What a row is called. */
  rowName: (number: number) => string
  most: number
  value?: readonly Row[]
  onChange?: (rows: readonly Row[]) => void
}

/** Several rows of the same fields, as one input of a form: texts, days and whole numbers. */
export function RowsInput({ fields, empty, add, rowName, most, value = [], onChange }: Props) {
  const language = usePreferences(({ language }) => language)
  return (
    <RowList
      rows={value}
      change={rows => onChange?.(rows)}
      fresh={empty}
      add={add}
      most={most}
      className="rows-input-row"
    >
      {(row, put, number) => (
        <>
          <strong>{rowName(number)}</strong>
          {Object.entries(fields).map(([name, field]) => (
            <div key={name}>
              <span aria-hidden>{field.label[language]}</span>
              <Cell
                field={field}
                label={`${field.label[language]}, ${rowName(number)}`}
                value={row[name]}
                put={typed => put({ [name]: typed })}
              />
            </div>
          ))}
        </>
      )}
    </RowList>
  )
}

interface CellProps {
  field: Field
  label: string
  value: unknown
  put: (typed: unknown) => void
}

function Cell({ field, label, value, put }: CellProps) {
  if (field.kind === 'whole')
    return <WholeInput aria-label={label} min={field.least} max={field.most} value={value} onChange={put} />
  if (field.kind === 'day')
    return (
      <Input
        type="date"
        aria-label={label}
        value={(value as string | null) ?? ''}
        onChange={event => put(event.target.value || null)}
      />
    )
  return (
    <Input
      aria-label={label}
      value={(value as string | undefined) ?? ''}
      {...('most' in field && { maxLength: field.most })}
      onChange={event => put(event.target.value)}
    />
  )
}
