import { LocateFixed, Minus, Plus } from 'lucide-react'
import { type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWidth } from '../use-width.ts'
import { type Box, boxOf, type Point } from './projection.ts'
import { Land, WORLD } from './world-map.tsx'

/** The visible part of the map: its middle, and the magnification. */
interface View extends Point {
  zoom: number
}
const ZOOM = { most: 40, step: 1.6 } as const
/** px a finger may move during a tap. */
const STEADY = 5

interface Props {
  label: string
  /** px */
  height: number
  /** The initial view, restored by its third button. */
  home: View
  /** A tap on the map itself. */
  pick?: (point: Point) => void
  /** Called with the visible part of the earth and the px per degree at the equator, at first and after each move. */
  look?: (box: Box, degreePx: number) => void
  /** Content of the lower left corner. */
  says?: ReactNode
  /** Content on the map; `at` gives a point's position, px from the map's corner, or null if it is not visible. */
  children: (at: (point: Point) => { left: number; top: number } | null) => ReactNode
}

const clamped = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The dotted world map, to pan and zoom. Nothing is loaded from outside. */
export function PanMap({ label, height, home, pick, look, says, children }: Props) {
  const { t } = useTranslation('components')
  const [place, width] = useWidth<HTMLElement>()
  const [view, setView] = useState(home)
  const grip = useRef<{ at: Point; view: View; moved: number } | null>(null)
  const unit = WORLD.width / view.zoom / Math.max(width, 1)
  const [wide, tall] = [unit * width, unit * height]
  const at = ({ x, y }: Point) => {
    const [left, top] = [(x - view.x + wide / 2) / unit, (y - view.y + tall / 2) / unit]
    return left < 0 || left > width || top < 0 || top > height ? null : { left, top }
  }
  useEffect(() => {
    if (width === 0) return
    const corner = (to: 1 | -1) => ({ x: view.x + (to * wide) / 2, y: view.y + (to * tall) / 2 })
    look?.(boxOf(corner(-1), corner(1)), (view.zoom * width) / 360)
  }, [look, view, width, wide, tall])
  const move = ({ x, y, zoom }: View) =>
    setView({
      zoom: clamped(zoom, 1, ZOOM.most),
      x: clamped(x, 0, WORLD.width),
      y: clamped(y, 0, WORLD.height),
    })
  const enlarge = (by: number) => move({ ...view, zoom: view.zoom * by })
  // React listens to wheels passively: the page behind would scroll along.
  useEffect(() => {
    const element = place.current
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      setView(view => ({
        ...view,
        zoom: clamped(view.zoom * (event.deltaY < 0 ? 1.2 : 1 / 1.2), 1, ZOOM.most),
      }))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [place])
  const drag = (event: PointerEvent<SVGSVGElement>) => {
    if (!grip.current) return
    const { at, view: from } = grip.current
    const [dx, dy] = [event.clientX - at.x, event.clientY - at.y]
    grip.current.moved = Math.max(grip.current.moved, Math.hypot(dx, dy))
    if (grip.current.moved > STEADY) move({ ...from, x: from.x - dx * unit, y: from.y - dy * unit })
  }
  const release = (event: PointerEvent<SVGSVGElement>) => {
    const isTap = grip.current !== null && grip.current.moved <= STEADY
    grip.current = null
    if (!isTap || !pick) return
    const box = event.currentTarget.getBoundingClientRect()
    pick({
      x: view.x - wide / 2 + (event.clientX - box.left) * unit,
      y: view.y - tall / 2 + (event.clientY - box.top) * unit,
    })
  }
  return (
    <section ref={place} className="pan-map" style={{ height }} aria-label={label}>
      {width > 0 && (
        <svg
          viewBox={`${view.x - wide / 2} ${view.y - tall / 2} ${wide} ${tall}`}
          aria-hidden
          onPointerDown={event => {
            grip.current = { at: { x: event.clientX, y: event.clientY }, view, moved: 0 }
          }}
          onPointerMove={drag}
          onPointerUp={release}
          onPointerLeave={() => {
            grip.current = null
          }}
        >
          <Land />
        </svg>
      )}
      {width > 0 && children(at)}
      <div className="pan-map-tools">
        <button type="button" aria-label={t($ => $.map.enlarge)} onClick={() => enlarge(ZOOM.step)}>
          <Plus size={15} aria-hidden />
        </button>
        <button type="button" aria-label={t($ => $.map.reduce)} onClick={() => enlarge(1 / ZOOM.step)}>
          <Minus size={15} aria-hidden />
        </button>
        <button type="button" aria-label={t($ => $.map.home)} onClick={() => setView(home)}>
          <LocateFixed size={15} aria-hidden />
        </button>
      </div>
      {says && <div className="pan-map-says num">{says}</div>}
    </section>
  )
}
