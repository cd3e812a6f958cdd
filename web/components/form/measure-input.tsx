import { InputNumber } from 'antd'
import { useState } from 'react'
import { roundedFor, shownUnit } from '#shared/units.ts'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  /** The metric unit in which the form has the value. */
  unit: string
  /** In that unit, as the value. */
  min: number
  max: number
  value?: number | null
  onChange?: (value: number | null) => void
  id?: string
}

/** A number typed in the reader's units, inside a `FormField`; the form has it in the metric one. */
export function MeasureInput({ unit, min, max, value, onChange, id }: Props) {
  const { units } = useReader()
  const { unit: word, shown, metric } = shownUnit(unit, units)
  const [stored] = useState(value)
  const roundedOf = (known: number | null | undefined) =>
    known === null || known === undefined ? null : roundedFor(known, unit, units)
  // What reads as it did before is the number that is stored, whatever the rounding of what is shown.
  const typed = (number: number | null) =>
    onChange?.(number === null ? null : number === roundedOf(stored) ? (stored ?? null) : metric(number))
  return (
    <InputNumber
      {...(id !== undefined && { id })}
      min={shown(min)}
      max={shown(max)}
      value={roundedOf(value)}
      onChange={typed}
      suffix={word}
    />
  )
}
