import { Input } from 'antd'
import { useState } from 'react'
import { type Reader, shownUnit } from '#shared/units.ts'
import { gramsTyped, weightsShown } from '#shared/weights.ts'
import { useReader } from '#web/data/preferences.ts'

/** Birds of a sample in grams, as an example of what to type. */
const EXAMPLE = '1985 2010 1960'

/** The unit of a bird's weight and an example of three, for texts. */
export const weightWords = ({ units }: Pick<Reader, 'units'>) => ({
  unit: shownUnit('g', units).unit,
  example: weightsShown(EXAMPLE, units),
})

interface Props {
  id: string
  /** Weights in grams, or input that could not be read. */
  grams: string
  change: (grams: string) => void
  disabled: boolean
  /** Id of the element that says what is wrong. */
  fault: string | undefined
}

/** Weights bird by bird, in the reader's unit. Input stays as typed. */
export function WeightsInput({ id, grams, change, disabled, fault }: Props) {
  const reader = useReader()
  const { units } = reader
  const [typed, setTyped] = useState<{ text: string; grams: string } | null>(null)
  const write = (text: string) => {
    const next = gramsTyped(text, units)
    setTyped({ text, grams: next })
    change(next)
  }
  return (
    <Input.TextArea
      id={id}
      rows={2}
      value={typed?.grams === grams ? typed.text : units === 'metric' ? grams : weightsShown(grams, units)}
      disabled={disabled}
      placeholder={weightWords(reader).example}
      status={fault ? 'error' : ''}
      aria-invalid={fault !== undefined}
      aria-describedby={fault}
      onChange={event => write(event.target.value)}
    />
  )
}
