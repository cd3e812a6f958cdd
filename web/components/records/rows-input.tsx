import { Input } from 'antd'
import type { Field, Fields } from '#shared/field.ts'
import { unitOfField } from '#shared/units.ts'
import { DayInput } from '#web/components/day/day-input.tsx'
import { NumberInput, useNumberFault } from '#web/components/form/number-field.tsx'
import { RowList } from '#web/components/form/row-list.tsx'
import { WholeInput } from '#web/components/form/whole-input.tsx'
import { ChoiceSelect } from '#web/components/remote-select.tsx'
import { usePreferences } from '#web/data/preferences.ts'
import './rows-input.css'

type Row = Readonly<Record<string, unknown>>

interface Props {
  fields: Fields
  /** A new row, and the label of the button that adds it. */
  empty: Row
  add: string
  /** The name of a row. */
  rowName: (number: number) => string
  most: number
  /** For many short rows: each is one line where there is room, and its name is for screen readers only. */
  isDense?: boolean
  value?: readonly Row[]
  onChange?: (rows: readonly Row[]) => void
}

/** Several rows of the same fields as one form input: texts, days and numbers. */
export function RowsInput({ fields, empty, add, rowName, most, isDense = false, ...field }: Props) {
  const { value = [], onChange } = field
  const language = usePreferences(({ language }) => language)
  return (
    <RowList
      rows={value}
      change={rows => onChange?.(rows)}
      fresh={empty}
      add={add}
      most={most}
      className={isDense ? 'rows-input-row rows-input-dense' : 'rows-input-row'}
    >
      {(row, put, number) => (
        <>
          <strong className={isDense ? 'visually-hidden' : undefined}>{rowName(number)}</strong>
          {Object.entries(fields).map(([name, field]) => (
            <div key={name}>
              <span aria-hidden>{field.label[language]}</span>
              <Cell
                name={name}
                field={field}
                label={`${field.label[language]}, ${rowName(number)}`}
                value={row[name] ?? null}
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
  name: string
  field: Field
  label: string
  value: unknown
  put: (typed: unknown) => void
}

function Cell({ name, field, label, value, put }: CellProps) {
  const faultOf = useNumberFault()
  if (field.kind === 'number') {
    const isWrong = value !== null && faultOf(value, wantedOf(name, field)) !== null
    return (
      <NumberInput
        field={name}
        aria-label={label}
        unit={unitOfField(name) ?? ''}
        isWhole={false}
        status={isWrong ? 'error' : ''}
        aria-invalid={isWrong}
        value={value as number | string | null}
        onChange={put}
      />
    )
  }
  if (field.kind === 'whole')
    return <WholeInput aria-label={label} min={field.least} max={field.most} value={value} onChange={put} />
  if ('choices' in field)
    return <ChoiceInput field={field} label={label} value={(value as string | null) ?? null} put={put} />
  if (field.kind === 'day')
    return <DayInput aria-label={label} value={value as string | null} onChange={day => put(day || null)} />
  return (
    <Input
      aria-label={label}
      value={(value as string | undefined) ?? ''}
      {...('most' in field && { maxLength: field.most })}
      onChange={event => put(event.target.value)}
    />
  )
}

interface ChoiceProps extends Pick<CellProps, 'label' | 'put'> {
  field: Extract<Field, { choices: unknown }>
  value: string | null
}

function ChoiceInput({ field, label, value, put }: ChoiceProps) {
  const language = usePreferences(({ language }) => language)
  const options = Object.entries(field.choices).map(([value, name]) => ({ value, label: name[language] }))
  return (
    <ChoiceSelect
      aria-label={label}
      options={options}
      value={value}
      allowClear={field.isRequired !== true}
      popupMatchSelectWidth={false}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(chosen: string | undefined) => put(chosen ?? null)}
    />
  )
}

type NumberKind = Extract<Field, { kind: 'whole' | 'number' }>

const wantedOf = (name: string, { kind, least, most, isRequired }: NumberKind) => ({
  name,
  min: least,
  max: most,
  unit: unitOfField(name) ?? '',
  isWhole: kind === 'whole',
  isRequired: isRequired === true,
})

/** The rule for a field of rows: every number is valid and within its bounds; the error names the first that is not. */
export function useRowsRule(fields: Fields, rowName: (number: number) => string) {
  const language = usePreferences(({ language }) => language)
  const faultOf = useNumberFault()
  const validator = (_: unknown, rows: readonly Row[] = []) => {
    for (const [at, row] of rows.entries())
      for (const [name, field] of Object.entries(fields)) {
        if (field.kind !== 'whole' && field.kind !== 'number') continue
        const fault = faultOf(row[name], wantedOf(name, field))
        if (fault !== null)
          return Promise.reject(new Error(`${rowName(at + 1)}, ${field.label[language]}: ${fault}`))
      }
    return Promise.resolve()
  }
  return { validator }
}
