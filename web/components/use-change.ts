import { useEffect, useRef } from 'react'

/**
 * Acts when a value has become another one since it was last looked at. A screen that is shown again runs all its effects
 * anew; that is no change.
 */
export function useChange(value: unknown, act: () => void): void {
  const seen = useRef(value)
  useEffect(() => {
    if (Object.is(seen.current, value)) return
    seen.current = value
    act()
  })
}
