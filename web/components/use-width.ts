import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Width of an element in whole px, 0 until known. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const place = useRef<E>(null)
  const [width, setWidth] = useState(0)
  const isMeasured = useRef(false)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    // A hidden tab has no width; the drawing stays as it is until shown again.
    const measure = () => {
      const now = Math.floor(element.clientWidth)
      if (now > 0) setWidth(now)
      return now > 0
    }
    // Before the first paint; later the observer does it, without forcing a layout in between.
    if (!isMeasured.current) isMeasured.current = measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [place, width]
}
