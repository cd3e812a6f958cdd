import { useTranslation } from 'react-i18next'
import { ClockInput } from './clock-input.tsx'
import { DayInput, type DayInputProps } from './day-input.tsx'

interface Props
  extends Pick<DayInputProps, 'id' | 'value' | 'onChange' | 'disabled' | 'aria-label' | 'className'> {
  /** What both fields are about, where the first has a label of its own. */
  label?: string | undefined
  /** First and last moment, yyyy-mm-ddThh:mm. */
  min?: string
  max?: string
}

/** A day and a time of day by one clock, as yyyy-mm-ddThh:mm; empty while either is missing. */
export function MomentInput({ id, value, onChange, label, min, max, className = '', ...input }: Props) {
  const { t } = useTranslation('components')
  const [day = '', clock = ''] = (value ?? '').split('T')
  const about = label ?? input['aria-label']
  const put = (nextDay: string, nextClock: string) =>
    onChange?.(nextDay || nextClock ? `${nextDay}T${nextClock}` : '')
  return (
    <span className={`moment-input ${className}`}>
      <DayInput
        {...input}
        {...(id !== undefined && { id })}
        min={min?.slice(0, 10)}
        max={max?.slice(0, 10)}
        value={day}
        onChange={next => put(next, clock)}
      />
      <ClockInput
        {...(input.disabled !== undefined && { disabled: input.disabled })}
        aria-label={
          about === undefined ? t($ => $.dayField.clock) : t($ => $.dayField.clockOf, { label: about })
        }
        value={clock}
        onChange={next => put(day, next)}
      />
    </span>
  )
}
