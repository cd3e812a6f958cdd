import { useState } from 'react'

interface Typing {
  /** In its stored form, or whatever was typed. */
  value: string
  /** The stored form of what is typed; undefined while it is none. */
  read: (typed: string) => string | undefined
  /** How a value is shown while nobody types. */
  show: (value: string) => string
  change: ((value: string) => void) | undefined
}

/**
 * A text field for a value that is stored in one form and typed in several. What is typed stays as it is until the field is
 * left; it counts at once when it can be read, and otherwise when the field is left, so that half a date is no mistake.
 */
export function useTyped({ value, read, show, change }: Typing) {
  const [typed, setTyped] = useState<string | null>(null)
  const put = (next: string) => {
    setTyped(null)
    if (next !== value) change?.(next)
  }
  const settle = () => {
    if (typed !== null) put(read(typed) ?? typed.trim())
  }
  const type = (text: string) => {
    setTyped(text)
    const found = text.trim() === '' ? '' : read(text)
    if (found !== undefined && found !== value) change?.(found)
  }
  return {
    /** What the field shows. */
    text: typed ?? show(value),
    isTyping: typed !== null,
    /** Sets a value that was picked. */
    put,
    type,
    /** The field is left, or its form is sent. */
    settle,
  }
}
