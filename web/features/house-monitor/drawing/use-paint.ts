import { type RefObject, useLayoutEffect, useRef } from 'react'
import { believedOf, live, type ReadingOf, readingsOf } from '#web/data/live/live.ts'
import { keyOf } from '#web/data/live/store.ts'

/**
 * Paints readings of a device into an element as they arrive, without a React render. `paint` runs when the component is
 * drawn and whenever one of the metrics, or what is believed of them, changes; `believed` leaves out what is in doubt.
 */
export function usePaint<E extends Element>(
  iotId: string | null,
  metrics: readonly string[],
  paint: (element: E, readingOf: ReadingOf, believed: ReadingOf) => void,
): RefObject<E | null> {
  const place = useRef<E>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const draw = () => paint(element, readingsOf(iotId), believedOf(iotId))
    draw()
    const keys = [keyOf.doubts(iotId), ...metrics.map(metric => keyOf.reading(iotId, metric))]
    const ends = keys.map(key => live.subscribe(key, draw))
    return () => {
      for (const end of ends) end()
    }
  })
  return place
}

/** Writes text only if it changed, to avoid a layout for the same value. */
export function write(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text
}
