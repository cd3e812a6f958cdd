import { AutoComplete } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readClock } from '#shared/typed-day.ts'
import { useTyped } from './use-typed.ts'

interface Props {
  id?: string
  /** hh:mm; empty if there is none, and whatever was typed while it is no time. */
  value?: string | null
  onChange?: (clock: string) => void
  disabled?: boolean
  'aria-label'?: string
}

const halfHours = Array.from({ length: 48 }, (_, half) => {
  const value = `${String(half >> 1).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`
  return { value, label: value }
})

/** A time of day of 24 hours, typed (`7:30`, `730`, `7:30 pm`, `7点30分`) or picked by the half hour. */
export function ClockInput({ value, onChange, ...input }: Props) {
  const { t } = useTranslation('components')
  const typed = useTyped({ value: value ?? '', read: readClock, show: clock => clock, change: onChange })
  const [isOpen, setOpen] = useState(false)
  const isWrong = Boolean(value) && readClock(value ?? '') === undefined
  return (
    <AutoComplete
      {...input}
      className="clock-input num"
      // Whoever types has no list in the way.
      open={isOpen && !typed.isTyping}
      onOpenChange={setOpen}
      options={halfHours}
      placeholder={t($ => $.dayField.clockHint)}
      status={isWrong ? 'error' : ''}
      value={typed.text}
      onChange={typed.type}
      onSelect={(clock: string) => {
        setOpen(false)
        typed.put(clock)
      }}
      onBlur={() => {
        setOpen(false)
        typed.settle()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') typed.settle()
      }}
      defaultActiveFirstOption={false}
    />
  )
}
