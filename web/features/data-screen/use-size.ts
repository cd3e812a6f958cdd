import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Size of an element in px, 0 until known; its content must not decide it. */
export function useSize<E extends HTMLElement>(): [RefObject<E | null>, { width: number; height: number }] {
  const place = useRef<E>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      // A hidden tab has no size; the drawing stays as it is until shown again.
      if (width === 0) return
      setSize(known => (known.width === width && known.height === height ? known : { width, height }))
    }
    measure()
    const watcher = new ResizeObserver(measure)
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return [place, size]
}
