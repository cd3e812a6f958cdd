import { Popover } from 'antd'
import { CalendarDays } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateOf } from '#shared/dates.ts'
import { readDay } from '#shared/typed-day.ts'
import { dateIn } from '#shared/zone-time.ts'
import { usePreferences } from '#web/data/preferences.ts'
import { later } from '../later.tsx'
import { useZone } from '../time.tsx'
import { useTyped } from './use-typed.ts'
import './day-input.css'

const DayPanel = later(() => import('./day-panel.tsx').then(file => file.DayPanel))

type Native = Pick<
  ComponentProps<'input'>,
  'id' | 'disabled' | 'aria-label' | 'aria-invalid' | 'aria-describedby' | 'aria-required' | 'required'
>

export interface DayInputProps extends Native {
  /** yyyy-mm-dd; empty if there is none, and whatever was typed while it is no day. */
  value?: string | null | undefined
  onChange?: (day: string) => void
  /** First and last day that can be picked, yyyy-mm-dd. */
  min?: string | undefined
  max?: string | undefined
  className?: string
}

/**
 * A calendar day, typed in the reader's own form and order (`20 Nov 2026`, `2026-11-20`) or any that cannot be misread, or
 * picked from a month. The value is yyyy-mm-dd; what is no day stays as typed, so that the form can say so.
 */
export function DayInput({ value, onChange, min, max, className = '', ...input }: DayInputProps) {
  const { t } = useTranslation('components')
  const language = usePreferences(({ language }) => language)
  const today = dateIn(useZone(), Date.now())
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const show = (day: string) => (readDay(day) === day ? dateOf(day, language) : day)
  const typed = useTyped({ value: value ?? '', read: readDay, show, change: onChange })
  const day = readDay(value ?? '')
  const isOutside = day !== undefined && ((min && day < min) || (max && day > max))
  const isWrong = (Boolean(value) && day === undefined) || Boolean(isOutside)
  const close = () => {
    setOpen(false)
    field.current?.focus()
  }
  return (
    <span className={`day-input ${className}`} data-wrong={isWrong || undefined}>
      <input
        aria-invalid={isWrong || undefined}
        {...input}
        value={typed.text}
        onChange={({ target }) => typed.type(target.value)}
        onBlur={typed.settle}
        ref={field}
        className="num"
        autoComplete="off"
        maxLength={20}
        placeholder={t($ => $.dayField.hint)}
        onKeyDown={event => {
          if (event.key === 'ArrowDown') setOpen(true)
          if (event.key === 'Enter') typed.settle()
        }}
      />
      <Popover
        open={isOpen}
        onOpenChange={setOpen}
        trigger="click"
        placement="bottomRight"
        arrow={false}
        destroyOnHidden
        content={
          <DayPanel
            day={day}
            today={today}
            min={min}
            max={max}
            choose={chosen => {
              typed.put(chosen)
              close()
            }}
            close={close}
          />
        }
      >
        <button
          type="button"
          disabled={input.disabled}
          aria-label={t($ => $.dayField.open)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          <CalendarDays size={16} aria-hidden />
        </button>
      </Popover>
    </span>
  )
}
