import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type GridSize, gridSizes } from '#shared/cameras.ts'

interface Doing {
  turn: (by: number) => void
  choose: (size: GridSize) => void
  toggleLive: () => void
  togglePatrol: () => void
  /** Fills the screen with the pictures. */
  fill: () => void
}

/** By how many pages each key turns. */
const turns: Readonly<Record<string, number>> = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }

/** How far a finger moves to turn the page. px */
const SWIPE = 60

/** Keys and touch of the grid: arrows and swipes turn, 1 to 4 choose how many, L, P and F switch. */
export function useGridKeys({ turn, choose, toggleLive, togglePatrol, fill }: Doing) {
  const from = useRef<{ x: number; y: number } | null>(null)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const size = gridSizes[Number(event.key) - 1]
    const by = turns[event.key]
    const switched = { l: toggleLive, p: togglePatrol, f: fill }[event.key]
    const todo = size !== undefined ? () => choose(size) : by !== undefined ? () => turn(by) : switched
    if (!todo) return
    event.preventDefault()
    todo()
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    from.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const start = from.current
    from.current = null
    if (!start) return
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) turn(dx < 0 ? 1 : -1)
  }
  return { onKeyDown, onPointerDown, onPointerUp }
}
