import { memo } from 'react'
import world from './world-dots.json' with { type: 'json' }
import './world-map.css'

const ROW = world.pitch * Math.sqrt(3 / 4)

let path = ''
/** Made once: one path, whose round caps are the dots. */
function pathOfDots(): string {
  if (path === '')
    for (const [r, row] of world.rows.entries())
      for (const { index } of row.matchAll(/#/g)) {
        const x = (world.left[r % 2] ?? 0) + index * world.pitch
        path += `M${x.toFixed(1)} ${(world.top + r * ROW).toFixed(1)}h0`
      }
  return path
}

/** The dots of the land, for a drawing in the map's units. */
export const Land = memo(() => <path className="world-land" d={pathOfDots()} />)
Land.displayName = 'Land'

export const WORLD = { width: world.width, height: world.height }

/** Land as dots, for decoration. */
export function WorldMap() {
  return (
    <svg className="world-map" viewBox={`0 0 ${WORLD.width} ${WORLD.height}`} aria-hidden>
      <Land />
    </svg>
  )
}
