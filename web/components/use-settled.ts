import { useEffect, useState } from 'react'

/** The text once nothing has been typed for `ms`; an empty text counts at once. */
export function useSettled(text: string, ms: number): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [text, ms])
  return settled
}
