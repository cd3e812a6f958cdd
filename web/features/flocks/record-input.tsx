import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type RecordNumber, recordLabels, recordNumbers } from '#shared/flocks.ts'
import { readNumber } from '#shared/numbers.ts'
import { enteredIn, shownUnit } from '#shared/units.ts'
import { useReader } from '#web/data/preferences.ts'

interface Props {
  name: RecordNumber
  /** In the metric unit; a string is input that could not be read. */
  value: number | string | null
  change: (value: number | string | null) => void
  /** Below the label: what was measured, what is usual. */
  says?: ReactNode
  fault?: string | undefined
  /** Small counts get − and +. */
  isStepped?: boolean
  disabled: boolean
  children?: ReactNode
}

/** One number of a day: label on the left, field on the right, doubts below. Input stays as typed. */
export function RecordInput({
  name,
  value,
  change,
  says,
  fault,
  isStepped = false,
  disabled,
  children,
}: Props) {
  const { t } = useTranslation('flocks')
  const reader = useReader()
  const id = useId()
  const { unit: metric, isWhole } = recordNumbers[name]
  const { unit, metric: toMetric } = shownUnit(metric, reader.units)
  const label = recordLabels[name][reader.language]
  const [typed, setTyped] = useState<{ text: string; value: Props['value'] } | null>(null)
  const shown =
    typed?.value === value && typed
      ? typed.text
      : typeof value === 'number'
        ? String(enteredIn(value, metric, reader.units))
        : (value ?? '')
  const write = (text: string) => {
    const read = text.trim() === '' ? null : readNumber(text, name)
    const next = read === null ? null : 'wrong' in read ? text : toMetric(read.value)
    setTyped({ text, value: next })
    change(next)
  }
  const step = (by: number) => change(Math.max(0, (typeof value === 'number' ? value : 0) + by))
  return (
    <div className="record-row" data-faulty={fault !== undefined || undefined}>
      <div>
        <label htmlFor={id}>{label}</label>
        {says && <small className="num">{says}</small>}
      </div>
      <span className="record-field" data-stepped={isStepped || undefined}>
        {isStepped && (
          <button
            type="button"
            aria-label={t($ => $.less, { label })}
            disabled={disabled}
            onClick={() => step(-1)}
          >
            <Minus size={16} aria-hidden />
          </button>
        )}
        <input
          id={id}
          className="num"
          inputMode={isWhole ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={20}
          disabled={disabled}
          value={shown}
          aria-invalid={fault !== undefined}
          aria-describedby={fault === undefined ? undefined : `${id}-fault`}
          onChange={event => write(event.target.value)}
        />
        {!isStepped && unit !== '' && <span className="record-unit">{unit}</span>}
        {isStepped && (
          <button
            type="button"
            aria-label={t($ => $.more, { label })}
            disabled={disabled}
            onClick={() => step(1)}
          >
            <Plus size={16} aria-hidden />
          </button>
        )}
      </span>
      {fault !== undefined && (
        <p id={`${id}-fault`} className="record-fault" role="alert">
          {fault}
        </p>
      )}
      {children}
    </div>
  )
}
