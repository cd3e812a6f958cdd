import { Button, Input, InputNumber } from 'antd'
import { Plus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Field, Fields } from '#shared/field.ts'
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
export function RowsInput({ fields, empty, add, rowName, most, value: rows = [], onChange }: Props) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const put = (at: number, name: string, typed: unknown) =>
    onChange?.(rows.map((row, i) => (i === at ? { ...row, [name]: typed } : row)))
  return (
    <div className="rows-input">
      {rows.map((row, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else
        <fieldset key={i}>
          <legend>{rowName(i + 1)}</legend>
          {Object.entries(fields).map(([name, field]) => (
            <div key={name}>
              <span aria-hidden>{field.label[language]}</span>
              <Cell
                field={field}
                label={`${field.label[language]}, ${rowName(i + 1)}`}
                value={row[name]}
                put={typed => put(i, name, typed)}
              />
            </div>
          ))}
          <Button
            type="text"
            icon={<X size={15} aria-hidden />}
            onClick={() => onChange?.(rows.filter((_, at) => at !== i))}
          >
            {t($ => $.lines.remove, { line: i + 1 })}
          </Button>
        </fieldset>
      ))}
      {rows.length < most && (
        <Button icon={<Plus size={15} aria-hidden />} onClick={() => onChange?.([...rows, empty])}>
          {add}
        </Button>
      )}
    </div>
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
    return (
      <InputNumber<number>
        aria-label={label}
        min={field.least}
        max={field.most}
        precision={0}
        value={value as number | null}
        onChange={put}
      />
    )
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
