import { Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './users.css'

interface Props {
  /** The last digits of the stored number; null if there is none. */
  stored: string | null
  maxLength: number
  id?: string
  /** Undefined keeps it, null removes it. */
  value?: string | null
  onChange?: (value: string | null | undefined) => void
}

/** A number that is written but never read back: only its last digits show, and it can be replaced or removed. */
export function IdCardInput({ stored, maxLength, id, value, onChange }: Props) {
  const { t } = useTranslation('users')
  const [isTyping, setIsTyping] = useState(stored === null)
  if (isTyping)
    return (
      <Input
        {...(id !== undefined && { id })}
        maxLength={maxLength}
        autoComplete="off"
        value={value ?? ''}
        onChange={event => onChange?.(event.target.value === '' ? undefined : event.target.value)}
      />
    )
  const isGone = value === null
  return (
    <span className="id-card-stored">
      <span className="mono" data-gone={isGone || undefined}>
        {stored}
      </span>
      <Button {...(id !== undefined && { id })} size="small" type="link" onClick={() => setIsTyping(true)}>
        {t($ => $.replaceIdCard)}
      </Button>
      <Button size="small" type="link" onClick={() => onChange?.(isGone ? undefined : null)}>
        {isGone ? t($ => $.keepIdCard) : t($ => $.removeIdCard)}
      </Button>
    </span>
  )
}
