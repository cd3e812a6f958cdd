import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react'
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
/** Where keys have a meaning of their own. */
const TYPING = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="combobox"]'
/** How far a finger moves to turn the page. px */
const SWIPE = 60

/**
 * Keys and touch of the grid while its screen shows: arrows and swipes turn, 1 to 4 choose how many pictures, L, P and F
 * switch live, patrol and full screen.
 */
export function useGridKeys({ turn, choose, toggleLive, togglePatrol, fill }: Doing) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.target instanceof Element && event.target.closest(TYPING)) return
    const size = gridSizes[Number(event.key) - 1]
    const by = turns[event.key]
    const switched = { l: toggleLive, p: togglePatrol, f: fill }[event.key]
    const todo = size !== undefined ? () => choose(size) : by !== undefined ? () => turn(by) : switched
    if (!todo) return
    event.preventDefault()
    todo()
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const from = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      from.current = event.pointerType === 'touch' ? { x: event.clientX, y: event.clientY } : null
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const start = from.current
      from.current = null
      if (!start) return
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y]
      if (Math.abs(dx) > SWIPE && Math.abs(dx) > 2 * Math.abs(dy)) turn(dx < 0 ? 1 : -1)
    },
  }
}
