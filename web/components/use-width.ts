import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of an element in whole px, 0 before it is known. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const place = useRef<E>(null)
  const [width, setWidth] = useState(0)
  const isMeasured = useRef(false)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    // A hidden tab has no width; what is drawn stays as it is until it is shown again.
    const measure = () => {
      const now = Math.floor(element.clientWidth)
      if (now > 0) setWidth(now)
      return now > 0
    }
    // Before the first paint; later the watcher says it, without laying the page out in between.
    if (!isMeasured.current) isMeasured.current = measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [place, width]
}
