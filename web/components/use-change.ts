import { useEffect, useRef } from 'react'

/**
 * Acts when a value has changed since it was last seen. A screen that is shown again runs all its effects anew; that is not
 * a change.
 */
export function useChange(value: unknown, act: () => void): void {
  const seen = useRef(value)
  useEffect(() => {
    if (Object.is(seen.current, value)) return
    seen.current = value
    act()
  })
}
