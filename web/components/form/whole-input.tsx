import { Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readNumber } from '#shared/numbers.ts'
import { usePreferences } from '#web/data/preferences.ts'

interface Bounds {
  min: number
  max: number
}

const isWholeIn = (value: unknown, { min, max }: Bounds): boolean =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max

interface Props extends Bounds {
  'aria-label': string
  suffix?: string
  disabled?: boolean
  /** The number, or the input while it is not one. */
  value: unknown
  onChange: (value: number | string | null) => void
}

/** A whole number in a row of inputs: input stays as typed, and anything invalid or out of bounds is marked. */
export function WholeInput({ min, max, value, onChange, ...given }: Props) {
  const [typed, setTyped] = useState<{ text: string; value: unknown } | null>(null)
  const isWrong = value !== null && value !== undefined && !isWholeIn(value, { min, max })
  const change = (text: string) => {
    const read = readNumber(text, '')
    const next = text.trim() === '' ? null : 'value' in read ? read.value : text
    setTyped({ text, value: next })
    onChange(next)
  }
  return (
    <Input
      {...given}
      inputMode="numeric"
      autoComplete="off"
      maxLength={20}
      status={isWrong ? 'error' : ''}
      aria-invalid={isWrong}
      value={typed !== null && typed.value === value ? typed.text : String(value ?? '')}
      onChange={event => change(event.target.value)}
    />
  )
}

/** The rule for a field of rows: these numbers, typed into `WholeInput`, are whole and within their bounds. */
export function useWholeRule<Row>(numbersOf: (rows: readonly Row[]) => readonly unknown[], bounds: Bounds) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const said = { min: bounds.min.toLocaleString(language), max: bounds.max.toLocaleString(language) }
  const validator = (_: unknown, rows: readonly Row[] = []) =>
    numbersOf(rows).every(number => isWholeIn(number, bounds))
      ? Promise.resolve()
      : Promise.reject(new Error(t($ => $.wholeWanted, said)))
  return { validator }
}
