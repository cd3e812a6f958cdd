import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { useWidth } from '../use-width.ts'
import type { Column } from './column.ts'

const importance = ['state', 'line', 'note', undefined]

/** Columns in the order in which they are left out; the name never is. */
const leastFirst = <T>(columns: readonly Column<T>[]) =>
  columns
    .slice(1)
    .reverse()
    .sort((one, other) => importance.indexOf(other.card) - importance.indexOf(one.card))

/** The columns that must go, one after the other, until what overflows by `excess` fits. px */
function leftOutOf<T>(
  columns: readonly Column<T>[],
  widthOf: (column: Column<T>) => number,
  excess: number,
): Column<T>[] {
  const out: Column<T>[] = []
  let left = excess
  for (const column of leastFirst(columns)) {
    if (left <= 0) break
    out.push(column)
    left -= widthOf(column)
  }
  return out
}

/**
 * Beside an open row a table is narrow: the least important columns that have no room are left out. The table is drawn with
 * all of them once, unseen, whenever its width or its content changes. Alone it keeps all of them, and scrolls.
 */
export function useRoom<T>(columns: readonly Column<T>[], rows: readonly T[], isBeside: boolean) {
  const [place, width] = useWidth<HTMLElement>()
  const keys = columns.map(({ key }) => key).join()
  const [fitted, setFitted] = useState<{ of: readonly unknown[]; out: readonly Column<T>[] } | null>(null)
  const isFitted = fitted !== null && [width, rows, keys].every((part, i) => part === fitted.of[i])
  useLayoutEffect(() => {
    const element = place.current
    const headings = element?.querySelectorAll<HTMLElement>('th[data-column]')
    if (!isBeside || isFitted || !element || !headings || width === 0) return
    const widths = new Map([...headings].map(each => [each.dataset.column, each.offsetWidth]))
    const excess = element.scrollWidth - element.clientWidth
    setFitted({
      of: [width, rows, keys],
      out: leftOutOf(columns, ({ key }) => widths.get(key) ?? 0, excess),
    })
  }, [place, width, rows, keys, columns, isBeside, isFitted])
  const leftOut = isBeside && isFitted ? fitted.out : []
  return {
    place,
    shown: columns.filter(({ key }) => !leftOut.some(column => column.key === key)),
    leftOut,
    hidden: useHidden(place),
  }
}

/** Where the rest of a table is that scrolls sideways: to the right, or only to the left; null if all of it shows. */
function useHidden(place: RefObject<HTMLElement | null>): 'right' | 'left' | null {
  const [hidden, setHidden] = useState<'right' | 'left' | null>(null)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const look = () => {
      // Widths are rounded: less than a pixel is nothing to see.
      const most = element.scrollWidth - element.clientWidth - 1
      setHidden(most <= 0 ? null : element.scrollLeft < most ? 'right' : 'left')
    }
    const watcher = new ResizeObserver(look)
    watcher.observe(element)
    if (element.firstElementChild) watcher.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      watcher.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [place])
  return hidden
}
