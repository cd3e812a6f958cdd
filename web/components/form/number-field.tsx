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
  /** Help text below it. */
  extra?: string
  /** Bounds the server accepts, in the metric unit. */
  min: number
  max: number
  /** The metric unit the form stores the value in; '' for a plain number. */
  unit?: string
  /** After the input, if not the unit. */
  suffix?: string
  isWhole?: boolean
  isRequired?: boolean
}

/**
 * A number in a form, typed in the reader's units. Input stays as typed: anything invalid or out of bounds is marked, never
 * changed. The form holds the number in the metric unit or, while the input is not one, the input itself.
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

/** The error for a number as typed, in words, or null. */
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

/** An input for a number in the reader's units; `value` is the metric number, or the input while it is not one. */
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
    // Input that reads as it did before is the stored number, whatever was rounded for display.
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
