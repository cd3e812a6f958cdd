import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readNumber } from '#shared/numbers.ts'
import { boundText, roundedFor, shownUnit } from '#shared/units.ts'
import { useReader } from '#web/data/preferences.ts'
import { FormField } from './form-field.tsx'

interface Props {
  name: string
  label: string
  /** What it means, below it. */
  extra?: string
  /** Bounds of what the server takes, in the metric unit. */
  min: number
  max: number
  /** The metric unit in which the form has the value; '' for a number of something. */
  unit?: string
  /** After the input, where that is not the unit. */
  suffix?: string
  isWhole?: boolean
  isRequired?: boolean
}

/**
 * A number of a form, typed in the reader's units. It stays as it was typed: what is no number, or out of bounds, is marked and
 * never changed. The form has the number in the metric unit, and as long as there is none, what was typed.
 */
export function NumberField({ name, label, min, max, unit = '', isWhole = false, ...more }: Props) {
  const { suffix, extra, isRequired = false } = more
  const faultOf = useNumberFault()
  const validator = (_: unknown, value: unknown) => {
    const fault = faultOf(value, { name, min, max, unit, isWhole, isRequired })
    return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
  }
  return (
    <FormField name={name} label={label} extra={extra} required={isRequired} rules={[{ validator }]}>
      <NumberInput field={name} unit={unit} suffix={suffix} isWhole={isWhole} />
    </FormField>
  )
}

interface Wanted {
  name: string
  min: number
  max: number
  unit: string
  isWhole: boolean
  isRequired: boolean
}

/** What is wrong with what was typed for a number, in words; null where nothing is. */
export function useNumberFault() {
  const { t } = useTranslation('components')
  const reader = useReader()
  return (value: unknown, { name, min, max, unit, isWhole, isRequired }: Wanted): string | null => {
    if (value === null || value === undefined || value === '') return isRequired ? t($ => $.required) : null
    const read = typeof value === 'string' ? readNumber(value, name) : null
    if (read && 'whole' in read)
      return t($ => $.numberAmbiguous, { whole: read.whole, decimal: read.decimal })
    const isRight = typeof value === 'number' && value >= min && value <= max
    if (isRight && (!isWhole || Number.isInteger(value))) return null
    const bounds = { min: boundText(min, 'least', unit, reader), max: boundText(max, 'most', unit, reader) }
    return isWhole ? t($ => $.wholeWanted, bounds) : t($ => $.numberWanted, bounds)
  }
}

interface InputProps {
  field: string
  unit: string
  suffix?: string | undefined
  isWhole: boolean
  value?: number | string | null
  onChange?: (value: number | string | null) => void
  id?: string
  'aria-label'?: string
  'aria-invalid'?: boolean
  status?: 'error' | ''
}

/** Where a number is typed in the reader's units; `value` is the metric one, or what was typed while it is none. */
export function NumberInput({ field, unit, suffix, isWhole, value = null, onChange, ...given }: InputProps) {
  const { units } = useReader()
  const { unit: word, metric } = shownUnit(unit, units)
  const [stored] = useState(value)
  const [typed, setTyped] = useState<{ text: string; value: unknown; units: string } | null>(null)
  const shownOf = (known: typeof value) =>
    typeof known === 'number' ? String(roundedFor(known, unit, units)) : (known ?? '')
  const readAs = (text: string): typeof value => {
    if (text.trim() === '') return null
    const read = readNumber(text, field)
    if ('wrong' in read) return text
    // What reads as it did before is the number that is stored, whatever the rounding of what is shown.
    return String(read.value) === shownOf(stored) ? stored : metric(read.value)
  }
  const change = (text: string) => {
    const value = readAs(text)
    setTyped({ text, value, units })
    onChange?.(value)
  }
  const isAsTyped = typed !== null && typed.value === value && typed.units === units
  return (
    <Input
      {...given}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      maxLength={40}
      value={isAsTyped ? typed.text : shownOf(value)}
      onChange={event => change(event.target.value)}
      suffix={suffix ?? word}
    />
  )
}
